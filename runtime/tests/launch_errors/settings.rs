//! Errors in settings are reported on their own values.

use hip_runtime::{Error, Module, Stream, launch};

fn run(module: &Module, stream: Stream) -> Result<(), Error> {
    // SAFETY: none of these compiles.
    unsafe {
    launch!(module.scale<<<1.5, 256>>>())?;
    launch!(module.scale<<<1, "256">>>())?;
    launch!(module.scale<<<1, 256, 0.5>>>())?;
    launch!(module.scale<<<1, 256, 0, stream>>>())?;
    launch!(module.scale<<<1, 256, 0, &stream, 2>>>())?;
    }
    Ok(())
}

fn main() {}

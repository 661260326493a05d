//! Invalid shapes of launches.

use hip_runtime::{Error, Module, Stream, launch};

fn run(module: &Module, stream: &Stream, n: i32) -> Result<(), Error> {
    launch!(module.scale<<<n / 256, 256>>(n))?;
    launch!(module.scale<<<1, 256>>>)?;
    launch!(module.scale<<<n>>>(n))?;
    launch!(module.scale<<<1, 256, 0, stream, n, n>>>())?;
    launch!(<<<1, 256>>>(n))?;
    Ok(())
}

fn main() {}

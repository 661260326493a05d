//! A receiver that is not a module; a name that is not a function.

use hip_runtime::{Error, Module, launch};

fn run(module: &Module, n: i32) -> Result<(), Error> {
    // SAFETY: none of these compiles.
    unsafe { launch!(n.scale<<<1, 256>>>(n)) }?;
    unsafe { launch!(module<<<1, 256>>>(n)) }?;
    Ok(())
}

fn main() {}

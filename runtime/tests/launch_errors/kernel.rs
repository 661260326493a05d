//! What stands before the dot holds no kernels; what stands alone is no function.

use hip_runtime::{Error, Module, launch};

fn run(module: &Module, n: i32) -> Result<(), Error> {
    launch!(n.scale<<<1, 256>>>(n))?;
    launch!(module<<<1, 256>>>(n))?;
    Ok(())
}

fn main() {}

//! Invalid kernel arguments.

use hip_runtime::{DeviceBuffer, Error, Module, launch};

fn run(module: &Module, data: DeviceBuffer<f32>) -> Result<(), Error> {
    // SAFETY: none of these compiles.
    unsafe {
        launch!(module.scale<<<1, 256>>>(data.ptr(), data))?;
        launch!(module.scale<<<1, 256>>>(data.ptr(), "2".to_owned()))?;
    }
    Ok(())
}

fn main() {}

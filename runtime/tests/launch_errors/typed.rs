//! Launches that do not fit the declarations of their kernels.

use hip_runtime::{DeviceBuffer, Error, kernels, launch};

kernels! {
    unsafe mod own = "typed.ptx" {
        safe fn scale(data: &mut [f32; n], by: f32, n: u32);
    }
}

fn run(mut floats: DeviceBuffer<f32>, mut words: DeviceBuffer<u32>) -> Result<(), Error> {
    launch!(own::scale<<<1, 256>>>(&floats, 2.0, 3))?;
    launch!(own::scale<<<1, 256>>>(&mut words, 2.0, 3))?;
    launch!(own::scale<<<1, 256>>>(floats.ptr(), 2.0, 3))?;
    launch!(own::scale<<<1, 256>>>(&mut floats, 2, 3))?;
    launch!(own::scale<<<1, 256>>>(&mut floats, 2.0, 3u64))?;
    launch!(own::scale<<<1, 256>>>(&mut floats, 2.0))?;
    launch!(own::absent<<<1, 256>>>(&mut floats, 2.0, 3))?;
    launch!(own::bounded<<<1, 64>>>(&mut floats))?;
    Ok(())
}

fn undeclared(mut floats: DeviceBuffer<f32>) -> Result<(), Error> {
    // SAFETY: none of these compiles.
    unsafe {
        launch!(own::bounded<<<1, 64>>>(7u64))?;
        launch!(own::bounded<<<1, 65>>>(&mut floats))?;
        launch!(own::exact<<<1, (64, 1)>>>([0u64; 2]))?;
    }
    Ok(())
}

fn main() {}

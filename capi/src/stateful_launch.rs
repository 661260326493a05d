//! Launches in the manner of CUDA before release 4 (an extension; `hip/hip_soft.h`).

use crate::entry::{In, entry_points};
use crate::types::{Function, Stream};
use runtime::Error;
use runtime::api::{StreamRef, stateful_launch};

fn launch(function: Function, grid: [u32; 2], stream: StreamRef) -> Result<(), Error> {
    // SAFETY: C promised that the kernel uses its arguments as it may.
    unsafe { stateful_launch::launch(function.id()?, grid, stream) }
}

entry_points! {
    /// Sets the extents of a kernel's blocks.
    fn hipExtFuncSetBlockShape(function: Function, x: u32, y: u32, z: u32) {
        stateful_launch::set_block_shape(function.id()?, [x, y, z])?;
    }
    /// Sets the dynamic shared memory of a kernel's blocks.
    fn hipExtFuncSetSharedSize(function: Function, bytes: u32) {
        stateful_launch::set_shared_bytes(function.id()?, bytes)?;
    }
    /// Sets the number of bytes of a kernel's parameters.
    fn hipExtParamSetSize(function: Function, bytes: u32) {
        stateful_launch::set_parameter_bytes(function.id()?, bytes)?;
    }
    /// Sets an integer parameter.
    fn hipExtParamSeti(function: Function, offset: u32, value: u32) {
        stateful_launch::set_parameter(function.id()?, offset, &value.to_ne_bytes())?;
    }
    /// Sets a parameter of single precision.
    fn hipExtParamSetf(function: Function, offset: u32, value: f32) {
        stateful_launch::set_parameter(function.id()?, offset, &value.to_ne_bytes())?;
    }
    /// Sets bytes of the parameters.
    fn hipExtParamSetv(function: Function, offset: u32, from: In<u8>, bytes: u32) {
        let function = function.id()?;
        if from.is_null() {
            return Err(Error::Null { what: "ptr" });
        }
        stateful_launch::set_parameter(function, offset, &from.array(bytes as usize)?)?;
    }
    /// Launches one block of a kernel.
    fn hipExtLaunch(function: Function) { launch(function, [1, 1], StreamRef::Legacy)?; }
    /// Launches a grid of a kernel.
    fn hipExtLaunchGrid(function: Function, width: u32, height: u32) {
        launch(function, [width, height], StreamRef::Legacy)?;
    }
    /// Launches a grid of a kernel in a stream.
    fn hipExtLaunchGridAsync(function: Function, width: u32, height: u32, stream: Stream) {
        launch(function, [width, height], StreamRef::from_word(stream.word())?)?;
    }
}

//! Launches of CUDA before release 4: block shape, shared memory and parameters are set for a kernel, which
//! is then launched with a grid (CUDA driver API, deprecated part of "Execution Control").
#![expect(unsafe_code, reason = "a caller vouches for a kernel and its parameters")]

use super::module;
use super::stream::StreamRef;
use crate::Error;
use crate::handle::Id;
use crate::object::{FunctionObject, Prepared};
use crate::state::process;
use crate::types::LaunchShape;

/// Bytes that the parameters of a kernel have at most.
const MOST: u64 = 4096;

/// Checks a number of bytes of parameters, and returns it.
fn parameter_bytes(what: &'static str, bytes: u64) -> Result<usize, Error> {
    if bytes > MOST {
        return Err(Error::OutOfRange { what, got: bytes, min: 0, max: MOST });
    }
    Ok(bytes as usize)
}

/// Sets the extents of blocks, in threads.
///
/// # Errors
/// `OutOfRange`; errors of the handle.
pub fn set_block_shape(id: Id<FunctionObject>, block: [u32; 3]) -> Result<(), Error> {
    let function = process()?.get(id)?;
    let max = i32::MAX as u32;
    if let Some(&got) = block.iter().find(|size| !(1..=max).contains(*size)) {
        let (got, max) = (got.into(), max.into());
        return Err(Error::OutOfRange { what: "an extent of blocks", got, min: 1, max });
    }
    function.prepared.lock().block = block;
    Ok(())
}

/// Sets the dynamic shared memory of a block, in bytes.
///
/// # Errors
/// Errors of the handle.
pub fn set_shared_bytes(id: Id<FunctionObject>, bytes: u32) -> Result<(), Error> {
    process()?.get(id)?.prepared.lock().shared = bytes;
    Ok(())
}

/// Sets the number of bytes of the parameters.
///
/// # Errors
/// `OutOfRange` above 4096 bytes; errors of the handle.
pub fn set_parameter_bytes(id: Id<FunctionObject>, bytes: u32) -> Result<(), Error> {
    let function = process()?.get(id)?;
    let bytes = parameter_bytes("bytes of parameters", bytes.into())?;
    function.prepared.lock().parameters.resize(bytes, 0);
    Ok(())
}

/// Sets bytes of the parameters, which grow if they are shorter.
///
/// # Errors
/// `OutOfRange` if they would end above 4096 bytes; errors of the handle.
pub fn set_parameter(id: Id<FunctionObject>, offset: u32, bytes: &[u8]) -> Result<(), Error> {
    let function = process()?.get(id)?;
    let end =
        parameter_bytes("the end of a parameter", u64::from(offset).saturating_add(bytes.len() as u64))?;
    let mut prepared = function.prepared.lock();
    let length = prepared.parameters.len().max(end);
    prepared.parameters.resize(length, 0);
    prepared.parameters[offset as usize..end].copy_from_slice(bytes);
    Ok(())
}

/// Launches a kernel as prepared, with a grid of blocks.
///
/// # Errors
/// Those of [`module::launch`].
///
/// # Safety
/// As for [`module::launch`].
pub unsafe fn launch(
    id: Id<FunctionObject>,
    [width, height]: [u32; 2],
    stream: StreamRef,
) -> Result<(), Error> {
    let Prepared { block, shared, parameters } = process()?.get(id)?.prepared.lock().clone();
    let grid = [width, height, 1];
    let shape = LaunchShape { grid, block, shared_bytes: shared, cooperative: false, cluster: None };
    // SAFETY: the caller promises what this wants.
    unsafe { module::launch(id, shape, &parameters, stream) }
}

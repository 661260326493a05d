//! Launches of CUDA before release 4, deprecated since: block shape, shared memory and parameters are set for
//! a function, then it is launched with a grid. PyCUDA sets block shapes in this way still.

use crate::entry::{Code, Pointer, need, of_hip};
use crate::result::{INVALID_VALUE, SUCCESS};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

unsafe extern "C" {
    fn hipFuncGetAttribute(value: *mut i32, attribute: u32, function: Pointer) -> Code;
    fn hipModuleLaunchKernel(
        function: Pointer,
        grid_x: u32,
        grid_y: u32,
        grid_z: u32,
        block_x: u32,
        block_y: u32,
        block_z: u32,
        shared: u32,
        stream: Pointer,
        arguments: Pointer,
        extra: *const usize,
    ) -> Code;
}

/// Bytes that the parameters of a kernel have at most.
const MOST: usize = 4096;

/// Settings and parameters of the next launch of a function.
#[derive(Clone, Debug)]
struct Prepared {
    block: [u32; 3],
    shared: u32,
    parameters: Vec<u8>,
}

impl Prepared {
    const fn new() -> Prepared {
        Prepared { block: [1; 3], shared: 0, parameters: Vec::new() }
    }
}

/// Prepared launches, by the function's handle.
static PREPARED: Mutex<BTreeMap<usize, Prepared>> = Mutex::new(BTreeMap::new());

/// Changes what the next launch of a function uses; the function must exist.
fn change(function: Pointer, change: impl FnOnce(&mut Prepared) -> Code) -> Code {
    let mut threads = 0;
    // SAFETY: a local's address; invalid handles are refused.
    let code = of_hip(unsafe { hipFuncGetAttribute(&raw mut threads, 0, function) });
    if code != SUCCESS {
        return code;
    }
    let mut all = PREPARED.lock().unwrap_or_else(PoisonError::into_inner);
    change(all.entry(function.addr()).or_insert_with(Prepared::new))
}

/// `CUresult cuFuncSetBlockShape(CUfunction hfunc, int x, int y, int z)`
#[unsafe(no_mangle)]
pub extern "C" fn cuFuncSetBlockShape(function: Pointer, x: u32, y: u32, z: u32) -> Code {
    need!(init);
    if [x, y, z].iter().any(|size| *size == 0 || i32::try_from(*size).is_err()) {
        return INVALID_VALUE;
    }
    change(function, |launch| {
        launch.block = [x, y, z];
        SUCCESS
    })
}

/// `CUresult cuFuncSetSharedSize(CUfunction hfunc, unsigned int bytes)`
#[unsafe(no_mangle)]
pub extern "C" fn cuFuncSetSharedSize(function: Pointer, bytes: u32) -> Code {
    need!(init);
    change(function, |launch| {
        launch.shared = bytes;
        SUCCESS
    })
}

/// `CUresult cuParamSetSize(CUfunction hfunc, unsigned int numbytes)`
#[unsafe(no_mangle)]
pub extern "C" fn cuParamSetSize(function: Pointer, bytes: u32) -> Code {
    need!(init);
    if bytes as usize > MOST {
        return INVALID_VALUE;
    }
    change(function, |launch| {
        launch.parameters.resize(bytes as usize, 0);
        SUCCESS
    })
}

/// Sets bytes of the parameters, which grow if they are shorter.
fn set(function: Pointer, offset: u32, bytes: &[u8]) -> Code {
    let begin = offset as usize;
    let Some(end) = begin.checked_add(bytes.len()).filter(|end| *end <= MOST) else { return INVALID_VALUE };
    change(function, |launch| {
        if launch.parameters.len() < end {
            launch.parameters.resize(end, 0);
        }
        launch.parameters[begin..end].copy_from_slice(bytes);
        SUCCESS
    })
}

/// `CUresult cuParamSeti(CUfunction hfunc, int offset, unsigned int value)`
#[unsafe(no_mangle)]
pub extern "C" fn cuParamSeti(function: Pointer, offset: u32, value: u32) -> Code {
    need!(init);
    set(function, offset, &value.to_ne_bytes())
}

/// `CUresult cuParamSetf(CUfunction hfunc, int offset, float value)`
#[unsafe(no_mangle)]
pub extern "C" fn cuParamSetf(function: Pointer, offset: u32, value: f32) -> Code {
    need!(init);
    set(function, offset, &value.to_ne_bytes())
}

/// `CUresult cuParamSetv(CUfunction hfunc, int offset, void *ptr, unsigned int numbytes)`
///
/// # Safety
/// The pointer is null or leads to as many bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuParamSetv(function: Pointer, offset: u32, from: *const u8, bytes: u32) -> Code {
    need!(init);
    if from.is_null() || bytes as usize > MOST {
        return INVALID_VALUE;
    }
    // SAFETY: as the caller says.
    set(function, offset, unsafe { std::slice::from_raw_parts(from, bytes as usize) })
}

/// `CUresult cuLaunch(CUfunction f)`: one block.
///
/// # Safety
/// The parameters are those of the kernel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunch(function: Pointer) -> Code {
    // SAFETY: as the caller says.
    unsafe { cuLaunchGridAsync(function, 1, 1, std::ptr::null_mut()) }
}

/// `CUresult cuLaunchGrid(CUfunction f, int grid_width, int grid_height)`
///
/// # Safety
/// The parameters are those of the kernel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchGrid(function: Pointer, width: u32, height: u32) -> Code {
    // SAFETY: as the caller says.
    unsafe { cuLaunchGridAsync(function, width, height, std::ptr::null_mut()) }
}

/// `CUresult cuLaunchGridAsync(CUfunction f, int grid_width, int grid_height, CUstream hStream)`
///
/// # Safety
/// The parameters are those of the kernel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchGridAsync(
    function: Pointer,
    width: u32,
    height: u32,
    stream: Pointer,
) -> Code {
    need!(init);
    let prepared = PREPARED.lock().unwrap_or_else(PoisonError::into_inner).get(&function.addr()).cloned();
    let Prepared { block: [x, y, z], shared, parameters } = prepared.unwrap_or(Prepared::new());
    let length = parameters.len();
    // A buffer, its length, and the end: `HIP_LAUNCH_PARAM_BUFFER_POINTER` and the others.
    let extra = [1, parameters.as_ptr().expose_provenance(), 2, (&raw const length).expose_provenance(), 3];
    let none = std::ptr::null_mut();
    // SAFETY: a launch copies its parameters before it returns.
    of_hip(unsafe {
        hipModuleLaunchKernel(function, width, height, 1, x, y, z, shared, stream, none, extra.as_ptr())
    })
}

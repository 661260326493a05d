//! Launches: CUDA's marks of packed parameter blocks, and launch structures.

use super::get;
use crate::entry::{Code, Pointer, need, of_hip, per_thread};
use crate::result::INVALID_VALUE;

unsafe extern "C" {
    fn hipDrvLaunchKernelEx(
        config: *const LaunchConfig,
        function: Pointer,
        arguments: Pointer,
        extra: *const usize,
    ) -> Code;
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

/// Calls a function with `extra` in HIP's form, or with null.
///
/// # Safety
/// `extra` is null or a list that is valid for [`cudart::own::packed`].
unsafe fn with(extra: *const usize, launch: impl FnOnce(*const usize) -> Code) -> Code {
    if extra.is_null() {
        return of_hip(launch(extra));
    }
    // SAFETY: as the caller says.
    let marks = unsafe { cudart::own::packed(extra) };
    of_hip(launch(marks.as_ptr()))
}

/// `CUresult cuLaunchKernel(CUfunction f, unsigned int gridDimX, …, unsigned int blockDimZ, unsigned int
/// sharedMemBytes, CUstream hStream, void **kernelParams, void **extra)`
///
/// # Safety
/// Pointers are null or lead to what CUDA's manual specifies.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchKernel(
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
) -> Code {
    need!(init);
    // SAFETY: as the caller says.
    unsafe {
        with(extra, |extra| {
            hipModuleLaunchKernel(
                function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, arguments, extra,
            )
        })
    }
}

/// `cuLaunchKernel` with the per-thread stream for null.
///
/// # Safety
/// Same as `cuLaunchKernel`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchKernel_ptsz(
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
) -> Code {
    let stream = per_thread(stream);
    // SAFETY: as the caller says.
    unsafe {
        cuLaunchKernel(
            function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, arguments, extra,
        )
    }
}

/// `CUlaunchConfig`, which has HIP's layout and attribute numbers.
pub use hip_sys::HIP_LAUNCH_CONFIG as LaunchConfig;

/// `CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra)`
///
/// # Safety
/// The first pointer is null or leads to a `CUlaunchConfig`. The others are those of `cuLaunchKernel`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchKernelEx(
    config: *const LaunchConfig,
    function: Pointer,
    arguments: Pointer,
    extra: *const usize,
) -> Code {
    need!(init);
    // SAFETY: as the caller says.
    unsafe { with(extra, |extra| hipDrvLaunchKernelEx(config, function, arguments, extra)) }
}

/// `cuLaunchKernelEx` with the per-thread stream for null.
///
/// # Safety
/// Same as `cuLaunchKernelEx`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchKernelEx_ptsz(
    config: *const LaunchConfig,
    function: Pointer,
    arguments: Pointer,
    extra: *const usize,
) -> Code {
    // SAFETY: as the caller says.
    let Some(mut config) = (unsafe { get(config) }) else { return INVALID_VALUE };
    config.hStream = per_thread(config.hStream.cast()).cast();
    // SAFETY: a local, and as the caller says.
    unsafe { cuLaunchKernelEx(&raw const config, function, arguments, extra) }
}

#[cfg(test)]
mod tests {
    use cudart::own::packed;

    #[test]
    fn the_end_of_a_packed_block_gets_hip_s_number() {
        // SAFETY: lists that end.
        let marks =
            unsafe { [packed([0].as_ptr()), packed([2, 77, 0].as_ptr()), packed([1, 5, 2, 6, 0].as_ptr())] };
        assert_eq!(marks, [[3, 3, 3, 3, 3], [2, 77, 3, 3, 3], [1, 5, 2, 6, 3]]);
    }
}

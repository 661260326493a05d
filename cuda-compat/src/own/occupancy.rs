//! Occupancy: block sizes with shared memory that a function of the program computes.

use crate::entry::{Code, Pointer, need, of_hip};
use crate::result::{INVALID_VALUE, SUCCESS};

unsafe extern "C" {
    fn hipModuleOccupancyMaxPotentialBlockSize(
        grid: *mut i32,
        block: *mut i32,
        function: Pointer,
        shared: usize,
        limit: i32,
    ) -> Code;
    fn hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
        blocks: *mut i32,
        function: Pointer,
        block: i32,
        shared: usize,
    ) -> Code;
    fn hipFuncGetAttribute(value: *mut i32, attribute: u32, function: Pointer) -> Code;
    fn __hipFrontSms(sms: *mut i32) -> Code;
}

/// `CUoccupancyB2DSize`: returns the dynamic shared memory of a block by its number of threads.
pub type SharedOfBlock = extern "C" fn(threads: i32) -> usize;

/// Number of threads per warp.
const WARP: i32 = 32;
/// `CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK`
const MOST_THREADS: u32 = 0;

/// `CUresult cuOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, CUfunction func,
/// CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit)`
///
/// # Safety
/// The pointers are null or lead to numbers. The function is null or valid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuOccupancyMaxPotentialBlockSize(
    grid: *mut i32,
    block: *mut i32,
    function: Pointer,
    shared_of: Option<SharedOfBlock>,
    shared: usize,
    limit: i32,
) -> Code {
    need!(init);
    let Some(shared_of) = shared_of else {
        // SAFETY: as the caller says.
        return of_hip(unsafe {
            hipModuleOccupancyMaxPotentialBlockSize(grid, block, function, shared, limit)
        });
    };
    if grid.is_null() || block.is_null() || limit < 0 {
        return INVALID_VALUE;
    }
    match best(function, shared_of, limit) {
        Ok((blocks, threads)) => {
            // SAFETY: not null, and the caller's.
            unsafe {
                grid.write_unaligned(blocks);
                block.write_unaligned(threads);
            }
            SUCCESS
        }
        Err(code) => of_hip(code),
    }
}

/// Returns the largest block size with the maximum of resident threads, and the number of such blocks that
/// fill the current context's SMs.
fn best(function: Pointer, shared_of: SharedOfBlock, limit: i32) -> Result<(i32, i32), Code> {
    let ok = |code| if code == SUCCESS { Ok(()) } else { Err(code) };
    let (mut most, mut sms) = (0, 0);
    // SAFETY: locals' addresses.
    unsafe {
        ok(hipFuncGetAttribute(&raw mut most, MOST_THREADS, function))?;
        ok(__hipFrontSms(&raw mut sms))?;
    }
    let most = if limit > 0 { most.min(limit) } else { most };
    let mut found = (0, 0, 0);
    let mut threads = most;
    while threads > 0 {
        let mut blocks = 0;
        // SAFETY: a local's address.
        unsafe {
            let shared = shared_of(threads);
            ok(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(
                &raw mut blocks,
                function,
                threads,
                shared,
            ))?;
        }
        if blocks * threads > found.0 {
            found = (blocks * threads, blocks * sms, threads);
        }
        // Tries whole warps, in descending order.
        threads = (threads - 1) / WARP * WARP;
    }
    Ok((found.1, found.2))
}

/// `CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(…, unsigned int flags)`: the flag concerns caches,
/// which are not modelled.
///
/// # Safety
/// Same as `cuOccupancyMaxPotentialBlockSize`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuOccupancyMaxPotentialBlockSizeWithFlags(
    grid: *mut i32,
    block: *mut i32,
    function: Pointer,
    shared_of: Option<SharedOfBlock>,
    shared: usize,
    limit: i32,
    flags: u32,
) -> Code {
    if flags > 1 {
        return INVALID_VALUE;
    }
    // SAFETY: as the caller says.
    unsafe { cuOccupancyMaxPotentialBlockSize(grid, block, function, shared_of, shared, limit) }
}

//! Algorithms of products. There is one. Its settings are kept and change nothing: what programs have found
//! to be fast on a GPU, or try one after the other, is accepted.

use super::{CudaChoice, INVALID_VALUE, NOT_SUPPORTED, SUCCESS, choose};
use crate::numbers;
use forward::{Pointer, put};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// `cublasLtMatmulAlgo_t`: a word for each setting, the first is the algorithm's number.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct Algorithm {
    words: [u32; 16],
}

/// Number of `CUBLASLT_ALGO_CONFIG_ID` among the settings.
const ID: u32 = 0;

/// Bytes of a setting, by `cublasLtMatmulAlgoConfigAttributes_t`.
fn setting_bytes(name: u32) -> Option<usize> {
    match name {
        0..=6 => Some(4),
        7 | 8 => Some(2),
        _ => None,
    }
}

/// Writes a number of some bytes as `cublasLt…GetAttribute` functions do.
///
/// # Safety
/// The place is null or has so many bytes; the last pointer is null or leads to a `size_t`.
unsafe fn answer(value: &[u8], to: *mut u8, bytes: usize, written: *mut usize) -> u32 {
    // SAFETY: as the caller says.
    let has_length = unsafe { put(written, value.len()) };
    if bytes == 0 {
        return if has_length { SUCCESS } else { INVALID_VALUE };
    }
    if to.is_null() || bytes < value.len() {
        return INVALID_VALUE;
    }
    // SAFETY: not null, and as the caller says.
    unsafe { to.copy_from_nonoverlapping(value.as_ptr(), value.len()) };
    SUCCESS
}

unsafe extern "C" {
    fn hipblasLtMatmulDescCreate(to: Pointer, compute: u32, scale: u32) -> u32;
    fn hipblasLtMatmulDescDestroy(desc: Pointer) -> u32;
    fn hipblasLtMatrixLayoutCreate(to: Pointer, ty: u32, rows: usize, columns: usize, lead: i64) -> u32;
    fn hipblasLtMatrixLayoutDestroy(layout: Pointer) -> u32;
}

/// Status of a product of matrices of these types.
fn status_of_types(handle: Pointer, compute: u32, scale: u32, types: [u32; 4]) -> u32 {
    let (mut desc, mut layouts): (Pointer, [Pointer; 4]) = (null_mut(), [null_mut(); 4]);
    // SAFETY: places are locals'.
    let mut status = numbers::STATUS.cuda(unsafe {
        hipblasLtMatmulDescCreate((&raw mut desc).cast(), numbers::COMPUTE_TYPE.hip(compute), scale)
    });
    for (layout, ty) in layouts.iter_mut().zip(types) {
        if status == SUCCESS {
            // SAFETY: as above.
            status = numbers::STATUS
                .cuda(unsafe { hipblasLtMatrixLayoutCreate((&raw mut *layout).cast(), ty, 16, 16, 16) });
        }
    }
    if status == SUCCESS {
        let ([a, b, c, d], mut choice, mut count) = (layouts, CudaChoice::default(), 0);
        // SAFETY: as above.
        status = unsafe { choose(handle, desc, a, b, c, d, null_mut(), 1, &raw mut choice, &raw mut count) };
    }
    // SAFETY: null, or made above.
    unsafe {
        layouts.into_iter().filter(|layout| !layout.is_null()).for_each(|layout| {
            hipblasLtMatrixLayoutDestroy(layout);
        });
        if !desc.is_null() {
            hipblasLtMatmulDescDestroy(desc);
        }
    }
    status
}

/// `cublasStatus_t cublasLtMatmulAlgoGetIds(cublasLtHandle_t, cublasComputeType_t, cudaDataType_t scale,
/// cudaDataType_t A, B, C, D, int requested, int ids[], int *count)`
///
/// # Safety
/// Pointers lead where cuBLASLt says.
pub(crate) unsafe extern "C" fn list(
    handle: Pointer,
    compute: u32,
    scale: u32,
    a: u32,
    b: u32,
    c: u32,
    d: u32,
    requested: i32,
    to: *mut i32,
    count: *mut i32,
) -> u32 {
    // SAFETY: as the caller says.
    if requested < 1 || !unsafe { put(to, 0) } {
        return INVALID_VALUE;
    }
    let status = status_of_types(handle, compute, scale, [a, b, c, d]);
    // SAFETY: as above; a count that nobody wants is not written.
    unsafe { put(count, i32::from(status == SUCCESS)) };
    status
}

/// `cublasStatus_t cublasLtMatmulAlgoInit(cublasLtHandle_t, cublasComputeType_t, cudaDataType_t scale,
/// cudaDataType_t A, B, C, D, int id, cublasLtMatmulAlgo_t *algo)`
///
/// # Safety
/// The last pointer is null or leads to an algorithm.
pub(crate) unsafe extern "C" fn init(
    handle: Pointer,
    compute: u32,
    scale: u32,
    a: u32,
    b: u32,
    c: u32,
    d: u32,
    id: i32,
    to: *mut Algorithm,
) -> u32 {
    let Ok(id) = u32::try_from(id) else { return INVALID_VALUE };
    let mut made = Algorithm::default();
    made.words[ID as usize] = id;
    // SAFETY: as the caller says.
    if !unsafe { put(to, made) } {
        return INVALID_VALUE;
    }
    status_of_types(handle, compute, scale, [a, b, c, d])
}

/// `cublasStatus_t cublasLtMatmulAlgoCheck(cublasLtHandle_t, cublasLtMatmulDesc_t, cublasLtMatrixLayout_t A,
/// B, C, D, const cublasLtMatmulAlgo_t *algo, cublasLtMatmulHeuristicResult_t *result)`
///
/// # Safety
/// Pointers lead where cuBLASLt says.
pub(crate) unsafe extern "C" fn check(
    handle: Pointer,
    desc: Pointer,
    a: Pointer,
    b: Pointer,
    c: Pointer,
    d: Pointer,
    algorithm: *const Algorithm,
    to: *mut CudaChoice,
) -> u32 {
    if algorithm.is_null() || to.is_null() {
        return INVALID_VALUE;
    }
    let (mut found, mut count) = (CudaChoice::default(), 0);
    // SAFETY: places are locals'; the others are as the caller says.
    let status = unsafe { choose(handle, desc, a, b, c, d, null_mut(), 1, &raw mut found, &raw mut count) };
    if status == SUCCESS {
        // SAFETY: neither is null, and as the caller says.
        unsafe {
            found.set_algorithm(algorithm.cast::<[u64; 8]>().read_unaligned());
            to.write_unaligned(found);
        }
    }
    status
}

/// `cublasStatus_t cublasLtMatmulAlgoConfigSetAttribute(cublasLtMatmulAlgo_t *,
/// cublasLtMatmulAlgoConfigAttributes_t, const void *buf, size_t)`
///
/// # Safety
/// The algorithm is null or one; the buffer is null or has so many bytes.
pub(crate) unsafe extern "C" fn set(
    algorithm: *mut Algorithm,
    name: u32,
    from: *const u8,
    bytes: usize,
) -> u32 {
    let Some(size) = setting_bytes(name).filter(|_| name != ID) else { return INVALID_VALUE };
    if algorithm.is_null() || from.is_null() || bytes < size {
        return INVALID_VALUE;
    }
    let mut value = [0; 4];
    // SAFETY: neither is null, and as the caller says.
    unsafe {
        value.as_mut_ptr().copy_from_nonoverlapping(from, size);
        let mut own = algorithm.read_unaligned();
        own.words[name as usize] = u32::from_le_bytes(value);
        algorithm.write_unaligned(own);
    }
    SUCCESS
}

/// `cublasStatus_t cublasLtMatmulAlgoConfigGetAttribute(const cublasLtMatmulAlgo_t *,
/// cublasLtMatmulAlgoConfigAttributes_t, void *buf, size_t, size_t *sizeWritten)`
///
/// # Safety
/// As for [`set`]; the last pointer is null or leads to a `size_t`.
pub(crate) unsafe extern "C" fn setting(
    algorithm: *const Algorithm,
    name: u32,
    to: *mut u8,
    bytes: usize,
    written: *mut usize,
) -> u32 {
    let Some(size) = setting_bytes(name) else { return INVALID_VALUE };
    if algorithm.is_null() {
        return INVALID_VALUE;
    }
    // SAFETY: not null, and as the caller says.
    unsafe {
        let value = algorithm.read_unaligned().words[name as usize].to_le_bytes();
        answer(&value[..size], to, bytes, written)
    }
}

/// `cublasStatus_t cublasLtMatmulAlgoCapGetAttribute(const cublasLtMatmulAlgo_t *,
/// cublasLtMatmulAlgoCapAttributes_t, void *buf, size_t, size_t *sizeWritten)`: no tiles, stages, parts of a
/// sum or options to choose from.
///
/// # Safety
/// As for [`setting`].
pub(crate) unsafe extern "C" fn capability(
    algorithm: *const Algorithm,
    name: u32,
    to: *mut u8,
    bytes: usize,
    written: *mut usize,
) -> u32 {
    /// Factors on the host and on the device.
    const POINTER_MODES: u32 = 3;
    /// Those of `cublasLtEpilogue_t` that products have: all but the kept signs of ReLU.
    const EPILOGUES: u32 = 0x3f7;
    /// Lists: tiles and stages.
    const LISTS: [u32; 2] = [6, 13];
    let value = match name {
        // A distance between instances, a result of its own, alignments of a byte.
        3 | 4 | 16..=19 => 1,
        0..=2 | 5 | 7 | 10 | 14 | 20 => 0,
        11 => POINTER_MODES,
        12 => EPILOGUES,
        _ if LISTS.contains(&name) => 0,
        _ => return NOT_SUPPORTED,
    };
    if algorithm.is_null() {
        return INVALID_VALUE;
    }
    let bytes_of_value = if LISTS.contains(&name) { 0 } else { size_of::<u32>() };
    // SAFETY: as the caller says.
    unsafe { answer(&value.to_le_bytes()[..bytes_of_value], to, bytes, written) }
}

/// Number of choices that the library is to remember, which it makes anew each time.
static CAPACITY: AtomicUsize = AtomicUsize::new(8192);

/// `cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t *capacity)`
///
/// # Safety
/// The pointer is null or leads to a `size_t`.
pub(crate) unsafe extern "C" fn capacity(to: *mut usize) -> u32 {
    // SAFETY: as the caller says.
    if unsafe { put(to, CAPACITY.load(Ordering::Relaxed)) } { SUCCESS } else { INVALID_VALUE }
}

/// `cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t capacity)`
pub(crate) extern "C" fn set_capacity(capacity: usize) -> u32 {
    CAPACITY.store(capacity, Ordering::Relaxed);
    SUCCESS
}

/// `unsigned cublasLtDisableCpuInstructionsSetMask(unsigned mask)`: returns the mask before.
pub(crate) extern "C" fn disable_instructions(mask: u32) -> u32 {
    static MASK: AtomicU32 = AtomicU32::new(0);
    MASK.swap(mask, Ordering::Relaxed)
}

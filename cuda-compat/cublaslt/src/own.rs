//! Functions that hipBLASLt lacks or has in another form.

use crate::numbers;
use forward::{Pointer, Version, put};
use std::ffi::c_char;
use std::ptr::null_mut;
use std::sync::OnceLock;

const SUCCESS: u32 = 0;
/// `CUBLAS_STATUS_NOT_INITIALIZED`
const NOT_INITIALIZED: u32 = 1;
/// `CUBLAS_STATUS_INVALID_VALUE`
const INVALID_VALUE: u32 = 7;
/// `CUBLAS_STATUS_NOT_SUPPORTED`
const NOT_SUPPORTED: u32 = 15;

const VERSION: Version = Version { parts: [13, 0, 0], major: 10000, refused: INVALID_VALUE };

/// `hipblasLtMatmulHeuristicResult_t`
#[repr(C)]
#[derive(Clone, Copy, Default)]
struct Choice {
    algorithm: [u64; 3],
    workspace: usize,
    state: u32,
    waves: f32,
    reserved: [i32; 4],
}

/// `cublasLtMatmulHeuristicResult_t`
#[repr(C)]
pub(crate) struct CudaChoice {
    algorithm: [u64; 8],
    workspace: usize,
    state: u32,
    waves: f32,
    reserved: [i32; 4],
}

unsafe extern "C" {
    fn hipblasLtCreate(to: Pointer) -> u32;
    fn hipblasLtMatmulDescSetAttribute(desc: Pointer, attribute: u32, from: *const u32, bytes: usize) -> u32;
    fn hipblasLtMatmulDescGetAttribute(
        desc: Pointer,
        attribute: u32,
        to: *mut u32,
        bytes: usize,
        written: *mut usize,
    ) -> u32;
    fn hipblasLtMatmulPreferenceSetAttribute(
        preference: Pointer,
        attribute: u32,
        from: *const u32,
        bytes: usize,
    ) -> u32;
    fn hipblasLtMatmulAlgoGetHeuristic(
        handle: Pointer,
        desc: Pointer,
        a: Pointer,
        b: Pointer,
        c: Pointer,
        d: Pointer,
        preference: Pointer,
        requested: i32,
        to: *mut Choice,
        count: *mut i32,
    ) -> u32;
    fn hipblasLtMatmul(
        handle: Pointer,
        desc: Pointer,
        alpha: Pointer,
        a: Pointer,
        a_layout: Pointer,
        b: Pointer,
        b_layout: Pointer,
        beta: Pointer,
        c: Pointer,
        c_layout: Pointer,
        d: Pointer,
        d_layout: Pointer,
        algorithm: Pointer,
        workspace: Pointer,
        bytes: usize,
        stream: Pointer,
    ) -> u32;
}

/// A handle of hipBLASLt's for one of CUDA's, which may be a `cublasHandle_t`: handles have no state.
fn handle(given: Pointer) -> Result<Pointer, u32> {
    static OWN: OnceLock<usize> = OnceLock::new();
    if given.is_null() {
        return Err(NOT_INITIALIZED);
    }
    if let Some(&own) = OWN.get() {
        return Ok(std::ptr::without_provenance_mut(own));
    }
    let mut made: Pointer = null_mut();
    // SAFETY: a local's address.
    match unsafe { hipblasLtCreate((&raw mut made).cast()) } {
        SUCCESS => Ok(std::ptr::without_provenance_mut(*OWN.get_or_init(|| made.addr()))),
        status => Err(numbers::STATUS.cuda(status)),
    }
}

/// `size_t cublasLtGetVersion(void)`
pub(crate) extern "C" fn version() -> usize {
    130_000
}

/// `size_t cublasLtGetCudartVersion(void)`
pub(crate) extern "C" fn runtime_version() -> usize {
    13000
}

/// `cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int *value)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn property(which: u32, to: *mut i32) -> u32 {
    // SAFETY: as the caller says.
    unsafe { VERSION.write_part(which, to) }
}

/// `const char *cublasLtGetStatusName(cublasStatus_t status)`, and `cublasLtGetStatusString`
pub(crate) extern "C" fn status_name(status: u32) -> *const c_char {
    numbers::STATUS.name(status).unwrap_or(c"unknown status".as_ptr())
}

/// Attributes of `cublasLtMatmulDescAttributes_t` that hipBLASLt has otherwise.
mod attribute {
    pub(super) const OPERATION_A: u32 = 3;
    pub(super) const OPERATION_B: u32 = 4;
    pub(super) const OPERATION_C: u32 = 5;
    pub(super) const FILL_MODE: u32 = 6;
    pub(super) const SM_COUNT_TARGET: u32 = 15;
    pub(super) const FAST_ACCUMULATION: u32 = 25;
    pub(super) const BATCH_INVARIANCE: u32 = 41;
}

/// `cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t, const
/// void *buf, size_t)`
///
/// # Safety
/// The buffer is null or has so many bytes.
pub(crate) unsafe extern "C" fn set_product(desc: Pointer, name: u32, from: *const u32, bytes: usize) -> u32 {
    /// `CUBLAS_OP_N`, `CUBLASLT_FILL_MODE_FULL`
    const PLAIN: u32 = 0;
    const FULL: u32 = 2;
    let ours = numbers::LT_MATMUL_DESC_ATTRIBUTES.hip(name);
    let value = match name {
        attribute::SM_COUNT_TARGET | attribute::FAST_ACCUMULATION | attribute::BATCH_INVARIANCE => {
            // They choose an algorithm, of which there is one.
            return SUCCESS;
        }
        attribute::OPERATION_A | attribute::OPERATION_B | attribute::OPERATION_C | attribute::FILL_MODE
            if from.is_null() || bytes < size_of::<u32>() =>
        {
            return INVALID_VALUE;
        }
        attribute::OPERATION_A | attribute::OPERATION_B => {
            // SAFETY: not null, and as the caller says.
            numbers::OPERATION.hip(unsafe { from.read_unaligned() })
        }
        attribute::OPERATION_C | attribute::FILL_MODE => {
            let only = if name == attribute::OPERATION_C { PLAIN } else { FULL };
            // SAFETY: as above.
            return if unsafe { from.read_unaligned() } == only { SUCCESS } else { NOT_SUPPORTED };
        }
        _ => {
            // SAFETY: as the caller says.
            return numbers::STATUS.cuda(unsafe { hipblasLtMatmulDescSetAttribute(desc, ours, from, bytes) });
        }
    };
    // SAFETY: a local's address.
    numbers::STATUS.cuda(unsafe { hipblasLtMatmulDescSetAttribute(desc, ours, &raw const value, 4) })
}

/// `cublasStatus_t cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t, void
/// *buf, size_t, size_t *sizeWritten)`
///
/// # Safety
/// The buffer is null or has so many bytes; the last pointer is null or leads to a `size_t`.
pub(crate) unsafe extern "C" fn product_attribute(
    desc: Pointer,
    name: u32,
    to: *mut u32,
    bytes: usize,
    written: *mut usize,
) -> u32 {
    let ours = numbers::LT_MATMUL_DESC_ATTRIBUTES.hip(name);
    // SAFETY: as the caller says.
    let status = unsafe { hipblasLtMatmulDescGetAttribute(desc, ours, to, bytes, written) };
    let is_operation = matches!(name, attribute::OPERATION_A | attribute::OPERATION_B);
    if status == SUCCESS && is_operation && bytes >= size_of::<u32>() {
        // SAFETY: the call before wrote the number.
        unsafe { to.write_unaligned(numbers::OPERATION.cuda(to.read_unaligned())) };
    }
    numbers::STATUS.cuda(status)
}

/// `cublasStatus_t cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t,
/// cublasLtMatmulPreferenceAttributes_t, const void *buf, size_t)`
///
/// # Safety
/// The buffer is null or has so many bytes.
pub(crate) unsafe extern "C" fn set_preference(
    preference: Pointer,
    name: u32,
    from: *const u32,
    bytes: usize,
) -> u32 {
    match name {
        // The search and the workspace have the same numbers.
        // SAFETY: as the caller says.
        0 | 1 => numbers::STATUS
            .cuda(unsafe { hipblasLtMatmulPreferenceSetAttribute(preference, name, from, bytes) }),
        // Schemes of reductions, alignments, waves, implementations: they choose an algorithm.
        3 | 5..=9 | 12 => SUCCESS,
        _ => NOT_SUPPORTED,
    }
}

/// `cublasStatus_t cublasLtMatmulAlgoGetHeuristic(…)`: one algorithm, which needs no workspace.
///
/// # Safety
/// Pointers lead where cuBLASLt says.
pub(crate) unsafe extern "C" fn choose(
    given: Pointer,
    desc: Pointer,
    a: Pointer,
    b: Pointer,
    c: Pointer,
    d: Pointer,
    preference: Pointer,
    requested: i32,
    to: *mut CudaChoice,
    count: *mut i32,
) -> u32 {
    let handle = match handle(given) {
        Ok(handle) => handle,
        Err(status) => return status,
    };
    if requested < 1 || to.is_null() {
        return INVALID_VALUE;
    }
    let (mut choice, mut found) = (Choice::default(), 0);
    // SAFETY: places are those of locals; the others are as the caller says.
    let status = unsafe {
        hipblasLtMatmulAlgoGetHeuristic(
            handle,
            desc,
            a,
            b,
            c,
            d,
            preference,
            1,
            &raw mut choice,
            &raw mut found,
        )
    };
    let Choice { workspace, state, waves, reserved, .. } = choice;
    let state = numbers::STATUS.cuda(state);
    let made = CudaChoice { algorithm: [0; 8], workspace, state, waves, reserved };
    if status == SUCCESS && found > 0 {
        // SAFETY: not null; the caller has room for what it requested.
        unsafe { to.write_unaligned(made) };
    }
    // SAFETY: as the caller says.
    if !unsafe { put(count, found) } {
        return INVALID_VALUE;
    }
    numbers::STATUS.cuda(status)
}

/// `cublasStatus_t cublasLtMatmul(…)`
///
/// # Safety
/// Pointers lead where cuBLASLt says.
pub(crate) unsafe extern "C" fn matmul(
    given: Pointer,
    desc: Pointer,
    alpha: Pointer,
    a: Pointer,
    a_layout: Pointer,
    b: Pointer,
    b_layout: Pointer,
    beta: Pointer,
    c: Pointer,
    c_layout: Pointer,
    d: Pointer,
    d_layout: Pointer,
    algorithm: Pointer,
    workspace: Pointer,
    bytes: usize,
    stream: Pointer,
) -> u32 {
    let handle = match handle(given) {
        Ok(handle) => handle,
        Err(status) => return status,
    };
    // SAFETY: as the caller says.
    numbers::STATUS.cuda(unsafe {
        hipblasLtMatmul(
            handle, desc, alpha, a, a_layout, b, b_layout, beta, c, c_layout, d, d_layout, algorithm,
            workspace, bytes, stream,
        )
    })
}

/// `cublasStatus_t cublasLtLoggerSetLevel(int level)` and its like; nothing is logged.
pub(crate) extern "C" fn log(_setting: Pointer) -> u32 {
    SUCCESS
}

//! Functions that hipBLASLt lacks or has in another form.

pub(crate) mod algorithms;

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
#[derive(Clone, Copy, Default)]
pub(crate) struct CudaChoice {
    algorithm: [u64; 8],
    workspace: usize,
    state: u32,
    waves: f32,
    reserved: [i32; 4],
}

impl CudaChoice {
    fn set_algorithm(&mut self, algorithm: [u64; 8]) {
        self.algorithm = algorithm;
    }
}

unsafe extern "C" {
    fn hipblasLtCreate(to: Pointer) -> u32;
    fn hipblasLtExtMatmulDescInit(at: Pointer, compute: u32, scale: u32) -> u32;
    fn hipblasLtExtMatmulPreferenceInit(at: Pointer) -> u32;
    fn hipblasLtExtMatrixLayoutInit(at: Pointer, ty: u32, rows: usize, columns: usize, lead: i64) -> u32;
    fn hipblasLtExtMatrixTransformDescInit(at: Pointer, scale: u32) -> u32;
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
    pub(super) const COMPUTE_TYPE: u32 = 0;
    pub(super) const SCALE_TYPE: u32 = 1;
    pub(super) const OPERATION_A: u32 = 3;
    pub(super) const OPERATION_B: u32 = 4;
    pub(super) const OPERATION_C: u32 = 5;
    pub(super) const FILL_MODE: u32 = 6;
    pub(super) const SM_COUNT_TARGET: u32 = 15;
    pub(super) const FAST_ACCUMULATION: u32 = 25;
    pub(super) const MODE_OF_C: u32 = 33;
    pub(super) const MODE_OF_D: u32 = 34;
    pub(super) const MODE_OF_AUXILIARY: u32 = 35;
    pub(super) const MODE_OF_D_OUT: u32 = 37;
    pub(super) const BATCH_INVARIANCE: u32 = 41;

    /// Numbers of `hipblasLtMatmulDescAttributes_t` that HIP does not name.
    pub(super) const HIP_COMPUTE_TYPE: u32 = 15;
    pub(super) const HIP_SCALE_TYPE: u32 = 16;

    /// HIP's number for CUDA's.
    pub(super) fn hip(cuda: u32) -> u32 {
        match cuda {
            COMPUTE_TYPE => HIP_COMPUTE_TYPE,
            SCALE_TYPE => HIP_SCALE_TYPE,
            _ => crate::numbers::LT_MATMUL_DESC_ATTRIBUTES.hip(cuda),
        }
    }
}

/// `cublasStatus_t cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t, cublasLtMatmulDescAttributes_t, const
/// void *buf, size_t)`
///
/// # Safety
/// The buffer is null or has so many bytes.
pub(crate) unsafe extern "C" fn set_product(desc: Pointer, name: u32, from: *const u32, bytes: usize) -> u32 {
    /// `CUBLAS_OP_N`, `CUBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F`; `CUBLASLT_FILL_MODE_FULL`
    const PLAIN: u32 = 0;
    const FULL: u32 = 2;
    let ours = attribute::hip(name);
    let value = match name {
        attribute::SM_COUNT_TARGET | attribute::FAST_ACCUMULATION | attribute::BATCH_INVARIANCE => {
            // They choose an algorithm, of which there is one.
            return SUCCESS;
        }
        attribute::COMPUTE_TYPE
        | attribute::OPERATION_A
        | attribute::OPERATION_B
        | attribute::OPERATION_C
        | attribute::FILL_MODE
        | attribute::MODE_OF_C
        | attribute::MODE_OF_D
        | attribute::MODE_OF_AUXILIARY
        | attribute::MODE_OF_D_OUT
            if from.is_null() || bytes < size_of::<u32>() =>
        {
            return INVALID_VALUE;
        }
        attribute::OPERATION_A | attribute::OPERATION_B => {
            // SAFETY: not null, and as the caller says.
            numbers::OPERATION.hip(unsafe { from.read_unaligned() })
        }
        // SAFETY: as above.
        attribute::COMPUTE_TYPE => numbers::COMPUTE_TYPE.hip(unsafe { from.read_unaligned() }),
        attribute::OPERATION_C
        | attribute::FILL_MODE
        | attribute::MODE_OF_C
        | attribute::MODE_OF_D
        | attribute::MODE_OF_AUXILIARY
        | attribute::MODE_OF_D_OUT => {
            let only = if name == attribute::FILL_MODE { FULL } else { PLAIN };
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
    let ours = attribute::hip(name);
    // SAFETY: as the caller says.
    let status = unsafe { hipblasLtMatmulDescGetAttribute(desc, ours, to, bytes, written) };
    let table = match name {
        attribute::OPERATION_A | attribute::OPERATION_B => Some(&numbers::OPERATION),
        attribute::COMPUTE_TYPE => Some(&numbers::COMPUTE_TYPE),
        _ => None,
    };
    if let Some(table) = table
        && status == SUCCESS
        && bytes >= size_of::<u32>()
    {
        // SAFETY: the call before wrote the number.
        unsafe { to.write_unaligned(table.cuda(to.read_unaligned())) };
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

/// Bytes of the smallest structure of the objects that programs have memory for.
const OBJECT: usize = 64;

/// Makes an object in a program's memory, which must have the bytes of its structure.
fn init(bytes: usize, make: impl FnOnce() -> u32) -> u32 {
    if bytes < OBJECT { INVALID_VALUE } else { numbers::STATUS.cuda(make()) }
}

/// `cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t, size_t, cublasComputeType_t,
/// cudaDataType_t)`
pub(crate) extern "C" fn init_product(at: Pointer, bytes: usize, compute: u32, scale: u32) -> u32 {
    // SAFETY: the address is compared, not followed; also below.
    init(bytes, || unsafe { hipblasLtExtMatmulDescInit(at, numbers::COMPUTE_TYPE.hip(compute), scale) })
}

/// `cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t, size_t)`
pub(crate) extern "C" fn init_preference(at: Pointer, bytes: usize) -> u32 {
    // SAFETY: as above.
    init(bytes, || unsafe { hipblasLtExtMatmulPreferenceInit(at) })
}

/// `cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t, size_t, cudaDataType, uint64_t
/// rows, uint64_t cols, int64_t ld)`
pub(crate) extern "C" fn init_layout(
    at: Pointer,
    bytes: usize,
    ty: u32,
    rows: usize,
    columns: usize,
    lead: i64,
) -> u32 {
    // SAFETY: as above.
    init(bytes, || unsafe { hipblasLtExtMatrixLayoutInit(at, ty, rows, columns, lead) })
}

/// `cublasStatus_t cublasLtMatrixTransformDescInit_internal(cublasLtMatrixTransformDesc_t, size_t,
/// cudaDataType)`
pub(crate) extern "C" fn init_transform(at: Pointer, bytes: usize, scale: u32) -> u32 {
    // SAFETY: as above.
    init(bytes, || unsafe { hipblasLtExtMatrixTransformDescInit(at, scale) })
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

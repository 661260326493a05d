//! Functions of cuSOLVER's 64-bit interface, which take types as arguments: calls of hipSOLVER's functions
//! for each type.

use super::INVALID_VALUE;
use crate::numbers;
use forward::Pointer;

/// `CUSOLVER_STATUS_NOT_SUPPORTED`
const NOT_SUPPORTED: u32 = 9;

/// Parameters of calls have no content: advanced options are not implemented.
static PARAMS: u8 = 0;

/// `cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params)`
///
/// # Safety
/// The pointer is null or leads to parameters.
pub(crate) unsafe extern "C" fn create_params(to: *mut Pointer) -> u32 {
    if to.is_null() {
        return INVALID_VALUE;
    }
    // SAFETY: not null, and the caller's.
    unsafe { to.write_unaligned((&raw const PARAMS).cast_mut().cast()) };
    0
}

/// `cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params)`
pub(crate) extern "C" fn destroy_params(_: Pointer) -> u32 {
    0
}

/// `hipsolverDnSsyevd` and its like.
type Eigenvalues = unsafe extern "C" fn(
    handle: Pointer,
    mode: u32,
    fill: u32,
    n: i32,
    a: Pointer,
    lda: i32,
    w: Pointer,
    work: Pointer,
    length: i32,
    info: Pointer,
) -> u32;

/// `hipsolverDnSsyevd_bufferSize` and its like.
type Buffer = unsafe extern "C" fn(
    handle: Pointer,
    mode: u32,
    fill: u32,
    n: i32,
    a: Pointer,
    lda: i32,
    w: Pointer,
    length: Pointer,
) -> u32;

/// Functions for a type of elements, `cudaDataType`.
struct Element {
    matrix: u32,
    /// Type of eigenvalues.
    real: u32,
    bytes: usize,
    eigenvalues: Eigenvalues,
    buffer: Buffer,
}

/// Declares hipSOLVER's functions.
macro_rules! declare {
    ($($eigenvalues:ident, $buffer:ident;)*) => {
        unsafe extern "C" {$(
            fn $eigenvalues(
                handle: Pointer,
                mode: u32,
                fill: u32,
                n: i32,
                a: Pointer,
                lda: i32,
                w: Pointer,
                work: Pointer,
                length: i32,
                info: Pointer,
            ) -> u32;
            fn $buffer(
                handle: Pointer,
                mode: u32,
                fill: u32,
                n: i32,
                a: Pointer,
                lda: i32,
                w: Pointer,
                length: Pointer,
            ) -> u32;
        )*}
    };
}

declare! {
    hipsolverDnSsyevd, hipsolverDnSsyevd_bufferSize;
    hipsolverDnDsyevd, hipsolverDnDsyevd_bufferSize;
    hipsolverDnCheevd, hipsolverDnCheevd_bufferSize;
    hipsolverDnZheevd, hipsolverDnZheevd_bufferSize;
}

const ELEMENTS: [Element; 4] = [
    Element {
        matrix: 0,
        real: 0,
        bytes: 4,
        eigenvalues: hipsolverDnSsyevd,
        buffer: hipsolverDnSsyevd_bufferSize,
    },
    Element {
        matrix: 1,
        real: 1,
        bytes: 8,
        eigenvalues: hipsolverDnDsyevd,
        buffer: hipsolverDnDsyevd_bufferSize,
    },
    Element {
        matrix: 4,
        real: 0,
        bytes: 8,
        eigenvalues: hipsolverDnCheevd,
        buffer: hipsolverDnCheevd_bufferSize,
    },
    Element {
        matrix: 5,
        real: 1,
        bytes: 16,
        eigenvalues: hipsolverDnZheevd,
        buffer: hipsolverDnZheevd_bufferSize,
    },
];

/// Returns the functions for a matrix, eigenvalues and a computation of these types.
fn element(matrix: u32, real: u32, compute: u32) -> Result<&'static Element, u32> {
    let found = ELEMENTS.iter().find(|element| (element.matrix, element.real) == (matrix, real));
    found.filter(|element| element.matrix == compute).ok_or(NOT_SUPPORTED)
}

/// Returns 64-bit sizes as hipSOLVER's.
fn sizes(n: i64, lda: i64) -> Result<(i32, i32), u32> {
    i32::try_from(n).ok().zip(i32::try_from(lda).ok()).ok_or(INVALID_VALUE)
}

/// `cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
/// cusolverEigMode_t jobz, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, const void *A, int64_t
/// lda, cudaDataType dataTypeW, const void *W, cudaDataType computeType, size_t *workspaceInBytesOnDevice,
/// size_t *workspaceInBytesOnHost)`
///
/// # Safety
/// The handle is hipSOLVER's; the last pointers are null or lead to numbers.
pub(crate) unsafe extern "C" fn eigenvalues_buffer(
    handle: Pointer,
    _: Pointer,
    mode: u32,
    fill: u32,
    n: i64,
    matrix: u32,
    a: Pointer,
    lda: i64,
    real: u32,
    w: Pointer,
    compute: u32,
    on_device: *mut usize,
    on_host: *mut usize,
) -> u32 {
    if on_device.is_null() || on_host.is_null() {
        return INVALID_VALUE;
    }
    let (element, (n, lda)) = match element(matrix, real, compute).and_then(|e| Ok((e, sizes(n, lda)?))) {
        Ok(found) => found,
        Err(code) => return code,
    };
    let (mode, fill) = (numbers::EIG_MODE.hip(mode), numbers::FILL_MODE.hip(fill));
    let mut length = 0_i32;
    // SAFETY: the caller's handle and addresses, and a local's address.
    let code = unsafe { (element.buffer)(handle, mode, fill, n, a, lda, w, (&raw mut length).cast()) };
    // SAFETY: not null, and the caller's.
    unsafe {
        on_device.write_unaligned(length.max(0).unsigned_abs() as usize * element.bytes);
        on_host.write_unaligned(0);
    }
    numbers::STATUS.cuda(code)
}

/// `cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t
/// jobz, cublasFillMode_t uplo, int64_t n, cudaDataType dataTypeA, void *A, int64_t lda, cudaDataType
/// dataTypeW, void *W, cudaDataType computeType, void *bufferOnDevice, size_t workspaceInBytesOnDevice, void
/// *bufferOnHost, size_t workspaceInBytesOnHost, int *info)`
///
/// # Safety
/// The handle is hipSOLVER's, and the addresses are the device's.
pub(crate) unsafe extern "C" fn eigenvalues(
    handle: Pointer,
    _: Pointer,
    mode: u32,
    fill: u32,
    n: i64,
    matrix: u32,
    a: Pointer,
    lda: i64,
    real: u32,
    w: Pointer,
    compute: u32,
    work: Pointer,
    bytes: usize,
    _: Pointer,
    _: usize,
    info: Pointer,
) -> u32 {
    let (element, (n, lda)) = match element(matrix, real, compute).and_then(|e| Ok((e, sizes(n, lda)?))) {
        Ok(found) => found,
        Err(code) => return code,
    };
    let (mode, fill) = (numbers::EIG_MODE.hip(mode), numbers::FILL_MODE.hip(fill));
    let length = i32::try_from(bytes / element.bytes).unwrap_or(i32::MAX);
    // SAFETY: the caller's handle and addresses.
    numbers::STATUS
        .cuda(unsafe { (element.eigenvalues)(handle, mode, fill, n, a, lda, w, work, length, info) })
}

/// `cusolverStatus_t cusolverDnXsyevBatched_bufferSize(…, int64_t batchSize)`: the arguments before it are
/// those of [`eigenvalues_buffer`]. The matrices are solved one after the other with the same buffer.
///
/// # Safety
/// As [`eigenvalues_buffer`].
pub(crate) unsafe extern "C" fn eigenvalues_of_batch_buffer(
    handle: Pointer,
    params: Pointer,
    mode: u32,
    fill: u32,
    n: i64,
    matrix: u32,
    a: Pointer,
    lda: i64,
    real: u32,
    w: Pointer,
    compute: u32,
    on_device: *mut usize,
    on_host: *mut usize,
    count: i64,
) -> u32 {
    if count < 0 {
        return INVALID_VALUE;
    }
    // SAFETY: as the caller says.
    unsafe {
        eigenvalues_buffer(
            handle, params, mode, fill, n, matrix, a, lda, real, w, compute, on_device, on_host,
        )
    }
}

/// `cusolverStatus_t cusolverDnXsyevBatched(…, int64_t batchSize)`: the arguments before it are those of
/// [`eigenvalues`]. Matrices, eigenvalues and results of a batch follow each other.
///
/// # Safety
/// As [`eigenvalues`], for each matrix.
pub(crate) unsafe extern "C" fn eigenvalues_of_batch(
    handle: Pointer,
    params: Pointer,
    mode: u32,
    fill: u32,
    n: i64,
    matrix: u32,
    a: Pointer,
    lda: i64,
    real: u32,
    w: Pointer,
    compute: u32,
    work: Pointer,
    bytes: usize,
    on_host: Pointer,
    bytes_on_host: usize,
    info: Pointer,
    count: i64,
) -> u32 {
    let element = match element(matrix, real, compute).and_then(|e| sizes(n, lda).map(|_| e)) {
        Ok(found) => found,
        Err(code) => return code,
    };
    let (Ok(count), Ok(n_elements), Ok(row)) =
        (usize::try_from(count), usize::try_from(n), usize::try_from(lda))
    else {
        return INVALID_VALUE;
    };
    let value_bytes = if real == 0 { size_of::<f32>() } else { size_of::<f64>() };
    // Sizes of matrices that no memory holds wrap: they are refused by their first.
    let of_a = row.wrapping_mul(n_elements).wrapping_mul(element.bytes);
    let of_w = n_elements.wrapping_mul(value_bytes);
    for at in 0..count {
        let a = a.wrapping_byte_add(at.wrapping_mul(of_a));
        let w = w.wrapping_byte_add(at.wrapping_mul(of_w));
        let info = info.wrapping_byte_add(at.wrapping_mul(size_of::<i32>()));
        // SAFETY: as the caller says.
        let code = unsafe {
            eigenvalues(
                handle,
                params,
                mode,
                fill,
                n,
                matrix,
                a,
                lda,
                real,
                w,
                compute,
                work,
                bytes,
                on_host,
                bytes_on_host,
                info,
            )
        };
        if code != 0 {
            return code;
        }
    }
    0
}

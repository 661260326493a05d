//! Written by `cargo xtask check --write` from cuda-compat/cublas/api and libraries/blas/api: change those.
//!
//! Numbers that differ between CUDA and HIP: CUDA's, HIP's, CUDA's name.

use forward::Numbers;

/// `hipblasComputeType_t`
#[rustfmt::skip]
pub(crate) const COMPUTE_TYPE: Numbers = Numbers(&[
    (64, 0, c"CUBLAS_COMPUTE_16F"),
    (65, 1, c"CUBLAS_COMPUTE_16F_PEDANTIC"),
    (68, 2, c"CUBLAS_COMPUTE_32F"),
    (69, 3, c"CUBLAS_COMPUTE_32F_PEDANTIC"),
    (70, 7, c"CUBLAS_COMPUTE_64F"),
    (71, 8, c"CUBLAS_COMPUTE_64F_PEDANTIC"),
    (72, 9, c"CUBLAS_COMPUTE_32I"),
    (73, 10, c"CUBLAS_COMPUTE_32I_PEDANTIC"),
    (74, 4, c"CUBLAS_COMPUTE_32F_FAST_16F"),
    (75, 5, c"CUBLAS_COMPUTE_32F_FAST_16BF"),
    (77, 6, c"CUBLAS_COMPUTE_32F_FAST_TF32"),
    (78, 2, c"CUBLAS_COMPUTE_32F_EMULATED_16BFX9"),
]);

/// `hipblasDiagType_t`
#[rustfmt::skip]
pub(crate) const DIAG_TYPE: Numbers = Numbers(&[
    (0, 131, c"CUBLAS_DIAG_NON_UNIT"),
    (1, 132, c"CUBLAS_DIAG_UNIT"),
]);

/// `hipblasFillMode_t`
#[rustfmt::skip]
pub(crate) const FILL_MODE: Numbers = Numbers(&[
    (0, 122, c"CUBLAS_FILL_MODE_LOWER"),
    (1, 121, c"CUBLAS_FILL_MODE_UPPER"),
    (2, 123, c"CUBLAS_FILL_MODE_FULL"),
]);

/// `hipblasMath_t`
#[rustfmt::skip]
pub(crate) const MATH: Numbers = Numbers(&[
    (0, 0, c"CUBLAS_DEFAULT_MATH"),
    (1, 5, c"CUBLAS_TENSOR_OP_MATH"),
    (2, 2, c"CUBLAS_PEDANTIC_MATH"),
    (3, 3, c"CUBLAS_TF32_TENSOR_OP_MATH"),
    (16, 4, c"CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION"),
]);

/// `hipblasOperation_t`
#[rustfmt::skip]
pub(crate) const OPERATION: Numbers = Numbers(&[
    (0, 111, c"CUBLAS_OP_N"),
    (1, 112, c"CUBLAS_OP_T"),
    (2, 113, c"CUBLAS_OP_C"),
]);

/// `hipblasSideMode_t`
#[rustfmt::skip]
pub(crate) const SIDE_MODE: Numbers = Numbers(&[
    (0, 141, c"CUBLAS_SIDE_LEFT"),
    (1, 142, c"CUBLAS_SIDE_RIGHT"),
]);

/// `hipblasStatus_t`
#[rustfmt::skip]
pub(crate) const STATUS: Numbers = Numbers(&[
    (0, 0, c"CUBLAS_STATUS_SUCCESS"),
    (1, 1, c"CUBLAS_STATUS_NOT_INITIALIZED"),
    (3, 2, c"CUBLAS_STATUS_ALLOC_FAILED"),
    (7, 9, c"CUBLAS_STATUS_INVALID_VALUE"),
    (7, 10, c"CUBLAS_STATUS_INVALID_VALUE"),
    (7, 3, c"CUBLAS_STATUS_INVALID_VALUE"),
    (8, 8, c"CUBLAS_STATUS_ARCH_MISMATCH"),
    (11, 4, c"CUBLAS_STATUS_MAPPING_ERROR"),
    (13, 5, c"CUBLAS_STATUS_EXECUTION_FAILED"),
    (14, 6, c"CUBLAS_STATUS_INTERNAL_ERROR"),
    (14, 11, c"CUBLAS_STATUS_INTERNAL_ERROR"),
    (15, 7, c"CUBLAS_STATUS_NOT_SUPPORTED"),
]);

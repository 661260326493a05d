//! Written by `cargo xtask check --write` from cuda-compat/cusolver/api and libraries/solver/api: change those.
//!
//! Numbers that differ between CUDA and HIP: CUDA's, HIP's, CUDA's name.

use forward::Numbers;

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

/// `hipsolverAlgMode_t`
#[rustfmt::skip]
pub(crate) const ALG_MODE: Numbers = Numbers(&[
    (0, 231, c"CUSOLVER_ALG_0"),
    (1, 232, c"CUSOLVER_ALG_1"),
]);

/// `hipsolverDeterministicMode_t`
#[rustfmt::skip]
pub(crate) const DETERMINISTIC_MODE: Numbers = Numbers(&[
    (1, 241, c"CUSOLVER_DETERMINISTIC_RESULTS"),
    (2, 242, c"CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS"),
]);

/// `hipsolverEigMode_t`
#[rustfmt::skip]
pub(crate) const EIG_MODE: Numbers = Numbers(&[
    (0, 201, c"CUSOLVER_EIG_MODE_NOVECTOR"),
    (1, 202, c"CUSOLVER_EIG_MODE_VECTOR"),
]);

/// `hipsolverEigRange_t`
#[rustfmt::skip]
pub(crate) const EIG_RANGE: Numbers = Numbers(&[
    (1001, 221, c"CUSOLVER_EIG_RANGE_ALL"),
    (1002, 223, c"CUSOLVER_EIG_RANGE_I"),
    (1003, 222, c"CUSOLVER_EIG_RANGE_V"),
]);

/// `hipsolverEigType_t`
#[rustfmt::skip]
pub(crate) const EIG_TYPE: Numbers = Numbers(&[
    (1, 211, c"CUSOLVER_EIG_TYPE_1"),
    (2, 212, c"CUSOLVER_EIG_TYPE_2"),
    (3, 213, c"CUSOLVER_EIG_TYPE_3"),
]);

/// `hipsolverStatus_t`
#[rustfmt::skip]
pub(crate) const STATUS: Numbers = Numbers(&[
    (0, 0, c"CUSOLVER_STATUS_SUCCESS"),
    (1, 1, c"CUSOLVER_STATUS_NOT_INITIALIZED"),
    (2, 2, c"CUSOLVER_STATUS_ALLOC_FAILED"),
    (3, 9, c"CUSOLVER_STATUS_INVALID_VALUE"),
    (3, 10, c"CUSOLVER_STATUS_INVALID_VALUE"),
    (3, 3, c"CUSOLVER_STATUS_INVALID_VALUE"),
    (4, 8, c"CUSOLVER_STATUS_ARCH_MISMATCH"),
    (5, 4, c"CUSOLVER_STATUS_MAPPING_ERROR"),
    (6, 5, c"CUSOLVER_STATUS_EXECUTION_FAILED"),
    (7, 6, c"CUSOLVER_STATUS_INTERNAL_ERROR"),
    (7, 11, c"CUSOLVER_STATUS_INTERNAL_ERROR"),
    (8, 13, c"CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED"),
    (9, 7, c"CUSOLVER_STATUS_NOT_SUPPORTED"),
    (10, 12, c"CUSOLVER_STATUS_ZERO_PIVOT"),
]);

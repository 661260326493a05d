//! Written by `cargo xtask check --write` from cuda-compat/cublaslt/api and libraries/blaslt/api: change those.
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

/// `hipblasLtMatmulDescAttributes_t`
#[rustfmt::skip]
pub(crate) const LT_MATMUL_DESC_ATTRIBUTES: Numbers = Numbers(&[
    (2, 13, c"CUBLASLT_MATMUL_DESC_POINTER_MODE"),
    (3, 0, c"CUBLASLT_MATMUL_DESC_TRANSA"),
    (4, 1, c"CUBLASLT_MATMUL_DESC_TRANSB"),
    (7, 2, c"CUBLASLT_MATMUL_DESC_EPILOGUE"),
    (8, 3, c"CUBLASLT_MATMUL_DESC_BIAS_POINTER"),
    (11, 10, c"CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER"),
    (12, 11, c"CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD"),
    (13, 12, c"CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE"),
    (17, 5, c"CUBLASLT_MATMUL_DESC_A_SCALE_POINTER"),
    (18, 6, c"CUBLASLT_MATMUL_DESC_B_SCALE_POINTER"),
    (19, 7, c"CUBLASLT_MATMUL_DESC_C_SCALE_POINTER"),
    (20, 8, c"CUBLASLT_MATMUL_DESC_D_SCALE_POINTER"),
    (21, 14, c"CUBLASLT_MATMUL_DESC_AMAX_D_POINTER"),
    (23, 9, c"CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER"),
    (26, 4, c"CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE"),
    (31, 31, c"CUBLASLT_MATMUL_DESC_A_SCALE_MODE"),
    (32, 32, c"CUBLASLT_MATMUL_DESC_B_SCALE_MODE"),
]);

/// `hipblasLtMatrixLayoutAttribute_t`
#[rustfmt::skip]
pub(crate) const LT_MATRIX_LAYOUT_ATTRIBUTE: Numbers = Numbers(&[
    (0, 2, c"CUBLASLT_MATRIX_LAYOUT_TYPE"),
    (1, 3, c"CUBLASLT_MATRIX_LAYOUT_ORDER"),
    (2, 4, c"CUBLASLT_MATRIX_LAYOUT_ROWS"),
    (3, 5, c"CUBLASLT_MATRIX_LAYOUT_COLS"),
    (4, 6, c"CUBLASLT_MATRIX_LAYOUT_LD"),
    (5, 0, c"CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT"),
    (6, 1, c"CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET"),
]);

/// `hipblasOperation_t`
#[rustfmt::skip]
pub(crate) const OPERATION: Numbers = Numbers(&[
    (0, 111, c"CUBLAS_OP_N"),
    (1, 112, c"CUBLAS_OP_T"),
    (2, 113, c"CUBLAS_OP_C"),
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

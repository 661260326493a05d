// cuBLAS' C++ overloads take the type of the computation's numbers.
#include <cublas_v2.h>

cublasStatus_t products(cublasHandle_t handle, int n, const float *one, const void *a, const void **all, void *c, void **to)
{
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, one, a, CUDA_R_16F, n, a, CUDA_R_16F, n, one, c, CUDA_R_32F, n,
                 CUDA_R_32F, CUBLAS_GEMM_DEFAULT);
    cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, one, a, CUDA_R_16F, n, a, CUDA_R_16F, n, one, c, CUDA_R_32F, n,
                 CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP);
    cudaDataType type = CUDA_R_64F;
    cublasGemmBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, one, all, type, n, all, type, n, one, to, type, n, 4, type,
                        CUBLAS_GEMM_DEFAULT);
    return cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, one, a, type, n, 16, a, type, n, 16, one, c,
                                      type, n, 16, 4, type, CUBLAS_GEMM_DEFAULT);
}

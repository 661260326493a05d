#include <cublas_v2.h>

// Functions of half precision take `__half` in cuBLAS.
cublasStatus_t products(cublasHandle_t handle, int n, const __half *one, const __half *a, const __half *b, __half *c,
                        __half **all, int count)
{
    cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, one, a, n, b, n, one, c, n);
    cublasHgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, one, all, n, all, n, one, all, n, count);
    return cublasHgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, one, a, n, 16LL, b, n, 16LL, one, c, n,
                                     16LL, count);
}

#include <cublas_v2.h>
void products(cublasHandle_t handle, int m, int n, int k, const float *alpha, const void *a, const void *b, const float *beta, void *c)
{
    cublasSgemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, alpha, a, CUDA_R_16F, m, b, CUDA_R_16F, n, beta, c, CUDA_R_32F, m);
    cublasCgemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, reinterpret_cast<const cuComplex *>(alpha), a, CUDA_C_8I, m, b, CUDA_C_8I,
                  n, reinterpret_cast<const cuComplex *>(beta), c, CUDA_C_32F, m /* rows */);
    auto kept = cublasSgemmEx;
}

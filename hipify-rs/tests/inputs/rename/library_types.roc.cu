#include <cublas_v2.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>

cublasStatus_t product(cublasHandle_t handle, int n, const __half *one, __half *a, __nv_bfloat16 *b, cudaStream_t stream)
{
    cublasSetStream(handle, stream);
    return cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, one, a, n, a, n, one, a, n);
}

#include <cublas_v2.h>
#include <cublasLt.h>
#include <cusparse.h>
#include <cusolverDn.h>
#include "cuda/Pair.cuh"
#include <cuda/barrier>
#include <cooperative_groups/reduce.h>
void f(cublasHandle_t h, __nv_bfloat16 *p, __half *q) {
  cublasGemmEx(h, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, a, p, CUDA_R_16BF, 1, p, CUDA_R_16BF, 1, b, p, CUDA_R_16BF, 1,
               CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP);
  puts(cublasGetStatusString(s));
}

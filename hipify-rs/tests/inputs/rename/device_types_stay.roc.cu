#include <cublas_v2.h>
#include <cuda_fp16.h>

__global__ void twice(__half *x) { x[threadIdx.x] = __hadd(x[threadIdx.x], x[threadIdx.x]); }

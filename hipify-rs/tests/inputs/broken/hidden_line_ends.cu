# \
pragma once
#include <cuda_runtime_api.h>
cudaError_t e = cudaMalloc(&p, 4);
__global__ void k() {}

#include <cuda_runtime.h>
__global__ void k(int *p);
void run(int *p, cudaStream_t s)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = 4;
    config.blockDim = dim3(64);
    config.stream = s;
    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeCooperative;
    attribute[0].val.cooperative = 1;
    config.attrs = attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, k, p);
}

#include <hip/hip_runtime.h>
#include <cuda_fp16.h>
__global__ void k(__half *p) { p[0] = __float2half(1.0f); }
void run(__half *p)
{
    hipMalloc((void **)&p, 2);
    hipLaunchKernelGGL(k, dim3(1), dim3(1), 0, 0, p);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    hipFree(p);
}

#include <cuda_runtime.h>
__global__ void k(float *p, int n)
{
    int i = threadIdx.x;
    if (i < n) p[i] *= 2;
}
void run(float *p, int n) {
    cudaMalloc(&p, n * sizeof(float
    k<<<n / 256, 256>>>(p,

// arch: sm_60 sm_90 -fgpu-rdc
// Static variables of the device that kernels use before the host copies to and from them.
#include <cstdio>
#include <cuda_runtime.h>

static __constant__ float factors[32];
static __device__ float products[32];

__global__ void kernel(float by) { products[threadIdx.x] = by * factors[threadIdx.x]; }

int main()
{
    float numbers[32];
    for (int i = 0; i < 32; ++i)
        numbers[i] = i;
    cudaMemcpyToSymbolAsync(factors, numbers, sizeof numbers);
    kernel<<<1, 32>>>(3);
    cudaMemcpyFromSymbol(numbers, products, sizeof numbers);
    int wrong = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < 32; ++i)
        wrong += numbers[i] != 3 * i;
    if (wrong == 0)
        printf("right\n");
    return wrong != 0;
}

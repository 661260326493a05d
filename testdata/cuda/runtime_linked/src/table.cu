// Settings that the host writes here and other units read; kernels of one name and of the unit's own.
#include "body.h"

__constant__ float settings[2] = {0.5f, 1.0f};

static __device__ int unit = 2;

static __global__ void check(int *out)
{
    *out = unit;
}

__device__ float softened(float squared)
{
    return squared + settings[0] * settings[0];
}

cudaError_t set_softening(float epsilon)
{
    return cudaMemcpyToSymbol(settings, &epsilon, sizeof epsilon);
}

int unit_of_table()
{
    int *out, value = 0;
    cudaMallocManaged(&out, sizeof *out);
    check<<<1, 1>>>(out);
    if (cudaDeviceSynchronize() == cudaSuccess)
        value = *out;
    cudaFree(out);
    return value;
}

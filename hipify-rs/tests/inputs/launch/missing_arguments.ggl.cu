#include <cuda_runtime.h>

__global__ void init();
__global__ void scale(float *data, float factor);

void run(float *data, int blocks, int threads, size_t bytes, cudaStream_t stream)
{
    init<<<1, 1>>>();
    init<<<blocks, threads>>>( );
    init<<<blocks, threads, bytes>>>(/* nothing */);
    scale<<<blocks, threads, bytes>>>(data, 2.0f);
    scale<<<blocks, threads, 0, stream>>>(data, 0.5f);
    scale<<<blocks, threads, bytes, stream>>>(data, 4.0f);
}

#include <cuda_runtime.h>

#define TRY(x) if ((x) != cudaSuccess) return nullptr

float *pinned(size_t n)
{
    float *p, *q;
    TRY(cudaMallocHost(&p, n * sizeof(float)));
    TRY(cudaMallocHost((void **)&q, n));
    TRY(cudaMallocHost(&q, n, cudaHostAllocWriteCombined));
    return p;
}

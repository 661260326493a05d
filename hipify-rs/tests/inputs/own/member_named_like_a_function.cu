#include <cuda_runtime.h>

struct Hooks {
    int cudaMalloc;
    cudaError_t (*cudaFree)(void *);
    int count() const { return cudaMalloc + 1; }
};

cudaError_t run(Hooks &h, void *p)
{
    h.cudaMalloc = 3;
    Hooks *q = &h;
    q->cudaMalloc++;
    cudaMalloc(&p, 16);
    h.cudaFree(p);
    return cudaFree(p);
}

#include <cuda_runtime.h>

namespace pool {
cudaError_t cudaMalloc(void **p, size_t n) { return ::cudaMalloc(p, n); }
inline void reset() { void *p; cudaMalloc(&p, 1); }
}

void run()
{
    void *p;
    pool::cudaMalloc(&p, 8);
    cudaMalloc(&p, 8);
    ::cudaFree(p);
}

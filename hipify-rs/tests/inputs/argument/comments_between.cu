#include <cuda_runtime.h>

void f(cudaGraph_t g, cudaGraphNode_t *a, size_t n)
{
    cudaGraphAddDependencies(g, a /* from */, a + 1 /* to */, /* no data */ NULL, n);
    cudaEventCreate(
        /* event */ nullptr,
        cudaEventDefault);  // flags
}

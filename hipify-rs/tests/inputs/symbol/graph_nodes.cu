#include <cuda_runtime.h>
__constant__ int limit;
void run(cudaGraph_t g, cudaGraphNode_t *n, int *p)
{
    cudaGraphAddMemcpyNodeToSymbol(n, g, nullptr, 0, limit, p, 4, 0, cudaMemcpyHostToDevice);
    cudaGraphAddMemcpyNodeFromSymbol(n, g, nullptr, 0, p, limit, 4, 0, cudaMemcpyDeviceToHost);
}

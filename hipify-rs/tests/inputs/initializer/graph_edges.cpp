#include <cuda_runtime.h>
void run(cudaGraph_t g, cudaStream_t s)
{
    cudaGraphEdgeData edge = {0, 0, 1};
    cudaGraphEdgeData zero = {0};
    cudaGraphInstantiateParams how = {0, s, nullptr, cudaGraphInstantiateSuccess};
}

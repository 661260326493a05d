#include <cuda_runtime.h>

void build(cudaGraph_t g, const cudaGraphNode_t *from, const cudaGraphNode_t *to, cudaGraphEdgeData *edges, size_t n)
{
    cudaGraphAddDependencies(g, from, to, n);                 // CUDA 12
    cudaGraphAddDependencies(g, from, to, nullptr, n);        // CUDA 13
    cudaGraphAddDependencies(g, from, to, edges, n);          // CUDA 13, with what HIP lacks
    cudaGraphAddDependencies_v2(g, from, to, NULL, n);        // CUDA 12's preview
    cudaGraphRemoveDependencies(g, from, to, nullptr, n);
    cudaGraphNode_t deps[4];
    cudaGraphNodeGetDependencies(deps[0], deps, &n);
    cudaGraphNodeGetDependencies(deps[0], deps, NULL, &n);
    cudaGraphGetEdges(g, deps, deps, nullptr, &n);
    cudaGraphNodeParams params = {};
    cudaGraphAddNode(deps, g, nullptr, 0, &params);
    cudaGraphAddNode(deps, g, nullptr, nullptr, 0, &params);
}

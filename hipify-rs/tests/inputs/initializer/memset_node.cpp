#include <cuda_runtime.h>
void run(cudaGraph_t g, void *p, size_t n)
{
    cudaGraphNode_t node;
    cudaMemsetParams clear = {p, 0, 0, sizeof(int), n / sizeof(int), 1};
    cudaMemsetParams zero = {0};
    cudaMemsetParams empty = {};
    cudaMemsetParams copy = clear;
    cudaMemsetParams some = {p, n};
    cudaGraphAddMemsetNode(&node, g, nullptr, 0, &clear);
}

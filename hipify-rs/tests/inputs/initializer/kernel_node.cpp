#include <cuda_runtime.h>
template <class T> __global__ void k(T *p, int n);
void run(cudaGraph_t g, float *p, int n)
{
    void *args[] = {&p, &n};
    cudaKernelNodeParams params = {(void *)k<float>, dim3(n / 256), dim3(256, 1, 1), 0, args, nullptr};
    cudaKernelNodeParams zero = {0};
    cudaKernelNodeParams later;
    later.func = (void *)k<float>;
    later.gridDim = dim3(4);
    cudaGraphNode_t node;
    cudaGraphAddKernelNode(&node, g, nullptr, 0, &params);
}

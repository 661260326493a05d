#include <cuda_runtime.h>
__global__ void k(int *p);

// What other rules change in a list, this one would lose.
void f(int *p, void **args)
{
    cudaKernelNodeParams launch = {(void *)k, dim3(1), dim3(2), 0, args, (k<<<1, 2>>>(p), nullptr)};
    cudaKernelNodeParams body = {(void *)k, dim3(1), dim3(2), [&] { return cudaFree(p); }() == cudaSuccess ? 0 : 1, args, nullptr};
    cudaKernelNodeParams values = {(void *)k, dim3(1), dim3(2), 0, args, nullptr};
}

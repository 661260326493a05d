#include <cuda_runtime.h>
__constant__ int limit;
void run(int n)
{
    cudaMemcpyToSymbol(HIP_SYMBOL(limit), &n, sizeof(n));
    cudaMemcpyToSymbol( limit , &n, sizeof(n));
    cudaMemcpyToSymbol(/* where */ limit, &n, sizeof(n));
    cudaMemcpyToSymbol(
        limit,
        &n, sizeof(n));
}

#include <cuda_runtime.h>

__constant__ float table[256];
__device__ int counter;

void upload(const float *host, cudaStream_t stream)
{
    cudaMemcpyToSymbol(table, host, sizeof(table));
    cudaMemcpyToSymbolAsync(table, host, sizeof table, 0, cudaMemcpyHostToDevice, stream);
    int n = 0;
    cudaMemcpyFromSymbol(&n, counter, sizeof(n));
    cudaMemcpyFromSymbolAsync(&n, counter, sizeof(n), 0, cudaMemcpyDeviceToHost, stream);
    void *address;
    size_t bytes;
    cudaGetSymbolAddress(&address, table);
    cudaGetSymbolSize(&bytes, ::table);
}

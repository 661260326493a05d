#include <cuda_runtime.h>
__constant__ float weights[64];
__device__ int counter;
struct P { int a[4]; };
__constant__ P params;
template <class T> __constant__ T scale;
namespace n { __device__ float table[16]; }
void run(const float *w, int *c, P p, cudaStream_t s)
{
    cudaMemcpyToSymbol(weights, w, sizeof(weights));
    cudaMemcpyToSymbol(weights, w, 16, 32, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(params, &p, sizeof p);
    cudaMemcpyToSymbolAsync(weights, w, 64, 0, cudaMemcpyHostToDevice, s);
    cudaMemcpyFromSymbol(c, counter, sizeof(int));
    cudaMemcpyFromSymbolAsync(c, counter, sizeof(int), 0, cudaMemcpyDeviceToHost, s);
    cudaMemcpyToSymbol(scale<float>, w, 4);
    cudaMemcpyToSymbol(n::table, w, 64);
    void *at;
    size_t size;
    cudaGetSymbolAddress(&at, n::table);
    cudaGetSymbolAddress((void **)&at, weights);
    cudaGetSymbolSize(&size, params);
}

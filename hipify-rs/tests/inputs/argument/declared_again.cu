// A stub of the runtime: declarations and definitions are no calls.
#include <cuda_runtime_api.h>
extern "C" cudaError_t cudaMallocHost(void **p, size_t n);
extern "C" cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t n, size_t at, cudaMemcpyKind kind)
{
    return cudaErrorNotSupported;
}

#include <cuda_runtime.h>
#define CUDA_CHECK(x) do { cudaError_t e = x; if (e) throw e; } while (0)
#define SET(symbol, value) CUDA_CHECK(cudaMemcpyToSymbol(symbol, &value, sizeof(value)))
__constant__ int limit;
void run(int n)
{
    SET(limit, n);
    CUDA_CHECK(cudaMemcpyToSymbol(limit, &n, sizeof(n), 0, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyFromSymbol(&n, limit, sizeof(n)));
}

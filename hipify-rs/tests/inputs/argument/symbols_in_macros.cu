#include <cuda_runtime.h>

#define CHECK(x) check((x), #x)
#define UPLOAD(symbol, from) \
    CHECK(cudaMemcpyToSymbol(symbol, from, sizeof(from)))
#define PINNED(p, n) cudaMallocHost(&(p), (n) * sizeof(*(p)))

void check(cudaError_t, const char *);
__constant__ int values[4];

void f(const int (&from)[4], float *p)
{
    UPLOAD(values, from);
    CHECK(cudaMemcpyToSymbol(values, from, sizeof(from)));
    PINNED(p, 8);
}

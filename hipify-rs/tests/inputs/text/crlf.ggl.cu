#include <cuda_runtime.h>

#define CHECK(x) \
    do { cudaError_t e = (x); \
         if (e != cudaSuccess) abort(); } while (0)

__global__ void k(int *p) { p[0] = 1; }

void run(int *p)
{
    k<<<1, // one
        1>>>(p);
    k
        <<<1, 2>>>(p);
    CHECK(cudaDeviceSynchronize());
}

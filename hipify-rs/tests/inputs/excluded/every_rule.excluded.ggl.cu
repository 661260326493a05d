#define NEW 1
#if 0
#include <cuda.h>
#include <cufft.h>
__constant__ int table[4];
__global__ void old(int *p) { asm("mov.u32 %0, %clock;" : "=r"(*p)); __syncthreads(); }
void f(int *p) { old<<<1, 2>>>(p); cudaMemcpyToSymbol(table, p, 16); dlsym(0, "cuInit"); int x = __popc(__ballot_sync(0xffffffff, 1)); }
#endif
#include <cuda_runtime.h>
__global__ void k(int *p) { *p = 1; }
void g(int *p)
{
#if NEW
    k<<<1, 2>>>(p);
#else
    k<<<3, 4>>>(p);
    cudaThreadSynchronize();
#endif
#ifdef __CUDA_ARCH__
    cudaDeviceSynchronize();
#else
    cudaStreamSynchronize(0);
#endif
}

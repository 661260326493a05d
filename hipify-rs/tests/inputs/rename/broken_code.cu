#include <cuda_runtime.h>
void f( {
    cudaMalloc(&p, n;
    if (cudaSuccess != cudaGetLastError() ) { cudaDeviceReset() }
}}}
#define X(a) cudaFree(a

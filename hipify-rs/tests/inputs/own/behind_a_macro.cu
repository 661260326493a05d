#include <cuda_runtime.h>
#include <cstdio>

#define CHECK { cudaError_t error = cudaGetLastError(); if (error != cudaSuccess) puts(cudaGetErrorString(error)); }

int main()
{
    float *a = nullptr, *b = nullptr;
    cudaMallocHost(&a, 16);    CHECK
    cudaMalloc(&b, 16);        CHECK
    cudaMemcpy(b, a, 16, cudaMemcpyHostToDevice);    CHECK
    cudaFree(b);               CHECK
    cudaFreeHost(a);           CHECK
}

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                                                  \
    do {                                                                                                  \
        cudaError_t err = call;                                                                           \
        if (err != cudaSuccess) {                                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err));                  \
            exit(1);                                                                                      \
        }                                                                                                 \
    } while (0)

__global__ void vectorAdd(const float *A, const float *B, float *C, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) C[i] = A[i] + B[i];
}

int main(void)
{
    int n = 50000;
    size_t size = n * sizeof(float);
    float *h = (float *)malloc(size), *a, *b, *c;
    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    CUDA_CHECK(cudaMalloc((void **)&a, size));
    CUDA_CHECK(cudaMalloc((void **)&b, size));
    CUDA_CHECK(cudaMalloc((void **)&c, size));
    CUDA_CHECK(cudaMemcpy(a, h, size, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaEventRecord(start, NULL));
    vectorAdd<<<(n + 255) / 256, 256>>>(a, b, c, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaEventRecord(stop, NULL));
    CUDA_CHECK(cudaEventSynchronize(stop));
    float ms = 0;
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    CUDA_CHECK(cudaMemcpy(h, c, size, cudaMemcpyDeviceToHost));
    printf("cudaMemcpy took %f ms\n", ms);
    CUDA_CHECK(cudaFree(a)); CUDA_CHECK(cudaFree(b)); CUDA_CHECK(cudaFree(c));
    free(h);
    return 0;
}

#include <cuda_runtime.h>

int run(int n)
{
    int cudaSuccess = n;
    {
        float cudaFree = 2.0f;
        cudaFree *= n;
    }
    cudaFree(nullptr);
    return cudaSuccess;
}

int other() { return cudaGetLastError() == cudaSuccess; }

#include <cuda_runtime_api.h>
#include <stdlib.h>

int devices(void)
{
    int n = 0;
    return cudaGetDeviceCount(&n) == cudaSuccess ? n : 0;
}

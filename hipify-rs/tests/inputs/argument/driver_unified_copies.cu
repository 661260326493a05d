#include <cuda.h>

CUresult copy(CUdeviceptr to, CUdeviceptr from, size_t n, CUstream s)
{
    CUresult r = cuMemcpy(to, from, n);
    if (r == CUDA_SUCCESS)
        r = cuMemcpyAsync(to,
                          from,
                          n,
                          s);
    return r;
}

#include <cuda_runtime.h>
#include <cooperative_groups.h>

template <typename T, int N> __global__ void k(T *p, int n);
__global__ void plain(float *p);

cudaError_t run(float *p, int n, dim3 grid, dim3 block, cudaStream_t stream)
{
    void *args[] = { &p, &n };
    cudaLaunchKernel((void *)k<float, 4>, grid, block, args, 0, stream);
    cudaLaunchKernel(k<float, 4>, grid, block, args, 0, stream);
    cudaLaunchKernel(&plain, grid, block, args, 0, stream);
    cudaLaunchCooperativeKernel((const void *)plain, grid, block, args, 128, stream);
    cudaFuncSetAttribute(k<float, 4>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    cudaLaunchHostFunc(stream, [](void *) {}, nullptr);
    return cudaGetLastError();
}

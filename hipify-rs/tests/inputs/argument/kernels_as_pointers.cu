#include <cuda_runtime.h>

template <typename T, int N> __global__ void scale(T *p, T by) { p[threadIdx.x % N] *= by; }

void prepare(int bytes)
{
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, scale<float, 4>);
    cudaFuncSetAttribute(scale<float, 4>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    cudaFuncSetAttribute((const void *)scale<double, 2>, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
    cudaFuncSetCacheConfig(scale<int, 1>, cudaFuncCachePreferL1);
    cudaFuncSetSharedMemConfig(&scale<int, 1>, cudaSharedMemBankSizeEightByte);
    float *p = nullptr, by = 2;
    void *args[] = {&p, &by};
    cudaLaunchKernel(scale<float, 4>, dim3(1), dim3(32), args, 0, 0);
    cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(scale<float, 4>), dim3(1), dim3(32), args);
}

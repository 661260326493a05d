// cudaThread* were renamed in CUDA 4.
#include <cuda_runtime.h>

void old()
{
    size_t stack;
    cudaThreadSynchronize();
    cudaThreadGetLimit(&stack, cudaLimitStackSize);
    cudaThreadSetLimit(cudaLimitStackSize, stack * 2);
    cudaThreadSetCacheConfig(cudaFuncCachePreferL1);
    cudaThreadExit();
}

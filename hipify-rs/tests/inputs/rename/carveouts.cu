#include <cuda_runtime.h>

__global__ void scale(float *p);

cudaError_t prefer(bool shared, CUfunction f)
{
    enum cudaSharedCarveout most = cudaSharedmemCarveoutMaxShared;
    cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, CU_SHAREDMEM_CARVEOUT_MAX_L1);
    return cudaFuncSetAttribute(scale, cudaFuncAttributePreferredSharedMemoryCarveout, shared ? most : cudaSharedmemCarveoutDefault);
}

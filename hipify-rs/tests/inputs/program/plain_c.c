#include <cuda.h>
#include <stdio.h>
static CUresult (*init)(unsigned) = cuInit;
static const struct { const char *name; CUresult code; } errors[] = {
    {"CUDA_ERROR_INVALID_VALUE", CUDA_ERROR_INVALID_VALUE},
    {"CUDA_ERROR_OUT_OF_MEMORY", CUDA_ERROR_OUT_OF_MEMORY},
};
int main(void)
{
    CUDA_MEMCPY2D copy = {.srcMemoryType = CU_MEMORYTYPE_HOST, .dstMemoryType = CU_MEMORYTYPE_DEVICE, .WidthInBytes = 4};
    if (init(0) != CUDA_SUCCESS || cuMemcpy2D(&copy) != CUDA_SUCCESS) puts(errors[0].name);
    return 0;
}

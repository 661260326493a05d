// arch: sm_70 sm_90
// Attributes of a kernel of a module, set by the driver API.
#include <cstdio>
#include <cuda.h>

static const char *const text = ".version 7.0\n.target sm_70\n.address_size 64\n.visible .entry kernel() { ret; }\n";

#define EXPECT(call, result) \
    do { \
        int code = (call); \
        if (code != (result)) { \
            printf("%s: %d\n", #call, code); \
            return 1; \
        } \
    } while (0)

int main()
{
    CUdevice device;
    CUcontext context;
    CUmodule module;
    CUfunction kernel;
    EXPECT(cuInit(0), CUDA_SUCCESS);
    EXPECT(cuDeviceGet(&device, 0), CUDA_SUCCESS);
    CUctxCreateParams parameters = {};
    EXPECT(cuCtxCreate(&context, &parameters, 0, device), CUDA_SUCCESS);
    EXPECT(cuModuleLoadData(&module, text), CUDA_SUCCESS);
    EXPECT(cuModuleGetFunction(&kernel, module, "kernel"), CUDA_SUCCESS);

    const CUfunction_attribute attribute = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    int bytes = 0;
    EXPECT(cuFuncSetAttribute(kernel, attribute, 65536), CUDA_SUCCESS);
    EXPECT(cuFuncGetAttribute(&bytes, attribute, kernel), CUDA_SUCCESS);
    EXPECT(bytes, 65536);
    EXPECT(cuFuncSetAttribute(kernel, attribute, 1 << 24), CUDA_ERROR_INVALID_VALUE);
    EXPECT(cuFuncSetAttribute(nullptr, attribute, 1024), CUDA_ERROR_INVALID_HANDLE);
    EXPECT(cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 65536, nullptr, nullptr, nullptr), CUDA_SUCCESS);
    EXPECT(cuFuncSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_SHARED), CUDA_SUCCESS);
    EXPECT(cuFuncSetSharedMemConfig(kernel, CU_SHARED_MEM_CONFIG_EIGHT_BYTE_BANK_SIZE), CUDA_SUCCESS);
    EXPECT(cuCtxSynchronize(), CUDA_SUCCESS);
    printf("right\n");
}

// CUDA 12's context-free loading.
#include <cuda.h>

CUfunction load(const void *code)
{
    CUlibrary library;
    CUkernel kernel;
    CUfunction function;
    cuLibraryLoadData(&library, code, nullptr, nullptr, 0, nullptr, nullptr, 0);
    cuLibraryGetKernel(&kernel, library, "saxpy");
    cuKernelGetFunction(&function, kernel);
    unsigned count;
    cuLibraryGetKernelCount(&count, library);
    cuKernelSetCacheConfig(kernel, CU_FUNC_CACHE_PREFER_L1, 0);
    cuLibraryUnload(library);
    return function;
}

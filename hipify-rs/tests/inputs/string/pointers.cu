#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_runtime.h>

#define TEXT(name) #name
#define LOOK_UP(pointer, function, version) \
    cudaGetDriverEntryPointByVersion(TEXT(function), &found, version, cudaEnableDefault, &status); \
    auto pointer = reinterpret_cast<PFN_##function>(found)

PFN_cuTensorMapEncodeTiled_v12000 encoder()
{
    void *found = nullptr;
    cudaDriverEntryPointQueryResult status;
    cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &found, cudaEnableDefault, &status);
    return reinterpret_cast<PFN_cuTensorMapEncodeTiled_v12000>(found);
}

int version(PFN_cuDriverGetVersion of, PFN_cuMemcpyHtoD copy, PFN_cuMemcpyHtoD_v7000_ptds)
{
    void *found = nullptr;
    cudaDriverEntryPointQueryResult status;
    LOOK_UP(init, cuInit, 2000);
    printf("cudaGetDriverEntryPoint: %s\n", "cuTensorMapEncodeTiled");
    int number = 0;
    return of(&number);
}

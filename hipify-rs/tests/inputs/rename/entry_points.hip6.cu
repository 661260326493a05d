#include <cuda_runtime.h>
#include <cuda.h>

void *find(const char *name)
{
    void *f = nullptr;
    cudaDriverEntryPointQueryResult found;
    cudaGetDriverEntryPoint(name, &f, cudaEnableDefault, &found);
    CUDA_MEMSET_NODE_PARAMS params = {};
    return found == cudaDriverEntryPointSuccess ? f : nullptr;
}

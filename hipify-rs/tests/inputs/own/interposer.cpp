#include <cuda_runtime_api.h>
#include <dlfcn.h>

extern "C" cudaError_t cudaMalloc(void **p, size_t n)
{
    using real_t = cudaError_t (*)(void **, size_t);
    static real_t real = reinterpret_cast<real_t>(dlsym(RTLD_NEXT, "cudaMalloc"));
    return real(p, n);
}

#include <cuda_runtime.h>
#include <memory>

struct Free {
    void operator()(void *p) const { ::cudaFree(p); }
};
std::unique_ptr<float, Free> make(size_t n)
{
    float *p = nullptr;
    if (::cudaMalloc(&p, n) != ::cudaError_t::cudaSuccess) return {};
    auto deleter = &::cudaFree;
    return std::unique_ptr<float, Free>(p);
}

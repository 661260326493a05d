#pragma once
#include <cuda_runtime_api.h>
#include <memory>
#include <utility>

namespace gpu {

struct Free {
    void operator()(void *p) const noexcept { cudaFree(p); }
};
template <class T> using device_ptr = std::unique_ptr<T, Free>;

class Stream {
    cudaStream_t handle_{nullptr};

public:
    Stream() { cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking); }
    Stream(Stream &&o) noexcept : handle_(std::exchange(o.handle_, nullptr)) {}
    ~Stream() { if (handle_) cudaStreamDestroy(handle_); }
    operator cudaStream_t() const { return handle_; }
    [[nodiscard]] bool idle() const { return cudaStreamQuery(handle_) == cudaSuccess; }
    template <class F> void then(F &&f)
    {
        auto *copy = new F(std::forward<F>(f));
        cudaLaunchHostFunc(handle_, [](void *p) { auto *f = static_cast<F *>(p); (*f)(); delete f; }, copy);
    }
};

template <class T> device_ptr<T> make(size_t n)
{
    T *p = nullptr;
    return cudaMalloc(reinterpret_cast<void **>(&p), n * sizeof(T)) == cudaSuccess ? device_ptr<T>(p) : nullptr;
}

}  // namespace gpu

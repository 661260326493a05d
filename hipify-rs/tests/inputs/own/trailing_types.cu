#include <cuda_runtime.h>

struct Result {
    cudaError_t cudaError;
    const Result *next() const { return this; }
};

auto zero() -> cudaError_t;

auto first(const Result &result) -> cudaError_t { return result.next()->cudaError == cudaSuccess ? zero() : result.cudaError; }

template <typename F> auto twice(F f) noexcept -> decltype(f());

cudaError_t second(cudaStream_t *stream)
{
    auto make = [&](auto kernel, auto... rest) -> cudaError_t {
        return cudaSuccess;
    };
    auto own = [stream]() mutable -> cudaStream_t & { return *stream; };
    return make(0, own());
}

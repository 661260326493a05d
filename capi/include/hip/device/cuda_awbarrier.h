/* CUDA's first interface of split barriers: `nvcuda::experimental::awbarrier`. Newer programs use `cuda::barrier`. */
#ifndef HIP_DEVICE_CUDA_AWBARRIER_H
#define HIP_DEVICE_CUDA_AWBARRIER_H

#include <hip/barrier>
#include <hip/device/cuda_awbarrier_primitives.h>

namespace nvcuda {
namespace experimental {

class awbarrier {
    using barrier = cuda::barrier<cuda::thread_scope_block>;

  public:
    using arrival_token = barrier::arrival_token;

    awbarrier() = default;
    awbarrier(const awbarrier &) = delete;
    awbarrier &operator=(const awbarrier &) = delete;
    friend inline __device__ void init(awbarrier *made, unsigned int expected) { init(&made->barrier_, expected); }
    __device__ arrival_token arrive() { return barrier_.arrive(); }
    __device__ arrival_token arrive_and_drop()
    {
        barrier_.arrive_and_drop();
        return arrival_token();
    }
    __device__ bool timed_wait(arrival_token token, unsigned int nanoseconds)
    {
        return barrier_.try_wait_for(token, ::std::chrono::nanoseconds(nanoseconds));
    }
    __device__ void wait(arrival_token token) { barrier_.wait(token); }
    __device__ void arrive_and_wait() { barrier_.arrive_and_wait(); }
    __device__ bool try_wait(arrival_token token) { return barrier_.try_wait(token); }
    static __device__ unsigned int max() { return static_cast<unsigned int>(barrier::max()); }
    __device__ void expect_copies() { barrier_.expect_copies(); }

  private:
    barrier barrier_;
};

}
}

#endif

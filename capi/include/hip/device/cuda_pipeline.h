/* CUDA's first interface of asynchronous copies: `nvcuda::experimental::pipeline`. Newer programs use `cuda::pipeline`. */
#ifndef HIP_DEVICE_CUDA_PIPELINE_H
#define HIP_DEVICE_CUDA_PIPELINE_H

#include <hip/device/cuda_awbarrier.h>
#include <hip/device/cuda_pipeline_primitives.h>

namespace nvcuda {
namespace experimental {

class pipeline {
  public:
    pipeline(const pipeline &) = delete;
    pipeline &operator=(const pipeline &) = delete;
    __device__ pipeline() : commits_(0) {}

    /* Number of the commit. */
    __device__ size_t commit()
    {
        hip_detail::commit_copies();
        return commits_++;
    }
    __device__ void commit_and_wait()
    {
        commit();
        wait_prior<0>();
    }
    __device__ void wait(size_t commit) { hip_detail::wait_copies(commits_ - commit - 1); }
    template <unsigned int Left> __device__ void wait_prior() { hip_detail::wait_copies(Left); }
    __device__ void arrive_on(awbarrier &barrier) { barrier.expect_copies(); }

  private:
    size_t commits_;
};

template <typename T> inline __device__ void memcpy_async(T &to, const T &from, pipeline &)
{
    hip_detail::start_copy(hip_detail::alone(), &to, &from, sizeof(T));
}

}
}

#endif

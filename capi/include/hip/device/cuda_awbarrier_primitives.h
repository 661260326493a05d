/* Barriers of a block for C: `__mbarrier_*`. Mbarrier objects from sm_80 on, words before. */
#ifndef HIP_DEVICE_CUDA_AWBARRIER_PRIMITIVES_H
#define HIP_DEVICE_CUDA_AWBARRIER_PRIMITIVES_H

#include <hip/device/block_barriers.h>

typedef hip_detail::barrier_word __mbarrier_t;
typedef hip_detail::barrier_word __mbarrier_token_t;

namespace hip_detail {
using barrier_of_block = word_barrier<cuda::thread_scope_block>;
struct nothing { __device__ void operator()() const {} };
}

#define __HIP_SOFT_DEVICE static inline __device__

__HIP_SOFT_DEVICE unsigned int __mbarrier_maximum_count() { return (1u << 20) - 1; }
__HIP_SOFT_DEVICE void __mbarrier_init(__mbarrier_t *at, unsigned int expected)
{
#if defined(__HIP_SOFT_MBARRIER)
    hip_detail::mbarrier::init(hip_detail::shared_address(at), expected);
#else
    hip_detail::barrier_of_block::init(at, expected);
#endif
}
__HIP_SOFT_DEVICE void __mbarrier_inval(__mbarrier_t *at)
{
#if defined(__HIP_SOFT_MBARRIER)
    hip_detail::mbarrier::inval(hip_detail::shared_address(at));
#else
    static_cast<void>(at);
#endif
}
__HIP_SOFT_DEVICE __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *at)
{
#if defined(__HIP_SOFT_MBARRIER)
    return hip_detail::mbarrier::arrive(hip_detail::shared_address(at), 1);
#else
    return hip_detail::barrier_of_block::arrive(at, 1, false, hip_detail::nothing());
#endif
}
__HIP_SOFT_DEVICE __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *at)
{
#if defined(__HIP_SOFT_MBARRIER)
    return hip_detail::mbarrier::drop(hip_detail::shared_address(at));
#else
    return hip_detail::barrier_of_block::arrive(at, 1, true, hip_detail::nothing());
#endif
}
__HIP_SOFT_DEVICE bool __mbarrier_test_wait(__mbarrier_t *at, __mbarrier_token_t token)
{
#if defined(__HIP_SOFT_MBARRIER)
    return hip_detail::mbarrier::is_done(hip_detail::shared_address(at), token);
#else
    return hip_detail::barrier_of_block::is_done(at, token);
#endif
}
__HIP_SOFT_DEVICE bool __mbarrier_test_wait_parity(__mbarrier_t *at, bool parity)
{
#if defined(__HIP_SOFT_MBARRIER)
    return hip_detail::mbarrier::is_parity_done(hip_detail::shared_address(at), parity);
#else
    return hip_detail::barrier_of_block::is_parity_done(at, parity);
#endif
}
/* The maximum sleep time is a hint: it tests once. */
__HIP_SOFT_DEVICE bool __mbarrier_try_wait(__mbarrier_t *at, __mbarrier_token_t token, unsigned int)
{
    return __mbarrier_test_wait(at, token);
}
__HIP_SOFT_DEVICE bool __mbarrier_try_wait_parity(__mbarrier_t *at, bool parity, unsigned int)
{
    return __mbarrier_test_wait_parity(at, parity);
}
#if !defined(__CUDA_ARCH__) || defined(__HIP_SOFT_MBARRIER)
/* Pending arrivals of the phase when the token was made. */
__HIP_SOFT_DEVICE unsigned int __mbarrier_token_pending_count(__mbarrier_token_t token)
{
#if defined(__HIP_SOFT_MBARRIER)
    return hip_detail::mbarrier::pending(token);
#else
    return static_cast<unsigned int>(token);
#endif
}
#endif

#undef __HIP_SOFT_DEVICE
#endif

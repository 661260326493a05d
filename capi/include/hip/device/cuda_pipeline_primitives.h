/* Asynchronous copies for C: `__pipeline_*`. Before sm_80 they are synchronous. */
#ifndef HIP_DEVICE_CUDA_PIPELINE_PRIMITIVES_H
#define HIP_DEVICE_CUDA_PIPELINE_PRIMITIVES_H

#include <hip/device/copies.h>
#include <hip/device/cuda_awbarrier_primitives.h>

#define __HIP_SOFT_DEVICE static inline __device__ __attribute__((always_inline))

/* Copies 4, 8 or 16 bytes from global to shared memory; the last `zeros` of them are filled with zeros. */
__HIP_SOFT_DEVICE void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zeros = 0)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    unsigned int place = hip_detail::shared_address(to), taken = static_cast<unsigned int>(bytes - zeros);
    size_t global = __cvta_generic_to_global(from);
    if (bytes == 16)
        __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(place), "l"(global), "r"(taken) : "memory");
    else if (bytes == 8)
        __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" : : "r"(place), "l"(global), "r"(taken) : "memory");
    else
        __asm__ volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" : : "r"(place), "l"(global), "r"(taken) : "memory");
#else
    for (size_t word = 0; word < bytes / 4; ++word) {
        unsigned int value = 0;
        if (4 * word < bytes - zeros)
            __builtin_memcpy(&value, static_cast<const char *>(from) + 4 * word, bytes - zeros - 4 * word < 4 ? bytes - zeros - 4 * word : 4);
        static_cast<unsigned int *>(to)[word] = value;
    }
#endif
}
__HIP_SOFT_DEVICE void __pipeline_commit() { hip_detail::commit_copies(); }
/* Waits for all but the last `left` commits of this thread. */
__HIP_SOFT_DEVICE void __pipeline_wait_prior(size_t left) { hip_detail::wait_copies(left); }
__HIP_SOFT_DEVICE void __pipeline_arrive_on(__mbarrier_t *at)
{
#if defined(__HIP_SOFT_MBARRIER)
    hip_detail::mbarrier::arrive_on_copies(hip_detail::shared_address(at));
#else
    static_cast<void>(at);
#endif
}

#undef __HIP_SOFT_DEVICE
#endif

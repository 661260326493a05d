/* Barriers as 64-bit words: `mbarrier` objects of shared memory, which devices have from sm_80 on, and an equivalent algorithm
 * for all other memory. `cuda::barrier`, `cuda::pipeline` and `__mbarrier_*` are built on them. */
#ifndef HIP_DEVICE_BLOCK_BARRIERS_H
#define HIP_DEVICE_BLOCK_BARRIERS_H

#include <hip/device/atomic_words.h>

namespace hip_detail {

using barrier_word = unsigned long long;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define __HIP_SOFT_MBARRIER 1

inline __device__ unsigned int shared_address(const void *pointer)
{
    return static_cast<unsigned int>(__cvta_generic_to_shared(pointer));
}

/* Functions of mbarrier objects, by their addresses in shared memory. */
struct mbarrier {
    static __device__ void init(unsigned int at, unsigned int expected)
    {
        __asm__ volatile("mbarrier.init.shared.b64 [%0], %1;" : : "r"(at), "r"(expected) : "memory");
    }
    static __device__ void inval(unsigned int at) { __asm__ volatile("mbarrier.inval.shared.b64 [%0];" : : "r"(at) : "memory"); }
    static __device__ barrier_word arrive(unsigned int at, unsigned int count)
    {
        barrier_word state;
#if __CUDA_ARCH__ >= 900
        __asm__ volatile("mbarrier.arrive.shared.b64 %0, [%1], %2;" : "=l"(state) : "r"(at), "r"(count) : "memory");
#else
        /* Only the last arrival may complete the phase. */
        if (count > 1)
            __asm__ volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;" : "=l"(state) : "r"(at), "r"(count - 1) : "memory");
        __asm__ volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
#endif
        return state;
    }
    static __device__ barrier_word drop(unsigned int at)
    {
        barrier_word state;
        __asm__ volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory");
        return state;
    }
    static __device__ bool is_done(unsigned int at, barrier_word state)
    {
        unsigned int done;
        __asm__ volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                         : "=r"(done) : "r"(at), "l"(state) : "memory");
        return done != 0;
    }
    static __device__ bool is_parity_done(unsigned int at, bool parity)
    {
        unsigned int done;
        __asm__ volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                         : "=r"(done) : "r"(at), "r"(static_cast<unsigned int>(parity)) : "memory");
        return done != 0;
    }
    static __device__ unsigned int pending(barrier_word state)
    {
        unsigned int count;
        __asm__("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(state));
        return count;
    }
    /* Delays the phase until this thread's copies are complete. */
    static __device__ void arrive_on_copies(unsigned int at)
    {
        __asm__ volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" : : "r"(at) : "memory");
    }
};
#endif

/* A barrier in any memory: 31 bits of pending arrivals, 31 bits of expected arrivals, and above them the phase. */
template <cuda::thread_scope Scope> struct word_barrier {
    static constexpr barrier_word phase_bit = 1ull << 63, one_expected = 1ull << 32, counts = 0x7fffffff;
    using access = atomic_access<barrier_word, Scope>;

    static __HIP_SOFT_BOTH void init(barrier_word *at, unsigned int expected)
    {
        access::store(at, expected * one_expected | expected, order::relaxed);
    }
    /* The last thread to arrive runs `complete` while all others wait, and starts the next phase. */
    template <typename Complete>
    static __HIP_SOFT_BOTH barrier_word arrive(barrier_word *at, unsigned int count, bool drops, Complete &&complete)
    {
        barrier_word less = count + (drops ? one_expected : 0);
        barrier_word before = access::template update<sum_of>(at, 0 - less, order::acq_rel);
        if ((before & counts) == count) {
            complete();
            barrier_word now = access::load(at, order::relaxed);
            access::store(at, ((now & ~counts) ^ phase_bit) | (now >> 32 & counts), order::release);
        }
        return before & phase_bit;
    }
    static __HIP_SOFT_BOTH bool is_done(const barrier_word *at, barrier_word state)
    {
        return (access::load(at, order::acquire) & phase_bit) != (state & phase_bit);
    }
    static __HIP_SOFT_BOTH bool is_parity_done(const barrier_word *at, bool parity)
    {
        return is_done(at, parity ? phase_bit : 0);
    }
};

}

#endif

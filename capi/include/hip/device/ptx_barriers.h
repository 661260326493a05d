/* `cuda::ptx`: barriers in shared memory, barriers of clusters, and fences. Included by hip/ptx. */
#ifndef HIP_DEVICE_PTX_BARRIERS_H
#define HIP_DEVICE_PTX_BARRIERS_H

namespace cuda {
namespace ptx {

inline __device__ void mbarrier_init(::std::uint64_t *at, const ::std::uint32_t &count)
{
    __asm__ volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(__hip_shared(at)), "r"(count) : "memory");
}
inline __device__ void mbarrier_inval(::std::uint64_t *at)
{
    __asm__ volatile("mbarrier.inval.shared::cta.b64 [%0];" : : "r"(__hip_shared(at)) : "memory");
}
inline __device__ ::std::uint64_t mbarrier_arrive(::std::uint64_t *at)
{
    unsigned long long state;
    __asm__ volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(__hip_shared(at)) : "memory");
    return state;
}
inline __device__ ::std::uint64_t mbarrier_arrive_no_complete(::std::uint64_t *at, const ::std::uint32_t &count)
{
    unsigned long long state;
    __asm__ volatile("mbarrier.arrive.noComplete.shared::cta.b64 %0, [%1], %2;"
                     : "=l"(state) : "r"(__hip_shared(at)), "r"(count) : "memory");
    return state;
}

/* Parameters in parentheses, without them. */
#define __HIP_SOFT_OPEN(...) __VA_ARGS__
/* A test of a barrier: whether the phase of a token, or of a parity, is complete. */
#define __HIP_SOFT_WAIT(function, instruction, tags, type, constraint) \
    inline __device__ bool function(__HIP_SOFT_OPEN tags ::std::uint64_t *at, const type &phase) \
    { \
        unsigned int done; \
        __asm__ volatile("{ .reg .pred p; " instruction ".b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }" \
                         : "=r"(done) : "r"(__hip_shared(at)), constraint(phase) : "memory"); \
        return done != 0; \
    }
/* One that suspends the thread, for about as many nanoseconds if they are given. */
#define __HIP_SOFT_TRY(function, instruction, tags, type, constraint) \
    __HIP_SOFT_WAIT(function, instruction, tags, type, constraint) \
    inline __device__ bool function(__HIP_SOFT_OPEN tags ::std::uint64_t *at, const type &phase, const ::std::uint32_t &hint) \
    { \
        unsigned int done; \
        __asm__ volatile("{ .reg .pred p; " instruction ".b64 p, [%1], %2, %3; selp.b32 %0, 1, 0, p; }" \
                         : "=r"(done) : "r"(__hip_shared(at)), constraint(phase), "r"(hint) : "memory"); \
        return done != 0; \
    }
#define __HIP_SOFT_TAGS(scope) (sem_acquire_t, scope_##scope##_t, )
__HIP_SOFT_WAIT(mbarrier_test_wait, "mbarrier.test_wait.shared::cta", (), ::std::uint64_t, "l")
__HIP_SOFT_WAIT(mbarrier_test_wait_parity, "mbarrier.test_wait.parity.shared::cta", (), ::std::uint32_t, "r")

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#define __HIP_SOFT_WAITS(scope) \
    __HIP_SOFT_WAIT(mbarrier_test_wait, "mbarrier.test_wait.acquire." #scope ".shared::cta", __HIP_SOFT_TAGS(scope), ::std::uint64_t, "l") \
    __HIP_SOFT_WAIT(mbarrier_test_wait_parity, "mbarrier.test_wait.parity.acquire." #scope ".shared::cta", __HIP_SOFT_TAGS(scope), ::std::uint32_t, "r") \
    __HIP_SOFT_TRY(mbarrier_try_wait, "mbarrier.try_wait.acquire." #scope ".shared::cta", __HIP_SOFT_TAGS(scope), ::std::uint64_t, "l") \
    __HIP_SOFT_TRY(mbarrier_try_wait_parity, "mbarrier.try_wait.parity.acquire." #scope ".shared::cta", __HIP_SOFT_TAGS(scope), ::std::uint32_t, "r")
__HIP_SOFT_TRY(mbarrier_try_wait, "mbarrier.try_wait.shared::cta", (), ::std::uint64_t, "l")
__HIP_SOFT_TRY(mbarrier_try_wait_parity, "mbarrier.try_wait.parity.shared::cta", (), ::std::uint32_t, "r")
__HIP_SOFT_WAITS(cta)
__HIP_SOFT_WAITS(cluster)
#undef __HIP_SOFT_WAITS

inline __device__ ::std::uint64_t mbarrier_arrive(::std::uint64_t *at, const ::std::uint32_t &count)
{
    unsigned long long state;
    __asm__ volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], %2;" : "=l"(state) : "r"(__hip_shared(at)), "r"(count) : "memory");
    return state;
}
/* Arrivals, and bytes that copies will bring, at a barrier of the block or of another block of the cluster. */
#define __HIP_SOFT_ARRIVE(scope) \
    inline __device__ ::std::uint64_t mbarrier_arrive(sem_release_t, scope_##scope##_t, space_shared_t, ::std::uint64_t *at) \
    { \
        unsigned long long state; \
        __asm__ volatile("mbarrier.arrive.release." #scope ".shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(__hip_shared(at)) : "memory"); \
        return state; \
    } \
    inline __device__ ::std::uint64_t mbarrier_arrive(sem_release_t, scope_##scope##_t, space_shared_t, ::std::uint64_t *at, const ::std::uint32_t &count) \
    { \
        unsigned long long state; \
        __asm__ volatile("mbarrier.arrive.release." #scope ".shared::cta.b64 %0, [%1], %2;" \
                         : "=l"(state) : "r"(__hip_shared(at)), "r"(count) : "memory"); \
        return state; \
    } \
    inline __device__ ::std::uint64_t mbarrier_arrive_expect_tx(sem_release_t, scope_##scope##_t, space_shared_t, ::std::uint64_t *at, const ::std::uint32_t &bytes) \
    { \
        unsigned long long state; \
        __asm__ volatile("mbarrier.arrive.expect_tx.release." #scope ".shared::cta.b64 %0, [%1], %2;" \
                         : "=l"(state) : "r"(__hip_shared(at)), "r"(bytes) : "memory"); \
        return state; \
    } \
    inline __device__ void mbarrier_expect_tx(sem_relaxed_t, scope_##scope##_t, space_shared_t, ::std::uint64_t *at, const ::std::uint32_t &bytes) \
    { \
        __asm__ volatile("mbarrier.expect_tx.relaxed." #scope ".shared::cta.b64 [%0], %1;" : : "r"(__hip_shared(at)), "r"(bytes) : "memory"); \
    }
__HIP_SOFT_ARRIVE(cta)
__HIP_SOFT_ARRIVE(cluster)
#undef __HIP_SOFT_ARRIVE
inline __device__ void mbarrier_arrive(sem_release_t, scope_cluster_t, space_cluster_t, ::std::uint64_t *at)
{
    __asm__ volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" : : "r"(__hip_shared(at)) : "memory");
}
inline __device__ void mbarrier_arrive(sem_release_t, scope_cluster_t, space_cluster_t, ::std::uint64_t *at, const ::std::uint32_t &count)
{
    __asm__ volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0], %1;" : : "r"(__hip_shared(at)), "r"(count) : "memory");
}
inline __device__ void mbarrier_arrive_expect_tx(sem_release_t, scope_cluster_t, space_cluster_t, ::std::uint64_t *at, const ::std::uint32_t &bytes)
{
    __asm__ volatile("mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%0], %1;"
                     : : "r"(__hip_shared(at)), "r"(bytes) : "memory");
}
inline __device__ void mbarrier_expect_tx(sem_relaxed_t, scope_cluster_t, space_cluster_t, ::std::uint64_t *at, const ::std::uint32_t &bytes)
{
    __asm__ volatile("mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [%0], %1;" : : "r"(__hip_shared(at)), "r"(bytes) : "memory");
}
#endif
#undef __HIP_SOFT_TAGS
#undef __HIP_SOFT_OPEN
#undef __HIP_SOFT_TRY
#undef __HIP_SOFT_WAIT

/* A function without operands. */
#define __HIP_SOFT_PLAIN(function, parameters, instruction) \
    inline __device__ void function parameters { __asm__ volatile(instruction ";" : : : "memory"); }
#define __HIP_SOFT_FENCES(scope) \
    __HIP_SOFT_PLAIN(fence, (sem_sc_t, scope_##scope##_t), "fence.sc." #scope) \
    __HIP_SOFT_PLAIN(fence, (sem_acq_rel_t, scope_##scope##_t), "fence.acq_rel." #scope)
__HIP_SOFT_FENCES(cta)
__HIP_SOFT_FENCES(gpu)
__HIP_SOFT_FENCES(sys)
__HIP_SOFT_PLAIN(fence_proxy_alias, (), "fence.proxy.alias")
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__HIP_SOFT_FENCES(cluster)
__HIP_SOFT_PLAIN(fence_mbarrier_init, (sem_release_t, scope_cluster_t), "fence.mbarrier_init.release.cluster")
__HIP_SOFT_PLAIN(fence_proxy_async, (), "fence.proxy.async")
__HIP_SOFT_PLAIN(fence_proxy_async, (space_global_t), "fence.proxy.async.global")
__HIP_SOFT_PLAIN(fence_proxy_async, (space_cluster_t), "fence.proxy.async.shared::cluster")
__HIP_SOFT_PLAIN(fence_proxy_async, (space_shared_t), "fence.proxy.async.shared::cta")
__HIP_SOFT_PLAIN(barrier_cluster_arrive, (), "barrier.cluster.arrive")
__HIP_SOFT_PLAIN(barrier_cluster_arrive, (sem_release_t), "barrier.cluster.arrive.release")
__HIP_SOFT_PLAIN(barrier_cluster_arrive, (sem_relaxed_t), "barrier.cluster.arrive.relaxed")
__HIP_SOFT_PLAIN(barrier_cluster_wait, (), "barrier.cluster.wait")
__HIP_SOFT_PLAIN(barrier_cluster_wait, (sem_acquire_t), "barrier.cluster.wait.acquire")
__HIP_SOFT_PLAIN(griddepcontrol_launch_dependents, (), "griddepcontrol.launch_dependents")
__HIP_SOFT_PLAIN(griddepcontrol_wait, (), "griddepcontrol.wait")
#endif
#undef __HIP_SOFT_FENCES
#undef __HIP_SOFT_PLAIN

}
}

#endif

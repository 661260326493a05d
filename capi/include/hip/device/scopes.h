/* Thread scopes and memory orders by libcu++'s names, and their PTX instructions. The namespace is
 * `cuda`, as in libhipcxx, and `hip` is another name of it. */
#ifndef HIP_DEVICE_SCOPES_H
#define HIP_DEVICE_SCOPES_H

#include <hip/hip_runtime.h>
#include <cstddef>
#include <cstdint>
#include <sched.h>

#if !defined(__HIP__)
#error "this header is for sources that hipcc compiles as HIP"
#endif

namespace cuda {

namespace std {
using namespace ::std;
enum class memory_order : int { relaxed, consume, acquire, release, acq_rel, seq_cst };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed;
inline constexpr memory_order memory_order_consume = memory_order::consume;
inline constexpr memory_order memory_order_acquire = memory_order::acquire;
inline constexpr memory_order memory_order_release = memory_order::release;
inline constexpr memory_order memory_order_acq_rel = memory_order::acq_rel;
inline constexpr memory_order memory_order_seq_cst = memory_order::seq_cst;
}

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

}

/* libhipcxx has both names. */
namespace hip = cuda;

#define __HIP_SOFT_BOTH inline __host__ __device__ __attribute__((always_inline))

namespace hip_detail {

using order = cuda::memory_order;

__HIP_SOFT_BOTH bool acquires(order o)
{
    return o != order::relaxed && o != order::release;
}
__HIP_SOFT_BOTH bool releases(order o)
{
    return o == order::release || o == order::acq_rel || o == order::seq_cst;
}
/* Order of a failed exchange, derived from that of a successful one. */
__HIP_SOFT_BOTH order of_failure(order o)
{
    return o == order::acq_rel ? order::acquire : o == order::release ? order::relaxed : o;
}

/* One instruction for each scope; `Scope` is a constant. */
#define __HIP_SOFT_SCOPED(Scope, head, rest, ...) \
    do { \
        if constexpr ((Scope) == cuda::thread_scope_system) \
            __asm__ volatile(head("sys") rest __VA_ARGS__); \
        else if constexpr ((Scope) == cuda::thread_scope_device) \
            __asm__ volatile(head("gpu") rest __VA_ARGS__); \
        else \
            __asm__ volatile(head("cta") rest __VA_ARGS__); \
    } while (0)

/* Devices before sm_70 have no memory model: volatile accesses and fences are the strongest available. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#define __HIP_SOFT_LD(scope) "ld.volatile"
#define __HIP_SOFT_ST(scope) "st.volatile"
#if __CUDA_ARCH__ < 600
#define __HIP_SOFT_ATOM(scope) "atom"
#else
#define __HIP_SOFT_ATOM(scope) "atom." scope
#endif
#else
#define __HIP_SOFT_LD(scope) "ld.relaxed." scope
#define __HIP_SOFT_ST(scope) "st.relaxed." scope
#define __HIP_SOFT_ATOM(scope) "atom.relaxed." scope
#define __HIP_SOFT_FENCE_SC(scope) "fence.sc." scope ";"
#define __HIP_SOFT_FENCE(scope) "fence.acq_rel." scope ";"
#endif

/* Fence: orders this thread's earlier accesses before its later ones. */
template <cuda::thread_scope Scope> __HIP_SOFT_BOTH void fence(order o)
{
    if (o == order::relaxed)
        return;
#if !defined(__CUDA_ARCH__)
    __atomic_thread_fence(o == order::seq_cst ? __ATOMIC_SEQ_CST : __ATOMIC_ACQ_REL);
#elif __CUDA_ARCH__ < 700
    if constexpr (Scope == cuda::thread_scope_system)
        __threadfence_system();
    else if constexpr (Scope == cuda::thread_scope_device)
        __threadfence();
    else
        __threadfence_block();
#else
    if (o == order::seq_cst)
        __HIP_SOFT_SCOPED(Scope, __HIP_SOFT_FENCE_SC, "", : : : "memory");
    else
        __HIP_SOFT_SCOPED(Scope, __HIP_SOFT_FENCE, "", : : : "memory");
#endif
}

/* Fences before and after a relaxed access, which give it an order. */
template <cuda::thread_scope Scope> __HIP_SOFT_BOTH void fence_before(order o)
{
    if (releases(o))
        fence<Scope>(o);
}
template <cuda::thread_scope Scope> __HIP_SOFT_BOTH void fence_behind(order o)
{
    if (acquires(o))
        fence<Scope>(order::acq_rel);
}

/* Iteration of a spin-wait. */
__HIP_SOFT_BOTH void pause()
{
#if !defined(__CUDA_ARCH__)
    sched_yield();
#endif
}

}

#endif

/* Bulk and tensor copies, from sm_90 on: `cuda::device::experimental`, usually abbreviated `cde`.
 * Included by hip/barrier. */
#ifndef HIP_DEVICE_BULK_COPIES_H
#define HIP_DEVICE_BULK_COPIES_H

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

namespace cuda {
namespace device {
namespace experimental {

using block_barrier = barrier<thread_scope_block>;

/* Address in shared memory, as an operand. */
inline __device__ unsigned int __hip_shared(const void *pointer) { return static_cast<unsigned int>(__cvta_generic_to_shared(pointer)); }

inline __device__ void cp_async_bulk_global_to_shared(void *to, const void *from, ::std::uint32_t bytes, block_barrier &done)
{
    __asm__ volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                     : : "r"(__hip_shared(to)), "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(__hip_shared(&done)) : "memory");
}
inline __device__ void cp_async_bulk_shared_to_global(void *to, const void *from, ::std::uint32_t bytes)
{
    __asm__ volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                     : : "l"(__cvta_generic_to_global(to)), "r"(__hip_shared(from)), "r"(bytes) : "memory");
}
inline __device__ void cp_async_bulk_commit_group() { __asm__ volatile("cp.async.bulk.commit_group;" : : : "memory"); }
/* Waits until all but the last `Left` groups have read their sources. */
template <int Left> inline __device__ void cp_async_bulk_wait_group_read()
{
    __asm__ volatile("cp.async.bulk.wait_group.read %0;" : : "n"(Left) : "memory");
}
/* Proxy fence: orders accesses of shared memory before copies of it. */
inline __device__ void fence_proxy_async_shared_cta() { __asm__ volatile("fence.proxy.async.shared::cta;" : : : "memory"); }

/* Tiles of tensors, by their first element; `map` is the tensor map (`CUtensorMap`). */
#define __HIP_SOFT_TILE(dimensions, places, parameters, ...) \
    template <typename Map> \
    inline __device__ void cp_async_bulk_tensor_##dimensions##_global_to_shared(void *to, const Map *map, parameters, block_barrier &done) \
    { \
        __asm__ volatile("cp.async.bulk.tensor." #dimensions ".shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {" places "}], [%2];" \
                         : : "r"(__hip_shared(to)), "l"(map), "r"(__hip_shared(&done)), __VA_ARGS__ : "memory"); \
    } \
    template <typename Map> \
    inline __device__ void cp_async_bulk_tensor_##dimensions##_shared_to_global(const Map *map, parameters, const void *from) \
    { \
        __asm__ volatile("cp.async.bulk.tensor." #dimensions ".global.shared::cta.tile.bulk_group [%0, {" places "}], [%1];" \
                         : : "l"(map), "r"(__hip_shared(from)), "r"(0), __VA_ARGS__ : "memory"); \
    }
#define __HIP_SOFT_COMMA ,
__HIP_SOFT_TILE(1d, "%3", int a, "r"(a))
__HIP_SOFT_TILE(2d, "%3, %4", int a __HIP_SOFT_COMMA int b, "r"(a), "r"(b))
__HIP_SOFT_TILE(3d, "%3, %4, %5", int a __HIP_SOFT_COMMA int b __HIP_SOFT_COMMA int c, "r"(a), "r"(b), "r"(c))
__HIP_SOFT_TILE(4d, "%3, %4, %5, %6", int a __HIP_SOFT_COMMA int b __HIP_SOFT_COMMA int c __HIP_SOFT_COMMA int d,
                "r"(a), "r"(b), "r"(c), "r"(d))
__HIP_SOFT_TILE(5d, "%3, %4, %5, %6, %7", int a __HIP_SOFT_COMMA int b __HIP_SOFT_COMMA int c __HIP_SOFT_COMMA int d __HIP_SOFT_COMMA int e,
                "r"(a), "r"(b), "r"(c), "r"(d), "r"(e))
#undef __HIP_SOFT_COMMA
#undef __HIP_SOFT_TILE

}
}
}

#endif
#endif

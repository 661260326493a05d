/* `cuda::ptx`: bulk copies, tensor copies, and stores that complete at a barrier. Included by hip/ptx. */
#ifndef HIP_DEVICE_PTX_COPIES_H
#define HIP_DEVICE_PTX_COPIES_H

namespace cuda {
namespace ptx {

inline __device__ void cp_async_bulk(space_cluster_t, space_global_t, void *to, const void *from, const ::std::uint32_t &bytes, ::std::uint64_t *done)
{
    __asm__ volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                     : : "r"(__hip_shared(to)), "l"(__hip_global(from)), "r"(bytes), "r"(__hip_shared(done)) : "memory");
}
/* The block's own memory; the form with `.shared::cta` is newer than the architecture, and this one copies the same. */
inline __device__ void cp_async_bulk(space_shared_t, space_global_t, void *to, const void *from, const ::std::uint32_t &bytes, ::std::uint64_t *done)
{
    cp_async_bulk(space_cluster, space_global, to, from, bytes, done);
}
/* Into the same place of all blocks of a mask. */
inline __device__ void cp_async_bulk(space_cluster_t, space_global_t, void *to, const void *from, const ::std::uint32_t &bytes, ::std::uint64_t *done,
                                     const ::std::uint16_t &mask)
{
    __asm__ volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;"
                     : : "r"(__hip_shared(to)), "l"(__hip_global(from)), "r"(bytes), "r"(__hip_shared(done)), "h"(mask) : "memory");
}
inline __device__ void cp_async_bulk(space_cluster_t, space_shared_t, void *to, const void *from, const ::std::uint32_t &bytes, ::std::uint64_t *done)
{
    __asm__ volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                     : : "r"(__hip_shared(to)), "r"(__hip_shared(from)), "r"(bytes), "r"(__hip_shared(done)) : "memory");
}
inline __device__ void cp_async_bulk(space_global_t, space_shared_t, void *to, const void *from, const ::std::uint32_t &bytes)
{
    __asm__ volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                     : : "l"(__hip_global(to)), "r"(__hip_shared(from)), "r"(bytes) : "memory");
}
inline __device__ void cp_async_bulk_commit_group() { __asm__ volatile("cp.async.bulk.commit_group;" : : : "memory"); }
/* Waits until at most N groups of the thread are in flight; `read`: until all others have read their sources. */
template <int N> inline __device__ void cp_async_bulk_wait_group(n32_t<N>)
{
    __asm__ volatile("cp.async.bulk.wait_group %0;" : : "n"(N) : "memory");
}
template <int N> inline __device__ void cp_async_bulk_wait_group_read(n32_t<N>)
{
    __asm__ volatile("cp.async.bulk.wait_group.read %0;" : : "n"(N) : "memory");
}

/* Reductions of arrays. */
#define __HIP_SOFT_REDUCE(op, word, type, suffix) \
    inline __device__ void cp_reduce_async_bulk(space_global_t, space_shared_t, op_##op##_t, type *to, const type *from, const ::std::uint32_t &bytes) \
    { \
        __asm__ volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." word "." suffix " [%0], [%1], %2;" \
                         : : "l"(__hip_global(to)), "r"(__hip_shared(from)), "r"(bytes) : "memory"); \
    }
#define __HIP_SOFT_REDUCE_CLUSTER(op, word, type, suffix) \
    __HIP_SOFT_REDUCE(op, word, type, suffix) \
    inline __device__ void cp_reduce_async_bulk(space_cluster_t, space_shared_t, op_##op##_t, type *to, const type *from, const ::std::uint32_t &bytes, \
                                                ::std::uint64_t *done) \
    { \
        __asm__ volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes." word "." suffix " [%0], [%1], %2, [%3];" \
                         : : "r"(__hip_shared(to)), "r"(__hip_shared(from)), "r"(bytes), "r"(__hip_shared(done)) : "memory"); \
    }
__HIP_SOFT_REDUCE_CLUSTER(and_op, "and", ::std::int32_t, "b32")
__HIP_SOFT_REDUCE_CLUSTER(and_op, "and", ::std::uint32_t, "b32")
__HIP_SOFT_REDUCE(and_op, "and", ::std::int64_t, "b64")
__HIP_SOFT_REDUCE(and_op, "and", ::std::uint64_t, "b64")
__HIP_SOFT_REDUCE_CLUSTER(or_op, "or", ::std::int32_t, "b32")
__HIP_SOFT_REDUCE_CLUSTER(or_op, "or", ::std::uint32_t, "b32")
__HIP_SOFT_REDUCE(or_op, "or", ::std::int64_t, "b64")
__HIP_SOFT_REDUCE(or_op, "or", ::std::uint64_t, "b64")
__HIP_SOFT_REDUCE_CLUSTER(xor_op, "xor", ::std::int32_t, "b32")
__HIP_SOFT_REDUCE_CLUSTER(xor_op, "xor", ::std::uint32_t, "b32")
__HIP_SOFT_REDUCE(xor_op, "xor", ::std::int64_t, "b64")
__HIP_SOFT_REDUCE(xor_op, "xor", ::std::uint64_t, "b64")
__HIP_SOFT_REDUCE_CLUSTER(add, "add", ::std::int32_t, "s32")
__HIP_SOFT_REDUCE_CLUSTER(add, "add", ::std::uint32_t, "u32")
__HIP_SOFT_REDUCE_CLUSTER(add, "add", ::std::uint64_t, "u64")
__HIP_SOFT_REDUCE_CLUSTER(min, "min", ::std::int32_t, "s32")
__HIP_SOFT_REDUCE_CLUSTER(min, "min", ::std::uint32_t, "u32")
__HIP_SOFT_REDUCE(min, "min", ::std::int64_t, "s64")
__HIP_SOFT_REDUCE(min, "min", ::std::uint64_t, "u64")
__HIP_SOFT_REDUCE_CLUSTER(max, "max", ::std::int32_t, "s32")
__HIP_SOFT_REDUCE_CLUSTER(max, "max", ::std::uint32_t, "u32")
__HIP_SOFT_REDUCE(max, "max", ::std::int64_t, "s64")
__HIP_SOFT_REDUCE(max, "max", ::std::uint64_t, "u64")
/* Sums of signed numbers are those of unsigned ones. */
__HIP_SOFT_REDUCE_CLUSTER(add, "add", ::std::int64_t, "u64")
__HIP_SOFT_REDUCE(add, "add", float, "f32")
__HIP_SOFT_REDUCE(add, "add", double, "f64")
__HIP_SOFT_REDUCE_CLUSTER(inc, "inc", ::std::uint32_t, "u32")
__HIP_SOFT_REDUCE_CLUSTER(dec, "dec", ::std::uint32_t, "u32")
#undef __HIP_SOFT_REDUCE_CLUSTER
#undef __HIP_SOFT_REDUCE

/* Tiles of tensors; `map` is the tensor map. */
#define __HIP_SOFT_TILE(rank, places, ...) \
    inline __device__ void cp_async_bulk_tensor(space_cluster_t, space_global_t, void *to, const void *map, const ::std::int32_t (&at)[rank], ::std::uint64_t *done) \
    { \
        __asm__ volatile("cp.async.bulk.tensor." #rank "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {" places "}], [%2];" \
                         : : "r"(__hip_shared(to)), "l"(map), "r"(__hip_shared(done)), "h"((unsigned short)0), __VA_ARGS__ : "memory"); \
    } \
    inline __device__ void cp_async_bulk_tensor(space_shared_t, space_global_t, void *to, const void *map, const ::std::int32_t (&at)[rank], ::std::uint64_t *done) \
    { \
        cp_async_bulk_tensor(space_cluster, space_global, to, map, at, done); \
    } \
    inline __device__ void cp_async_bulk_tensor(space_cluster_t, space_global_t, void *to, const void *map, const ::std::int32_t (&at)[rank], ::std::uint64_t *done, \
                                                const ::std::uint16_t &mask) \
    { \
        __asm__ volatile("cp.async.bulk.tensor." #rank "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {" places "}], [%2], %3;" \
                         : : "r"(__hip_shared(to)), "l"(map), "r"(__hip_shared(done)), "h"(mask), __VA_ARGS__ : "memory"); \
    } \
    inline __device__ void cp_async_bulk_tensor(space_global_t, space_shared_t, const void *map, const ::std::int32_t (&at)[rank], const void *from) \
    { \
        __asm__ volatile("cp.async.bulk.tensor." #rank "d.global.shared::cta.tile.bulk_group [%0, {" places "}], [%1];" \
                         : : "l"(map), "r"(__hip_shared(from)), "r"(0), "r"(0), __VA_ARGS__ : "memory"); \
    } \
    template <__hip_op Op> \
    inline __device__ void cp_reduce_async_bulk_tensor(space_global_t, space_shared_t, op_t<Op>, const void *map, const ::std::int32_t (&at)[rank], const void *from) \
    { \
        __HIP_SOFT_OPS(rank, places, __VA_ARGS__) \
    }
#define __HIP_SOFT_OF(op, word, rank, places, ...) \
    if (Op == __hip_op::op) \
        __asm__ volatile("cp.reduce.async.bulk.tensor." #rank "d.global.shared::cta." word ".tile.bulk_group [%0, {" places "}], [%1];" \
                         : : "l"(map), "r"(__hip_shared(from)), "r"(0), "r"(0), __VA_ARGS__ : "memory");
#define __HIP_SOFT_OPS(rank, places, ...) \
    __HIP_SOFT_OF(add, "add", rank, places, __VA_ARGS__) __HIP_SOFT_OF(min, "min", rank, places, __VA_ARGS__) \
    __HIP_SOFT_OF(max, "max", rank, places, __VA_ARGS__) __HIP_SOFT_OF(inc, "inc", rank, places, __VA_ARGS__) \
    __HIP_SOFT_OF(dec, "dec", rank, places, __VA_ARGS__) __HIP_SOFT_OF(op_and, "and", rank, places, __VA_ARGS__) \
    __HIP_SOFT_OF(op_or, "or", rank, places, __VA_ARGS__) __HIP_SOFT_OF(op_xor, "xor", rank, places, __VA_ARGS__)
__HIP_SOFT_TILE(1, "%4", "r"(at[0]))
__HIP_SOFT_TILE(2, "%4, %5", "r"(at[0]), "r"(at[1]))
__HIP_SOFT_TILE(3, "%4, %5, %6", "r"(at[0]), "r"(at[1]), "r"(at[2]))
__HIP_SOFT_TILE(4, "%4, %5, %6, %7", "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]))
__HIP_SOFT_TILE(5, "%4, %5, %6, %7, %8", "r"(at[0]), "r"(at[1]), "r"(at[2]), "r"(at[3]), "r"(at[4]))
#undef __HIP_SOFT_OPS
#undef __HIP_SOFT_OF
#undef __HIP_SOFT_TILE

/* Stores into another block's memory, which complete at a barrier there. */
template <typename T> inline __device__ void st_async(T *to, const T &value, ::std::uint64_t *done)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "st_async: values of 4 or 8 bytes");
    if (sizeof(T) == 4) {
        unsigned int bits;
        __builtin_memcpy(&bits, &value, 4);
        __asm__ volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];"
                         : : "r"(__hip_shared(to)), "r"(bits), "r"(__hip_shared(done)) : "memory");
    } else {
        unsigned long long bits;
        __builtin_memcpy(&bits, &value, sizeof(T));
        __asm__ volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];"
                         : : "r"(__hip_shared(to)), "l"(bits), "r"(__hip_shared(done)) : "memory");
    }
}
#define __HIP_SOFT_RED_ASYNC(op, word, type, suffix, constraint) \
    inline __device__ void red_async(sem_relaxed_t, scope_cluster_t, space_cluster_t, op_##op##_t, type *to, const type &value, ::std::uint64_t *done) \
    { \
        __asm__ volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes." word "." suffix " [%0], %1, [%2];" \
                         : : "r"(__hip_shared(to)), constraint(value), "r"(__hip_shared(done)) : "memory"); \
    }
__HIP_SOFT_RED_ASYNC(add, "add", ::std::int32_t, "s32", "r")
__HIP_SOFT_RED_ASYNC(add, "add", ::std::uint32_t, "u32", "r")
__HIP_SOFT_RED_ASYNC(add, "add", ::std::int64_t, "s64", "l")
__HIP_SOFT_RED_ASYNC(add, "add", ::std::uint64_t, "u64", "l")
__HIP_SOFT_RED_ASYNC(and_op, "and", ::std::uint32_t, "b32", "r")
__HIP_SOFT_RED_ASYNC(dec, "dec", ::std::uint32_t, "u32", "r")
__HIP_SOFT_RED_ASYNC(inc, "inc", ::std::uint32_t, "u32", "r")
__HIP_SOFT_RED_ASYNC(max, "max", ::std::int32_t, "s32", "r")
__HIP_SOFT_RED_ASYNC(max, "max", ::std::uint32_t, "u32", "r")
__HIP_SOFT_RED_ASYNC(min, "min", ::std::int32_t, "s32", "r")
__HIP_SOFT_RED_ASYNC(min, "min", ::std::uint32_t, "u32", "r")
__HIP_SOFT_RED_ASYNC(or_op, "or", ::std::uint32_t, "b32", "r")
__HIP_SOFT_RED_ASYNC(xor_op, "xor", ::std::uint32_t, "b32", "r")
#undef __HIP_SOFT_RED_ASYNC

}
}

#endif

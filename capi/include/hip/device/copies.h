/* `cuda::memcpy_async`: copies that a barrier's phase or a pipeline's stage waits for. From global to shared memory they are
 * `cp.async` from sm_80 on, where place and size allow; all others are done at once. */
#ifndef HIP_DEVICE_COPIES_H
#define HIP_DEVICE_COPIES_H

#include <hip/device/scopes.h>

namespace cuda {

/* Size in bytes with an alignment of both places. */
template <size_t Alignment> struct aligned_size_t {
    static_assert(Alignment != 0 && (Alignment & (Alignment - 1)) == 0, "an alignment is a power of two");
    static constexpr size_t align = Alignment;
    size_t value;
    explicit constexpr __host__ __device__ aligned_size_t(size_t bytes) : value(bytes) {}
    constexpr __host__ __device__ operator size_t() const { return value; }
};

enum class async_contract_fulfillment { none, async };

}

namespace hip_detail {

template <typename Shape> struct alignment_of_shape { static constexpr size_t value = 1; };
template <size_t Alignment> struct alignment_of_shape<cuda::aligned_size_t<Alignment>> { static constexpr size_t value = Alignment; };

/* One thread, as a group. */
struct alone {
    static constexpr __host__ __device__ unsigned int thread_rank() { return 0; }
    static constexpr __host__ __device__ unsigned int size() { return 1; }
};

/* A thread's part of a copy, in pieces of a size. */
template <size_t Piece> __HIP_SOFT_BOTH void copy_pieces(char *to, const char *from, size_t bytes, size_t rank, size_t threads)
{
    struct alignas(Piece) piece { char bytes[Piece]; };
    for (size_t at = rank * Piece; at < bytes; at += threads * Piece)
        *reinterpret_cast<piece *>(to + at) = *reinterpret_cast<const piece *>(from + at);
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
template <size_t Piece>
inline __device__ void start_pieces(unsigned int to, unsigned long long from, size_t bytes, size_t rank, size_t threads)
{
    for (size_t at = rank * Piece; at < bytes; at += threads * Piece) {
        if constexpr (Piece == 16)
            __asm__ volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(to + static_cast<unsigned int>(at)), "l"(from + at) : "memory");
        else
            __asm__ volatile("cp.async.ca.shared.global [%0], [%1], %2;"
                             : : "r"(to + static_cast<unsigned int>(at)), "l"(from + at), "n"(static_cast<int>(Piece)) : "memory");
    }
}
#endif

/* Copies a thread's part, or starts to. Returns whether a copy is in flight. */
template <typename Group, typename Shape>
__HIP_SOFT_BOTH bool start_copy(const Group &group, void *to, const void *from, Shape shape)
{
    size_t bytes = shape;
#if defined(__CUDA_ARCH__)
    size_t rank = group.thread_rank(), threads = group.size();
    constexpr size_t known = alignment_of_shape<Shape>::value;
    char *target = static_cast<char *>(to);
    const char *source = static_cast<const char *>(from);
    size_t alignment = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from) | bytes;
    bool by_16 = known >= 16 || alignment % 16 == 0, by_8 = known >= 8 || alignment % 8 == 0, by_4 = known >= 4 || alignment % 4 == 0;
#if __CUDA_ARCH__ >= 800
    if (by_4 && __isShared(to) && __isGlobal(from)) {
        unsigned int place = static_cast<unsigned int>(__cvta_generic_to_shared(to));
        unsigned long long global = static_cast<unsigned long long>(__cvta_generic_to_global(from));
        if (by_16)
            start_pieces<16>(place, global, bytes, rank, threads);
        else if (by_8)
            start_pieces<8>(place, global, bytes, rank, threads);
        else
            start_pieces<4>(place, global, bytes, rank, threads);
        return true;
    }
#endif
    if (by_16)
        copy_pieces<16>(target, source, bytes, rank, threads);
    else if (by_8)
        copy_pieces<8>(target, source, bytes, rank, threads);
    else if (by_4)
        copy_pieces<4>(target, source, bytes, rank, threads);
    else
        copy_pieces<1>(target, source, bytes, rank, threads);
    return false;
#else
    if (group.thread_rank() == 0)
        __builtin_memcpy(to, from, bytes);
    return false;
#endif
}

__HIP_SOFT_BOTH void commit_copies()
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    __asm__ volatile("cp.async.commit_group;" : : : "memory");
#endif
}
#define __HIP_SOFT_WAIT(left) \
    case left: \
        __asm__ volatile("cp.async.wait_group %0;" : : "n"(left) : "memory"); \
        break;
/* Waits until at most the last `left` groups of this thread's copies are in flight. The instruction takes a constant:
 * beyond these it waits for more groups than necessary. */
__HIP_SOFT_BOTH void wait_copies(size_t left)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    switch (left < 8 ? left : 8) {
        __HIP_SOFT_WAIT(0)
        __HIP_SOFT_WAIT(1)
        __HIP_SOFT_WAIT(2)
        __HIP_SOFT_WAIT(3)
        __HIP_SOFT_WAIT(4)
        __HIP_SOFT_WAIT(5)
        __HIP_SOFT_WAIT(6)
        __HIP_SOFT_WAIT(7)
        __HIP_SOFT_WAIT(8)
    }
#else
    static_cast<void>(left);
#endif
}
#undef __HIP_SOFT_WAIT

}

#endif

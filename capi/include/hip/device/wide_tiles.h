/* Tiles of several warps: 64 to 1024 neighbouring threads of a block. Included by hip_cooperative_groups.h. */
#ifndef HIP_DEVICE_WIDE_TILES_H
#define HIP_DEVICE_WIDE_TILES_H

namespace cooperative_groups {

/* Memory for such tiles, required on older devices; unused here. */
template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
    unsigned int unused;
};
template <unsigned int MaxBlockSize> inline __device__ thread_block this_thread_block(block_tile_memory<MaxBlockSize> &)
{
    return thread_block();
}

namespace detail {

template <unsigned int Size> class wide_tile {
    static_assert((Size & (Size - 1)) == 0 && Size <= 1024, "a tile has a power of two threads, at most 1024");
    static constexpr unsigned int warps = Size / 32, tiles = 1024 / Size;

  public:
    static constexpr unsigned int width = Size;
    static __device__ unsigned int thread_rank() { return thread_block::thread_rank() % Size; }
    static __device__ unsigned int meta_group_rank() { return thread_block::thread_rank() / Size; }
    static __device__ unsigned int meta_group_size() { return (thread_block::num_threads() + Size - 1) / Size; }
    static constexpr __device__ unsigned int num_threads() { return Size; }
    static constexpr __device__ unsigned int size() { return Size; }
    static constexpr __device__ bool is_valid() { return true; }

    /* The top bit of the word flips when the last warp arrives, as in `grid_barrier`. */
    static __device__ void sync()
    {
        __syncwarp();
        if (__lane_id() == 0) {
            unsigned int *word = arrived() + meta_group_rank();
            __threadfence_block();
            unsigned int before = atomicAdd(word, warp() == 0 ? 0x80000000u - (warps - 1) : 1u);
            while (((*static_cast<volatile unsigned int *>(word) ^ before) & 0x80000000u) == 0) {
            }
            __threadfence_block();
        }
        __syncwarp();
    }
    template <typename T> static __device__ T shfl(T value, int rank)
    {
        T *place = slots<T>();
        if (static_cast<int>(thread_rank()) == rank)
            *place = value;
        sync();
        T result = *place;
        sync();
        return result;
    }
    static __device__ int any(int predicate)
    {
        return folded(__any_sync(~0u, predicate), [](int a, int b) { return a | b; });
    }
    static __device__ int all(int predicate)
    {
        return folded(__all_sync(~0u, predicate), [](int a, int b) { return a & b; });
    }
    /* Values of all warps, one each, in order. */
    template <typename T, typename Combine> static __device__ T folded(T of_warp, Combine combine)
    {
        T *places = slots<T>();
        if (__lane_id() == 0)
            places[warp()] = of_warp;
        sync();
        T result = places[0];
        for (unsigned int n = 1; n < warps; ++n)
            result = combine(result, places[n]);
        sync();
        return result;
    }

    /* Called by all threads of the parent between two of its barriers. */
    static __device__ void start()
    {
        if (thread_rank() == 0)
            arrived()[meta_group_rank()] = 0;
    }

  private:
    static __device__ unsigned int warp() { return thread_rank() / 32; }
    static __device__ unsigned int *arrived()
    {
        static __shared__ unsigned int words[tiles];
        return words;
    }
    template <typename T> static __device__ T *slots()
    {
        static_assert(__is_trivially_copyable(T), "threads exchange values that can be copied bit by bit");
        struct alignas(T) room { unsigned char bytes[sizeof(T)]; };
        static __shared__ room all[tiles * warps];
        return reinterpret_cast<T *>(all) + meta_group_rank() * warps;
    }
};

}

#define __HIP_SOFT_WIDE(size) \
    template <> class thread_block_tile<size, void> : public detail::wide_tile<size> {};
__HIP_SOFT_WIDE(64)
__HIP_SOFT_WIDE(128)
__HIP_SOFT_WIDE(256)
__HIP_SOFT_WIDE(512)
__HIP_SOFT_WIDE(1024)
#undef __HIP_SOFT_WIDE

}

#endif

/* Groups of threads: the grid, the block, tiles of a warp, and the lanes that are here together. */
#ifndef HIP_COOPERATIVE_GROUPS_H
#define HIP_COOPERATIVE_GROUPS_H
#include <hip/hip_runtime.h>
#if defined(__cplusplus) && defined(__HIP__)

namespace cooperative_groups {
namespace detail {

/* Of a cooperative grid: a word of its size, then the word its barrier counts in. Null for other grids. */
struct grid_workspace {
    unsigned int bytes;
    unsigned int arrived;
};

inline __device__ grid_workspace *workspace()
{
    unsigned int high, low;
    __asm__ volatile("mov.b32 %0, %%envreg1;" : "=r"(high));
    __asm__ volatile("mov.b32 %0, %%envreg2;" : "=r"(low));
    return reinterpret_cast<grid_workspace *>(static_cast<unsigned long long>(high) << 32 | low);
}

/* A block adds one; the first block adds what makes the sum of all 2^31. So the top bit turns when the last block
 * arrives, every bit below it is as before, and the word can be used again at once. */
inline __device__ void grid_barrier(grid_workspace *workspace)
{
    __syncthreads();
    if ((threadIdx.x | threadIdx.y | threadIdx.z) == 0) {
        unsigned int blocks = gridDim.x * gridDim.y * gridDim.z;
        bool is_first = (blockIdx.x | blockIdx.y | blockIdx.z) == 0;
        __threadfence();
        unsigned int before = atomicAdd(&workspace->arrived, is_first ? 0x80000000u - (blocks - 1) : 1u);
        volatile unsigned int *arrived = &workspace->arrived;
        while (((*arrived ^ before) & 0x80000000u) == 0) {
        }
        __threadfence();
    }
    __syncthreads();
}

}

/* The threads of a block; its members cost nothing to copy. */
class thread_block {
  public:
    static __device__ void sync() { __syncthreads(); }
    static __device__ unsigned int thread_rank()
    {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    static __device__ unsigned int num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
    static __device__ unsigned int size() { return num_threads(); }
    static __device__ dim3 group_index() { return blockIdx; }
    static __device__ dim3 thread_index() { return threadIdx; }
    static __device__ dim3 group_dim() { return blockDim; }
    static __device__ dim3 dim_threads() { return blockDim; }
    static __device__ bool is_valid() { return true; }
};

/* The threads of a grid; `sync` needs a cooperative launch. */
class grid_group {
  public:
    static __device__ void sync()
    {
        detail::grid_workspace *workspace = detail::workspace();
        if (workspace == nullptr)
            __trap();
        detail::grid_barrier(workspace);
    }
    static __device__ bool is_valid() { return detail::workspace() != nullptr; }
    static __device__ unsigned long long block_rank()
    {
        return (static_cast<unsigned long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    static __device__ unsigned long long num_blocks()
    {
        return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
    }
    static __device__ unsigned long long thread_rank()
    {
        return block_rank() * thread_block::num_threads() + thread_block::thread_rank();
    }
    static __device__ unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
    static __device__ unsigned long long size() { return num_threads(); }
    static __device__ dim3 group_dim() { return gridDim; }
    static __device__ dim3 dim_blocks() { return gridDim; }
    static __device__ dim3 block_index() { return blockIdx; }
};

namespace detail {

/* Lanes of one warp, by their mask; `Width` is how many a tile has. */
class lanes {
  public:
    __device__ void sync() const { __syncwarp(mask_); }
    __device__ unsigned int thread_rank() const { return __popc(mask_ & ((1u << __lane_id()) - 1)); }
    __device__ unsigned int num_threads() const { return __popc(mask_); }
    __device__ unsigned int size() const { return num_threads(); }
    __device__ int any(int predicate) const { return __any_sync(mask_, predicate); }
    __device__ int all(int predicate) const { return __all_sync(mask_, predicate); }
    /* Bits count from the group's first lane. */
    __device__ unsigned long long ballot(int predicate) const { return packed(__ballot_sync(mask_, predicate)); }
    template <typename T> __device__ unsigned long long match_any(T value) const
    {
        return packed((unsigned int)__match_any_sync(mask_, value));
    }
    template <typename T> __device__ unsigned long long match_all(T value, int &predicate) const
    {
        return packed((unsigned int)__match_all_sync(mask_, value, &predicate));
    }

  protected:
    explicit __device__ lanes(unsigned int mask) : mask_(mask) {}
    /* The lane that has a rank in the group. */
    __device__ unsigned int lane(unsigned int rank) const { return __fns(mask_, 0, static_cast<int>(rank) + 1); }
    __device__ unsigned int packed(unsigned int bits) const
    {
        unsigned int result = 0, place = 0;
        for (unsigned int rest = mask_; rest != 0; rest &= rest - 1)
            result |= (bits >> (__ffs((int)rest) - 1) & 1u) << place++;
        return result;
    }
    unsigned int mask_;
};

}

/* The lanes of a warp that reached a place together. */
class coalesced_group : public detail::lanes {
  public:
    template <typename T> __device__ T shfl(T value, unsigned int rank) const
    {
        return __shfl_sync(mask_, value, static_cast<int>(lane(rank % num_threads())));
    }
    /* Past the last lane, a lane's own value stays. */
    template <typename T> __device__ T shfl_down(T value, unsigned int delta) const
    {
        unsigned int rank = thread_rank();
        unsigned int source = rank + delta < num_threads() ? lane(rank + delta) : __lane_id();
        return __shfl_sync(mask_, value, static_cast<int>(source));
    }
    template <typename T> __device__ T shfl_up(T value, unsigned int delta) const
    {
        unsigned int rank = thread_rank();
        unsigned int source = rank >= delta ? lane(rank - delta) : __lane_id();
        return __shfl_sync(mask_, value, static_cast<int>(source));
    }

  private:
    explicit __device__ coalesced_group(unsigned int mask) : lanes(mask) {}
    friend __device__ coalesced_group coalesced_threads();
    template <typename Group> friend __device__ coalesced_group binary_partition(const Group &, bool);
};

inline __device__ coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

/* `Size` neighbouring lanes of a warp: a power of two up to 32. */
template <unsigned int Size, typename Parent = void> class thread_block_tile;

template <unsigned int Size> class thread_block_tile<Size, void> : public detail::lanes {
    static_assert(Size != 0 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, 8, 16 or 32 lanes");

  public:
    static constexpr unsigned int width = Size;
    static __device__ unsigned int thread_rank() { return thread_block::thread_rank() % Size; }
    static __device__ unsigned int meta_group_rank() { return thread_block::thread_rank() / Size; }
    static __device__ unsigned int meta_group_size() { return (thread_block::num_threads() + Size - 1) / Size; }
    static constexpr __device__ unsigned int num_threads() { return Size; }
    static constexpr __device__ unsigned int size() { return Size; }
    template <typename T> __device__ T shfl(T value, int rank) const { return __shfl_sync(mask_, value, rank, Size); }
    template <typename T> __device__ T shfl_down(T value, unsigned int delta) const
    {
        return __shfl_down_sync(mask_, value, delta, Size);
    }
    template <typename T> __device__ T shfl_up(T value, unsigned int delta) const
    {
        return __shfl_up_sync(mask_, value, delta, Size);
    }
    template <typename T> __device__ T shfl_xor(T value, unsigned int bits) const
    {
        return __shfl_xor_sync(mask_, value, static_cast<int>(bits), Size);
    }

  protected:
    static __device__ unsigned int tile_mask()
    {
        if constexpr (Size == 32)
            return __activemask();
        else
            return ((1u << Size % 32) - 1) << (__lane_id() / Size * Size);
    }
    explicit __device__ thread_block_tile() : lanes(tile_mask()) {}
};

/* A tile that remembers what it is of is also one that does not. */
template <unsigned int Size, typename Parent> class thread_block_tile : public thread_block_tile<Size, void> {
    __device__ thread_block_tile() = default;
    template <unsigned int S, typename P> friend __device__ thread_block_tile<S, P> tiled_partition(const P &);
};

inline __device__ thread_block this_thread_block() { return thread_block(); }
inline __device__ grid_group this_grid() { return grid_group(); }

template <unsigned int Size, typename Parent>
inline __device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &)
{
    return thread_block_tile<Size, Parent>();
}

/* The lanes of a group that say the same. */
template <typename Group> inline __device__ coalesced_group binary_partition(const Group &, bool predicate)
{
    unsigned int here = __activemask(), yes = __ballot_sync(here, predicate);
    return coalesced_group(predicate ? yes : here & ~yes);
}

template <typename Group> inline __device__ void sync(const Group &group) { group.sync(); }
template <typename Group> inline __device__ auto thread_rank(const Group &group) { return group.thread_rank(); }
template <typename Group> inline __device__ auto group_size(const Group &group) { return group.size(); }

template <typename T> struct plus { __device__ T operator()(T a, T b) const { return a + b; } };
template <typename T> struct less { __device__ T operator()(T a, T b) const { return b < a ? b : a; } };
template <typename T> struct greater { __device__ T operator()(T a, T b) const { return a < b ? b : a; } };
template <typename T> struct bit_and { __device__ T operator()(T a, T b) const { return a & b; } };
template <typename T> struct bit_or { __device__ T operator()(T a, T b) const { return a | b; } };
template <typename T> struct bit_xor { __device__ T operator()(T a, T b) const { return a ^ b; } };

/* One value of all a tile's, in every lane; `combine` is associative. */
template <unsigned int Size, typename Parent, typename T, typename Combine>
inline __device__ T reduce(const thread_block_tile<Size, Parent> &tile, T value, Combine combine)
{
    for (unsigned int bits = Size / 2; bits > 0; bits /= 2)
        value = combine(value, tile.shfl_xor(value, bits));
    return value;
}

}

#endif
#endif

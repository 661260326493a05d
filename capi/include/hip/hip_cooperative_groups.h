/* Groups of threads: grids, blocks, tiles of a warp, coalesced lanes. */
#ifndef HIP_COOPERATIVE_GROUPS_H
#define HIP_COOPERATIVE_GROUPS_H
#include <hip/hip_runtime.h>
#if defined(__cplusplus) && defined(__HIP__)

namespace cooperative_groups {

class coalesced_group;
template <typename Group> __device__ coalesced_group binary_partition(const Group &, bool);
template <typename Group, typename Label> __device__ coalesced_group labeled_partition(const Group &, Label);

namespace detail {

class lanes;

/* Address of a cooperative grid's size and of the word in which its barrier counts. Null for other grids. */
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

/* A block adds one; the first adds the rest of 2^31. The top bit therefore flips when the last block
 * arrives, all lower bits are as before, and the word can be reused immediately. */
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

/* The threads of a block; without state. */
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

/* Lanes of a warp, a block or a grid: a group whose kind is known at run time. */
class thread_group {
  public:
    __device__ void sync() const
    {
        if (kind_ == lanes_of_warp)
            __syncwarp(mask_);
        else if (kind_ == whole_block)
            thread_block::sync();
        else
            grid_group::sync();
    }
    __device__ unsigned long long num_threads() const
    {
        return kind_ == lanes_of_warp ? __popc(mask_) : kind_ == whole_block ? thread_block::num_threads() : grid_group::num_threads();
    }
    __device__ unsigned long long size() const { return num_threads(); }
    __device__ unsigned long long thread_rank() const
    {
        return kind_ == lanes_of_warp ? __popc(mask_ & ((1u << __lane_id()) - 1))
               : kind_ == whole_block ? thread_block::thread_rank()
                                      : grid_group::thread_rank();
    }
    __device__ bool is_valid() const { return kind_ != whole_grid || grid_group::is_valid(); }

    __device__ thread_group(const thread_block &) : kind_(whole_block), mask_(0) {}
    __device__ thread_group(const grid_group &) : kind_(whole_grid), mask_(0) {}

  private:
    enum kind { lanes_of_warp, whole_block, whole_grid };
    explicit __device__ thread_group(unsigned int mask) : kind_(lanes_of_warp), mask_(mask) {}
    friend class detail::lanes;
    friend __device__ thread_group tiled_partition(const thread_group &, unsigned int);
    kind kind_;
    unsigned int mask_;
};

namespace detail {

/* Moves a value of any size between lanes, 32 bits at a time. */
template <typename T, typename Move> inline __device__ T moved(const T &value, Move move)
{
    static_assert(__is_trivially_copyable(T), "lanes exchange values that can be copied bit by bit");
    unsigned int words[(sizeof(T) + 3) / 4] = {};
    __builtin_memcpy(words, &value, sizeof(T));
    for (unsigned int &word : words)
        word = move(word);
    T result;
    __builtin_memcpy(&result, words, sizeof(T));
    return result;
}

/* Lanes of one warp, by their mask. */
class lanes {
  public:
    __device__ void sync() const { __syncwarp(mask_); }
    __device__ unsigned int thread_rank() const { return __popc(mask_ & ((1u << __lane_id()) - 1)); }
    __device__ unsigned int num_threads() const { return __popc(mask_); }
    __device__ unsigned int size() const { return num_threads(); }
    static __device__ bool is_valid() { return true; }
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
    __device__ operator thread_group() const { return thread_group(mask_); }

  protected:
    explicit __device__ lanes(unsigned int mask) : mask_(mask) {}
    /* The lane that has a rank in the group. */
    __device__ unsigned int lane(unsigned int rank) const { return __fns(mask_, 0, static_cast<int>(rank) + 1); }
    template <typename T> __device__ T from(T value, unsigned int lane) const
    {
        unsigned int mask = mask_;
        return moved(value, [mask, lane](unsigned int word) { return __shfl_sync(mask, word, static_cast<int>(lane)); });
    }
    __device__ unsigned int packed(unsigned int bits) const
    {
        unsigned int result = 0, place = 0;
        for (unsigned int rest = mask_; rest != 0; rest &= rest - 1)
            result |= (bits >> (__ffs((int)rest) - 1) & 1u) << place++;
        return result;
    }
    template <typename Group, typename Label>
    friend __device__ coalesced_group cooperative_groups::labeled_partition(const Group &, Label);
    template <typename Group> friend __device__ coalesced_group cooperative_groups::binary_partition(const Group &, bool);
    unsigned int mask_;
};

}

/* The lanes of a warp that are active together. */
class coalesced_group : public detail::lanes {
  public:
    template <typename T> __device__ T shfl(T value, unsigned int rank) const
    {
        return from(value, lane(rank % num_threads()));
    }
    /* A lane without a source lane keeps its value. */
    template <typename T> __device__ T shfl_down(T value, unsigned int delta) const
    {
        unsigned int rank = thread_rank();
        return from(value, rank + delta < num_threads() ? lane(rank + delta) : __lane_id());
    }
    template <typename T> __device__ T shfl_up(T value, unsigned int delta) const
    {
        unsigned int rank = thread_rank();
        return from(value, rank >= delta ? lane(rank - delta) : __lane_id());
    }
    __device__ unsigned int meta_group_rank() const { return meta_rank_; }
    __device__ unsigned int meta_group_size() const { return meta_size_; }

  private:
    explicit __device__ coalesced_group(unsigned int mask, unsigned int meta_rank = 0, unsigned int meta_size = 1)
        : lanes(mask), meta_rank_(meta_rank), meta_size_(meta_size)
    {
    }
    friend __device__ coalesced_group coalesced_threads();
    friend __device__ coalesced_group tiled_partition(const coalesced_group &, unsigned int);
    template <typename Group> friend __device__ coalesced_group binary_partition(const Group &, bool);
    template <typename Group, typename Label> friend __device__ coalesced_group labeled_partition(const Group &, Label);
    unsigned int meta_rank_, meta_size_;
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
    template <typename T> __device__ T shfl(T value, int rank) const
    {
        return detail::moved(value, [&](unsigned int word) { return __shfl_sync(mask_, word, rank, Size); });
    }
    template <typename T> __device__ T shfl_down(T value, unsigned int delta) const
    {
        return detail::moved(value, [&](unsigned int word) { return __shfl_down_sync(mask_, word, delta, Size); });
    }
    template <typename T> __device__ T shfl_up(T value, unsigned int delta) const
    {
        return detail::moved(value, [&](unsigned int word) { return __shfl_up_sync(mask_, word, delta, Size); });
    }
    template <typename T> __device__ T shfl_xor(T value, unsigned int bits) const
    {
        return detail::moved(value, [&](unsigned int word) {
            return __shfl_xor_sync(mask_, word, static_cast<int>(bits), Size);
        });
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

}

#include <hip/device/wide_tiles.h>

namespace cooperative_groups {

/* A tile with a parent type converts to one without. */
template <unsigned int Size, typename Parent> class thread_block_tile : public thread_block_tile<Size, void> {
  public:
    static __device__ unsigned int meta_group_rank() { return Parent::thread_rank() / Size; }
    static __device__ unsigned int meta_group_size() { return (Parent::num_threads() + Size - 1) / Size; }

  private:
    __device__ thread_block_tile() = default;
    template <unsigned int S, typename P> friend __device__ thread_block_tile<S, P> tiled_partition(const P &);
};

inline __device__ thread_block this_thread_block() { return thread_block(); }
inline __device__ grid_group this_grid() { return grid_group(); }

/* Grids of several devices have no common barrier here. CUDA 13 has removed them. */
#define __HIP_SOFT_UNAVAILABLE \
    __attribute__((unavailable("grids of several devices have no common barrier here; use this_grid() on each device")))
class __HIP_SOFT_UNAVAILABLE multi_grid_group {};
__device__ __HIP_SOFT_UNAVAILABLE multi_grid_group this_multi_grid();
#undef __HIP_SOFT_UNAVAILABLE

template <unsigned int Size, typename Parent>
inline __device__ thread_block_tile<Size, Parent> tiled_partition(const Parent &parent)
{
    if constexpr (Size > 32) {
        parent.sync();
        thread_block_tile<Size, void>::start();
        parent.sync();
    }
    return thread_block_tile<Size, Parent>();
}

/* Adjacent lanes of a group. */
inline __device__ coalesced_group tiled_partition(const coalesced_group &parent, unsigned int size)
{
    unsigned int tile = parent.thread_rank() / size, mask = 0, rank = 0;
    for (unsigned int rest = parent.mask_; rest != 0; rest &= rest - 1, ++rank)
        mask |= rank / size == tile ? rest & -rest : 0;
    return coalesced_group(mask, tile, (parent.num_threads() + size - 1) / size);
}

/* Of a block or of a warp's lanes: `size` is a power of two up to 32. */
inline __device__ thread_group tiled_partition(const thread_group &parent, unsigned int size)
{
    unsigned int first = __lane_id() / size * size;
    unsigned int mask = size >= 32 ? __activemask() : ((1u << size) - 1) << first;
    return thread_group(parent.kind_ == thread_group::lanes_of_warp ? mask & parent.mask_ : mask);
}

/* The lanes of a group with equal labels. */
template <typename Group> inline __device__ coalesced_group binary_partition(const Group &group, bool predicate)
{
    unsigned int here = static_cast<const detail::lanes &>(group).mask_, yes = __ballot_sync(here, predicate);
    return coalesced_group(predicate ? yes : here & ~yes);
}
template <typename Group, typename Label>
inline __device__ coalesced_group labeled_partition(const Group &group, Label label)
{
    unsigned int here = static_cast<const detail::lanes &>(group).mask_;
    return coalesced_group(static_cast<unsigned int>(__match_any_sync(here, static_cast<long long>(label))));
}

template <typename Group> inline __device__ void sync(const Group &group) { group.sync(); }
template <typename Group> inline __device__ bool is_valid(const Group &group) { return group.is_valid(); }
template <typename Group> inline __device__ auto thread_rank(const Group &group) { return group.thread_rank(); }
template <typename Group> inline __device__ auto group_size(const Group &group) { return group.size(); }

}

#include <hip/device/clusters.h>
#include <hip/device/group_algorithms.h>

#endif
#endif

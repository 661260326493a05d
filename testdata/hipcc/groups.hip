// Every member and function of cooperative groups. The test compiles it and lowers each kernel; none is run.
#include <hip/hip_cooperative_groups.h>
#include <initializer_list>

namespace cg = cooperative_groups;

struct Wide {
    double a;
    short b;
};

template <typename Group> __device__ void lanes(const Group &group, int *out)
{
    int i = *out;
    group.sync();
    i += group.thread_rank() + group.num_threads() + group.size() + group.is_valid();
    i += group.any(i) + group.all(i) + group.ballot(i) + group.match_any(i) + group.match_all(i, i);
    i += group.shfl(i, 1) + group.shfl_up(i, 1) + group.shfl_down(i, 1) + group.shfl(Wide{1.0, 2}, 0).b;
    i += group.meta_group_rank() + group.meta_group_size();
    i += cg::reduce(group, i, cg::plus<int>()) + cg::reduce(group, i, cg::less<int>()) + cg::reduce(group, i, cg::greater<int>());
    i += cg::reduce(group, i, cg::bit_and<int>()) + cg::reduce(group, i, cg::bit_or<int>()) + cg::reduce(group, i, cg::bit_xor<int>());
    i += cg::inclusive_scan(group, i) + cg::exclusive_scan(group, i) + cg::exclusive_scan(group, i, cg::plus<int>());
    i += cg::invoke_one_broadcast(group, [] { return 7; });
    cg::invoke_one(group, [out] { *out += 1; });
    i += cg::binary_partition(group, i > 0).size() + cg::labeled_partition(group, i & 3).size();
    *out = i;
}

__global__ void all(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::grid_group grid = cg::this_grid();
    cg::sync(block);
    int i = block.group_index().x + block.thread_index().y + block.group_dim().z + block.dim_threads().x + block.size();
    i += cg::thread_rank(block) + cg::group_size(block) + cg::is_valid(grid);
    grid.sync();
    i += grid.thread_rank() + grid.num_threads() + grid.size() + grid.block_rank() + grid.num_blocks();
    i += grid.group_dim().x + grid.dim_blocks().y + grid.block_index().z;
    auto warp = cg::tiled_partition<32>(block);
    auto tile = cg::tiled_partition<8>(warp);
    cg::thread_block_tile<32> plain = warp;
    i += tile.shfl_xor(i, 1) + plain.size();
    *out += i;
    lanes(warp, out);
    lanes(tile, out);
    if (i > 3) {
        cg::coalesced_group here = cg::coalesced_threads();
        lanes(here, out);
        cg::coalesced_group pairs = cg::tiled_partition(here, 2);
        *out += pairs.meta_group_rank();
    }
    for (cg::thread_group group : {cg::thread_group(block), cg::thread_group(grid), cg::thread_group(warp), cg::tiled_partition(block, 4)}) {
        group.sync();
        *out += group.size() + group.thread_rank() + group.num_threads() + group.is_valid();
    }
}

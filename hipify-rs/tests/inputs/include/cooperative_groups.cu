#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reduce(int *p)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    tile.sync();
    if (block.thread_rank() == 0) *p = tile.size();
}

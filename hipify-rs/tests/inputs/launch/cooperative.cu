#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
__global__ void k(int *p, int n)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    p[grid.thread_rank()] = tile.shfl(n, 0);
    grid.sync();
}
void run(int *p, int n, cudaStream_t s)
{
    void *args[] = {&p, &n};
    int blocks;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, k, 256, 0);
    cudaLaunchCooperativeKernel((void *)k, blocks, 256, args, 0, s);
}

// Managed variables and memory, a cooperative launch that syncs the grid, printf from kernels, classes with kernels.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <cstdio>

namespace cg = cooperative_groups;

__managed__ int counter = 5;
__managed__ float weights[3] = {0.5f, 1.5f, 2.5f};

__global__ void bump(int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] += static_cast<int>(weights[i % 3] * 2.0f);
    if (i == 0) {
        ++counter;
        printf("counter is %d, weight %.1f\n", counter, weights[1]);
    }
}

// Each block writes its part; after the grid's barrier each reads its neighbour's.
__global__ void rotate(int *parts, int *neighbours)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        parts[block.group_index().x] = 100 + static_cast<int>(block.group_index().x);
    grid.sync();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    int value = parts[(block.group_index().x + 1) % grid.group_dim().x];
    int sum = value;
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
        sum += tile.shfl_xor(sum, offset);
    if (block.thread_rank() == 0)
        neighbours[block.group_index().x] = sum;
}

int main()
{
    const int n = 300;
    int *data;
    if (cudaMallocManaged(&data, n * sizeof(int)) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; ++i)
        data[i] = i;
    counter = 7;
    bump<<<3, 100>>>(data, n);
    cudaDeviceSynchronize();
    bool is_right = counter == 8;
    for (int i = 0; i < n; ++i)
        is_right = is_right && data[i] == i + 1 + 2 * (i % 3);

    const int blocks = 6;
    int *parts, *neighbours;
    cudaMallocManaged(&parts, blocks * sizeof(int));
    cudaMallocManaged(&neighbours, blocks * sizeof(int));
    void *arguments[] = {&parts, &neighbours};
    cudaError_t code = cudaLaunchCooperativeKernel((void *)rotate, dim3(blocks), dim3(64), arguments, 0, 0);
    is_right = is_right && code == cudaSuccess && cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < blocks; ++i)
        is_right = is_right && neighbours[i] == 32 * (100 + (i + 1) % blocks);
    std::printf("runtime_managed: counter %d, last %d: %s\n", counter, neighbours[5], is_right ? "PASS" : "FAIL");
    return is_right ? 0 : 1;
}

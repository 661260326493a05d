// arch: sm_60 sm_90
// Variables that only one lane writes before a shuffle, as programs that count for a warp at once have them. Lanes that nobody
// reads pass them unwritten, through functions, too.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__device__ int by_group(int *counter)
{
    cg::coalesced_group active = cg::coalesced_threads();
    int first;
    if (active.thread_rank() == 0)
        first = atomicAdd(counter, active.size());
    return active.shfl(first, 0) + active.thread_rank();
}

template <int Lanes> __device__ int by_tile(int *counter)
{
    cg::thread_block_tile<Lanes> tile = cg::tiled_partition<Lanes>(cg::this_thread_block());
    int first;
    if (tile.thread_rank() == 0)
        first = atomicAdd(counter, Lanes);
    return tile.shfl(first, 0) + tile.thread_rank();
}

__device__ __noinline__ int spread(int value, int lane) { return __shfl_sync(0xffffffff, value, lane); }

__device__ int by_mask(int *counter)
{
    int lane = threadIdx.x % 32, first;
    if (lane == 31)
        first = atomicAdd(counter, 32);
    return spread(first, 31) + lane;
}

// The first lane of a warp finds whether there is something to do.
__device__ int by_flag(int *counter)
{
    bool is_some;
    int first;
    if (threadIdx.x % 32 == 0) {
        first = atomicAdd(counter, 32);
        is_some = first >= 0;
    }
    is_some = __shfl_sync(0xffffffff, is_some, 0);
    return is_some ? __shfl_sync(0xffffffff, first, 0) + threadIdx.x % 32 : -1;
}

__global__ void count(int *counters, int *seen, int size)
{
    int found[4] = {by_group(counters), by_tile<8>(counters + 1), by_mask(counters + 2), by_flag(counters + 3)};
    for (int n = 0; n < 4; ++n) {
        if (found[n] >= 0 && found[n] < size)
            atomicAdd(&seen[n * size + found[n]], 1);
    }
}

int main()
{
    const int size = 4 * 128;
    int *counters, *seen, wrong = 0;
    cudaMallocManaged(&counters, 4 * sizeof(int));
    cudaMallocManaged(&seen, 4 * size * sizeof(int));
    cudaMemset(counters, 0, 4 * sizeof(int));
    cudaMemset(seen, 0, 4 * size * sizeof(int));
    count<<<4, 128>>>(counters, seen, size);
    cudaError_t error = cudaDeviceSynchronize();
    for (int n = 0; n < 4; ++n)
        wrong += counters[n] != size;
    for (int n = 0; n < 4 * size; ++n)
        wrong += seen[n] != 1;
    if (error != cudaSuccess || wrong != 0)
        printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
    else
        printf("right\n");
    return wrong != 0;
}

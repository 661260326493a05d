// arch: sm_70 sm_80 sm_90
// Asynchronous copies: with barriers, with pipelines of a thread and of a block, of groups, and C's.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

constexpr int threads = 128, tiles = 12;

#define REQUIRE(what) ((what) ? 0 : (printf("line %d: %s\n", __LINE__, #what), 1))

// Bytes at every place and of every size.
__global__ void places(int *wrong, const unsigned char *from)
{
    alignas(16) __shared__ unsigned char room[256];
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        init(&barrier, block.size());
    block.sync();
    for (int size : {1, 3, 4, 8, 12, 16, 32, 33, 100, 160}) {
        for (int place : {0, 1, 4, 8, 16}) {
            for (int n = threadIdx.x; n < 256; n += threads)
                room[n] = 0xee;
            block.sync();
            cuda::memcpy_async(block, room + place, from + place, size, barrier);
            barrier.arrive_and_wait();
            for (int n = threadIdx.x; n < 256; n += threads)
                if (room[n] != (n >= place && n < place + size ? from[n] : 0xee))
                    atomicAdd(wrong, 1);
            block.sync();
        }
    }
}

// Each thread copies for its neighbour, several stages ahead.
__global__ void own(int *wrong, const float4 *from)
{
    __shared__ float4 room[3][threads];
    auto pipe = cuda::make_pipeline();
    const auto shape = cuda::aligned_size_t<alignof(float4)>(sizeof(float4));
    for (int tile = 0, next = 0; tile < tiles; ++tile) {
        for (; next < tiles && next < tile + 3; ++next) {
            pipe.producer_acquire();
            cuda::memcpy_async(&room[next % 3][threadIdx.x], &from[next * threads + threadIdx.x], shape, pipe);
            pipe.producer_commit();
        }
        if (next - tile == 3)
            cuda::pipeline_consumer_wait_prior<2>(pipe);
        else
            pipe.consumer_wait();
        __syncthreads();
        int other = threadIdx.x ^ 65;
        if (room[tile % 3][other].z != from[tile * threads + other].z)
            atomicAdd(wrong, 1);
        __syncthreads();
        pipe.consumer_release();
    }
}

// All threads of a block fill and empty stages; then the first warp fills what the others empty.
template <typename... Role> __device__ void staged(int *wrong, const int *from, int *sum, bool fills, bool empties, Role... role)
{
    constexpr int stages = 2;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    __shared__ int room[stages][threads];
    auto block = cg::this_thread_block();
    auto pipe = cuda::make_pipeline(block, &state, role...);
    int total = 0;
    if (fills && empties) {
        for (int tile = 0, next = 0; tile < tiles; ++tile) {
            for (; next < tiles && next < tile + stages; ++next) {
                pipe.producer_acquire();
                cuda::memcpy_async(block, room[next % stages], from + next * threads, sizeof(int) * threads, pipe);
                pipe.producer_commit();
            }
            pipe.consumer_wait();
            total += room[tile % stages][(threadIdx.x + 64) % threads];
            pipe.consumer_release();
        }
    } else if (fills) {
        for (int tile = 0; tile < tiles; ++tile) {
            pipe.producer_acquire();
            for (int n = threadIdx.x; n < threads; n += 32)
                cuda::memcpy_async(&room[tile % stages][n], from + tile * threads + n, cuda::aligned_size_t<4>(4), pipe);
            pipe.producer_commit();
        }
        pipe.quit();
    } else {
        for (int tile = 0; tile < tiles; ++tile) {
            pipe.consumer_wait();
            for (int n = threadIdx.x - 32; n < threads; n += threads - 32)
                total += room[tile % stages][n];
            pipe.consumer_release();
        }
        pipe.quit();
    }
    atomicAdd(sum, total);
    (void)wrong;
}

__global__ void shared_stages(int *wrong, const int *from, int *sums)
{
    if (blockIdx.x == 0)
        staged(wrong, from, sums, true, true);
    else if (blockIdx.x == 1)
        staged(wrong, from, sums + 1, threadIdx.x < 32, threadIdx.x >= 32, threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    else
        staged(wrong, from, sums + 2, threadIdx.x < 32, threadIdx.x >= 32, size_t(32));
}

// Copies of groups; C's copies, with zeros behind them.
__global__ void of_groups(int *wrong, const int *from)
{
    __shared__ int room[2][threads];
    __shared__ int4 words[threads];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, room[0], from, sizeof(int) * threads);
    cg::memcpy_async(block, room[1], threads, from + threads, threads - 28);
    cg::wait_prior<1>(block);
    int bad = room[0][threads - 1 - threadIdx.x] != from[threads - 1 - threadIdx.x];
    cg::wait(block);
    int other = threadIdx.x ^ 1;
    if (other < 100)
        bad += room[1][other] != from[threads + other];
    auto tile = cg::tiled_partition<32>(block);
    cg::memcpy_async(tile, room[0] + tile.meta_group_rank() * 32, from + 5, cuda::aligned_size_t<4>(128));
    cg::wait(tile);
    bad += room[0][threadIdx.x ^ 3] != from[5 + ((threadIdx.x ^ 3) & 31)];
    __pipeline_memcpy_async(&words[threadIdx.x], from + 4 * threadIdx.x, 16, 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    int4 got = words[other];
    bad += got.x != from[4 * other] || got.z != from[4 * other + 2] || got.w != 0;
    if (bad)
        atomicAdd(wrong, bad);
}

// Tiles of more than a warp.
template <int Size> __device__ int tile_of(const cg::thread_block &block)
{
    __shared__ int room[threads];
    auto tile = cg::tiled_partition<Size>(block);
    int bad = tile.size() != Size || tile.thread_rank() != threadIdx.x % Size || tile.meta_group_rank() != threadIdx.x / Size;
    for (int round = 0; round < 3; ++round) {
        room[threadIdx.x] = round + threadIdx.x;
        tile.sync();
        bad += room[threadIdx.x / Size * Size + (threadIdx.x + 33) % Size] != static_cast<int>(round + threadIdx.x / Size * Size + (threadIdx.x + 33) % Size);
        tile.sync();
    }
    int first = threadIdx.x / Size * Size;
    bad += cg::reduce(tile, static_cast<int>(threadIdx.x), cg::plus<int>()) != Size * first + Size * (Size - 1) / 2;
    bad += cg::reduce(tile, threadIdx.x * 1.0, cg::greater<double>()) != first + Size - 1;
    bad += tile.shfl(static_cast<int>(threadIdx.x), 40) != first + 40;
    bad += tile.any(threadIdx.x == static_cast<unsigned int>(first + 50)) != 1 || tile.all(threadIdx.x != 3) != (first != 0);
    return bad;
}
__global__ void wide(int *wrong)
{
    __shared__ cg::block_tile_memory<threads> scratch;
    auto block = cg::this_thread_block(scratch);
    int bad = tile_of<64>(block) + tile_of<128>(block);
    if (bad)
        atomicAdd(wrong, bad);
}

int main()
{
    int *wrong, *sums, *from;
    cudaMallocManaged(&wrong, sizeof(int));
    cudaMallocManaged(&sums, 3 * sizeof(int));
    cudaMallocManaged(&from, 4 * threads * tiles * sizeof(int));
    int total = 0;
    for (int n = 0; n < 4 * threads * tiles; ++n) {
        from[n] = n * 2654435761u >> 12;
        total += n < threads * tiles ? from[n] : 0;
    }
    *wrong = sums[0] = sums[1] = sums[2] = 0;
    places<<<1, threads>>>(wrong, reinterpret_cast<unsigned char *>(from));
    own<<<1, threads>>>(wrong, reinterpret_cast<float4 *>(from));
    shared_stages<<<3, threads>>>(wrong, from, sums);
    of_groups<<<1, threads>>>(wrong, from);
    wide<<<1, threads>>>(wrong);
    if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
        return REQUIRE(!"the kernels run");
    int bad = *wrong;
    for (int n = 0; n < 3; ++n)
        bad += REQUIRE(sums[n] == total);
    printf(bad ? "%d wrong\n" : "right\n", bad);
    return bad != 0;
}

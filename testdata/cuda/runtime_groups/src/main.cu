// Cooperative groups: tiles, partitions of tiles, coalesced lanes, reductions and scans, the grid's barrier.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

namespace cg = cooperative_groups;

#define CHECK(call) \
    do { \
        cudaError_t code = (call); \
        if (code != cudaSuccess) { \
            std::printf("line %d: %s: FAIL\n", __LINE__, cudaGetErrorString(code)); \
            std::exit(1); \
        } \
    } while (0)

// Sums of tiles of eight, by their shuffles and by the library.
__global__ void tiles(const int *in, int *sums, int *maxima, int *before)
{
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<8>(block);
    int i = block.group_index().x * block.size() + block.thread_rank(), value = in[i];
    int sum = value;
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
        sum += tile.shfl_down(sum, offset);
    sum = tile.shfl(sum, 0);
    if (sum != cg::reduce(tile, value, cg::plus<int>()))
        sum = -1;
    int greatest = cg::reduce(tile, value, cg::greater<int>());
    before[i] = cg::exclusive_scan(tile, value, cg::plus<int>());
    if (cg::inclusive_scan(tile, value) != before[i] + value)
        before[i] = -1;
    if (tile.thread_rank() == 0) {
        int at = i / 8;
        sums[at] = sum;
        maxima[at] = greatest * 100 + tile.meta_group_rank();
    }
}

// One atomic for all lanes that want one.
__device__ int add_together(int *counter)
{
    cg::coalesced_group here = cg::coalesced_threads();
    int first = 0;
    if (here.thread_rank() == 0)
        first = atomicAdd(counter, here.size());
    return here.shfl(first, 0) + here.thread_rank();
}

__global__ void filter(const int *in, int n, int *out, int *counter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && in[i] % 3 == 0)
        out[add_together(counter)] = in[i];
}

// Parts of parts: by size at run time, by what a lane says, and by label.
__global__ void parts(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    cg::thread_group half = cg::tiled_partition(warp, 16);
    auto quarter = cg::tiled_partition<4>(warp);
    cg::coalesced_group even = cg::binary_partition(warp, warp.thread_rank() % 2 == 0);
    cg::coalesced_group third = cg::labeled_partition(warp, static_cast<int>(warp.thread_rank() % 3));
    int lane = warp.thread_rank();
    half.sync();
    out[lane] = half.size() * 10000 + half.thread_rank() * 100 + quarter.thread_rank() * 10 + quarter.meta_group_size();
    out[32 + lane] = even.size() * 1000 + even.thread_rank() * 10 + cg::reduce(even, 1, cg::plus<int>()) / 16;
    out[64 + lane] = third.size() * 1000 + third.shfl(lane, 1);
    out[96 + lane] = warp.any(lane == 31) + 2 * warp.all(lane < 31) + 4 * (warp.ballot(lane < 4) == 15);
}

// Partial sums of blocks, the grid's barrier, then every block reads all of them.
__global__ void total(const int *in, int n, int *partial, int *totals)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    __shared__ int shared[8];
    int sum = 0;
    for (unsigned long long i = grid.thread_rank(); i < n; i += grid.size())
        sum += in[i];
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    sum = cg::reduce(warp, sum, cg::plus<int>());
    if (warp.thread_rank() == 0)
        shared[warp.meta_group_rank()] = sum;
    block.sync();
    cg::invoke_one(block, [&] {
        int all = 0;
        for (unsigned int i = 0; i < warp.meta_group_size(); ++i)
            all += shared[i];
        partial[grid.block_rank()] = all;
    });
    grid.sync();
    if (block.thread_rank() == 0) {
        int all = 0;
        for (unsigned int i = 0; i < grid.num_blocks(); ++i)
            all += partial[i];
        totals[grid.block_rank()] = all;
    }
}

static int fail(const char *what, int at, int got)
{
    std::printf("%s differs at %d: %d: FAIL\n", what, at, got);
    return 1;
}

int main()
{
    const int n = 1024, blocks = 8;
    int *in, *out, *more, *third;
    CHECK(cudaMallocManaged(&in, n * sizeof(int)));
    CHECK(cudaMallocManaged(&out, n * sizeof(int)));
    CHECK(cudaMallocManaged(&more, n * sizeof(int)));
    CHECK(cudaMallocManaged(&third, n * sizeof(int)));
    for (int i = 0; i < n; ++i)
        in[i] = i * 7 % 50;

    tiles<<<n / 128, 128>>>(in, out, more, third);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i += 8) {
        int sum = 0, greatest = 0;
        for (int j = i; j < i + 8; ++j) {
            if (third[j] != sum)
                return fail("scan", j, third[j]);
            sum += in[j];
            greatest = in[j] > greatest ? in[j] : greatest;
        }
        if (out[i / 8] != sum)
            return fail("sum", i / 8, out[i / 8]);
        if (more[i / 8] != greatest * 100 + i / 8 % 16)
            return fail("maximum", i / 8, more[i / 8]);
    }

    int *counter = more, wanted = 0, seen = 0;
    *counter = 0;
    filter<<<n / 128, 128>>>(in, n, out, counter);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; ++i)
        wanted += in[i] % 3 == 0 ? 1 + in[i] : 0;
    for (int i = 0; i < *counter; ++i)
        seen += 1 + out[i];
    if (seen != wanted)
        return fail("filter", *counter, seen);

    parts<<<1, 32>>>(out);
    CHECK(cudaDeviceSynchronize());
    for (int lane = 0; lane < 32; ++lane) {
        if (out[lane] != 160000 + lane % 16 * 100 + lane % 4 * 10 + 8)
            return fail("parts", lane, out[lane]);
        if (out[32 + lane] != 16000 + lane / 2 * 10 + 1)
            return fail("binary partition", lane, out[32 + lane]);
        if (out[64 + lane] != (lane % 3 == 2 ? 10000 : 11000) + 3 + lane % 3)
            return fail("labeled partition", lane, out[64 + lane]);
        if (out[96 + lane] != 5)
            return fail("votes", lane, out[96 + lane]);
    }

    int length = n;
    void *arguments[] = {&in, &length, &out, &more};
    CHECK(cudaLaunchCooperativeKernel(total, dim3(blocks), dim3(64), arguments, 0, nullptr));
    CHECK(cudaDeviceSynchronize());
    int sum = 0;
    for (int i = 0; i < n; ++i)
        sum += in[i];
    for (int i = 0; i < blocks; ++i)
        if (more[i] != sum)
            return fail("total", i, more[i]);
    std::printf("runtime_groups: tiles, partitions, %d filtered, total %d: PASS\n", wanted, sum);
    return 0;
}

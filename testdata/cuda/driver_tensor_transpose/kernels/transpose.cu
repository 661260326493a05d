// to[x][y] = from[y][x], tile by tile: boxes are loaded and stored by tensor maps, the next one while one is turned.
#include <cuda.h>
#include <stdint.h>

constexpr int TILE = 32;
constexpr int STAGES = 2;

__device__ static unsigned in_shared(const void *p)
{
    unsigned at;
    asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(at) : "l"(p));
    return at;
}

__device__ static void load_tile(float *tile, const CUtensorMap *map, int x, int y, uint64_t *full)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :: "r"(in_shared(full)), "r"((unsigned)(TILE * TILE * sizeof(float))) : "memory");
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                 :: "r"(in_shared(tile)), "l"(map), "r"(x), "r"(y), "r"(in_shared(full)) : "memory");
}

__device__ static void wait(uint64_t *full, unsigned parity)
{
    unsigned done;
    do {
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done) : "r"(in_shared(full)), "r"(parity) : "memory");
    } while (!done);
}

// A tile's row has 128 bytes, whose eight pieces are exchanged by the row's number.
__device__ static int place(int row, int column)
{
    return row * TILE + (((column >> 2) ^ (row & 7)) << 2 | (column & 3));
}

extern "C" __global__ void transpose(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to,
                                     int width, int height)
{
    __shared__ alignas(1024) float in[STAGES][TILE * TILE];
    __shared__ alignas(1024) float out[STAGES][TILE * TILE];
    __shared__ alignas(8) uint64_t full[STAGES];
    const int x = blockIdx.x * TILE;
    const int tiles = (height + TILE - 1) / TILE;
    const int lane = threadIdx.x % TILE, first = threadIdx.x / TILE, rows = blockDim.x / TILE;

    if (threadIdx.x == 0) {
        asm volatile("prefetch.tensormap [%0];" :: "l"(&from) : "memory");
        for (int s = 0; s < STAGES; s++)
            asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(in_shared(&full[s])) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        for (int s = 0; s < STAGES && s < tiles; s++)
            load_tile(in[s], &from, x, s * TILE, &full[s]);
    }
    __syncthreads();

    for (int t = 0; t < tiles; t++) {
        const int s = t % STAGES;
        wait(&full[s], t / STAGES & 1);
        // The store that last read this stage has to be through with it.
        if (threadIdx.x == 0)
            asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
        __syncthreads();
        for (int row = first; row < TILE; row += rows)
            out[s][place(row, lane)] = in[s][place(lane, row)];
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (threadIdx.x == 0) {
            asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];"
                         :: "l"(&to), "r"(t * TILE), "r"(x), "r"(in_shared(out[s])) : "memory");
            asm volatile("cp.async.bulk.commit_group;" ::: "memory");
            if (t + STAGES < tiles)
                load_tile(in[s], &from, x, (t + STAGES) * TILE, &full[s]);
        }
    }
    if (threadIdx.x == 0)
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

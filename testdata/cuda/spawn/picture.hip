// Adaptive mesh refinement, and the Mandelbrot set by subdivision: a thread a cell or tile, whose work are the finer cells or
// the pixels in it. `how` is as in traverse.hip.
// Compiled by hipcc with clang 19: hipcc -ptx -O2 -arch=sm_80
#include <hip/hip_runtime.h>
#include "ask.h"

// ---- adaptive mesh refinement

// A fine cell's value, between those of the coarse cell and of the one beside it; all are added up.
__device__ void refine(unsigned cell, unsigned fine, unsigned width, unsigned *sum)
{
    unsigned x = fine % width, y = fine / width;
    unsigned left = cell * 2654435761u >> 8, right = (cell + 1) * 2654435761u >> 8;
    atomicAdd(sum, ((left * (width - x) + right * x) / width) ^ y);
}

__global__ void amr_patch(unsigned cell, unsigned fine, unsigned width, unsigned *sum)
{
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < fine)
        refine(cell, at, width, sum);
}
__device__ const hipExtChild launch_amr(amr_patch);

// How far a cell is from a front, in 64ths of a cell.
__device__ long long away(long long x, long long y, long long cx, long long cy, long long radius)
{
    long long squared = (x - cx) * (x - cx) + (y - cy) * (y - cy) - radius * radius;
    return (squared < 0 ? -squared : squared) * 32 / (radius > 1 ? radius : 1);
}

// `counts`: cells refined into 16 x 16, into 64 x 64, and the sum of all fine values.
extern "C" __global__ void amr(int side, int step, int steps, unsigned *counts, int how)
{
    int cell = blockIdx.x * blockDim.x + threadIdx.x;
    if (cell >= side * side)
        return;
    int x = cell % side, y = cell / side;
    long long first = away(x, y, side / 5, side / 4, (step + 3) * side / (steps + 6));
    long long second = away(x, y, side, side, (step + 2) * side / (steps + 8));
    long long near = min(first, second);
    if (near > 16)
        return;
    unsigned width = near <= 1 ? 64 : 16;
    atomicAdd(&counts[width == 64], 1);
    unsigned *sum = counts + 2;
    work(how, width * width,
         [&](dim3 grid, dim3 block) {
             return launch_amr(grid, block, 0, hipExtStreamFireAndForget, cell, width * width, width, sum);
         },
         [&](unsigned at) { refine(cell, at, width, sum); });
}

// ---- Mandelbrot

// Numbers have 28 bits behind the point.
struct View {
    long long left, top, width;
    int side;
};

__device__ unsigned dwell(long long x, long long y)
{
    long long a = 0, b = 0;
    for (unsigned count = 0; count < 256; count++) {
        long long aa = (a * a) >> 28, bb = (b * b) >> 28;
        if (aa + bb > 4ll << 28)
            return count;
        b = ((a * b) >> 27) + y;
        a = aa - bb + x;
    }
    return 256;
}

__device__ unsigned pixel(const View &view, int x, int y)
{
    return dwell(view.left + (x - view.side / 2) * view.width / view.side,
                 view.top + (y - view.side / 2) * view.width / view.side);
}

__device__ void paint(const View &view, int left, int top, unsigned at, unsigned *picture)
{
    int x = left + at % 32, y = top + at / 32;
    picture[y * view.side + x] = pixel(view, x, y);
}

__global__ void mandel_tile(View view, int left, int top, unsigned *picture)
{
    paint(view, left, top, blockIdx.x * blockDim.x + threadIdx.x, picture);
}
__device__ const hipExtChild launch_mandel(mandel_tile);

extern "C" __global__ void mandel(View view, unsigned *picture, int how)
{
    int tiles = view.side / 32, tile = blockIdx.x * blockDim.x + threadIdx.x;
    if (tile >= tiles * tiles)
        return;
    int left = tile % tiles * 32, top = tile / tiles * 32;
    unsigned first = pixel(view, left, top);
    bool alike = true;
    for (int n = 0; n < 32 && alike; n++)
        alike = pixel(view, left + n, top) == first && pixel(view, left + n, top + 31) == first
                && pixel(view, left, top + n) == first && pixel(view, left + 31, top + n) == first;
    if (alike) {
        for (int at = 0; at < 32 * 32; at++)
            picture[(top + at / 32) * view.side + left + at % 32] = first;
        return;
    }
    work(how, 32 * 32,
         [&](dim3 grid, dim3 block) {
             return launch_mandel(grid, block, 0, hipExtStreamFireAndForget, view, left, top, picture);
         },
         [&](unsigned at) { paint(view, left, top, at, picture); });
}

// A join of relations, products of matrices, reads looked up in a genome: a thread a bucket, row or read. `how` is as in
// traverse.hip.
// Compiled by hipcc with clang 19: hipcc -ptx -O2 -arch=sm_80
#include <hip/hip_runtime.h>
#include "ask.h"

// ---- join: rows of a bucket against those of the other relation

__device__ void meet(unsigned key, const unsigned *right, unsigned count, unsigned *pairs)
{
    unsigned found = 0;
    for (unsigned at = 0; at < count; at++)
        found += right[at] == key;
    if (found)
        atomicAdd(pairs, found);
}

__global__ void join_bucket(const unsigned *left, unsigned rows, const unsigned *right, unsigned count, unsigned *pairs)
{
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < rows)
        meet(left[at], right, count, pairs);
}
__device__ const hipExtChild launch_join(join_bucket);

extern "C" __global__ void join(const unsigned *left_first, const unsigned *left, const unsigned *right_first,
                                const unsigned *right, unsigned buckets, unsigned *pairs, int how)
{
    unsigned bucket = blockIdx.x * blockDim.x + threadIdx.x;
    if (bucket >= buckets)
        return;
    const unsigned *ours = left + left_first[bucket], *theirs = right + right_first[bucket];
    unsigned rows = left_first[bucket + 1] - left_first[bucket];
    unsigned count = right_first[bucket + 1] - right_first[bucket];
    work(how, rows,
         [&](dim3 grid, dim3 block) {
             return launch_join(grid, block, 0, hipExtStreamFireAndForget, ours, rows, theirs, count, pairs);
         },
         [&](unsigned at) { meet(ours[at], theirs, count, pairs); });
}

// ---- matrices: a row of the product

__device__ void element(const int *a, const int *b, int *c, unsigned side, unsigned row, unsigned column)
{
    int sum = 0;
    for (unsigned k = 0; k < side; k++)
        sum += a[row * side + k] * b[k * side + column];
    c[row * side + column] = sum;
}

__global__ void mm_row(const int *a, const int *b, int *c, unsigned side, unsigned row)
{
    unsigned column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column < side)
        element(a, b, c, side, row, column);
}
__device__ const hipExtChild launch_mm(mm_row);

extern "C" __global__ void mm(const int *a, const int *b, int *c, unsigned side, int how)
{
    unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= side)
        return;
    work(how, side,
         [&](dim3 grid, dim3 block) {
             return launch_mm(grid, block, 0, hipExtStreamFireAndForget, a, b, c, side, row);
         },
         [&](unsigned column) { element(a, b, c, side, row, column); });
}

// ---- alignment: a read of 96 bases, 16 to a word, at each place where its first 8 stand in the genome

__device__ void place(const unsigned *genome, unsigned at, const unsigned *read, unsigned *fits)
{
    unsigned shift = at % 16 * 2, wrong = 0;
    for (unsigned word = 0; word < 6; word++) {
        unsigned low = genome[at / 16 + word], high = genome[at / 16 + word + 1];
        unsigned differ = (shift ? low >> shift | high << (32 - shift) : low) ^ read[word];
        wrong += __popc((differ | differ >> 1) & 0x55555555);
    }
    if (wrong <= 4)
        atomicAdd(fits, 1);
}

__global__ void sa_places(const unsigned *genome, const unsigned *places, unsigned count, const unsigned *read,
                          unsigned *fits)
{
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at < count)
        place(genome, places[at], read, fits);
}
__device__ const hipExtChild launch_sa(sa_places);

extern "C" __global__ void sa(const unsigned *genome, const unsigned *index_first, const unsigned *index,
                              const unsigned *reads, unsigned count, unsigned *fits, int how)
{
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count)
        return;
    const unsigned *read = reads + at * 6;
    unsigned seed = read[0] & 0xffff;
    const unsigned *places = index + index_first[seed];
    unsigned found = index_first[seed + 1] - index_first[seed];
    work(how, found,
         [&](dim3 grid, dim3 block) {
             return launch_sa(grid, block, 0, hipExtStreamFireAndForget, genome, places, found, read, fits);
         },
         [&](unsigned n) { place(genome, places[n], read, fits); });
}

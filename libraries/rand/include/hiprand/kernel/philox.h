/* Philox4x32-10 (J. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011). */
#ifndef HIPRAND_KERNEL_PHILOX_H
#define HIPRAND_KERNEL_PHILOX_H

#include <hiprand/kernel/extra.h>

typedef struct hiprandStatePhilox4_32_10 {
    /* The place of `block` in the subsequence, and the subsequence. */
    unsigned long long place;
    unsigned long long subsequence;
    uint4 block;
    unsigned int key[2];
    /* Number of words of the block that were handed out. */
    unsigned int used;
    hiprand_detail::Extra extra;
} hiprandStatePhilox4_32_10_t;
typedef hiprandStatePhilox4_32_10_t hiprandStatePhilox4_32_10;

namespace hiprand_detail {

static __device__ inline uint4 philox_block(unsigned long long place, unsigned long long subsequence,
                                            unsigned int low, unsigned int high)
{
    uint4 c = make_uint4((unsigned int)place, (unsigned int)(place >> 32), (unsigned int)subsequence,
                         (unsigned int)(subsequence >> 32));
    for (int round = 0; round < 10; round++) {
        unsigned long long x = 0xd2511f53ull * c.x, z = 0xcd9e8d57ull * c.z;
        c = make_uint4((unsigned int)(z >> 32) ^ c.y ^ low, (unsigned int)z, (unsigned int)(x >> 32) ^ c.w ^ high,
                       (unsigned int)x);
        low += 0x9e3779b9u;
        high += 0xbb67ae85u;
    }
    return c;
}

static __device__ inline void philox_refill(hiprandStatePhilox4_32_10_t *state)
{
    state->block = philox_block(state->place, state->subsequence, state->key[0], state->key[1]);
}

} // namespace hiprand_detail

static __device__ inline void skipahead(unsigned long long count, hiprandStatePhilox4_32_10_t *state)
{
    unsigned int used = state->used + (unsigned int)(count & 3);
    unsigned long long blocks = (count >> 2) + (used >> 2);
    state->used = used & 3;
    state->place += blocks;
    state->subsequence += state->place < blocks;
    hiprand_detail::philox_refill(state);
}

static __device__ inline void skipahead_sequence(unsigned long long count, hiprandStatePhilox4_32_10_t *state)
{
    state->subsequence += count;
    hiprand_detail::philox_refill(state);
}

static __device__ inline void hiprand_init(unsigned long long seed, unsigned long long subsequence,
                                           unsigned long long offset, hiprandStatePhilox4_32_10_t *state)
{
    state->place = 0;
    state->subsequence = subsequence;
    state->key[0] = (unsigned int)seed;
    state->key[1] = (unsigned int)(seed >> 32);
    state->used = 0;
    state->extra = hiprand_detail::Extra();
    skipahead(offset, state);
}

static __device__ inline unsigned int hiprand(hiprandStatePhilox4_32_10_t *state)
{
    uint4 block = state->block;
    unsigned int used = state->used;
    if (used == 3)
        skipahead(1, state);
    else
        state->used = used + 1;
    return used == 0 ? block.x : used == 1 ? block.y : used == 2 ? block.z : block.w;
}

static __device__ inline uint4 hiprand4(hiprandStatePhilox4_32_10_t *state)
{
    uint4 first = state->block;
    unsigned int used = state->used;
    skipahead(4, state);
    uint4 next = state->block;
    switch (used) {
    case 0:
        return first;
    case 1:
        return make_uint4(first.y, first.z, first.w, next.x);
    case 2:
        return make_uint4(first.z, first.w, next.x, next.y);
    default:
        return make_uint4(first.w, next.x, next.y, next.z);
    }
}

#endif

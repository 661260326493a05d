/* XORWOW (G. Marsaglia, "Xorshift RNGs", 2003): five shifted words, and a Weyl sequence that is added. */
#ifndef HIPRAND_KERNEL_XORWOW_H
#define HIPRAND_KERNEL_XORWOW_H

#include <hiprand/kernel/extra.h>
#include <hiprand/kernel/xorwow_powers.h>

typedef struct hiprandStateXORWOW {
    unsigned int weyl;
    unsigned int words[5];
    hiprand_detail::Extra extra;
} hiprandStateXORWOW_t;

namespace hiprand_detail {

constexpr unsigned int xorwow_weyl_step = 362437u;
/* Subsequences are 2^67 numbers apart. */
constexpr int xorwow_subsequence = 67;

static __device__ inline void xorwow_step(unsigned int *v)
{
    unsigned int t = v[0] ^ (v[0] >> 2);
    v[0] = v[1];
    v[1] = v[2];
    v[2] = v[3];
    v[3] = v[4];
    v[4] = v[4] ^ (v[4] << 4) ^ t ^ (t << 1);
}

/* Moves the words by 2^power steps: the sum of the states that the power's polynomial chooses. */
static __device__ inline void xorwow_jump(unsigned int *v, int power)
{
    unsigned int sum[5] = {0, 0, 0, 0, 0};
    for (int word = 0; word < 5; word++) {
        for (unsigned int bits = xorwow_powers[power][word], bit = 0; bit < 32; bit++) {
            unsigned int mask = 0u - (bits >> bit & 1u);
            for (int i = 0; i < 5; i++)
                sum[i] ^= v[i] & mask;
            xorwow_step(v);
        }
    }
    for (int i = 0; i < 5; i++)
        v[i] = sum[i];
}

static __device__ inline void xorwow_skip(unsigned int *v, unsigned long long count, int unit)
{
    for (int power = unit; count != 0; count >>= 1, power++)
        if (count & 1)
            xorwow_jump(v, power);
}

} // namespace hiprand_detail

static __device__ inline void skipahead(unsigned long long count, hiprandStateXORWOW_t *state)
{
    hiprand_detail::xorwow_skip(state->words, count, 0);
    state->weyl += hiprand_detail::xorwow_weyl_step * (unsigned int)count;
}

static __device__ inline void skipahead_sequence(unsigned long long count, hiprandStateXORWOW_t *state)
{
    /* The Weyl sequence has come round. */
    hiprand_detail::xorwow_skip(state->words, count, hiprand_detail::xorwow_subsequence);
}

static __device__ inline void hiprand_init(unsigned long long seed, unsigned long long subsequence,
                                           unsigned long long offset, hiprandStateXORWOW_t *state)
{
    unsigned int low = ((unsigned int)seed ^ 0xaad26b49u) * 1099087573u;
    unsigned int high = ((unsigned int)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;
    state->weyl = 6615241u + low + high;
    state->words[0] = 123456789u + low;
    state->words[1] = 362436069u ^ low;
    state->words[2] = 521288629u + high;
    state->words[3] = 88675123u ^ high;
    state->words[4] = 5783321u + low;
    state->extra = hiprand_detail::Extra();
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}

static __device__ inline unsigned int hiprand(hiprandStateXORWOW_t *state)
{
    hiprand_detail::xorwow_step(state->words);
    state->weyl += hiprand_detail::xorwow_weyl_step;
    return state->words[4] + state->weyl;
}

#endif

/* MRG32k3a (P. L'Ecuyer, "Good parameters and implementations for combined multiple recursive random number
   generators", 1999): the difference of two linear recurrences of order three. */
#ifndef HIPRAND_KERNEL_MRG32K3A_H
#define HIPRAND_KERNEL_MRG32K3A_H

#include <hiprand/kernel/extra.h>

typedef struct hiprandStateMRG32k3a {
    unsigned int first[3];
    unsigned int second[3];
    hiprand_detail::Extra extra;
} hiprandStateMRG32k3a_t;

namespace hiprand_detail {

constexpr unsigned long long mrg_modulus_1 = 4294967087ull, mrg_modulus_2 = 4294944443ull;
/* Subsequences are 2^76 numbers apart, sequences 2^127. */
constexpr int mrg_subsequence = 76, mrg_sequence = 127;

/* A matrix, by rows. */
struct Matrix3 {
    unsigned int at[9];
};

static __device__ inline Matrix3 mrg_product(const Matrix3 &a, const Matrix3 &b, unsigned long long modulus)
{
    Matrix3 c;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            unsigned long long sum = 0;
            for (int i = 0; i < 3; i++)
                sum = (sum + (unsigned long long)a.at[3 * row + i] * b.at[3 * i + column] % modulus) % modulus;
            c.at[3 * row + column] = (unsigned int)sum;
        }
    }
    return c;
}

/* Moves a recurrence by count * 2^power steps. */
static __device__ inline void mrg_jump(unsigned int *v, Matrix3 step, unsigned long long modulus,
                                       unsigned long long count, int power)
{
    if (count == 0)
        return;
    for (int i = 0; i < power; i++)
        step = mrg_product(step, step, modulus);
    for (;;) {
        if (count & 1) {
            Matrix3 column = {{v[0], 0, 0, v[1], 0, 0, v[2], 0, 0}};
            column = mrg_product(step, column, modulus);
            v[0] = column.at[0];
            v[1] = column.at[3];
            v[2] = column.at[6];
        }
        count >>= 1;
        if (count == 0)
            return;
        step = mrg_product(step, step, modulus);
    }
}

static __device__ inline void mrg_skip(hiprandStateMRG32k3a_t *state, unsigned long long count, int power)
{
    Matrix3 first = {{0, 1, 0, 0, 0, 1, (unsigned int)(mrg_modulus_1 - 810728), 1403580, 0}};
    Matrix3 second = {{0, 1, 0, 0, 0, 1, (unsigned int)(mrg_modulus_2 - 1370589), 0, 527612}};
    mrg_jump(state->first, first, mrg_modulus_1, count, power);
    mrg_jump(state->second, second, mrg_modulus_2, count, power);
}

/* The next number, between 1 and the first modulus. */
static __device__ inline unsigned int mrg_next(hiprandStateMRG32k3a_t *state)
{
    unsigned int *a = state->first, *b = state->second;
    unsigned long long p = (1403580ull * a[1] + 810728ull * (mrg_modulus_1 - a[0])) % mrg_modulus_1;
    unsigned long long q = (527612ull * b[2] + 1370589ull * (mrg_modulus_2 - b[0])) % mrg_modulus_2;
    a[0] = a[1];
    a[1] = a[2];
    a[2] = (unsigned int)p;
    b[0] = b[1];
    b[1] = b[2];
    b[2] = (unsigned int)q;
    return (unsigned int)(p > q ? p - q : p + mrg_modulus_1 - q);
}

} // namespace hiprand_detail

static __device__ inline void skipahead(unsigned long long count, hiprandStateMRG32k3a_t *state)
{
    hiprand_detail::mrg_skip(state, count, 0);
}

static __device__ inline void skipahead_subsequence(unsigned long long count, hiprandStateMRG32k3a_t *state)
{
    hiprand_detail::mrg_skip(state, count, hiprand_detail::mrg_subsequence);
}

static __device__ inline void skipahead_sequence(unsigned long long count, hiprandStateMRG32k3a_t *state)
{
    hiprand_detail::mrg_skip(state, count, hiprand_detail::mrg_sequence);
}

static __device__ inline void hiprand_init(unsigned long long seed, unsigned long long subsequence,
                                           unsigned long long offset, hiprandStateMRG32k3a_t *state)
{
    unsigned long long low = (unsigned int)seed ^ 0x55555555u, high = (unsigned int)(seed >> 32) ^ 0xaaaaaaaau;
    for (int i = 0; i < 3; i++) {
        unsigned long long one = i == 1 ? high : low, other = i == 1 ? low : high;
        state->first[i] = seed == 0 ? 12345u : (unsigned int)(12345 * one % hiprand_detail::mrg_modulus_1);
        state->second[i] = seed == 0 ? 12345u : (unsigned int)(12345 * other % hiprand_detail::mrg_modulus_2);
    }
    state->extra = hiprand_detail::Extra();
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
}

static __device__ inline unsigned int hiprand(hiprandStateMRG32k3a_t *state)
{
    /* Stretched to 32 bits. */
    return (unsigned int)(hiprand_detail::mrg_next(state) * 1.000000048662);
}

#endif

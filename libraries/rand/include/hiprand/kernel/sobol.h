/* Sobol's sequences in the order of Gray codes (I. A. Antonov and V. M. Saleev, 1979), of one dimension each, by
   the direction numbers that the program gives: those of hiprandGetDirectionVectors32, for instance. A scrambled
   sequence begins at a constant of the program's instead of zero. */
#ifndef HIPRAND_KERNEL_SOBOL_H
#define HIPRAND_KERNEL_SOBOL_H

#include <hiprand/kernel/normal.h>

namespace hiprand_detail {

template <class Word, int bits> struct Sobol {
    /* Number of the point, and its coordinate. */
    Word place;
    Word value;
    Word start;
    Word directions[bits];
};

/* Goes to a point. */
template <class Word, int bits> static __device__ inline void sobol_seek(Sobol<Word, bits> *state, Word place)
{
    Word gray = place ^ (place >> 1), value = state->start;
    for (int bit = 0; bit < bits; bit++)
        value ^= gray >> bit & 1 ? state->directions[bit] : 0;
    state->place = place;
    state->value = value;
}

template <class Word, int bits>
static __device__ inline void sobol_init(Sobol<Word, bits> *state, const Word *directions, Word start, Word place)
{
    for (int bit = 0; bit < bits; bit++)
        state->directions[bit] = directions[bit];
    state->start = start;
    sobol_seek(state, place);
}

template <class Word, int bits> static __device__ inline Word sobol_next(Sobol<Word, bits> *state)
{
    Word value = state->value, rest = ~state->place;
    state->place++;
    /* After all points the sequence begins again. */
    state->value = rest == 0 ? state->start : value ^ state->directions[__ffsll((long long)rest) - 1];
    return value;
}

static __device__ inline unsigned int sobol_word(unsigned int x)
{
    return x;
}

static __device__ inline unsigned int sobol_word(unsigned long long x)
{
    return (unsigned int)(x >> 32);
}

/* All bits that there are, as CUDA has it. */
static __device__ inline double sobol_double(unsigned int x)
{
    return x * (1.0 / 4294967296.0) + 1.0 / 4294967296.0;
}

static __device__ inline double sobol_double(unsigned long long x)
{
    return (x >> 11) * (1.0 / 9007199254740992.0) + 0.5 / 9007199254740992.0;
}

/* Numbers between 0 and 1 of which normal ones are quantiles: those of 32 bits are the middle of their interval. */
static __device__ inline double sobol_share(unsigned int x)
{
    return (x + 0.5) * (1.0 / 4294967296.0);
}

static __device__ inline double sobol_share(unsigned long long x)
{
    /* No normal number is below 1. */
    return fmin(sobol_double(x), 1.0 - 0.5 / 9007199254740992.0);
}

} // namespace hiprand_detail

/* Functions of a state. Normal numbers are quantiles, as a pair of numbers would mix two coordinates. */
#define HIPRAND_SOBOL(state_, word_, bits_)                                                                        \
    struct state_ : hiprand_detail::Sobol<word_, bits_> {                                                          \
    };                                                                                                             \
    typedef state_ state_##_t;                                                                                     \
    static __device__ inline void skipahead(word_ count, state_ *state)                                            \
    {                                                                                                              \
        hiprand_detail::sobol_seek<word_, bits_>(state, state->place + count);                                     \
    }                                                                                                              \
    static __device__ inline word_ hiprand(state_ *state)                                                          \
    {                                                                                                              \
        return hiprand_detail::sobol_next<word_, bits_>(state);                                                    \
    }                                                                                                              \
    static __device__ inline float hiprand_uniform(state_ *state)                                                  \
    {                                                                                                              \
        return hiprand_detail::to_float(hiprand_detail::sobol_word(hiprand(state)));                               \
    }                                                                                                              \
    static __device__ inline double hiprand_uniform_double(state_ *state)                                          \
    {                                                                                                              \
        return hiprand_detail::sobol_double(hiprand(state));                                                       \
    }                                                                                                              \
    static __device__ inline float hiprand_normal(state_ *state)                                                   \
    {                                                                                                              \
        return (float)normcdfinv(hiprand_detail::sobol_share(hiprand_detail::sobol_word(hiprand(state))));         \
    }                                                                                                              \
    static __device__ inline double hiprand_normal_double(state_ *state)                                           \
    {                                                                                                              \
        return normcdfinv(hiprand_detail::sobol_share(hiprand(state)));                                            \
    }                                                                                                              \
    float2 hiprand_normal2(state_ *state) = delete;                                                                \
    double2 hiprand_normal2_double(state_ *state) = delete;                                                        \
    unsigned int hiprand_poisson(state_ *state, double lambda) = delete;

HIPRAND_SOBOL(hiprandStateSobol32, unsigned int, 32)
HIPRAND_SOBOL(hiprandStateSobol64, unsigned long long, 64)
HIPRAND_SOBOL(hiprandStateScrambledSobol32, unsigned int, 32)
HIPRAND_SOBOL(hiprandStateScrambledSobol64, unsigned long long, 64)

static __device__ inline void hiprand_init(const unsigned int *directions, unsigned int offset,
                                           hiprandStateSobol32_t *state)
{
    hiprand_detail::sobol_init<unsigned int, 32>(state, directions, 0, offset);
}

static __device__ inline void hiprand_init(const unsigned long long *directions, unsigned long long offset,
                                           hiprandStateSobol64_t *state)
{
    hiprand_detail::sobol_init<unsigned long long, 64>(state, directions, 0, offset);
}

static __device__ inline void hiprand_init(const unsigned int *directions, unsigned int start, unsigned int offset,
                                           hiprandStateScrambledSobol32_t *state)
{
    hiprand_detail::sobol_init<unsigned int, 32>(state, directions, start, offset);
}

static __device__ inline void hiprand_init(const unsigned long long *directions, unsigned long long start,
                                           unsigned long long offset, hiprandStateScrambledSobol64_t *state)
{
    hiprand_detail::sobol_init<unsigned long long, 64>(state, directions, start, offset);
}

#endif

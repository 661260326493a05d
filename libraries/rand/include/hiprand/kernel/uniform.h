/* Uniform numbers, above 0 and up to 1. */
#ifndef HIPRAND_KERNEL_UNIFORM_H
#define HIPRAND_KERNEL_UNIFORM_H

#include <hiprand/kernel/mrg32k3a.h>
#include <hiprand/kernel/philox.h>
#include <hiprand/kernel/xorwow.h>

namespace hiprand_detail {

static __device__ inline float to_float(unsigned int x)
{
    return x * (1.0f / 4294967296.0f) + 0.5f / 4294967296.0f;
}

/* 53 bits of two words. */
static __device__ inline double to_double(unsigned int low, unsigned int high)
{
    return (low ^ (unsigned long long)high << 21) * (1.0 / 9007199254740992.0) + 0.5 / 9007199254740992.0;
}

/* A number of full precision, of two words. */
template <class State> __device__ inline double wide_uniform(State *state)
{
    unsigned int low = hiprand(state);
    return to_double(low, hiprand(state));
}

static __device__ inline double wide_uniform(hiprandStateMRG32k3a_t *state)
{
    return mrg_next(state) * (1.0 / mrg_modulus_1);
}

} // namespace hiprand_detail

static __device__ inline float hiprand_uniform(hiprandStateXORWOW_t *state)
{
    return hiprand_detail::to_float(hiprand(state));
}

static __device__ inline float hiprand_uniform(hiprandStatePhilox4_32_10_t *state)
{
    return hiprand_detail::to_float(hiprand(state));
}

static __device__ inline float hiprand_uniform(hiprandStateMRG32k3a_t *state)
{
    return (float)hiprand_detail::wide_uniform(state);
}

static __device__ inline double hiprand_uniform_double(hiprandStateXORWOW_t *state)
{
    return hiprand_detail::wide_uniform(state);
}

static __device__ inline double hiprand_uniform_double(hiprandStatePhilox4_32_10_t *state)
{
    /* One word, as CUDA has it; hiprand_uniform2_double gives all bits. */
    return hiprand(state) * (1.0 / 4294967296.0) + 1.0 / 4294967296.0;
}

static __device__ inline double hiprand_uniform_double(hiprandStateMRG32k3a_t *state)
{
    return hiprand_detail::wide_uniform(state);
}

static __device__ inline float2 hiprand_uniform2(hiprandStatePhilox4_32_10_t *state)
{
    float x = hiprand_uniform(state);
    return make_float2(x, hiprand_uniform(state));
}

static __device__ inline float4 hiprand_uniform4(hiprandStatePhilox4_32_10_t *state)
{
    uint4 x = hiprand4(state);
    return make_float4(hiprand_detail::to_float(x.x), hiprand_detail::to_float(x.y), hiprand_detail::to_float(x.z),
                       hiprand_detail::to_float(x.w));
}

static __device__ inline double2 hiprand_uniform2_double(hiprandStatePhilox4_32_10_t *state)
{
    uint4 x = hiprand4(state);
    return make_double2(hiprand_detail::to_double(x.x, x.y), hiprand_detail::to_double(x.z, x.w));
}

static __device__ inline double4 hiprand_uniform4_double(hiprandStatePhilox4_32_10_t *state)
{
    double2 x = hiprand_uniform2_double(state);
    double2 y = hiprand_uniform2_double(state);
    return make_double4(x.x, x.y, y.x, y.y);
}

#endif

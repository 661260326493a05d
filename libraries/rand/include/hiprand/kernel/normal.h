/* Normal and log-normal numbers: pairs by Box and Muller's transform. */
#ifndef HIPRAND_KERNEL_NORMAL_H
#define HIPRAND_KERNEL_NORMAL_H

#include <hiprand/kernel/uniform.h>

template <class State> __device__ inline float2 hiprand_normal2(State *state)
{
    float length = sqrtf(-2.0f * logf(hiprand_uniform(state)));
    float x, y;
    sincosf(6.2831853f * hiprand_uniform(state), &x, &y);
    return make_float2(length * x, length * y);
}

template <class State> __device__ inline double2 hiprand_normal2_double(State *state)
{
    double length = sqrt(-2.0 * log(hiprand_detail::wide_uniform(state)));
    double x, y;
    sincospi(2.0 * hiprand_detail::wide_uniform(state), &x, &y);
    return make_double2(length * x, length * y);
}

template <class State> __device__ inline float hiprand_normal(State *state)
{
    hiprand_detail::Extra &extra = state->extra;
    extra.has_float = !extra.has_float;
    if (!extra.has_float)
        return extra.of_floats;
    float2 pair = hiprand_normal2(state);
    extra.of_floats = pair.y;
    return pair.x;
}

template <class State> __device__ inline double hiprand_normal_double(State *state)
{
    hiprand_detail::Extra &extra = state->extra;
    extra.has_double = !extra.has_double;
    if (!extra.has_double)
        return extra.of_doubles;
    double2 pair = hiprand_normal2_double(state);
    extra.of_doubles = pair.y;
    return pair.x;
}

static __device__ inline float4 hiprand_normal4(hiprandStatePhilox4_32_10_t *state)
{
    float2 x = hiprand_normal2(state);
    float2 y = hiprand_normal2(state);
    return make_float4(x.x, x.y, y.x, y.y);
}

static __device__ inline double4 hiprand_normal4_double(hiprandStatePhilox4_32_10_t *state)
{
    double2 x = hiprand_normal2_double(state);
    double2 y = hiprand_normal2_double(state);
    return make_double4(x.x, x.y, y.x, y.y);
}

template <class State> __device__ inline float hiprand_log_normal(State *state, float mean, float deviation)
{
    return expf(mean + deviation * hiprand_normal(state));
}

template <class State> __device__ inline double hiprand_log_normal_double(State *state, double mean, double deviation)
{
    return exp(mean + deviation * hiprand_normal_double(state));
}

template <class State> __device__ inline float2 hiprand_log_normal2(State *state, float mean, float deviation)
{
    float2 x = hiprand_normal2(state);
    return make_float2(expf(mean + deviation * x.x), expf(mean + deviation * x.y));
}

template <class State>
__device__ inline double2 hiprand_log_normal2_double(State *state, double mean, double deviation)
{
    double2 x = hiprand_normal2_double(state);
    return make_double2(exp(mean + deviation * x.x), exp(mean + deviation * x.y));
}

static __device__ inline float4 hiprand_log_normal4(hiprandStatePhilox4_32_10_t *state, float mean, float deviation)
{
    float2 x = hiprand_log_normal2(state, mean, deviation);
    float2 y = hiprand_log_normal2(state, mean, deviation);
    return make_float4(x.x, x.y, y.x, y.y);
}

static __device__ inline double4 hiprand_log_normal4_double(hiprandStatePhilox4_32_10_t *state, double mean,
                                                            double deviation)
{
    double2 x = hiprand_log_normal2_double(state, mean, deviation);
    double2 y = hiprand_log_normal2_double(state, mean, deviation);
    return make_double4(x.x, x.y, y.x, y.y);
}

#endif

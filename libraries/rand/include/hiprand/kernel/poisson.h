/* Poisson numbers. */
#ifndef HIPRAND_KERNEL_POISSON_H
#define HIPRAND_KERNEL_POISSON_H

#include <hiprand/kernel/normal.h>

namespace hiprand_detail {

/* Counts factors until the product is small (D. Knuth). */
template <class State> __device__ inline unsigned int poisson_small(State *state, double lambda)
{
    unsigned int count = 0;
    float product = expf((float)lambda) * hiprand_uniform(state);
    for (; product > 1.0f; count++)
        product *= hiprand_uniform(state);
    return count;
}

/* Transformed rejection (W. Hoermann, "The transformed rejection method for generating Poisson random
   variables", 1993). */
template <class State> __device__ inline unsigned int poisson_middle(State *state, double lambda)
{
    double b = 0.931 + 2.53 * sqrt(lambda), a = -0.059 + 0.02483 * b;
    double inverse = 1.1239 + 1.1328 / (b - 3.4), accepted = 0.9277 - 3.6224 / (b - 2.0);
    for (;;) {
        double u = hiprand_uniform_double(state) - 0.5, v = hiprand_uniform_double(state);
        double edge = 0.5 - fabs(u);
        double k = floor((2.0 * a / edge + b) * u + lambda + 0.43);
        if (edge >= 0.07 && v <= accepted)
            return (unsigned int)k;
        if (k < 0.0 || (edge < 0.013 && v > edge))
            continue;
        if (log(v * inverse / (a / (edge * edge) + b)) <= k * log(lambda) - lambda - lgamma(k + 1.0))
            return (unsigned int)k;
    }
}

} // namespace hiprand_detail

template <class State> __device__ inline unsigned int hiprand_poisson(State *state, double lambda)
{
    if (!(lambda >= 64.0))
        return hiprand_detail::poisson_small(state, lambda);
    if (lambda <= 4000.0)
        return hiprand_detail::poisson_middle(state, lambda);
    return (unsigned int)(sqrt(lambda) * hiprand_normal_double(state) + lambda + 0.5);
}

static __device__ inline uint4 hiprand_poisson4(hiprandStatePhilox4_32_10_t *state, double lambda)
{
    unsigned int x = hiprand_poisson(state, lambda), y = hiprand_poisson(state, lambda);
    unsigned int z = hiprand_poisson(state, lambda);
    return make_uint4(x, y, z, hiprand_poisson(state, lambda));
}

#endif

#include <curand_kernel.h>

__global__ void walk(curandState *states, curandStatePhilox4_32_10_t *philox, float *out, unsigned long long seed)
{
    int i = threadIdx.x;
    curand_init(seed, i, 0, &states[i]);
    curandState local = states[i];
    out[i] = curand_uniform(&local) + curand_normal(&local);
    float4 four = curand_uniform4(philox);
    unsigned bits = curand(&local) ^ curand_poisson(&local, 3.0);
    states[i] = local;
}

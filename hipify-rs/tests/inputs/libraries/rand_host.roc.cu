#include <curand.h>

void fill(float *p, double *q, unsigned *u, size_t n)
{
    curandGenerator_t g;
    if (curandCreateGenerator(&g, CURAND_RNG_PSEUDO_XORWOW) != CURAND_STATUS_SUCCESS) return;
    curandSetPseudoRandomGeneratorSeed(g, 1234ULL);
    curandSetGeneratorOffset(g, 8);
    curandGenerateUniform(g, p, n);
    curandGenerateNormalDouble(g, q, n, 0.0, 1.0);
    curandGeneratePoisson(g, u, n, 4.0);
    curandDestroyGenerator(g);
}

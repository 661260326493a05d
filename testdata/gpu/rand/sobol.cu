// Numbers of Sobol's sequences in kernels, as a table. Directions are those of the first dimension.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <curand_kernel.h>

struct Numbers {
    unsigned long long raw[8];
    float uniform[4], normal[4];
    double uniform_double[4], normal_double[4];
};

template <class State> __device__ void fill(State *state, Numbers *to)
{
    for (int k = 0; k < 8; k++)
        to->raw[k] = curand(state);
    skipahead(5, state);
    for (int k = 0; k < 4; k++)
        to->uniform[k] = curand_uniform(state);
    for (int k = 0; k < 4; k++)
        to->uniform_double[k] = curand_uniform_double(state);
    for (int k = 0; k < 4; k++)
        to->normal[k] = curand_normal(state);
    for (int k = 0; k < 4; k++)
        to->normal_double[k] = curand_normal_double(state);
}

template <class State, class Word> __global__ void plain(Word *directions, Numbers *to)
{
    State state;
    curand_init(directions, (Word)3, &state);
    fill(&state, to);
}

template <class State, class Word> __global__ void scrambled(Word *directions, Word start, Numbers *to)
{
    State state;
    curand_init(directions, start, (Word)3, &state);
    fill(&state, to);
}

static void line(const char *generator, const char *what, const void *values, int bytes, int count)
{
    printf("%s\t%s\t", generator, what);
    for (int n = 0; n < count; n++) {
        unsigned long long bits = 0;
        memcpy(&bits, (const char *)values + n * bytes, bytes);
        printf("%s%0*llx", n ? " " : "", bytes * 2, bits);
    }
    printf("\n");
}

static void show(const char *generator, Numbers *from)
{
    Numbers all;
    if (cudaMemcpy(&all, from, sizeof all, cudaMemcpyDeviceToHost) != cudaSuccess)
        printf("FAIL %s\n", generator);
    line(generator, "raw", all.raw, 8, 8);
    line(generator, "uniform", all.uniform, 4, 4);
    line(generator, "uniform_double", all.uniform_double, 8, 4);
    line(generator, "normal", all.normal, 4, 4);
    line(generator, "normal_double", all.normal_double, 8, 4);
}

template <class Word> static Word *directions()
{
    const int bits = sizeof(Word) * 8;
    Word all[bits], *to;
    for (int n = 0; n < bits; n++)
        all[n] = (Word)1 << (bits - 1 - n);
    cudaMalloc((void **)&to, sizeof all);
    cudaMemcpy(to, all, sizeof all, cudaMemcpyHostToDevice);
    return to;
}

int main()
{
    unsigned *narrow = directions<unsigned>();
    unsigned long long *wide = directions<unsigned long long>();
    Numbers *to;
    cudaMalloc((void **)&to, sizeof *to);
    printf("generator\twhat\tvalues\n");
    plain<curandStateSobol32_t><<<1, 1>>>(narrow, to);
    show("sobol32", to);
    plain<curandStateSobol64_t><<<1, 1>>>(wide, to);
    show("sobol64", to);
    scrambled<curandStateScrambledSobol32_t><<<1, 1>>>(narrow, 0x12345678u, to);
    show("scrambled_sobol32", to);
    scrambled<curandStateScrambledSobol64_t><<<1, 1>>>(wide, 0x123456789abcdefull, to);
    show("scrambled_sobol64", to);
}

// Warp shuffles, votes, matches, atomics and math functions; device results against the host's.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define FULL 0xffffffffu

__device__ int warp_sum(int value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(FULL, value, offset);
    return __shfl_sync(FULL, value, 0);
}

__global__ void histogram(const unsigned char *data, int n, unsigned int *bins, unsigned long long *total, int *most)
{
    __shared__ unsigned int local[64];
    if (threadIdx.x < 64)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomicAdd(&local[data[i] & 63], 1u);
        atomicMax(most, static_cast<int>(data[i]));
    }
    __syncthreads();
    if (threadIdx.x < 64) {
        atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
        int sum = warp_sum(static_cast<int>(local[threadIdx.x]));
        if (threadIdx.x % 32 == 0)
            atomicAdd(total, static_cast<unsigned long long>(sum));
    }
}

__global__ void warp_facts(unsigned int *out)
{
    unsigned int lane = threadIdx.x;
    out[lane] = __ballot_sync(FULL, lane % 3 == 0);
    out[32 + lane] = __match_any_sync(FULL, lane / 8);
    out[64 + lane] = __all_sync(FULL, lane < 32) + 2 * __any_sync(FULL, lane == 40);
    out[96 + lane] = __popc(lane) + 100 * __clz(lane) + 10000 * __ffs(lane) + (__brev(lane) >> 31 << 30);
    out[128 + lane] = __shfl_xor_sync(FULL, lane, 5) + __shfl_up_sync(FULL, lane, 1, 8) * 100;
    unsigned int seen = lane;
    while (atomicCAS(&out[160], seen, seen + 1) != seen)
        seen = *(volatile unsigned int *)&out[160];
}

__global__ void math(const double *x, double *y, float *z, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        y[i] = sin(x[i]) * exp(-x[i]) + pow(x[i], 1.5) + fma(x[i], x[i], 1.0) + std::sqrt(x[i]) + max(x[i], 2.0);
        float f = static_cast<float>(x[i]);
        z[i] = sinf(f) + rsqrtf(f + 1.0f) + __fdividef(f, 3.0f) + fabsf(f) + std::floor(f) + powf(f, 0.5f);
    }
}

static int fail(const char *what, long at, double got = 0, double wanted = 0)
{
    std::printf("%s differs at %ld (%.17g, not %.17g): FAIL\n", what, at, got, wanted);
    return 1;
}

int main()
{
    const int n = 1 << 16;
    std::vector<unsigned char> data(n);
    unsigned int state = 1, expected[64] = {}, bins[64];
    for (auto &byte : data) {
        state = state * 1664525u + 1013904223u;
        byte = state >> 24;
        ++expected[byte & 63];
    }
    unsigned char *ddata;
    unsigned int *dbins;
    unsigned long long *dtotal, total;
    int *dmost, most;
    cudaMalloc(&ddata, n);
    cudaMalloc(&dbins, sizeof bins);
    cudaMalloc(&dtotal, sizeof total);
    cudaMalloc(&dmost, sizeof most);
    cudaMemcpy(ddata, data.data(), n, cudaMemcpyHostToDevice);
    cudaMemset(dbins, 0, sizeof bins);
    cudaMemset(dtotal, 0, sizeof total);
    cudaMemset(dmost, 0, sizeof most);
    histogram<<<16, 128>>>(ddata, n, dbins, dtotal, dmost);
    cudaMemcpy(bins, dbins, sizeof bins, cudaMemcpyDeviceToHost);
    cudaMemcpy(&total, dtotal, sizeof total, cudaMemcpyDeviceToHost);
    cudaMemcpy(&most, dmost, sizeof most, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; ++i)
        if (bins[i] != expected[i])
            return fail("histogram", i);
    if (total != n || most != 255)
        return fail("total or maximum", (long)total);

    unsigned int *dfacts, facts[161];
    cudaMalloc(&dfacts, sizeof facts);
    cudaMemset(dfacts, 0, sizeof facts);
    warp_facts<<<1, 32>>>(dfacts);
    cudaMemcpy(facts, dfacts, sizeof facts, cudaMemcpyDeviceToHost);
    for (unsigned int lane = 0; lane < 32; ++lane) {
        unsigned int bits = lane == 0 ? 0 : __builtin_popcount(lane), zeros = lane == 0 ? 32 : __builtin_clz(lane);
        unsigned int up = lane % 8 == 0 ? lane : lane - 1;
        if (facts[lane] != 0x49249249u || facts[32 + lane] != 0xffu << (lane / 8 * 8) || facts[64 + lane] != 1)
            return fail("votes", lane);
        if (facts[96 + lane] != bits + 100 * zeros + 10000 * __builtin_ffs(lane) + ((lane & 1) << 30))
            return fail("bits", lane);
        if (facts[128 + lane] != (lane ^ 5) + up * 100)
            return fail("shuffles", lane);
    }
    if (facts[160] != 32)
        return fail("compare and swap", facts[160]);

    double x[32], y[32], *dx, *dy;
    float z[32], *dz;
    for (int i = 0; i < 32; ++i)
        x[i] = 0.25 + i * 0.37;
    cudaMalloc(&dx, sizeof x);
    cudaMalloc(&dy, sizeof y);
    cudaMalloc(&dz, sizeof z);
    cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice);
    math<<<1, 32>>>(dx, dy, dz, 32);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return fail("math", -1);
    cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost);
    cudaMemcpy(z, dz, sizeof z, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i) {
        double v = x[i];
        float f = (float)v;
        double wanted = std::sin(v) * std::exp(-v) + std::pow(v, 1.5) + (v * v + 1.0) + std::sqrt(v) + std::fmax(v, 2.0);
        float rough = std::sin(f) + 1.0f / std::sqrt(f + 1.0f) + f / 3.0f + f + std::floor(f) + std::sqrt(f);
        if (std::fabs(y[i] - wanted) > 1e-13 * wanted)
            return fail("math of doubles", i, y[i], wanted);
        if (std::fabs(z[i] - rough) > 1e-5f * rough)
            return fail("math of floats", i, z[i], rough);
    }
    std::printf("runtime_histogram: %llu bytes, warps and math: PASS\n", total);
    return 0;
}

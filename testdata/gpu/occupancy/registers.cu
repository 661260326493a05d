// Kernels of different needs: registers, static shared memory, stacks, bounds. Their answers are in registers.tsv.
template <int N>
__device__ __forceinline__ void mix(float *data, int rounds) {
    float kept[N];
    int at = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
    for (int i = 0; i < N; ++i) kept[i] = data[at + i * 4096];
#pragma unroll 1
    for (int round = 0; round < rounds; ++round) {
        float first = kept[0];
#pragma unroll
        for (int i = 0; i + 1 < N; ++i) kept[i] = kept[i] * first + kept[i + 1];
        kept[N - 1] = first;
    }
#pragma unroll
    for (int i = 0; i < N; ++i) data[at + i * 4096] = kept[i];
}

#define KERNEL(name, n, ...) \
    extern "C" __global__ void __VA_ARGS__ name(float *data, int rounds) { mix<n>(data, rounds); }

extern "C" __global__ void tiny(int *data) { data[threadIdx.x] = 1; }
KERNEL(keeps10, 10)
KERNEL(keeps24, 24)
KERNEL(keeps40, 40)
KERNEL(keeps60, 60)
KERNEL(keeps90, 90)
KERNEL(keeps120, 120)
KERNEL(keeps160, 160)
KERNEL(keeps220, 220)
KERNEL(keeps300, 300)
KERNEL(bounded, 60, __launch_bounds__(128))
KERNEL(crowded, 60, __launch_bounds__(256, 4))
KERNEL(capped, 60, __maxnreg__(48))

extern "C" __global__ void with_shared(float *data) {
    __shared__ float words[5000];
    words[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = words[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void with_stack(int *data, int at) {
    int words[64];
    for (int i = 0; i < 64; ++i) words[i] = data[i];
    words[at & 63] = 7;
    for (int i = 0; i < 64; ++i) data[(words[i] + i) & 63] = words[(words[i] + at) & 63];
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) paired(float *data, int rounds) { mix<60>(data, rounds); }

#include <cuda_runtime.h>
constexpr int kRadius = 4;
__constant__ float stencil[2 * kRadius + 1];

template <int Block, class T>
__global__ void __launch_bounds__(Block) apply(const T *__restrict__ in, T *__restrict__ out, int n)
{
    __shared__ T tile[Block + 2 * kRadius];
    const int g = blockIdx.x * Block + threadIdx.x;
    tile[threadIdx.x + kRadius] = g < n ? in[g] : T(0);
    __syncthreads();
    T sum = 0;
#pragma unroll
    for (int i = -kRadius; i <= kRadius; ++i) sum += stencil[i + kRadius] * tile[threadIdx.x + kRadius + i];
    if (g < n) out[g] = sum;
}

template <class T> cudaError_t run(const T *in, T *out, int n, const float *w, cudaStream_t stream = 0)
{
    if (cudaError_t e = cudaMemcpyToSymbolAsync(stencil, w, sizeof(stencil), 0, cudaMemcpyHostToDevice, stream); e != cudaSuccess)
        return e;
    apply<256, T><<<(n + 255) / 256, 256, 0, stream>>>(in, out, n);
    return cudaPeekAtLastError();
}
template cudaError_t run<float>(const float *, float *, int, const float *, cudaStream_t);

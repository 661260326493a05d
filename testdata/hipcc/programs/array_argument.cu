// arch: sm_70 sm_90
// A function with unrolled loops is inlined, as by nvcc: an array that it gets by its address is in registers.
#include <cstdio>
#include <cstring>

template <int N> __device__ void multiply(const float *a, const float *b, float *rows, float *columns, float *sums)
{
#pragma unroll
    for (int k = 0; k < N; ++k) {
#pragma unroll
        for (int m = 0; m < N; ++m)
            rows[m] = a[k * N + m];
#pragma unroll
        for (int n = 0; n < N; ++n)
            columns[n] = b[k * N + n];
#pragma unroll
        for (int m = 0; m < N; ++m)
#pragma unroll
            for (int n = 0; n < N; ++n)
                sums[m * N + n] += rows[m] * columns[n];
    }
}

template <int N> __global__ void kernel(const float *a, const float *b, float *c, int tiles)
{
    float rows[N] = {0}, columns[N] = {0}, sums[N * N] = {0};
    for (int tile = 0; tile < tiles; ++tile) {
        multiply<N>(a, b, rows, columns, sums);
        __syncthreads();
    }
#pragma unroll
    for (int n = 0; n < N * N; ++n)
        c[n] = sums[n];
}

int main()
{
    const int n = 8;
    float *a, *b, *c;
    cudaMallocManaged(&a, n * n * sizeof *a);
    cudaMallocManaged(&b, n * n * sizeof *b);
    cudaMallocManaged(&c, n * n * sizeof *c);
    for (int i = 0; i < n * n; ++i)
        a[i] = i % 5 - 2, b[i] = i % 7 - 3;
    kernel<n><<<1, 1>>>(a, b, c, 3);
    bool is_right = cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            float sum = 0;
            for (int k = 0; k < n; ++k)
                sum += 3 * a[k * n + i] * b[k * n + j];
            is_right &= c[i * n + j] == sum;
        }
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, kernel<n>);
    printf(is_right && attributes.localSizeBytes == 0 ? "right\n" : "wrong: %d, %zu bytes\n", is_right, attributes.localSizeBytes);
    return 0;
}

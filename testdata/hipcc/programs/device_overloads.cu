// arch: sm_70 sm_80
// An overload that exists on the device alone, called by a lambda in a kernel template: nvcc instantiates the
// bodies of kernel templates in its device pass only.
#include <cstdio>
#include <cuda_fp16.h>

template <class T, unsigned N> struct Row { T v[N]; };

template <unsigned N> __device__ void add_to(float *to, const Row<float, N> &row)
{
    for (unsigned i = 0; i < N; i++)
        atomicAdd(to + i, row.v[i]);
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
template <unsigned N> __device__ void add_to(__half *to, const Row<__half, N> &row)
{
    for (unsigned i = 0; i < N; i += 2)
        atomicAdd((__half2 *)(to + i), __halves2half2(row.v[i], row.v[i + 1]));
}
#endif

template <class T, unsigned N> __global__ void sum(const T *rows, int count, T *out)
{
    auto add = [&](const Row<T, N> &row) { add_to(out, row); };
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= count)
        return;
    Row<T, N> row;
    for (unsigned i = 0; i < N; i++)
        row.v[i] = rows[at * N + i];
    add(row);
}

template <class T> static bool is_right()
{
    const int count = 64;
    T *rows, *out;
    if (cudaMallocManaged(&rows, count * 2 * sizeof(T)) != cudaSuccess || cudaMallocManaged(&out, 2 * sizeof(T)) != cudaSuccess)
        return false;
    for (int i = 0; i < count * 2; i++)
        rows[i] = T(float(i % 4));
    out[0] = out[1] = T(0.0f);
    sum<T, 2><<<2, 32>>>(rows, count, out);
    return cudaDeviceSynchronize() == cudaSuccess && float(out[0]) == 64 && float(out[1]) == 128;
}

int main()
{
    bool right = is_right<float>() && is_right<__half>();
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}

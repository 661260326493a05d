#include <cuda_runtime.h>

template <typename T, int N> __global__ void reduce(const T *in, T *out);
template <class T> __global__ void __launch_bounds__(256, 2) fill(T *out, T value, size_t n);
template <typename A, typename B = int> struct Pair { A a; B b; };

template <typename T> void run(T *a, T *b, int blocks)
{
    reduce<T, 4><<<blocks, 128>>>(a, b);
    reduce<float, 8><<<blocks, 128, 0>>>(reinterpret_cast<float *>(a), (float *)b);
    reduce<Pair<float, Pair<int, char>>, 1><<<dim3(blocks), dim3(32)>>>(nullptr, nullptr);
    reduce<T, (4 > 2) ? 4 : 2><<<blocks, sizeof(Pair<T, int>)>>>(a, b);
    reduce<T, 1 << 3><<<blocks, 64>>>(a, b);
    fill<<<blocks, 256>>>(a, T(0), 1024);
}

#include <cuda_runtime.h>
#define DISPATCH(type, ...)                                    \
    [&] {                                                      \
        switch (type) {                                        \
        case 0: { using scalar_t = float; __VA_ARGS__(); break; } \
        case 1: { using scalar_t = double; __VA_ARGS__(); break; } \
        }                                                      \
    }()
#define FORALL(N)                                              \
    for (int i = 0; i < N; ++i)                                \
        kernel<N, float>                                       \
            <<<grid,                                           \
               block, /* bytes */ 0>>>                         \
            (p, N);
template <int N, class T> __global__ void kernel(T *p, int n);
template <class T> __global__ void fill(T *p, T v);
void run(int type, void *p, dim3 grid, dim3 block, cudaStream_t s)
{
    DISPATCH(type, [&] { fill<scalar_t><<<grid, block, 0, s>>>((scalar_t *)p, (scalar_t)1); });
}

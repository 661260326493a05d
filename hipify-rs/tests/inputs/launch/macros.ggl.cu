#include <cuda_runtime.h>
#include <stdio.h>

#define THREADS 256
#define BLOCKS(n) (((n) + THREADS - 1) / THREADS)
#define LAUNCH(kernel, n, ...) kernel<<<BLOCKS(n), THREADS>>>(__VA_ARGS__)
#define LAUNCH_CHECKED(kernel, n, ...)                                         \
    do {                                                                       \
        kernel<<<BLOCKS(n), THREADS, 0, stream>>>(__VA_ARGS__);                \
        cudaError_t err = cudaGetLastError();                                  \
        if (err != cudaSuccess)                                                \
            fprintf(stderr, "%s: %s\n", #kernel, cudaGetErrorString(err));     \
    } while (0)
#define CONFIGURED(kernel) kernel<<<grid, block>>>
#define TYPED(T, ...) copy_kernel<T, false> <<< grid, block, 0, stream >>>(__VA_ARGS__)
#define CALL(x) (x)

template <typename T, bool B> __global__ void copy_kernel(const T *a, T *b);
__global__ void twice(float *a, int n);

void run(float *a, int n, dim3 grid, dim3 block, cudaStream_t stream)
{
    LAUNCH(twice, n, a, n);
    LAUNCH_CHECKED(twice, n, a, n);
    CONFIGURED(twice)(a, n);
    TYPED(float, a, a);
    CALL((twice<<<BLOCKS(n), THREADS>>>(a, n)));
}

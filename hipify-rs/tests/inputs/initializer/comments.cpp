#include <cuda_runtime.h>
void run(void *p, size_t n)
{
    cudaMemsetParams a = {p, /* pitch */ 0, /* value */ 1, 1, n, 1};
    cudaMemsetParams b = {p, 0, 1, 1, n, 1 /* height */};
    cudaMemsetParams c = {
        p, 0,
#ifdef ONES
        1,
#else
        0,
#endif
        1, n, 1};
    cudaMemsetParams d = {1, 2, 3, 4, 5, 6, 7, 8};
    cudaMemsetParams e = {.what = 3, .dst = p};
}

#include <cuda_runtime.h>
void run(void *a, void *b, size_t n)
{
    cudaMemsetParams all[] = {{a, 0, 1, 1, n, 1}, {b, n, 2, 4, n / 4, 2}, {}};
    cudaMemsetParams two[2] = {};
    cudaMemsetParams x = {a, 0, 1, 1, n, 1}, y = {b, 0, 1, 1, n, 1};
}

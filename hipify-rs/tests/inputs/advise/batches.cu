#include <cuda_runtime.h>

void batch(void **p, size_t *n, cudaMemLocation *where, size_t *at, cudaStream_t s)
{
    cudaMemPrefetchBatchAsync(p, n, 2, where, at, 1, 0, s);
    cudaMemDiscardBatchAsync(p, n, 2, 0, s);
    cudaMemDiscardAndPrefetchBatchAsync(p, n, 2, where, at, 1, 0, s);
}

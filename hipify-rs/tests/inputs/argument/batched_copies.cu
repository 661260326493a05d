#include <cuda_runtime.h>

void copy(void **to, void **from, size_t *sizes, size_t n, cudaStream_t s)
{
    cudaMemcpyAttributes how = {};
    size_t start = 0, failed;
    cudaMemcpyBatchAsync(to, from, sizes, n, &how, &start, 1, &failed, s);  // CUDA 12
    cudaMemcpyBatchAsync(to, from, sizes, n, &how, &start, 1, s);           // CUDA 13
    cudaMemcpy3DBatchOp op = {};
    cudaMemcpy3DBatchAsync(1, &op, &failed, 0, s);
    cudaMemcpy3DBatchAsync(1, &op, 0, s);
}

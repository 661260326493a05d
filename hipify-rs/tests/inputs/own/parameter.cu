#include <cuda_runtime.h>

int twice(int cudaMemcpyDefault) { return 2 * cudaMemcpyDefault; }

void copy(void *to, const void *from, size_t n)
{
    cudaMemcpy(to, from, n, cudaMemcpyDefault);
}

#include <cuda_runtime.h>
int run(void *p)
{
    if (!p) goto cudaFree;
    cudaMemset(p, 0, 1);
cudaFree:
    cudaFree(p);
    return 0;
}

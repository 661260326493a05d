#include <cuda_runtime.h>
void run(float *p, int n, bool async, cudaStream_t s)
{
#ifdef ASYNC
    if (async) {
        cudaMemsetAsync(p, 0, n, s);
#else
    if (!async) {
        cudaMemset(p, 0, n);
#endif
    }
    cudaDeviceSynchronize();
}

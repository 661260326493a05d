#include <cuda_runtime.h>

void place(float *p, size_t n, int device, cudaStream_t s)
{
    cudaMemAdvise(p, n, cudaMemAdviseSetPreferredLocation, device);
    cudaMemAdvise(p, n, cudaMemAdviseSetAccessedBy, cudaCpuDeviceId);
    cudaMemPrefetchAsync(p, n, device, s);
    cudaMemPrefetchAsync(p, n, cudaCpuDeviceId);
    cudaMemRangeAttribute what = cudaMemRangeAttributeLastPrefetchLocation;
    int where;
    cudaMemRangeGetAttribute(&where, sizeof where, what, p, n);
}

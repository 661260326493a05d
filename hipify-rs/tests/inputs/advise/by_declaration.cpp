#include <cuda_runtime.h>
cudaMemLocation here(int device);
struct Place { cudaMemLocation where; int device; };
void run(void *p, size_t n, cudaStream_t s, int device, Place place)
{
    cudaMemLocation host = {cudaMemLocationTypeHost, 0};
    cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, host);
    cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, device);
    cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, here(device));
    cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, cudaMemLocation{cudaMemLocationTypeDevice, device});
    cudaMemPrefetchAsync(p, n, host, 0, s);
    cudaMemPrefetchAsync(p, n, device, s);
    cudaMemPrefetchAsync(p, n, device);
    cudaMemPrefetchAsync(p, n, {cudaMemLocationTypeDevice, device}, 0);
    cudaMemPrefetchAsync(p, n, cudaCpuDeviceId, 0);
}

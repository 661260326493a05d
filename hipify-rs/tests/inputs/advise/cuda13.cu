#include <cuda_runtime.h>

struct Placer {
    cudaMemLocation home{cudaMemLocationTypeDevice, 0};
    void place(float *p, size_t n, cudaStream_t s)
    {
        cudaMemAdvise(p, n, cudaMemAdviseSetPreferredLocation, home);
        cudaMemPrefetchAsync(p, n, home, 0, s);
        cudaMemLocation host = {cudaMemLocationTypeHost, 0};
        cudaMemPrefetchAsync(p, n, host, 0);
        cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, cudaMemLocation{cudaMemLocationTypeHost, 0});
    }
};

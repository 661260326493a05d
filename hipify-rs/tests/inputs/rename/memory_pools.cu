#include <cuda_runtime.h>

void *pooled(cudaStream_t stream, size_t n)
{
    cudaMemPool_t pool;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
    props.location.type = cudaMemLocationTypeDevice;
    cudaMemPoolCreate(&pool, &props);
    unsigned long long keep = ~0ull;
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    cudaDeviceSetMemPool(0, pool);
    void *p;
    cudaMallocFromPoolAsync(&p, n, pool, stream);
    cudaMallocAsync(&p, n, stream);
    cudaFreeAsync(p, stream);
    return p;
}

#include <cuda_runtime.h>
#include <cuda.h>

void place(CUdeviceptr d, void *p, size_t n, CUstream s)
{
    CUmemLocation where = {CU_MEM_LOCATION_TYPE_HOST_NUMA, 1};
    cuMemAdvise_v2(d, n, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, where);
    cuMemPrefetchAsync_v2(d, n, where, 0, s);
    cudaMemLocation there = {cudaMemLocationTypeDevice, 0};
    cudaMemAdvise_v2(p, n, cudaMemAdviseSetReadMostly, there);
    cudaMemPrefetchAsync_v2(p, n, there, 0, s);
}

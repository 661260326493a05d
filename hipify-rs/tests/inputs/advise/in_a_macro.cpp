#include <cuda.h>
#define TRY(x) if ((x) != CUDA_SUCCESS) return false
#define PREFETCH(p, n, where, s) cuMemPrefetchAsync(p, n, where, 0, s)
bool run(CUdeviceptr p, size_t n, CUstream s)
{
    CUmemLocation where;
    where.type = CU_MEM_LOCATION_TYPE_DEVICE;
    where.id = 0;
    TRY(cuMemAdvise(p, n, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, where));
    TRY(PREFETCH(p, n, where, s));
    return true;
}

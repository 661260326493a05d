#include <cuda.h>
CUresult run(CUcontext *c, CUdevice d, CUexecAffinityParam *affinity, CUctxCreateParams *how)
{
    cuCtxCreate_v3(c, affinity, 1, 0, d);
    return cuCtxCreate(c, how, 0, d);
}

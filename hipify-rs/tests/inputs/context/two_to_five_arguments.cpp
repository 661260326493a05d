#include <cuda.h>
CUresult run(CUcontext *c, CUdevice d, unsigned flags)
{
    cuCtxCreate(c, d);
    cuCtxCreate(c, flags, d);
    cuCtxCreate(c, CU_CTX_SCHED_SPIN | CU_CTX_MAP_HOST, d);
    cuCtxCreate(c, NULL, flags, d);
    cuCtxCreate(c, nullptr, 0, d);
    cuCtxCreate_v2(c, 0, d);
    cuCtxCreate_v3(c, NULL, 0, CU_CTX_SCHED_AUTO, d);
    return cuCtxCreate_v4(c, nullptr, CU_CTX_SCHED_YIELD, d);
}

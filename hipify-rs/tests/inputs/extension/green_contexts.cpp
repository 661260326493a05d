#include <cuda.h>

// Both begin with hipExt, and one of them is enough for the header.
CUresult enter(CUgreenCtx green, CUstream stream)
{
    CUcontext context;
    CUgreenCtx mine;
    if (CUresult r = cuCtxFromGreenCtx(&context, green))
        return r;
    if (CUresult r = cuStreamGetGreenCtx(stream, &mine))
        return r;
    return mine == green ? cuCtxPushCurrent(context) : CUDA_ERROR_INVALID_CONTEXT;
}

#include <cuda.h>

void contexts(CUcontext *context, CUdevice device)
{
    CUctxCreateParams none = CUctxCreateParams();
    cuCtxCreate(context, &none, 0, device);
    auto braces = [&] {
        CUctxCreateParams same = CUctxCreateParams{};
        cuCtxCreate(context, &same, 0, device);
    };
    struct CUctxCreateParams_st tag = {};
    cuCtxCreate(context, &tag, 0, device);
}

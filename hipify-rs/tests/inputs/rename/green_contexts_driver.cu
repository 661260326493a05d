#include <cuda.h>

void split(CUdevice device)
{
    CUdevResource all, part, rest;
    unsigned groups = 1;
    cuDeviceGetDevResource(device, &all, CU_DEV_RESOURCE_TYPE_SM);
    cuDevSmResourceSplitByCount(&part, &groups, &all, &rest, 0, 16);
    CUdevResourceDesc desc;
    cuDevResourceGenerateDesc(&desc, &part, 1);
    CUgreenCtx green;
    cuGreenCtxCreate(&green, desc, device, CU_GREEN_CTX_DEFAULT_STREAM);
    CUstream stream;
    cuGreenCtxStreamCreate(&stream, green, CU_STREAM_NON_BLOCKING, 0);
    CUcontext context;
    cuCtxFromGreenCtx(&context, green);
    cuGreenCtxDestroy(green);
}

#include <cuda.h>
void run(CUdevice d, CUdevResourceDesc desc, unsigned flags)
{
    CUgreenCtx a, b, c;
    cuGreenCtxCreate(&a, desc, d, CU_GREEN_CTX_DEFAULT_STREAM);
    cuGreenCtxCreate(&b, desc, d, 1);
    cuGreenCtxCreate(&c, desc, d, flags);
    cuGreenCtxDestroy(a);
}

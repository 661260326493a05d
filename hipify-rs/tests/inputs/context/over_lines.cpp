#include <cuda.h>
void run(CUcontext *c, CUdevice d)
{
    cuCtxCreate(c,        // where it goes
                NULL,     // no parameters
                CU_CTX_SCHED_AUTO,
                d);
    cuCtxCreate(
        c,
#ifdef FLAGS
        FLAGS,
#else
        0,
#endif
        d);
}

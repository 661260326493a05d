#include <cuda.h>
#define CHECK(x) do { CUresult r = (x); if (r != CUDA_SUCCESS) throw r; } while (0)
#define MAKE(c, d) CHECK(cuCtxCreate(&c, NULL, 0, d))
void run(CUdevice d)
{
    CUcontext c;
    CHECK(cuCtxCreate(&c, NULL, 0, d));
    CHECK(cuCtxCreate(&c, /* flags */ 0, d));
    MAKE(c, d);
}

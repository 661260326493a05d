#include <cuda.h>
void run(size_t n)
{
    CUdeviceptr p[2], q = 0;
    cuMemAlloc(&p[0], n);
    cuMemAlloc(p + 1, n);
    q = p[0] + n;
    CUdeviceptr *r = p + 1;
}

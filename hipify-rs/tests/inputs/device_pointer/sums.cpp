#include <cuda.h>

void run(CUdeviceptr base, size_t n, CUstream s)
{
    CUdeviceptr a = base + n;
    CUdeviceptr b = base + n * sizeof(float) + 8;
    CUdeviceptr c = base - 16;
    cuMemsetD8(base + n, 0, n);
    cuMemsetD8Async(a + (n << 2), 0xff, n, s);
    cuMemcpyDtoD(a + 4, b + 8, c - a);
    CUdeviceptr d = n > 4 ? a + 4 : b;
    if (a + n < b) cuMemFree(a);
    if (a == 0 || b != c) cuMemFree(b);
}

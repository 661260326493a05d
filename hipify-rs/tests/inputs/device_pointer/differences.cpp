#include <cuda.h>
size_t f(CUdeviceptr a, CUdeviceptr b, size_t n)
{
    size_t d = b - a, e = b - a + n;
    return (b - a) / sizeof(float) + d + e - (a - b);
}

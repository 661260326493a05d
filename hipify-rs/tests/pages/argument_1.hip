#include <hip/hip_runtime.h>
__constant__ float table[16];
template <typename T, int N> __global__ void kernel(T *p) { p[0] = N; }
void f(int bytes)
{
    float host[16] = {};
#include "example"
}

#include <hip/hip_runtime.h>
__global__ void add(const float *a, float *b) { b[0] += a[0]; }
void f(int n, float *a, float *b)
{
#include "example"
}

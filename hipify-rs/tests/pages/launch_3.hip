#include <hip/hip_runtime.h>
__global__ void scale(float *a) { a[0] *= 2; }
void f(unsigned n, float *a)
{
#include "example"
}

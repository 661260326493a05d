#include <hip/hip_runtime.h>
#include "example"
__global__ void k(float *x)
{
    Ray ray(x[0], x[1]);
    Sum<float> sum;
    sum.value = ray.at(2.0f);
    sum(1.0f);
    x[0] = sum.value;
}

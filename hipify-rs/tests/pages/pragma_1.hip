#include <hip/hip_runtime.h>
#include "example"
__device__ int sum(int n)
{
    int all = 0;
    UNROLL
    for (int i = 0; i < 4; i++)
        all += i * n;
    return all;
}

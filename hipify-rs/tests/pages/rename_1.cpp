#include <hip/hip_runtime.h>
#include <cstdio>
void f(size_t n)
{
    float *p;
#include "example"
}

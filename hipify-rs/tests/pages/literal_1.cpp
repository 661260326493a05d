#include <hip/hip_runtime.h>
void f(hipDevice_t device)
{
    int n, warp;
#include "example"
}

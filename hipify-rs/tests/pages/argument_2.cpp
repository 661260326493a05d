#include <hip/hip_runtime.h>
void f(hipFunction_t f)
{
    int grid, block;
#include "example"
}

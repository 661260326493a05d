#include <hip/hip_runtime.h>
void f(hipDevice_t dev)
{
    hipCtx_t c;
#include "example"
}

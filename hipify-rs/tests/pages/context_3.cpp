#include <hip/hip_runtime.h>
void f(hipDevResourceDesc_t desc, hipDevice_t dev)
{
    hipStream_t s;
#include "example"
}

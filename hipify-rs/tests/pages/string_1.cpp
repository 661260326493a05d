#include <hip/hip_runtime.h>
#include <cstdio>
#include <dlfcn.h>
void f(void *library)
{
    void *init, *alloc;
    hipDriverProcAddressQueryResult status;
#include "example"
}

#include <hip/hip_runtime.h>
void f(void *p, size_t n)
{
#include "example"
}

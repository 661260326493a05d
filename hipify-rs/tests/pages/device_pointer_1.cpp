#include <hip/hip_runtime.h>
void f(size_t n)
{
#include "example"
}

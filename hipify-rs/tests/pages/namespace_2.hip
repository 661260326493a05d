#include <rocwmma/rocwmma.hpp>
__device__ void f()
{
#include "example"
}

#include <hip/hip_runtime.h>
#include <cstdlib>
#include "example"

#include <hip/hip_runtime.h>
#include "example"

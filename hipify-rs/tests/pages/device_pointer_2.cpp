#include <hip/hip_runtime.h>
#include <cstdint>
#include "example"

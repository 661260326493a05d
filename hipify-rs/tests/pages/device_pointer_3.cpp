#include <hip/hip_runtime.h>
#include <stdint.h>
#include <vector>
#include "example"

#include <hip/hip_runtime.h>
#include <vector>
#include "example"

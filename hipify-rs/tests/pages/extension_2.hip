#include <hip/hip_runtime.h>
__global__ void child(int *p) { *p = 1; }
#include "example"

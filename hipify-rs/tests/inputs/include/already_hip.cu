#include <hip/hip_runtime.h>
#include <cuda.h>
#include "hipblas.h"
#include <cublas_v2.h>

__global__ void touch(int *p);

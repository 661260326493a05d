// Kernels.
#pragma once

namespace k {
__device__ int twice(int x) { return 2 * x; }
__global__ void touch(int *p);
}

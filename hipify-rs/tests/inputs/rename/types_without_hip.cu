#include <cuda_fp8.h>

__nv_fp8_e8m0 scale;

#include <hip/hip_soft.h>
#include <cuda.h>
auto from = &cuCtxFromGreenCtx;

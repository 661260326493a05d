#include <cuda.h>
void run(CUdeviceptr p, CUcontext c) {
    cuInit(0)
    cuCtxCreate(&c, 0)
    p += 4
    CUdeviceptr q = p + 4
    CUDA_MEMSET_NODE_PARAMS m = {p, 1, 2
}

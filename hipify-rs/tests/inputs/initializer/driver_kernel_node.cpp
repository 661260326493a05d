#include <cuda.h>
void run(CUgraph g, CUfunction f, void **args, int n)
{
    CUDA_KERNEL_NODE_PARAMS p = {f, (unsigned)n, 1, 1, 256, 1, 1, 1024, args, NULL};
    CUDA_KERNEL_NODE_PARAMS q;
    q.func = f;
    q.gridDimX = n / 64; q.gridDimY = q.gridDimZ = 1;
    q.blockDimX = 64; q.blockDimY = q.blockDimZ = 1;
    CUDA_KERNEL_NODE_PARAMS *r = &q;
    r->gridDimX *= 2;
    CUDA_KERNEL_NODE_PARAMS s = {.func = f, .gridDimX = 8, .gridDimY = 1, .gridDimZ = 1, .blockDimX = 32,
                                 .blockDimY = 1, .blockDimZ = 1, .kernelParams = args};
    struct Own { int gridDimX; } own;
    own.gridDimX = 3;
}

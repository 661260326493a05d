#include <cuda_runtime.h>

__global__ void kernel(int *p) { *p = 1; }

int fit()
{
    int blocks, grid, block;
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 0);
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 0);
    cudaFuncAttributes attributes;
    cudaFuncGetAttributes(&attributes, kernel);
    return blocks * attributes.numRegs;
}

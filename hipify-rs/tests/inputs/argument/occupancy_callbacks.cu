#include <cuda.h>

static size_t shared(int block) { return block * 4; }

void fit(CUfunction f)
{
    int grid, block;
    cuOccupancyMaxPotentialBlockSize(&grid, &block, f, NULL, 0, 0);
    cuOccupancyMaxPotentialBlockSize(&grid, &block, f, shared, 0, 0);
    cuOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, f, nullptr, 0, 0, 0);
}

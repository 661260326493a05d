// Kernels of the example `children`: a thread launches a grid for each row of a table, as long as the row.
// `hipcc --ptx -O2 --offload-arch=sm_75 children.cu -o children.ptx`
#include <hip/hip_runtime.h>

__global__ void square(float *row, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length)
        row[i] *= row[i];
}

// Squares the values of all rows; row `r` is at `first[r]` up to `first[r + 1]`.
extern "C" __global__ void square_rows(float *values, const int *first, int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    int length = first[r + 1] - first[r];
    if (length > 0)
        square<<<(length + 63) / 64, 64>>>(values + first[r], length);
}

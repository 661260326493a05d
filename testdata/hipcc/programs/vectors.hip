// arch: sm_70
// Conversions between `dim3` and `uint3`, also of built-in variables, and AMD's name of all vectors.
#include <hip/hip_runtime.h>
#include <cstdio>

__host__ __device__ unsigned int first(dim3 d) { return d.x; }
__host__ __device__ unsigned int second(uint3 d) { return d.y; }

__global__ void convert(unsigned int *sums)
{
    dim3 thread = threadIdx, block(blockIdx), threads(blockDim), blocks = gridDim;
    uint3 place = threadIdx, size(blockDim), same = threads, other(blocks);
    dim3 again(place), back = same;
    // The last thread of the last block.
    if (thread.x != 3 || thread.y != 1 || block.x != 1 || block.y != 2)
        return;
    sums[0] = first(threadIdx) + first(blockDim) + second(blockIdx) + second(gridDim);
    sums[1] = blocks.x + size.x + other.y + again.y + back.y;
    sums[2] = first({1, 2}) + first(7) + first({}) + second({1, 2, 3});
}

int main()
{
    unsigned int *sums;
    if (hipMallocManaged(&sums, 3 * sizeof(unsigned int)) != hipSuccess)
        return 1;
    HIP_vector_type<unsigned int, 3> shape = make_uint3(4, 2, 1);
    HIP_vector_type<char, 2> pair = {1, 2};
    HIP_vector_type<float, 4> four{1, 2, 3, 4};
    char2 letters = pair;
    float4 doubled = four * 2.0f;
    uint3 wide = dim3(3);
    convert<<<dim3(2, 3), shape>>>(sums);
    hipError_t error = hipDeviceSynchronize();
    bool is_right = error == hipSuccess && sums[0] == 3 + 4 + 2 + 3 && sums[1] == 2 + 4 + 3 + 1 + 2 && sums[2] == 1 + 7 + 1 + 2;
    is_right = is_right && letters.y == 2 && doubled.w == 8 && wide.x == 3 && wide.z == 1;
    is_right = is_right && first(shape) == 4 && second(dim3(1, 9)) == 9;
    if (is_right)
        printf("right\n");
    else
        printf("%s %u %u %u\n", hipGetErrorString(error), sums[0], sums[1], sums[2]);
    return !is_right;
}

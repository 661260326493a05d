// arch: sm_60 sm_70 sm_80 sm_90
// Reductions of a warp's lanes: all of them, and those of a mask.
#include <cstdio>

__device__ bool right(unsigned int mask, int value)
{
    int sum = 0, least = INT_MAX, most = INT_MIN;
    unsigned int usum = 0, uleast = ~0u, umost = 0, all = ~0u, some = 0, odd = 0;
    for (int lane = 0; lane < 32; ++lane) {
        if (!(mask >> lane & 1))
            continue;
        int other = (lane * 7 - 100) * 3;
        unsigned int bits = other;
        sum += other, least = min(least, other), most = max(most, other);
        usum += bits, uleast = min(uleast, bits), umost = max(umost, bits), all &= bits, some |= bits, odd ^= bits;
    }
    unsigned int bits = value;
    return __reduce_add_sync(mask, value) == sum && __reduce_min_sync(mask, value) == least && __reduce_max_sync(mask, value) == most &&
           __reduce_add_sync(mask, bits) == usum && __reduce_min_sync(mask, bits) == uleast && __reduce_max_sync(mask, bits) == umost &&
           __reduce_and_sync(mask, bits) == all && __reduce_or_sync(mask, bits) == some && __reduce_xor_sync(mask, bits) == odd;
}

__global__ void reduce(int *wrong)
{
    int lane = threadIdx.x % 32, value = (lane * 7 - 100) * 3;
    if (!right(~0u, value))
        atomicAdd(wrong, 1);
    unsigned int few = __ballot_sync(~0u, lane % 5 == 1);
    if (lane % 5 == 1 && !right(few, value))
        atomicAdd(wrong, 1);
}

int main()
{
    int *wrong;
    cudaMallocManaged(&wrong, sizeof(int));
    *wrong = 0;
    reduce<<<2, 64>>>(wrong);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess || *wrong != 0)
        printf("%s, %d wrong\n", cudaGetErrorString(error), *wrong);
    else
        printf("right\n");
    return *wrong != 0;
}

#define FULL_MASK 0xffffffff
__device__ float sum(float v)
{
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    for (int d = 16; d > 0; d /= 2) v += __shfl_xor_sync(FULL_MASK, v, d, 32);
    __syncwarp(0xFFFFFFFFu);
    __syncwarp();
    v = __shfl_sync(0xffffffffffffffffull, v, 0);
    return __shfl_sync(__activemask(), v, 0);
}

#define LANE (threadIdx.x & 31)
#define WARP (threadIdx.x >> 5)
__global__ void k(int *p, int n)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x % 32, warp_id = threadIdx.x / 32;
    int lane_id = tid & 0x1f, wid = tid >> 5;
    int half = n & 31, rows = n / 32, other = n >> 5;
    p[tid] = lane + warp_id + lane_id + wid + half + rows + other + threadIdx.x % warpSize;
}

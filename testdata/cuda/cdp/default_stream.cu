// grid=3 block=32 words=48
// Children of one block in its default stream run one after the other.
__global__ void step(int *out, int k)
{
    // No two of these may be exchanged.
    out[threadIdx.x] = out[threadIdx.x] * 3 + k + threadIdx.x;
}

extern "C" __global__ void run(int *out)
{
    int *mine = out + 16 * blockIdx.x;
    if (threadIdx.x == 5)
        for (int k = 0; k < 6; k++) step<<<1, 16>>>(mine, k + blockIdx.x);
    __syncthreads();
    // Another thread of the block: the same stream.
    if (threadIdx.x == 20) {
        step<<<1, 16>>>(mine, 100);
        step<<<1, 8>>>(mine, 7);
    }
}

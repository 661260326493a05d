// grid=4 block=64 words=256
// What a parent wrote before a launch, its children see; what they wrote, grandchildren and the host.
__global__ void grandchild(int *out, int n)
{
    int at = threadIdx.x;
    out[at] = out[at] * 2 + n;
}
__global__ void child(int *out)
{
    int at = threadIdx.x;
    int other = out[at ^ 1];
    __syncthreads();
    out[at] = other + 1;
    __syncthreads();
    if (at == 0) grandchild<<<1, blockDim.x>>>(out, blockDim.x);
}

extern "C" __global__ void run(int *out)
{
    int *mine = out + 64 * blockIdx.x;
    mine[threadIdx.x] = 100 * blockIdx.x + 7 * threadIdx.x;
    __syncthreads();
    // Half a warp's threads each give a part away, in different branches.
    if (threadIdx.x < 16) {
        if (threadIdx.x % 3 == 0) child<<<1, 4>>>(mine + 4 * threadIdx.x);
        else if (threadIdx.x % 3 == 1) grandchild<<<1, 4, 0, cudaStreamFireAndForget>>>(mine + 4 * threadIdx.x, 3);
    }
}

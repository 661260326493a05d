// grid=528 block=1024 words=528
// More blocks than the device holds, all waiting for children that need the room: compiled as `legacy_sync`.
__global__ void child(int *sum)
{
    __shared__ int part;
    if (threadIdx.x == 0) part = 0;
    __syncthreads();
    atomicAdd(&part, threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) *sum = part;
}

extern "C" __global__ void run(int *out)
{
    if (threadIdx.x != 0) return;
    child<<<1, 1024>>>(out + blockIdx.x);
    cudaDeviceSynchronize();
    out[blockIdx.x] += blockIdx.x;
}

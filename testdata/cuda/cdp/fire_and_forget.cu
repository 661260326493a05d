// grid=4 block=64 words=260
// Every thread launches a child that nothing waits for but its parent's end.
__global__ void child(int *out, int *count, int v)
{
    out[0] = v;
    atomicAdd(count, v);
}

extern "C" __global__ void run(int *out)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    child<<<1, 1, 0, cudaStreamFireAndForget>>>(out + at, out + 256, at);
    int error = cudaGetLastError();
    if (error) atomicMax(out + 257, error);
}

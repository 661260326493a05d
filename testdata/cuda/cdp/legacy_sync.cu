// grid=4 block=64 words=512
// The first version: threads wait for what their block launched, and read what it left. Compiled for sm_80 with
// CUDA_FORCE_CDP1_IF_SUPPORTED; no H200 loads it, and the answer is what the programming guide says.
__global__ void leaf(int *data, int k) { data[threadIdx.x] += k; }
__global__ void child(int *data, int round)
{
    data[threadIdx.x] = data[threadIdx.x] * 2 + round;
    __syncthreads();
    if (threadIdx.x == 0) {
        leaf<<<1, 64>>>(data, 10);
        cudaDeviceSynchronize();
        data[0] += data[63];
    }
}

extern "C" __global__ void run(int *out)
{
    int *data = out + 64 * blockIdx.x, *seen = out + 256 + 64 * blockIdx.x;
    data[threadIdx.x] = blockIdx.x;
    for (int round = 1; round <= 3; round++) {
        __syncthreads();
        if (threadIdx.x == 0) {
            child<<<1, 64>>>(data, round);
            if (cudaDeviceSynchronize() != cudaSuccess) data[0] = -1;
        }
        __syncthreads();
        seen[threadIdx.x] = seen[threadIdx.x] * 7 + data[(threadIdx.x + round) % 64];
    }
}

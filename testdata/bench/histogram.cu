// Bytes, four a word; counts in shared memory first.
extern "C" __global__ void histogram(const unsigned *in, unsigned *counts, int words) {
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += gridDim.x * blockDim.x) {
        unsigned w = in[i];
        atomicAdd(&bins[w & 255], 1);
        atomicAdd(&bins[w >> 8 & 255], 1);
        atomicAdd(&bins[w >> 16 & 255], 1);
        atomicAdd(&bins[w >> 24], 1);
    }
    __syncthreads();
    atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}

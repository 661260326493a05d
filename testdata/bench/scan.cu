// Inclusive sums of each 1024 numbers: a warp by shuffles, then the sums of warps.
extern "C" __global__ void scan(const unsigned *in, unsigned *out) {
    __shared__ unsigned warps[32];
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned i = blockIdx.x * 1024 + threadIdx.x;
    unsigned own = in[i];
    for (int step = 1; step < 32; step *= 2) {
        unsigned other = __shfl_up_sync(~0u, own, step);
        if (lane >= step) own += other;
    }
    if (lane == 31) warps[warp] = own;
    __syncthreads();
    if (warp == 0) {
        unsigned sum = warps[lane];
        for (int step = 1; step < 32; step *= 2) {
            unsigned other = __shfl_up_sync(~0u, sum, step);
            if (lane >= step) sum += other;
        }
        warps[lane] = sum;
    }
    __syncthreads();
    out[i] = own + (warp > 0 ? warps[warp - 1] : 0);
}

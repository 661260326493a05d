// One sum a block of 1024 elements: by shuffles within warps, then by the first warp.
extern "C" __global__ void sums(const float *in, float *out) {
    __shared__ float s[8];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t;
    float v = (in[i] + in[i + 256]) + (in[i + 512] + in[i + 768]);
    for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);
    if (t % 32 == 0) s[t / 32] = v;
    __syncthreads();
    if (t < 32) {
        v = t < 8 ? s[t] : 0.0f;
        for (int d = 4; d > 0; d /= 2) v += __shfl_xor_sync(0xffffffff, v, d);
        if (t == 0) out[blockIdx.x] = v;
    }
}

// Each 512 numbers sorted by a bitonic network in shared memory.
extern "C" __global__ void bitonic(const unsigned *in, unsigned *out) {
    __shared__ unsigned s[512];
    unsigned t = threadIdx.x;
    s[t] = in[blockIdx.x * 512 + t];
    s[t + 256] = in[blockIdx.x * 512 + t + 256];
    for (unsigned size = 2; size <= 512; size *= 2)
        for (unsigned stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            unsigned at = 2 * t - (t & stride - 1);
            unsigned low = s[at], high = s[at + stride];
            if ((low > high) == ((at & size) == 0)) s[at] = high, s[at + stride] = low;
        }
    __syncthreads();
    out[blockIdx.x * 512 + t] = s[t];
    out[blockIdx.x * 512 + t + 256] = s[t + 256];
}

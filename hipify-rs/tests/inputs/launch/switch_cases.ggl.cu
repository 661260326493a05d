template <int N> __global__ void reduce(const float *in, float *out, int n);
void run(int threads, dim3 grid, dim3 block, int smem, const float *in, float *out, int n)
{
    switch (threads) {
    case 512: reduce<512><<<grid, block, smem>>>(in, out, n); break;
    case 256:
        reduce<256><<<grid, block, smem>>>(in, out, n);
        break;
    default: reduce<1><<<grid, block, smem>>>(in, out, n);
    }
}

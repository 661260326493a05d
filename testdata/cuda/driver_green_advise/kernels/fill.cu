// values[i] = 3 * i + 1, and after `total` elements the SM that wrote element i.
extern "C" __global__ void fill_with_smid(unsigned *values, unsigned first, unsigned total)
{
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    const unsigned i = first + blockIdx.x * blockDim.x + threadIdx.x;
    values[i] = 3u * i + 1u;
    values[total + i] = sm;
}

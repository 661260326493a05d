// What `child.rs` launches: compiled by nvcc 13.0, -rdc=true -ptx -arch=sm_80.
__global__ void place(unsigned *out)
{
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (threadIdx.x == 0) out[blockIdx.x] = sm;
}
__global__ void spin(volatile unsigned *flag) { while (*flag == 0) { } }
__global__ void touch(unsigned *out) { out[threadIdx.x] = 1; }
__global__ void follow(unsigned *out) { out[1] = out[0] + 1; }

extern "C" __global__ void places(unsigned *out) { place<<<64, 32>>>(out); }
extern "C" __global__ void spins(unsigned *out)
{
    spin<<<2, 32>>>(out);
    follow<<<1, 1, 0, cudaStreamTailLaunch>>>(out);
}
extern "C" __global__ void touches(unsigned *) { touch<<<1, 1>>>((unsigned *)64); }
extern "C" __global__ void unknown(unsigned *out)
{
    cudaStream_t stream = (cudaStream_t)12345;
    touch<<<1, 1, 0, stream>>>(out + 1);
    out[0] = cudaGetLastError();
}

// arch: sm_50 sm_90
// Functions that exist on the device, and as macros for the host: host functions of the same source use them.
#include <cstdio>

#if __CUDA_ARCH__ >= 320
__device__ __forceinline__ unsigned rotated(unsigned x, int by) { return __funnelshift_l(x, x, by); }
#else
#define rotated(x, by) ((x) << (by) | (x) >> (32 - (by)))
#endif

#if __CUDA_ARCH__
__device__ unsigned swapped(unsigned x) { return __byte_perm(x, 0, 0x0123); }
#else
static unsigned swapped(unsigned x) { return __builtin_bswap32(x); }
#endif

__global__ void mixed(unsigned x, unsigned *out) { *out = rotated(swapped(x), 5); }

static unsigned mixed_by_host(unsigned x) { return rotated(swapped(x), 5); }

int main()
{
    unsigned *out, found = 0;
    if (cudaMalloc(&out, sizeof *out) != cudaSuccess)
        return 1;
    mixed<<<1, 1>>>(0x12345678u, out);
    if (cudaMemcpy(&found, out, sizeof found, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    bool right = found == (0x78563412u << 5 | 0x78563412u >> 27) && found == mixed_by_host(0x12345678u);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}

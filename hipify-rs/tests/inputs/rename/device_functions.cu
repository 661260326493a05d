#include <cuda_runtime.h>

__device__ unsigned spread(unsigned x, float f, double d, int *p)
{
    x = __brev(x) ^ __popc(x) ^ __clz(x) ^ __ffs(x);
    x += __float_as_uint(__fmaf_rn(f, f, f)) + __double2hiint(d);
    atomicAdd(p, 1);
    atomicCAS(p, 0, 1);
    __threadfence_block();
    __syncthreads();
    __nanosleep(100);
    x += __vadd4(x, x);
    return __byte_perm(x, x, 0x3210) + __funnelshift_l(x, x, 3) + __ldg(p);
}

#include <cuda_runtime.h>

// Vectors of RISC-V, beside a function for both sides: no PTX.
__host__ __device__ inline int twice(int x) { return 2 * x; }

void add(const signed char *a, int n)
{
    asm volatile("vsetvli t0, %1, e8, m1\n\t"
                 "vle8.v v0, (%0)\n\t"
                 "vxor.vv v1, v0, v0\n\t"
                 "fadd.s f0, f1, f2\n\t" ::"r"(a), "r"(n));
}

#ifdef __CUDA_ARCH__
__device__ void wait() { asm volatile("griddepcontrol.wait;"); }
__device__ void fence() { asm volatile("membar.gl;"); }
__device__ void arrive() { asm volatile("barrier.cluster.arrive.aligned;"); }
#endif

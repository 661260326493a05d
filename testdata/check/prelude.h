// What the kernels here use of CUDA, for clang without CUDA's headers; nvcc has it all.
#ifndef __NVCC__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define T_ __nvvm_read_ptx_sreg_tid_x()
#define B_ __nvvm_read_ptx_sreg_ctaid_x()
#define __syncwarp(m) __nvvm_bar_warp_sync(m)
#define __threadfence() __nvvm_membar_gl()
extern "C" __device__ void *malloc(unsigned long);
extern "C" __device__ void free(void *);
#define atomicAdd(p, v) __nvvm_atom_add_gen_i((int *)(p), (int)(v))
#define __shfl_sync(m, v, l) __nvvm_shfl_sync_idx_i32(m, v, l, 31)
#define __shfl_down_sync(m, v, l) __nvvm_shfl_sync_down_i32(m, v, l, 31)
#define __shfl_xor_sync(m, v, l) __nvvm_shfl_sync_bfly_i32(m, v, l, 31)
#define __ballot_sync(m, p) __nvvm_vote_ballot_sync(m, p)
#else
#define T_ threadIdx.x
#define B_ blockIdx.x
#endif
typedef unsigned u32;
typedef unsigned long u64;
// Without inlining into what the compiler can see through.
#define HIDE(x) asm volatile("" : "+r"(x))
#define KERNEL extern "C" __global__ void k(u32 *out, u32 *unwritten, u32 *freed, u32 *host)
static __device__ u32 shared_at(void *p) { u32 a; asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(a) : "l"(p)); return a; }

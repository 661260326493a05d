// grid [1, 1, 1] block [128, 1, 1] expect uninitialised
#include "../prelude.h"

static __device__ u64 matrix(u32 at) { return (u64)(at >> 4 & 0x3fff) | 8ul << 16 | 16ul << 32; }

KERNEL {
    __shared__ __attribute__((aligned(128))) u32 a[512];
    __shared__ __attribute__((aligned(128))) u32 b[64];
    float d[4];
    for (u32 n = T_; n < 512; n += 128) a[n] = 0x3c003c00;

    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    asm volatile("{ .reg .pred p; setp.ne.b32 p, 0, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0; }"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "l"(matrix(shared_at(a))), "l"(matrix(shared_at(b))) : "memory");
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) :: "memory");
    if (T_ < 32) out[T_] = (u32)(d[0] + d[1] + d[2] + d[3]);
}

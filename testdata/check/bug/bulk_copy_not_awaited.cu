// grid [1, 1, 1] block [32, 1, 1] expect async
#include "../prelude.h"

KERNEL {
    __shared__ __attribute__((aligned(128))) u32 s[32];
    __shared__ u64 bar;
    u32 b = shared_at(&bar), d = shared_at(s);
    if (T_ == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1;" :: "r"(b) : "memory");
    __syncthreads();
    if (T_ == 0) asm volatile("{ .reg .b64 t; mbarrier.arrive.expect_tx.shared.b64 t, [%0], 128; cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%1], [%2], 128, [%0]; }" :: "r"(b), "r"(d), "l"(out) : "memory");
    __syncthreads();
    unwritten[T_] = s[T_];
}

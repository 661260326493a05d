// grid [1, 1, 1] block [64, 1, 1]
#include "../prelude.h"

KERNEL {
    __shared__ volatile u32 data[2][32];
    __shared__ u64 full[2], empty[2];
    if (T_ == 0) for (u32 n = 0; n < 2; n++) {
        asm volatile("mbarrier.init.shared.b64 [%0], 32;" :: "r"(shared_at(&full[n])) : "memory");
        asm volatile("mbarrier.init.shared.b64 [%0], 32;" :: "r"(shared_at(&empty[n])) : "memory");
    }
    __syncthreads();
    u32 sum = 0, lane = T_ & 31;
    for (u32 n = 0; n < 6; n++) {
        u32 at = n & 1, phase = n >> 1 & 1;
        u32 wait = T_ < 32 ? shared_at(&empty[at]) : shared_at(&full[at]);
        u32 tell = T_ < 32 ? shared_at(&full[at]) : shared_at(&empty[at]);
        u32 parity = T_ < 32 ? phase ^ 1 : phase, done;
        do asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(wait), "r"(parity) : "memory");
        while (!done);
        if (T_ < 32) data[at][lane] = n + lane;
        else sum += data[at][31 - lane];
        asm volatile("{ .reg .b64 t; mbarrier.arrive.shared.b64 t, [%0]; }" :: "r"(tell) : "memory");
    }
    if (T_ >= 32) out[lane] = sum;
}

// grid [1, 1, 1] block [32, 1, 1]
#include "../prelude.h"

KERNEL {
    __shared__ u32 s[2][32];
    u32 sum = 0;
    out[T_] = T_;
    for (u32 n = 0; n < 5; n++) {
        if (n < 4) asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(shared_at(&s[n & 1][T_])), "l"(&out[T_]) : "memory");
        asm volatile("cp.async.commit_group;" ::: "memory");
        if (n) {
            asm volatile("cp.async.wait_group 1;" ::: "memory");
            __syncthreads();
            sum += s[(n - 1) & 1][31 - T_];
            __syncthreads();
        }
    }
    out[T_] = sum;
}

// grid [1, 1, 1] block [32, 1, 1] expect async
#include "../prelude.h"

KERNEL {
    __shared__ u32 s[32];
    out[T_] = T_;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4; cp.async.commit_group;" :: "r"(shared_at(&s[T_])), "l"(&out[T_]) : "memory");
    __syncthreads();
    unwritten[T_] = s[31 - T_];
    asm volatile("cp.async.wait_group 0;" ::: "memory");
}

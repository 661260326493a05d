// grid [1, 1, 1] block [64, 1, 1] expect race
#include "../prelude.h"

KERNEL {
    __shared__ u32 s[64];
    s[T_] = 0;
    __syncthreads();
    s[T_] = T_;
    asm volatile("" ::: "memory");
    u32 v = *(volatile u32 *)&s[63 - T_];
    if (T_ < 32) out[T_] = v;
}

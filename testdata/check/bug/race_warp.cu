// grid [1, 1, 1] block [32, 1, 1] expect race
#include "../prelude.h"

KERNEL {
    __shared__ u32 s[32];
    s[T_] = 0;
    __syncthreads();
    s[T_] = T_;
    asm volatile("" ::: "memory");
    out[T_] = s[T_ ^ 1];
}

// grid [1, 1, 1] block [64, 1, 1] expect race
#include "../prelude.h"

KERNEL {
    __shared__ u32 s[64];
    s[T_] = T_;
    __syncthreads();
    for (u32 d = 32; d; d >>= 1) {
        if (T_ < d) s[T_] += s[T_ + d];
        asm volatile("" ::: "memory");
    }
    if (T_ == 0) out[0] = s[0];
}

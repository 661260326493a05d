// grid [1, 1, 1] block [32, 1, 1]
#include "../prelude.h"

KERNEL {
    struct P {
        char a;
        u32 b;
    }
    ;
    __shared__ P s[32];
    s[T_].a = 1;
    s[T_].b = T_;
    __syncthreads();
    if (T_ < 16) ((u64 *)unwritten)[T_] = *(volatile u64 *)&s[T_];
    __syncthreads();
    if (T_ < 16) out[T_] = ((volatile u32 *)unwritten)[2 * T_ + 1] + *((volatile char *)unwritten + 8 * T_);
}

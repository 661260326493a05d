// grid [1, 1, 1] block [32, 1, 1] expect uninitialised
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
    u64 *to = (u64 *)unwritten;
    if (T_ < 16) to[T_] = *(volatile u64 *)&s[T_];
    __syncthreads();
    out[T_] = ((volatile u32 *)unwritten)[T_] / 3;
}

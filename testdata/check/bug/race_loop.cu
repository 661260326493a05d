// grid [1, 1, 1] block [64, 1, 1] expect race
#include "../prelude.h"

KERNEL {
    __shared__ u32 s[64];
    u32 v = 0;
    for (u32 n = 0; n < 4; n++) {
        s[T_] = T_ + n;
        __syncthreads();
        v += s[63 - T_];
    }
    if (T_ < 32) out[T_] = v;
}

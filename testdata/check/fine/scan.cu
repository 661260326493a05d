// grid [1, 1, 1] block [64, 1, 1]
#include "../prelude.h"

KERNEL {
    __shared__ u32 s[64];
    u32 v = T_;
    s[T_] = v;
    __syncthreads();
    for (u32 d = 1; d < 64; d <<= 1) {
        u32 w = T_ >= d ? s[T_ - d] : 0;
        __syncthreads();
        s[T_] = v += w;
        __syncthreads();
    }
    if (T_ < 32) out[T_] = v;
}

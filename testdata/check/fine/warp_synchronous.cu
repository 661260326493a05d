// grid [1, 1, 1] block [64, 1, 1]
#include "../prelude.h"

KERNEL {
    __shared__ volatile u32 s[64];
    s[T_] = T_;
    __syncthreads();
    if (T_ < 32) {
        s[T_] += s[T_ + 32];
        s[T_] += s[T_ + 16];
        s[T_] += s[T_ + 8];
        s[T_] += s[T_ + 4];
        s[T_] += s[T_ + 2];
        s[T_] += s[T_ + 1];
    }
    if (T_ == 0) out[0] = s[0];
}

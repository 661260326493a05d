// grid [1, 1, 1] block [32, 1, 1] shared 128 expect out-of-bounds
#include "../prelude.h"

extern __shared__ volatile u32 s[];

KERNEL {
    u32 i = T_ + 1;
    HIDE(i);
    s[i] = T_;
    __syncthreads();
    out[T_] = s[T_ / 2 + 1];
}

// grid [1, 1, 1] block [32, 1, 1] expect out-of-bounds
#include "../prelude.h"

KERNEL {
    __shared__ volatile u32 a[32];
    __shared__ volatile u32 b[32];
    a[T_] = T_;
    b[T_] = T_;
    __syncthreads();
    u32 i = T_ + 3;
    HIDE(i);
    a[i] = 1;
    __syncthreads();
    out[T_] = a[T_] + b[T_];
}

// grid [1, 1, 1] block [32, 1, 1] shared 256
#include "../prelude.h"

extern __shared__ u32 s[];

KERNEL {
    u32 *a = s, *b = s + 32;
    a[T_] = T_;
    b[T_] = 31 - T_;
    __syncthreads();
    out[T_] = a[31 - T_] + b[T_];
}

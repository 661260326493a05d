// grid [1, 1, 1] block [32, 1, 1] expect uninitialised
#include "../prelude.h"

KERNEL {
    __shared__ u32 s[32];
    if (T_ < 16) s[T_] = T_;
    __syncthreads();
    out[T_] = s[T_] + 1;
}

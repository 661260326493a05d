// grid [1, 1, 1] block [64, 1, 1]
#include "../prelude.h"

KERNEL {
    __shared__ u32 h[16];
    if (T_ < 16) h[T_] = 0;
    __syncthreads();
    atomicAdd(&h[T_ * 7 % 16], 1);
    __syncthreads();
    if (T_ < 16) atomicAdd(&out[T_], h[T_]);
}

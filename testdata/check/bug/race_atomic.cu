// grid [1, 1, 1] block [64, 1, 1] expect race
#include "../prelude.h"

KERNEL {
    __shared__ u32 s;
    if (T_ == 0) s = 0;
    __syncthreads();
    if (T_ < 32) atomicAdd(&s, 1);
    else if (T_ == 40) s = 7;
    __syncthreads();
    if (T_ == 0) out[0] = s;
}

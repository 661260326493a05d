// grid [1, 1, 1] block [48, 1, 1]
#include "../prelude.h"

KERNEL {
    u32 v = T_;
    if (T_ < 32) {
        for (u32 d = 16; d; d >>= 1) v += __shfl_xor_sync(0xffffffff, v, d);
    }
    else {
        for (u32 d = 8; d; d >>= 1) v += __shfl_xor_sync(0x0000ffff, v, d);
    }
    if (T_ < 32) out[T_] = v;
}

// grid [1, 1, 1] block [32, 1, 1] expect warp
#include "../prelude.h"

KERNEL {
    u32 v = T_;
    if (T_ < 16) v = __shfl_sync(0xffffffff, v, 20);
    out[T_] = v;
}

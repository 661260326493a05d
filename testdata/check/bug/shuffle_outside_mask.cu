// grid [1, 1, 1] block [32, 1, 1] expect warp
#include "../prelude.h"

KERNEL {
    u32 v = T_;
    if (T_ < 16) v = __shfl_down_sync(0x0000ffff, v, 8);
    else v = 1;
    out[T_] = v;
}

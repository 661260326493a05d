// grid [2, 1, 1] block [32, 1, 1] expect race
#include "../prelude.h"

KERNEL {
    if (B_ == 0) out[T_] = T_;
    else {
        u32 v = *&out[31 - T_];
        unwritten[T_] = v;
    }
}

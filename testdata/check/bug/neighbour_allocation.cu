// grid [1, 1, 1] block [32, 1, 1] expect out-of-bounds
#include "../prelude.h"

KERNEL {
    u32 i = T_ == 31 ? 260 : T_;
    HIDE(i);
    out[i] = 1;
}

// grid [1, 1, 1] block [32, 1, 1] expect out-of-bounds
#include "../prelude.h"

KERNEL {
    volatile u32 a[4];
    u32 i = T_ * 4096;
    HIDE(i);
    a[0] = 1;
    a[i] = 7;
    out[T_] = a[0];
}

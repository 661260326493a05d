// grid [1, 1, 1] block [32, 1, 1] expect out-of-bounds
#include "../prelude.h"

KERNEL {
    u32 *p = (u32 *)malloc(16);
    u32 i = 4;
    HIDE(i);
    p[i] = 1;
    out[T_] = i;
    free(p);
}

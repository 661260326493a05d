// grid [1, 1, 1] block [32, 1, 1] expect use-after-free
#include "../prelude.h"

KERNEL {
    u32 *p = (u32 *)malloc(16);
    *(volatile u32 *)p = 1;
    free(p);
    out[T_] = *(volatile u32 *)p + 1;
}

// grid [1, 1, 1] block [32, 1, 1]
#include "../prelude.h"

KERNEL {
    volatile u32 *p = (volatile u32 *)malloc(16);
    p[0] = T_;
    p[3] = 1;
    out[T_] = p[0] + p[3];
    free((void *)p);
}

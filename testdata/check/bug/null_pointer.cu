// grid [1, 1, 1] block [32, 1, 1] expect null-pointer fails
#include "../prelude.h"

KERNEL {
    u32 *p = 0;
    asm volatile("" : "+l"(p));
    if (T_ == 3) p[4] = 1;
}

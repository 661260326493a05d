// grid [1, 1, 1] block [32, 1, 1] expect invalid-free fails
#include "../prelude.h"

KERNEL {
    u32 *p = (u32 *)malloc(16);
    free(p);
    if (T_ == 5) free(p);
}

// grid [1, 1, 1] block [32, 1, 1] expect barrier
#include "../prelude.h"

KERNEL {
    if (T_ & 1) {
        asm volatile("bar.sync 0;" ::: "memory");
        out[T_] = 1;
    }
    else {
        out[T_] = 2;
        asm volatile("bar.sync 0; // other" ::: "memory");
    }
}

// grid [1, 1, 1] block [64, 1, 1] expect barrier
#include "../prelude.h"

KERNEL {
    if (T_ < 32) {
        asm volatile("bar.sync 0;" ::: "memory");
        out[T_] = 1;
    }
    asm volatile("bar.sync 0; // all" ::: "memory");
}

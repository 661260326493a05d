// grid [1, 1, 1] block [64, 1, 1] expect race
#include "../prelude.h"

KERNEL {
    if (T_ < 32) out[T_] = T_;
    else {
        asm volatile("" ::: "memory");
        unwritten[T_ - 32] = out[63 - T_] + 1;
    }
}

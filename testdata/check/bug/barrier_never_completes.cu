// grid [1, 1, 1] block [64, 1, 1] expect barrier hangs
#include "../prelude.h"

KERNEL {
    if (T_ < 32) asm volatile("bar.sync 1, 64;" ::: "memory");
    else out[T_ - 32] = 1;
}

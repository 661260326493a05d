// grid [1, 1, 1] block [64, 1, 1]
#include "../prelude.h"

KERNEL {
    __shared__ u32 s[32];
    if (T_ < 32) {
        s[T_] = T_;
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        asm volatile("bar.sync 2, 64;" ::: "memory");
        s[T_] = 1;
    }
    else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[T_ - 32] = s[63 - T_];
        asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
}

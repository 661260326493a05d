// grid [2, 1, 1] block [32, 1, 1] expect race
#include "../prelude.h"

KERNEL {
    if (B_ == 0) {
        if (T_ == 0) {
            out[1] = 42;
            asm volatile("" ::: "memory");
            *(volatile u32 *)&out[0] = 1;
        }
    }
    else if (T_ == 0) {
        while (*(volatile u32 *)&out[0] == 0) {
        }
        out[2] = out[1] + 1;
    }
}

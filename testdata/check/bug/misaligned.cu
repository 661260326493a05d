// grid [1, 1, 1] block [32, 1, 1] expect misaligned fails
#include "../prelude.h"

KERNEL {
    *(volatile u32 *)((char *)out + T_) = 1;
}

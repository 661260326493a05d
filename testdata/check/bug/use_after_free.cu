// grid [1, 1, 1] block [32, 1, 1] expect use-after-free
#include "../prelude.h"

KERNEL {
    out[T_] = freed[T_] + 1;
}

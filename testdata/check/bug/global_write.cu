// grid [1, 1, 1] block [32, 1, 1] expect out-of-bounds
#include "../prelude.h"

KERNEL {
    out[T_ + 1] = 1;
}

// grid [1, 1, 1] block [32, 1, 1] expect out-of-bounds
#include "../prelude.h"

KERNEL {
    atomicAdd(&out[T_ * 2], 1);
}

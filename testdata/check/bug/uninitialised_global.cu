// grid [1, 1, 1] block [32, 1, 1] expect uninitialised
#include "../prelude.h"

KERNEL {
    out[T_] = unwritten[T_] * 3;
}

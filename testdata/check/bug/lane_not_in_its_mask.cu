// grid [1, 1, 1] block [32, 1, 1] expect warp
#include "../prelude.h"

KERNEL {
    out[T_] = __ballot_sync(0x7fffffff, T_ & 1);
}

// grid [1, 1, 1] block [32, 1, 1] expect host-pointer fails
#include "../prelude.h"

KERNEL {
    if (T_ == 0) out[0] = *host;
}

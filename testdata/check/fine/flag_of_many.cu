// grid [2, 1, 1] block [32, 1, 1] notes race
#include "../prelude.h"

KERNEL {
    if (T_ & 1) out[0] = 1;
}

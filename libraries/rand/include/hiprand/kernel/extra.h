/* What every state has: the second number of a pair of normal ones, until it is asked for. */
#ifndef HIPRAND_KERNEL_EXTRA_H
#define HIPRAND_KERNEL_EXTRA_H

#include <hip/hip_runtime.h>

namespace hiprand_detail {

struct Extra {
    int has_float;
    int has_double;
    float of_floats;
    double of_doubles;
};

} // namespace hiprand_detail

#endif

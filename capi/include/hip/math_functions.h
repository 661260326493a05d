/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_MATH_FUNCTIONS_H
#define HIP_MATH_FUNCTIONS_H
#include <hip/hip_runtime.h>
#endif

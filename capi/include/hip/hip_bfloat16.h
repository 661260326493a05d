/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_BFLOAT16_H
#define HIP_BFLOAT16_H
#include <hip/hip_bf16.h>
#endif

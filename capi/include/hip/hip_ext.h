/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_EXT_H
#define HIP_EXT_H
#include <hip/hip_runtime.h>
#endif

/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_DEPRECATED_H
#define HIP_DEPRECATED_H
#include <hip/hip_runtime_api.h>
#endif

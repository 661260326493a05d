/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_TEXTURE_TYPES_FORWARD_H
#define HIP_TEXTURE_TYPES_FORWARD_H
#include <hip/hip_runtime_api.h>
#endif

/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_LINKER_TYPES_H
#define HIP_LINKER_TYPES_H
#include <hip/hip_runtime_api.h>
#endif

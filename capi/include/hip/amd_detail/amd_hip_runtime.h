/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_AMD_DETAIL_RUNTIME_H
#define HIP_AMD_DETAIL_RUNTIME_H
#include <hip/hip_runtime.h>
#endif

/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_PROFILE_H
#define HIP_PROFILE_H
#include <hip/hip_common.h>
#endif

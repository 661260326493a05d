/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_AMD_DETAIL_HOST_DEFINES_H
#define HIP_AMD_DETAIL_HOST_DEFINES_H
#include <hip/host_defines.h>
#endif

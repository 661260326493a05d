/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_CHANNEL_DESCRIPTOR_H
#define HIP_CHANNEL_DESCRIPTOR_H
#include <hip/hip_runtime.h>
#endif

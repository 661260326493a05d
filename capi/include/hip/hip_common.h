/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_COMMON_H
#define HIP_COMMON_H
#if !defined(__HIP_PLATFORM_AMD__) && !defined(__HIP_PLATFORM_NVIDIA__)
#define __HIP_PLATFORM_AMD__ 1
#endif
/* Kernels run on a software device that takes PTX: warps have 32 lanes. */
#define __HIP_PLATFORM_SOFT__ 1
#include <hip/hip_version.h>
#endif

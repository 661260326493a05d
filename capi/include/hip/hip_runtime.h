/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_RUNTIME_H
#define HIP_RUNTIME_H
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#if defined(__cplusplus)
#include <initializer_list>
#include <new>
#include <utility>
#endif
#include <hip/hip_common.h>
#include <hip/hip_runtime_api.h>
#include <hip/host_defines.h>
#include <hip/hip_vector_types.h>
#if defined(__cplusplus)
#include <hip/device/launch.h>
#include <hip/device/symbols.h>
#endif
/* First parameter of kernels before HIP 1.5, still in old sources. */
typedef int hipLaunchParm;
/* CUDA's include guard, by which programs detect the runtime. */
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__
#endif
#endif

/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_GL_INTEROP_H
#define HIP_GL_INTEROP_H
#include <hip/hip_runtime_api.h>
#endif

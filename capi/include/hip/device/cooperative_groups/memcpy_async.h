/* CUDA's header name. */
#include <hip/cooperative_groups/hip_memcpy_async.h>

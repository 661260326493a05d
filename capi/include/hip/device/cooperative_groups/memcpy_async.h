/* The name that CUDA has for it. */
#include <hip/cooperative_groups/hip_memcpy_async.h>

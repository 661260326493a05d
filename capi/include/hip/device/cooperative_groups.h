/* CUDA's header name. */
#include <hip/hip_cooperative_groups.h>

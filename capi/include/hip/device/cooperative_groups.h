/* The name that CUDA has for it. */
#include <hip/hip_cooperative_groups.h>

/* ROCm's header name; HIP has one header for all groups. */
#include <hip/hip_cooperative_groups.h>

/* The name that ROCm has for a part of HIP's one header of groups. */
#include <hip/hip_cooperative_groups.h>

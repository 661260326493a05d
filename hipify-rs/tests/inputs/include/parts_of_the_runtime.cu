#include <cuda_runtime.h>
#include <driver_functions.h>
#include <device_functions.hpp>
#include <crt/host_config.h>
#include <host_config.h>
#include <cuda_surface_types.h>
#include <sm_12_atomic_functions.h>
#include <sm_13_double_functions.h>
#include <nvfunctional>
#include <cuda_occupancy.h>

cudaExtent whole = make_cudaExtent(1, 2, 3);

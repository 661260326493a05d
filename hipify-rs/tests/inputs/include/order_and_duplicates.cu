#include <stdio.h>
#include "cuda.h"
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <driver_types.h>
#include <vector_types.h>
#include <string.h>

int n;

#include <cuda.h>         // the driver
#include <cuda_runtime.h> // the runtime
#include <texture_fetch_functions.h> /* gone */
  #  include   "cuda_fp16.h"
#include <vector>

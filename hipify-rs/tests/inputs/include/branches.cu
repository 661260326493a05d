#if defined(USE_DRIVER)
#include <cuda.h>
#elif defined(USE_RUNTIME)
#include <cuda_runtime.h>
#else
#error "which?"
#endif
#ifdef DEBUG
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>
#endif
#include <cuda.h>

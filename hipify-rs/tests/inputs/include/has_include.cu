#if defined(__has_include) && __has_include(<cuda_bf16.h>)
#include <cuda_bf16.h>
#define HAVE_BF16 1
#endif
#if __has_include("mylib/cuda.h")
#include "mylib/cuda.h"
#endif

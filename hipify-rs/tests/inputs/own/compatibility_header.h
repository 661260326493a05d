#pragma once
#if defined(USE_HIP)
#include <hip/hip_runtime.h>
#define cudaMalloc hipMalloc
#define cudaFree hipFree
#define cudaStream_t hipStream_t
#else
#include <cuda_runtime.h>
#endif

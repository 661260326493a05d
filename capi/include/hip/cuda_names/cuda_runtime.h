/* CUDA's runtime by its own names, for sources that were not translated: `hipcc --cuda-names` includes this
 * header first, as nvcc includes its own. Names are macros of HIP's names (names.h); what HIP does not have
 * stays undeclared, so that the compiler names it. */
#pragma once
#include <hip/hip_runtime.h>
#include <hip/hip_soft.h>
#include <hip/hip_soft_library_types.h>

/* hipcc states the version for files that end with .cu. */
#ifndef CUDART_VERSION
#define CUDART_VERSION 12000
#endif
#ifndef CUDA_VERSION
#define CUDA_VERSION CUDART_VERSION
#endif
/* nvcc's own macros, and the one by which libraries recognize clang instead. */
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ (CUDART_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDART_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
#endif
#ifndef __CUDA__
#define __CUDA__ 1
#endif

/* CCCL reads members of NVIDIA's `__half` that HIP's does not have. */
#define CCCL_DISABLE_FP16_SUPPORT
#define CCCL_DISABLE_BF16_SUPPORT

#define CUDARTAPI
#define CUDARTAPI_CDECL

#include <hip/cuda_names/names.h>

/* No macro: classes have members of this name, and `cudaError_t` is the type that programs use. */
typedef hipError_t cudaError;

/* `hipHostMalloc`, its translation, has a third parameter: no program could take its address as this type. */
#define cudaMallocHost hipMallocHost

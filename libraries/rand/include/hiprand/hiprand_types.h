/* Types of hipRAND; hiprand.h has the functions. */
#ifndef HIPRAND_TYPES_H
#define HIPRAND_TYPES_H

/* Include guard of AMD's header, by which translated programs detect the library. */
#ifndef HIPRAND_H_
#define HIPRAND_H_
#endif

#include <hip/hip_runtime_api.h>
#include <hiprand/hiprand_enums.h>
#include <stddef.h>

/* Version of cuRAND in CUDA 12.0, for CUDA's sources, which hipcc gives CUDART_VERSION, too. */
#if defined(CUDART_VERSION) && !defined(CURAND_VERSION)
#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 3
#define CURAND_VER_PATCH 1
#define CURAND_VERSION (CURAND_VER_MAJOR * 1000 + CURAND_VER_MINOR * 100 + CURAND_VER_PATCH)
#endif

#if defined(__cplusplus) && defined(__HIP__)
#include <hip/hip_fp16.h>
typedef __half hiprandHalf;
#else
/* C and other compilers of C++ know the bits only. */
typedef unsigned short hiprandHalf;
#endif

#define HIPRAND_VERSION 300000
#define HIPRAND_DEFAULT_MAX_BLOCK_SIZE 256

typedef hiprandStatus_t hiprandStatus;
typedef hiprandRngType_t hiprandRngType;
typedef hiprandOrdering_t hiprandOrdering;
typedef struct hiprandGenerator_st *hiprandGenerator_t;

/* Direction numbers of a dimension of Sobol's sequences. */
typedef unsigned int hiprandDirectionVectors32_t[32];
typedef unsigned long long hiprandDirectionVectors64_t[64];

#endif

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

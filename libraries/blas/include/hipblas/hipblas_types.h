/* Types of hipBLAS; hipblas.h has the functions. */
#ifndef HIPBLAS_TYPES_H
#define HIPBLAS_TYPES_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hipblas-common/hipblas-common.h>
#include <stddef.h>
#include <stdint.h>

/* Version of cuBLAS in CUDA 12.0, for CUDA's sources, which hipcc gives CUDART_VERSION, too. */
#if defined(CUDART_VERSION) && !defined(CUBLAS_VERSION)
#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 1
#define CUBLAS_VERSION (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)
#endif

/* Include guard of AMD's header, by which translated programs detect the library. */
#ifndef HIPBLAS_H
#define HIPBLAS_H
#endif

typedef void *hipblasHandle_t;
typedef int8_t hipblasInt8;
typedef int64_t hipblasStride;

/* Numbers of 16 bits are their bits, unless the program asks for the types of hip_fp16.h and hip_bfloat16.h. */
#if defined(__cplusplus) && defined(HIPBLAS_USE_HIP_HALF)
#include <hip/hip_fp16.h>
typedef __half hipblasHalf;
#else
typedef uint16_t hipblasHalf;
#endif
#if defined(__cplusplus) && defined(HIPBLAS_USE_HIP_BFLOAT16)
#include <hip/hip_bfloat16.h>
typedef hip_bfloat16 hipblasBfloat16;
#else
typedef struct hipblasBfloat16 {
    uint16_t data;
} hipblasBfloat16;
#endif

/* Names of earlier versions. */
#ifndef HIPBLAS_V2
#define HIPBLAS_V2
#endif
typedef hipDataType hipblasDatatype_t;
typedef hipComplex hipblasComplex;
typedef hipDoubleComplex hipblasDoubleComplex;
#define HIPBLAS_R_16F HIP_R_16F
#define HIPBLAS_R_32F HIP_R_32F
#define HIPBLAS_R_64F HIP_R_64F
#define HIPBLAS_C_16F HIP_C_16F
#define HIPBLAS_C_32F HIP_C_32F
#define HIPBLAS_C_64F HIP_C_64F
#define HIPBLAS_R_8I HIP_R_8I
#define HIPBLAS_R_8U HIP_R_8U
#define HIPBLAS_R_32I HIP_R_32I
#define HIPBLAS_R_32U HIP_R_32U
#define HIPBLAS_C_8I HIP_C_8I
#define HIPBLAS_C_8U HIP_C_8U
#define HIPBLAS_C_32I HIP_C_32I
#define HIPBLAS_C_32U HIP_C_32U
#define HIPBLAS_R_16B HIP_R_16BF
#define HIPBLAS_C_16B HIP_C_16BF

#define hipblasVersionMajor 3
#define hipblasVersionMinor 0
#define hipblasVersionPatch 0

#endif

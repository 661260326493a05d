/* Types of hipSOLVER. */
#ifndef HIPSOLVER_TYPES_H
#define HIPSOLVER_TYPES_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hipblas-common/hipblas-common.h>
#include <hipsolver/hipsolver_enums.h>
#include <hipsparse/hipsparse_types.h>
#include <stddef.h>
#include <stdint.h>

/* Version of cuSOLVER in CUDA 12.0, for CUDA's sources, which hipcc gives CUDART_VERSION, too. */
#if defined(CUDART_VERSION) && !defined(CUSOLVER_VERSION)
#define CUSOLVER_VER_MAJOR 11
#define CUSOLVER_VER_MINOR 4
#define CUSOLVER_VER_PATCH 2
#define CUSOLVER_VERSION (CUSOLVER_VER_MAJOR * 1000 + CUSOLVER_VER_MINOR * 100 + CUSOLVER_VER_PATCH)
#endif

/* Include guard of AMD's header, by which translated programs detect the library. */
#ifndef HIPSOLVER_H
#define HIPSOLVER_H
#endif

typedef hipblasOperation_t hipsolverOperation_t;
typedef hipblasFillMode_t hipsolverFillMode_t;
typedef hipblasSideMode_t hipsolverSideMode_t;

typedef void *hipsolverHandle_t;
typedef void *hipsolverDnHandle_t;
typedef void *hipsolverRfHandle_t;
typedef void *hipsolverSpHandle_t;
typedef void *hipsolverGesvdjInfo_t;
typedef void *hipsolverSyevjInfo_t;
typedef struct hipsolverDnParams *hipsolverDnParams_t;

#define HIPSOLVER_OP_N HIPBLAS_OP_N
#define HIPSOLVER_OP_T HIPBLAS_OP_T
#define HIPSOLVER_OP_C HIPBLAS_OP_C
#define HIPSOLVER_FILL_MODE_LOWER HIPBLAS_FILL_MODE_LOWER
#define HIPSOLVER_FILL_MODE_UPPER HIPBLAS_FILL_MODE_UPPER
#define HIPSOLVER_SIDE_LEFT HIPBLAS_SIDE_LEFT
#define HIPSOLVER_SIDE_RIGHT HIPBLAS_SIDE_RIGHT

#endif

/* Types of hipFFT; hipfft.h has the functions. */
#ifndef HIPFFT_TYPES_H
#define HIPFFT_TYPES_H

/* Include guard of AMD's header, by which translated programs detect the library. */
#ifndef HIPFFT_H_
#define HIPFFT_H_
#endif

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hipfft/hipfft_enums.h>
#include <stddef.h>

/* Version of cuFFT in CUDA 12.0, for CUDA's sources, which hipcc gives CUDART_VERSION, too. */
#if defined(CUDART_VERSION) && !defined(CUFFT_VERSION)
#define CUFFT_VER_MAJOR 11
#define CUFFT_VER_MINOR 0
#define CUFFT_VER_PATCH 0
#define CUFFT_VERSION (CUFFT_VER_MAJOR * 1000 + CUFFT_VER_MINOR * 100 + CUFFT_VER_PATCH)
#endif

typedef hipfftResult hipfftResult_t;
typedef hipfftType hipfftType_t;
typedef hipfftXtCallbackType hipfftXtCallbackType_t;
typedef struct hipfftHandle_t *hipfftHandle;
typedef float hipfftReal;
typedef double hipfftDoubleReal;
typedef hipComplex hipfftComplex;
typedef hipDoubleComplex hipfftDoubleComplex;

#define HIPFFT_FORWARD (-1)
#define HIPFFT_BACKWARD 1

/* Codes of cuFFT 12 that hipFFT has no names for: translated sources that list all codes keep them. */
#define CUFFT_MISSING_DEPENDENCY ((hipfftResult)17)
#define CUFFT_NVRTC_FAILURE ((hipfftResult)18)
#define CUFFT_NVJITLINK_FAILURE ((hipfftResult)19)
#define CUFFT_NVSHMEM_FAILURE ((hipfftResult)20)

/* Functions of kernels that a plan would call; setting them is refused. */
typedef hipfftComplex (*hipfftCallbackLoadC)(void *data, size_t offset, void *user, void *shared);
typedef hipfftDoubleComplex (*hipfftCallbackLoadZ)(void *data, size_t offset, void *user, void *shared);
typedef hipfftReal (*hipfftCallbackLoadR)(void *data, size_t offset, void *user, void *shared);
typedef hipfftDoubleReal (*hipfftCallbackLoadD)(void *data, size_t offset, void *user, void *shared);
typedef void (*hipfftCallbackStoreC)(void *data, size_t offset, hipfftComplex value, void *user, void *shared);
typedef void (*hipfftCallbackStoreZ)(void *data, size_t offset, hipfftDoubleComplex value, void *user, void *shared);
typedef void (*hipfftCallbackStoreR)(void *data, size_t offset, hipfftReal value, void *user, void *shared);
typedef void (*hipfftCallbackStoreD)(void *data, size_t offset, hipfftDoubleReal value, void *user, void *shared);

#endif

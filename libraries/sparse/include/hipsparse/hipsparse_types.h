/* Types of hipSPARSE. */
#ifndef HIPSPARSE_TYPES_H
#define HIPSPARSE_TYPES_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hipsparse/hipsparse_enums.h>
#include <stddef.h>
#include <stdint.h>

/* Version of cuSPARSE in CUDA 12.0, for CUDA's sources, which hipcc gives CUDART_VERSION, too. */
#if defined(CUDART_VERSION) && !defined(CUSPARSE_VERSION)
#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 0
#define CUSPARSE_VER_PATCH 0
#define CUSPARSE_VERSION (CUSPARSE_VER_MAJOR * 1000 + CUSPARSE_VER_MINOR * 100 + CUSPARSE_VER_PATCH)
#endif

/* Include guard of AMD's header, by which translated programs detect the library. */
#ifndef HIPSPARSE_H
#define HIPSPARSE_H
#endif

#define HIPSPARSE_VERSION_MAJOR 4
#define HIPSPARSE_VERSION_MINOR 0
#define HIPSPARSE_VERSION_PATCH 0

typedef void *hipsparseHandle_t;
typedef void *hipsparseMatDescr_t;
typedef void *hipsparseSpVecDescr_t;
typedef void *hipsparseDnVecDescr_t;
typedef void *hipsparseSpMatDescr_t;
typedef void *hipsparseDnMatDescr_t;
typedef const void *hipsparseConstSpVecDescr_t;
typedef const void *hipsparseConstDnVecDescr_t;
typedef const void *hipsparseConstSpMatDescr_t;
typedef const void *hipsparseConstDnMatDescr_t;

typedef struct hipsparseSpGEMMDescr *hipsparseSpGEMMDescr_t;
typedef struct hipsparseSpSVDescr *hipsparseSpSVDescr_t;
typedef struct hipsparseSpSMDescr *hipsparseSpSMDescr_t;
typedef struct csrsv2Info *csrsv2Info_t;
typedef struct csrsm2Info *csrsm2Info_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;
typedef struct bsrsv2Info *bsrsv2Info_t;
typedef struct bsrsm2Info *bsrsm2Info_t;
typedef struct bsrilu02Info *bsrilu02Info_t;
typedef struct bsric02Info *bsric02Info_t;
typedef struct csrgemm2Info *csrgemm2Info_t;
typedef struct csru2csrInfo *csru2csrInfo_t;
typedef struct hipsparseColorInfo *hipsparseColorInfo_t;
typedef struct pruneInfo *pruneInfo_t;

#endif

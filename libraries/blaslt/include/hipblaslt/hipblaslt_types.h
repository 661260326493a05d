/* Types of hipBLASLt. */
#ifndef HIPBLASLT_TYPES_H
#define HIPBLASLT_TYPES_H

#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hipblas-common/hipblas-common.h>
#include <hipblaslt/hipblaslt_enums.h>
#include <stddef.h>
#include <stdint.h>

typedef void *hipblasLtHandle_t;
/* Objects that a program may have memory for. The handle is the address of one. */
typedef struct {
    uint64_t data[32];
} hipblasLtMatmulDescOpaque_t;
typedef struct {
    uint64_t data[8];
} hipblasLtMatrixLayoutOpaque_t;
typedef struct {
    uint64_t data[10];
} hipblasLtMatmulPreferenceOpaque_t;
typedef struct {
    uint64_t data[8];
} hipblasLtMatrixTransformDescOpaque_t;

typedef hipblasLtMatmulDescOpaque_t *hipblasLtMatmulDesc_t;
typedef hipblasLtMatrixLayoutOpaque_t *hipblasLtMatrixLayout_t;
typedef hipblasLtMatmulPreferenceOpaque_t *hipblasLtMatmulPreference_t;
typedef hipblasLtMatrixTransformDescOpaque_t *hipblasLtMatrixTransformDesc_t;

typedef struct {
    uint8_t data[16];
    size_t max_workspace_bytes;
} hipblasLtMatmulAlgo_t;

typedef struct {
    hipblasLtMatmulAlgo_t algo;
    size_t workspaceSize;
    hipblasStatus_t state;
    float wavesCount;
    int reserved[4];
} hipblasLtMatmulHeuristicResult_t;

#endif

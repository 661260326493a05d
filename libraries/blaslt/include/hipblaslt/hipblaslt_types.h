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
typedef struct hipblasLtMatmulDescriptor *hipblasLtMatmulDesc_t;
typedef struct hipblasLtMatrixLayoutDescriptor *hipblasLtMatrixLayout_t;
typedef struct hipblasLtMatmulPreferences *hipblasLtMatmulPreference_t;
typedef struct hipblasLtMatrixTransformDescriptor *hipblasLtMatrixTransformDesc_t;

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

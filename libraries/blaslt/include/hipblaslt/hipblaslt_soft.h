/* Written by `cargo xtask check --write` from the tables in libraries/blaslt/api: change those. */
#ifndef HIPBLASLT_HIPBLASLT_SOFT_H
#define HIPBLASLT_HIPBLASLT_SOFT_H

#include <hipblaslt/hipblaslt.h>


#if defined(__cplusplus)
extern "C" {
#endif

hipblasStatus_t hipblasLtExtMatmulDescInit(hipblasLtMatmulDesc_t matmulDesc, hipblasComputeType_t computeType, hipDataType scaleType);
hipblasStatus_t hipblasLtExtMatmulPreferenceInit(hipblasLtMatmulPreference_t pref);
hipblasStatus_t hipblasLtExtMatrixLayoutInit(hipblasLtMatrixLayout_t matLayout, hipDataType dataType, uint64_t rows, uint64_t cols, int64_t ld);
hipblasStatus_t hipblasLtExtMatrixTransformDescInit(hipblasLtMatrixTransformDesc_t transformDesc, hipDataType scaleType);

#if defined(__cplusplus)
}
#endif
#endif

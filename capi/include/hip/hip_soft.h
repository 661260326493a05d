/* What the software device has beyond HIP: names with `hipExt` that no other HIP has. */
#ifndef HIP_SOFT_H
#define HIP_SOFT_H

#include <hip/hip_runtime_api.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* The context of a green context, for calls that take a context (CUDA: cuCtxFromGreenCtx). It lives as long as that one. */
hipError_t hipExtCtxFromGreenCtx(hipCtx_t *ctx, hipExecutionCtx_t greenCtx);
/* The green context that a stream belongs to; null for a stream of none (CUDA: cuStreamGetGreenCtx). */
hipError_t hipExtStreamGetGreenCtx(hipStream_t stream, hipExecutionCtx_t *greenCtx);
/* Destroys a green context (CUDA: cuGreenCtxDestroy); the same as hipExecutionCtxDestroy. */
hipError_t hipExtGreenCtxDestroy(hipExecutionCtx_t greenCtx);

#if defined(__cplusplus)
}
#endif
#endif

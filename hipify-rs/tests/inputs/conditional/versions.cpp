#include <cuda.h>
#include <cuda_runtime.h>
#if CUDA_VERSION >= 11020 && CUDART_VERSION < 13000
void pools(cudaMemPool_t p);
#endif
#ifdef CUDA_VERSION
int version = CUDA_VERSION;
#endif
#if !defined(CUDART_VERSION)
#error no CUDART_VERSION here
#endif
static_assert(CUDART_VERSION > 1, "CUDART_VERSION");

#include <cuda_runtime.h>
#if defined(cudaStreamNonBlocking) || 0
#error "cudaStreamNonBlocking is a macro: cudaMalloc"
#endif
#pragma message("cudaFree")
#warning cudaFree isn't there
#define EMPTY
#line 100 "cudaFree.cu"
#ifdef cudaFree
#undef cudaFree
#endif
void run(void *p) { cudaFree(p); }

#include <cuda_runtime.h>

bool missing(cudaError e) { return e == cudaError::cudaErrorNoDevice; }
bool fine(cudaError_t e) { return e == cudaError_t::cudaSuccess; }

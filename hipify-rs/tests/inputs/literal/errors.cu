#include <cuda_runtime.h>

const char *text() { return cudaGetErrorString((cudaError_t)18); }
bool same(cudaError_t e) { return e == (cudaError_t)2 || e == static_cast<cudaError_t>(20); }
cudaSurfaceBoundaryMode mode = (cudaSurfaceBoundaryMode)1;

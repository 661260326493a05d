#include <cub/util_debug.cuh>
#include <cub/cub.cuh>

#if (CUB_PTX_ARCH > 0)
CUB_RUNTIME_FUNCTION int n() { return CUB_MAX(1, 2) + CUB_PTX_WARP_THREADS; }
#endif
void f(cudaError_t e) { CubDebug(e); CubDebugExit(e); }

// Names that are formed like CUDA's and that no table has: reported, unless the program declares them.
#include <cuda_runtime.h>
#include <cuda.h>
#define CU_CHECK(call) do { if ((call) != CUDA_SUCCESS) cuReportAll(); } while (0)
enum Mode { CU_MODE_FAST, CU_MODE_EXACT = 4 };
struct cudaHelper { cudaStream_t cuQueue; void cudaPump(); };
cudaError_t cudaOwnInit(cudaStream_t cuStreamGiven);

void f(cudaHelper &h, Mode mode)
{
    auto cuLocalValue = cudaFutureCall(h.cuQueue);
    CU_CHECK(cuFutureCall(0));
    CUfuture_handle handle;
    cudaOwnInit(h.cuQueue);
    if (mode == CU_MODE_FAST || cuLocalValue == cudaErrorFutureKind)
        cublasFutureGemm(CUBLAS_FUTURE_OP, CU_FUTURE_FLAG, CUDA_ERROR_FUTURE);
#ifdef CU_FUTURE_ASKED
    cudaFree(0);
#endif
}

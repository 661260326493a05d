#include <cufft.h>

cufftResult transform(cufftComplex *data, cufftReal *real, int nx, int batch, cudaStream_t stream)
{
    cufftHandle plan;
    int n[2] = {nx, nx};
    cufftPlan1d(&plan, nx, CUFFT_C2C, batch);
    cufftPlanMany(&plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, CUFFT_R2C, batch);
    cufftSetStream(plan, stream);
    if (cufftExecC2C(plan, data, data, CUFFT_FORWARD) != CUFFT_SUCCESS) return CUFFT_EXEC_FAILED;
    cufftExecR2C(plan, real, data);
    size_t work;
    cufftGetSize(plan, &work);
    return cufftDestroy(plan);
}

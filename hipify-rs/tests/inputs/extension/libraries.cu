// Functions of cuBLAS, cuSPARSE and cuSOLVER that HIP's libraries lack.
#include <cuda_runtime.h>
#include <cublas_v2.h>
#include <cusolverDn.h>
#include <cusolverSp.h>
#include <cusparse.h>

cusparseStatus_t sliced(cusparseSpMatDescr_t *to, int *offsets, int *columns, float *values)
{
    return cusparseCreateSlicedEll(to, 8, 8, 16, 20, 2, offsets, columns, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F);
}

void others(cublasHandle_t blas, cusolverDnHandle_t dense, cusolverDnParams_t params, cusolverSpHandle_t sparse, double *a)
{
    cublasDtrttp(blas, CUBLAS_FILL_MODE_LOWER, 4, a, 4, a);
    size_t device, host;
    cusolverDnXsyevd_bufferSize(dense, params, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 4, CUDA_R_64F, a, 4,
                                CUDA_R_64F, a, CUDA_R_64F, &device, &host);
    csrqrInfo_t info;
    cusolverSpCreateCsrqrInfo(&info);
    cusolverSpDestroyCsrqrInfo(info);
    cusolverSpDestroy(sparse);
}

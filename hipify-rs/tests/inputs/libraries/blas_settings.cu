#include <cublas_v2.h>
#include <cublasLt.h>

void settings(cublasHandle_t handle, void *space, size_t bytes, const float *x, int64_t *at, cublasLtMatmulDesc_t product)
{
    cublasSetWorkspace(handle, space, bytes);
    cublasIsamax_64(handle, 4, x, 1, at);
    cublasLtMatmulMatrixScale_t scale = CUBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F;
    cublasLtMatmulDescSetAttribute(product, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, &scale, sizeof scale);
}

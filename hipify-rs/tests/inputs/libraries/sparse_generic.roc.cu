#include <cusparse.h>

void multiply(cusparseHandle_t h, int rows, int cols, int nnz, int *row, int *col, float *val, float *x, float *y)
{
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t vx, vy;
    cusparseCreateCsr(&a, rows, cols, nnz, row, col, val, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                      CUDA_R_32F);
    cusparseCreateDnVec(&vx, cols, x, CUDA_R_32F);
    cusparseCreateDnVec(&vy, rows, y, CUDA_R_32F);
    cusparseDestroyDnVec(vx);
    cusparseDestroySpMat(a);
    cusparseStatus_t s = CUSPARSE_STATUS_SUCCESS;
    const char *text = cusparseGetErrorString(s);
}

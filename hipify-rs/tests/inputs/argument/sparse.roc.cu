#include <cusparse.h>

void solve(cusparseHandle_t h, int m, const cusparseMatDescr_t descr, float *val, const int *row, const int *col,
           csrilu02Info_t info, void *buffer, cusparseSpMatDescr_t a, cusparseDnVecDescr_t x, cusparseDnVecDescr_t y)
{
    cusparseScsrilu02_analysis(h, m, 64, descr, val, row, col, info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer);
    cusparseScsrilu02(h, m, 64, descr, val, row, col, info, CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer);
    float one = 1, zero = 0;
    cusparseSpMV(h, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer);
    cusparseSgtsvInterleavedBatch(h, 0, m, val, val, val, val, 4, buffer);
}

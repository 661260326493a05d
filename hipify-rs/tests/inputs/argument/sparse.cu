#include <cusparse.h>

void solve(cusparseHandle_t h, cusparseSpSMDescr_t d, cusparseSpMatDescr_t a, cusparseDnMatDescr_t b, cusparseDnMatDescr_t c)
{
    float one = 1;
    cusparseSpSM_solve(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, b, c, CUDA_R_32F,
                       CUSPARSE_SPSM_ALG_DEFAULT, d);
}

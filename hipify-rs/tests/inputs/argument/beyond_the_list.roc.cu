#include <cusparse.h>
void f() {
  cusparseSpMM_bufferSize(h, ta, tb, &a, A, B, &b, C, type, CUSPARSE_SPMM_ALG_DEFAULT, &size);
  cusparseSpMV_bufferSize(h, t, &a, A, x, &b, y, type, CUSPARSE_SPMV_ALG_DEFAULT, &size);
  cusparseSpSM_solve(h, ta, tb, &a, A, B, C, type, CUSPARSE_SPSM_ALG_DEFAULT, descr);
  cusparseSpSM_solve(h, ta);
}

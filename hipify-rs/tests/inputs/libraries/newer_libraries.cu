#include <cufile.h>
#include <cusparseLt.h>
#include <cutensor.h>
void f() {
  CUfileDescr_t d;
  d.type = CU_FILE_HANDLE_TYPE_OPAQUE_FD;
  CUfileHandle_t h;
  if (cuFileHandleRegister(&h, &d).err != CU_FILE_SUCCESS) return;
  cuFileRead(h, p, n, 0, 0);
  cuFileThing(h);
  cusparseLtHandle_t lt;
  cusparseLtInit(&lt);
  cusparseLtMatmulAlgSelectionInit(&lt, &s, &m, CUSPARSELT_MATMUL_ALG_DEFAULT);
  cutensorHandle_t *t;
  cutensorCreate(&t);
  cutensorContraction(t, &plan, a, A, B, b, C, D, w, n, 0);
  cutensorElementwiseBinaryExecute(t);
}
__global__ void k(__nv_fp4_e2m1 a, __nv_fp4x2_e2m1 b, __nv_fp8_e8m0 scale) {}

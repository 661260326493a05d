#include <cuda.h>
void f(CUdevice d) {
  CUctxCreateParams p = {};
  CUcontext c;
  cuCtxCreate(&c, &p, 0, d);
}
void g(CUdevice d) {
  CUcontext c; CUctxCreateParams q = {0}; cuCtxCreate(&c, &q, CU_CTX_SCHED_AUTO, d);
}

void f(CUdevice d) {
  CUctxCreateParams p = {};
  p.numExecAffinityParams = 1;
  cuCtxCreate(&c, &p, 0, d);
  CUctxCreateParams q = {affinities, 1};
  cuCtxCreate(&c, &q, 0, d);
}

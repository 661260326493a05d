#define NPP_ASSERT(x) do { if (!(x)) abort(); } while (0)
#  define NVTX_RANGE_FN(name)
void f(int n) {
  NPP_ASSERT(n > 0);
  NVTX_RANGE_FN("f");
  nppiMalloc_8u_C1(n, n, &n);
}

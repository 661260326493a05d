#include <cuda.h>
#include <cstdint>
struct Pool { CUdeviceptr base; CUdeviceptr slots[4]; };
uint64_t as_number(CUdeviceptr p) { return p; }
CUdeviceptr same(CUdeviceptr p) { return p; }
void *grow(CUdeviceptr *dptr, size_t n) {
  cuMemFree(*dptr + n);
  *dptr += n;
  return (void *)(*dptr - 8);
}
void f(Pool *pool, void *b, size_t n, uint64_t given) {
  CUdeviceptr p = given, q = 0, many[2];
  p = 0x2000;
  p = (p + n - 1) & ~(n - 1);
  CUdeviceptr low = p & 255;
  uint64_t u = p;
  size_t v;
  v = p;
  CUdeviceptr r = many[1] + 4;
  *(reinterpret_cast<CUdeviceptr *>(b)) = n;
  *(CUdeviceptr *)b = given + 1;
  bool same = u == given;
  cuMemsetD8(0x1000, 0, n);
  cuMemFree(0);
  q = p;
}

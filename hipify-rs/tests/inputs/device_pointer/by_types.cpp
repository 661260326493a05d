#include <cuda.h>
#include <vector>
#include <cstdio>
#include <stdint.h>
typedef CUdeviceptr dptr_t;
using devptr = CUdeviceptr;
CUdeviceptr g();
struct S { CUdeviceptr p; CUdeviceptr get() const { return p; } CUdeviceptr *arr; CUdeviceptr list[4]; };
S make();
void take(unsigned long long n);
void take_ptr(CUdeviceptr p);
void use(CUdeviceptr);
size_t f(S *s, S &r, void *v, CUdeviceptr *pp, CUdeviceptr **ppp, std::vector<CUdeviceptr> &vec, int n, bool c, float *dst, dptr_t al) {
  CUdeviceptr a = s->get() + 4;
  a = g() + 16;
  a = *pp + 1;
  a = pp[0] + 1;
  a = (*pp) + 2;
  a = **ppp + 2;
  a = vec[0] + 8;
  a = vec.back() + 8;
  a = *(CUdeviceptr *)v + 8;
  a = *reinterpret_cast<CUdeviceptr *>(v) + 8;
  a = ((CUdeviceptr)v) + 8;
  a = (CUdeviceptr)v + 8;
  a = reinterpret_cast<CUdeviceptr>(v) + 8;
  a = s->arr[2] + 4;
  a = s->list[2] + 4;
  a = make().p + 4;
  a = r.get() + n;
  a = (c ? a : s->p) + 4;
  a = c ? a + 4 : s->p + 8;
  a = n + a;
  a = n * 4 + g();
  auto b = a;
  a = b + 4;
  a = al + 4;
  for (auto q : vec) a = q + 4;
  for (auto &q : vec) q += 4;
  vec[1] += 16;
  *pp += 16;
  s->p += n;
  (*s).p -= n;
  s->arr[0] += 8;


  unsigned long long u = s->p;
  uint64_t w = g();
  u = g();
  u = s->get();
  take(a);
  take(s->p);
  take_ptr(n);
  take_ptr(n + 4);
  use(u);
  cuMemcpyDtoH(dst, s->p + n, n);
  cuMemFree(s->get() + 16);
  if (a % 256 == 0) return a;
  if (g() & 7) return g();
  if (a > 100) return s->p;
  if (a == u) return 0;
  size_t d = s->p - r.p;
  d = g() - a;
  d = s->get() - *pp;
  CUdeviceptr x(u);
  CUdeviceptr y{u};
  CUdeviceptr z = static_cast<CUdeviceptr>(u);
  uint64_t k = static_cast<uint64_t>(a);
  int low = (int)a;
  unsigned lo = (unsigned)(s->p & 0xffffffff);
  a = c ? 0x1000 : a;
  a = u + 4;
  a = u;
  a = a & ~255ULL;
  a = (s->p + 255) & ~255ULL;
  a = (g() + 255) / 256 * 256;
  CUdeviceptr q1 = a, q2 = q1 + 4;
  float *fp = (float *)(a + 4);
  float *fq = (float *)s->p + 4;
  float *fr = reinterpret_cast<float *>(s->p + 4 * n);
  void *args[] = {&a, &s->p};
  auto lam = [&](CUdeviceptr base, int i) { return base + i; };
  a = lam(a, 3) + 4;
  a += lam(a, 3);
  printf("%llx\n", (unsigned long long)a);
  return s->p + n;
}
template <typename T> struct Buf { CUdeviceptr ptr; T *get(size_t i) { return (T *)(ptr + i * sizeof(T)); } CUdeviceptr at(size_t i) const { return ptr + i * sizeof(T); } };
CUdeviceptr h(Buf<int> &b) { return b.at(3) + 4; }
CUdeviceptr null() { return 0; }
CUdeviceptr fixed() { return 0x1000; }
uint64_t conv(CUdeviceptr p) { return p; }

#include <cuda.h>
void f(CUdeviceptr p) { cuMemFree(p); }
float g(const float *p) { return *(p + 1) + p[2]; }
struct Host { char *p; char *next() { return p + 1; } };
void h(CUdeviceptr q) { size_t p = 4; cuMemFree(q + p); p += 3; }

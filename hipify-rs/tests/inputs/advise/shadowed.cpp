#include <cuda_runtime.h>
static cudaMemLocation where;
void f(void *p, size_t n) { cudaMemAdvise(p, n, cudaMemAdviseSetAccessedBy, where); }
void g(void *p, size_t n, int where) { cudaMemAdvise(p, n, cudaMemAdviseSetAccessedBy, where); }
void h(void *p, size_t n) { { int where = 1; } cudaMemAdvise(p, n, cudaMemAdviseUnsetAccessedBy, where); }

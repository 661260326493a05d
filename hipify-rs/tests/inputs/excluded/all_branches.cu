#include <cuda_runtime.h>
#if 0
void f(void *p) { cudaFree(p); }
#else
void f(void *p) { cudaFreeHost(p); }
#endif

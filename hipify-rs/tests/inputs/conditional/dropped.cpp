#include <cuda.h>
int f() {
#if CUDA_VERSION >= 13000
  int a = 1;
  return a;
#elif CUDA_VERSION < 11000
  return 2;
#else
  return 3;
#endif
}
#if defined(MINE) && CUDART_VERSION > 9
int g;
#endif

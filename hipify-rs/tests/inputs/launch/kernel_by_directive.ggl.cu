#include <cuda_runtime.h>

void launch(float *x) {
#ifdef FAST
  fast
#else
  slow
#endif
  <<<1, 32>>>(x);
}

#include <cuda_runtime.h>
/* what ??/ means is up to the compiler: the text stays */
const char *s = "??=define cudaMalloc ??(??)";
int run(void **p) { return cudaMalloc(p, 4) ??!??! 0; }

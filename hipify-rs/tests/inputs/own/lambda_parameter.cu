#include <cuda_runtime.h>

auto pick = [](int cudaFree, int b) -> int { return cudaFree > b ? cudaFree : b; };
void run(void *p) { pick(1, 2); cudaFree(p); }

#include <cuda_runtime.h>
// Größe: cudaMalloc für alle
const char *name = "café cudaFree";
void run(void *p) { /* libérer */ cudaFree(p); }

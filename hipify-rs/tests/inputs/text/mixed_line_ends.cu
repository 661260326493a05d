#include <cuda.h>
#include <cuda_runtime.h>
int a = cuInit(0);
int b = cudaFree(0);

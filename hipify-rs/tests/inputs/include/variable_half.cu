#include <cuda_runtime.h>
#include <cublas_v2.h>
int middle(int n) { int half = n / 2; return (half * 2) + half; }

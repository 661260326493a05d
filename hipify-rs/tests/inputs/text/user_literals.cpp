#include <cuda_runtime.h>
size_t operator""_KiB(unsigned long long n) { return n << 10; }
void *run() { void *p; cudaMalloc(&p, 64_KiB); auto s = "cudaFree"_s; return p; }

#include <cuda_runtime.h>
#include <cstdio>

void say(const char *what) { std::printf("%s: cudaMalloc failed with cudaErrorMemoryAllocation\n", what); }
void f() { if (cudaMalloc(nullptr, 0) != cudaSuccess) say("cudaMalloc"); }

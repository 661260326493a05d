#include <cuda_runtime.h>
void pause() { __asm__ volatile("pause" ::: "memory"); }
unsigned long long ticks() { unsigned a, d; asm volatile("rdtsc" : "=a"(a), "=d"(d)); return a | (unsigned long long)d << 32; }
void run(void *p) { asm("nop; # cudaFree"); cudaFree(p); }

// Stand-in of CUDA's static runtime: functions with its names, which must not run. Built into an archive; as CUDA's,
// one object has them all.
typedef unsigned long size;

#define STAND_IN 999
// An object of CUDA 12 has functions that are gone in 13.
#if VERSION == 12
int cudaThreadSynchronize(void) { return STAND_IN; }
#endif

void **__cudaRegisterFatBinary(void *binary) { return binary; }
int cudaRuntimeGetVersion(int *version) { *version = STAND_IN; return STAND_IN; }
int cudaMalloc(void **memory, size bytes) { *memory = (void *)bytes; return STAND_IN; }
int cudaMemcpy2D(void *to, size to_pitch, const void *from, size from_pitch, size width, size height, int kind)
{
    return STAND_IN;
}
int cudaFree(void *memory) { return memory ? STAND_IN : STAND_IN + 1; }
// Shorter than a jump, with padding behind.
__attribute__((naked, aligned(16))) int cudaGetLastError(void) { __asm__("ret\n.balign 16"); }
// Not a function of CUDA: stays as it is.
int cudaOwnFunction(void) { return STAND_IN; }

// Client of the runtime, with a call before `main` as nvcc's objects have one. Built as a program and as a library.
#include <stdio.h>

typedef unsigned long size;
int cudaRuntimeGetVersion(int *version);
int cudaMalloc(void **memory, size bytes);
int cudaMemcpy2D(void *to, size to_pitch, const void *from, size from_pitch, size width, size height, int kind);
int cudaFree(void *memory);
int cudaGetLastError(void);
int cudaOwnFunction(void);
void **__cudaRegisterFatBinary(void *binary);

static int code = -1, version;
__attribute__((constructor)) static void start(void) { code = cudaRuntimeGetVersion(&version); }

int client(void)
{
    printf("before main: %d %d\n", code, version);
    char text[2][8] = {"seven", "eight"}, back[2][4] = {"", ""};
    void *memory = NULL;
    int codes[5];
    codes[0] = cudaMalloc(&memory, sizeof text);
    codes[1] = cudaMemcpy2D(memory, 8, text, 8, 8, 2, 1);
    codes[2] = cudaMemcpy2D(back, 4, memory, 8, 3, 2, 2);
    codes[3] = cudaFree(memory);
    codes[4] = cudaGetLastError();
    for (int i = 0; i < 5; i++) printf("%d ", codes[i]);
    printf("%s %s own %d registers %d\n", back[0], back[1], cudaOwnFunction(), __cudaRegisterFatBinary != NULL);
    return 0;
}

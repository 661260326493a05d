#include <cuda.h>
int a = cuInit(0);
const char *s = "cuInit(0);
int b = cuInit(0);
const char *t = R"(cuInit(0);
int c = cuInit(0);

#include <cuda.h>
int a = cuInit(0);
/* no end: cuInit(0);
int b = cuInit(0);

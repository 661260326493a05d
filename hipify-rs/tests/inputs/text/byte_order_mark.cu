#include <cuda.h>
int a = cuInit(0);

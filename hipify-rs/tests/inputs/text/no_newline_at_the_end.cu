#include <cuda.h>
int run() { return cuInit(0); }
#include <cuda.h>
#define AT(p, i) ((p) + (i) * 4)
CUdeviceptr table;
#define SECOND (table + 8)
void run() { cuMemFree(SECOND); cuMemFree(AT(table, 1)); }

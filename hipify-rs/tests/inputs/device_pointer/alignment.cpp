#include <cuda.h>
bool aligned(CUdeviceptr p) { return p % 256 == 0 && (p & 255) == 0; }
size_t page(CUdeviceptr p) { return p >> 12; }

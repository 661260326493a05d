#include <cuda_runtime.h>
const unsigned long long a = 0x1p3, b = 1'000'000ull, c = 0b1010'1010;
const float d = 1.e-3f, e = .5e+2F;
const char f = '\'', g = L'\u00e9';
dim3 h(1'0, 2);
cudaError_t run() { return cudaDeviceSetLimit(cudaLimitStackSize, 4'096); }

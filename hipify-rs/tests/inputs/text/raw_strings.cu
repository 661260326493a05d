#include <cuda_runtime.h>
#include <nvrtc.h>

const char *source = R"(
    extern "C" __global__ void k(float *p) { p[threadIdx.x] = 1; }
    // cudaMalloc( " ) not yet
)";
const char *other = R"cuda(
    int r = cudaMalloc(&p, 1); )" still inside
)cuda";
const wchar_t *wide = LR"x(cudaFree)x";
const char8_t *utf = u8R"(cudaFree)";

void run(nvrtcProgram *prog) { nvrtcCreateProgram(prog, source, "k.cu", 0, nullptr, nullptr); }

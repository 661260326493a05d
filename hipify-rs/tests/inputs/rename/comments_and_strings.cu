/* cudaMalloc allocates; see cudaFree. */
#include <cuda_runtime.h>
// cudaMemcpy copies
const char *help = "cudaMemcpy(dst, src, n, kind) and cudaFree are not touched";
const char *raw = R"(cudaMalloc(&p, 1); // CUDA_SUCCESS)";
char c = 'c'; // cuInit
void f() { cudaFree(/* cudaFree */ nullptr); }

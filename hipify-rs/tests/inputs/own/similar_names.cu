#include <cuda_runtime.h>

void mycudaMalloc(void **p, size_t n);
void cudaMallocCached(void **p, size_t n);
int cudaMalloc_count;
static const char *CUDA_SUCCESS_TEXT = "fine";
struct cuda_stream { cudaStream_t s; };

void run(void **p)
{
    mycudaMalloc(p, 1);
    cudaMallocCached(p, 1);
    cudaMalloc_count++;
    cudaMalloc(p, 1);
}

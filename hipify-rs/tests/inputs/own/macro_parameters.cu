#include <cuda_runtime.h>

#define CALL(cudaFree, x) cudaFree(x)
#define RELEASE(p) CALL(cudaFree, p)
#define cudaCheck(x) check((x), #x, __FILE__, __LINE__)

void check(cudaError_t e, const char *what, const char *file, int line);
void run(void *p) { cudaCheck(cudaFree(p)); RELEASE(p); }

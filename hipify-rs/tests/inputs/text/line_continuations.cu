#include <cuda_runtime.h>
#define CHECK(call) \
    do { \
        cudaError_t status = (call); \
        if (status != cudaSuccess) { \
            fprintf(stderr, "cudaError %d\n", \
                    status); \
            exit(EXIT_FAILURE); \
        } \
    } while (0)

// a comment that goes on \
   cudaMalloc(&p, 1);
void run(void *p) { CHECK(cuda\
Free(p)); }
const char *s = "cuda\
Free";

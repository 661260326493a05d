#include <cuda.h>
// Grüße
int f()
{
    return cuInit(0) == CUDA_SUCCESS;
}

#include "gpu/common.h"
#include <cublas_v2.h>

void *get(size_t n)
{
    void *p;
    cudaMalloc(&p, n);
    return p;
}

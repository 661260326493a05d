#include <cuda.h>

int sum(const int *v, int n)
{
    int total = 0;
    for (int cuInit = 0; cuInit < n; ++cuInit) total += v[cuInit];
    for (auto cuInit : {1, 2, 3}) total += cuInit;
    return cuInit(0) == CUDA_SUCCESS ? total : -1;
}

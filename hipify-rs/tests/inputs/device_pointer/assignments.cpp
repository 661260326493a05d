#include <cuda.h>

void run(CUdeviceptr p, CUdeviceptr *all, size_t n, bool wide)
{
    p += n;
    p -= 4 * n;
    p += wide ? 8 : 4;
    p += n + 1;
    p++;
    for (size_t i = 0; i < n; ++i, p += 64) all[i] = p;
    *all += 4;
}

#include <cuda.h>
void run(CUdeviceptr p, void *host, size_t n)
{
    float *f = (float *)p + n;
    char *c = reinterpret_cast<char *>(p) + n;
    unsigned long long u = (unsigned long long)p + n;
    CUdeviceptr q = (CUdeviceptr)host;
    CUdeviceptr r = (CUdeviceptr)((char *)host + n);
    void *args[] = {&p, &n};
}

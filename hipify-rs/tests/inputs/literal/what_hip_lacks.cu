#include <cuda.h>

int services(CUdevice d)
{
    int v;
    cuDeviceGetAttribute(&v, (CUdevice_attribute)133, d);
    return v;
}

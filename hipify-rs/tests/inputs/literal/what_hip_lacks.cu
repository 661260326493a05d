#include <cuda.h>

int multicast(CUdevice d)
{
    int v;
    cuDeviceGetAttribute(&v, (CUdevice_attribute)132, d);
    return v;
}

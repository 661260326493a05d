#include <cuda.h>

int ask(CUdevice d)
{
    int v, all[2];
    cuDeviceGetAttribute(&v, 39, d);
    cuDeviceGetAttribute(all + 1, 075 - 1, d);
    CUdevice_attribute what = 16, other = 10;
    cuDeviceGetAttribute(&v, what, d);
    return v;
}

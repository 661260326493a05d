#include <cuda.h>
#include <cuda_runtime.h>

int ask(CUdevice d)
{
    int v;
    cuDeviceGetAttribute(&v, (CUdevice_attribute)1, d);
    cuDeviceGetAttribute(&v, static_cast<CUdevice_attribute>(0x10), d);
    cuDeviceGetAttribute(&v, CUdevice_attribute(76), d);
    cudaDeviceGetAttribute(&v, (enum cudaDeviceAttr)81u, 0);
    cudaDeviceGetAttribute(&v, (cudaDeviceAttr)v, 0);
    cudaDeviceGetP2PAttribute(&v, (cudaDeviceP2PAttr)2, 0, 1);
    return v;
}

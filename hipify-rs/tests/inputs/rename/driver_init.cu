#include <cuda.h>
#include <cstdio>

int main()
{
    int count = 0;
    CUdevice device;
    CUcontext context;
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&count) != CUDA_SUCCESS || count == 0) {
        return 1;
    }
    cuDeviceGet(&device, 0);
    char name[256];
    cuDeviceGetName(name, sizeof name, device);
    size_t bytes;
    cuDeviceTotalMem(&bytes, device);
    CUuuid id;
    cuDeviceGetUuid(&id, device);
    cuDevicePrimaryCtxRetain(&context, device);
    cuCtxSetCurrent(context);
    std::printf("%s: %zu bytes\n", name, bytes);
    cuDevicePrimaryCtxRelease(device);
}

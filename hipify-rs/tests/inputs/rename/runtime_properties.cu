#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
    struct cudaDeviceProp prop;
    int sms, coop;
    cudaGetDeviceProperties(&prop, 0);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    cudaDeviceGetAttribute(&coop, cudaDevAttrCooperativeLaunch, 0);
    printf("%s %d.%d, %d SMs, %zu\n", prop.name, prop.major, prop.minor, prop.multiProcessorCount, prop.totalGlobalMem);
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20);
    cudaDeviceSetCacheConfig(cudaFuncCachePreferShared);
    cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync);
    int version;
    cudaRuntimeGetVersion(&version);
    cudaDriverGetVersion(&version);
    return 0;
}

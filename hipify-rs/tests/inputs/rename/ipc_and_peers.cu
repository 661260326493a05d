#include <cuda_runtime.h>

void share(void *p, int a, int b)
{
    int can;
    cudaDeviceCanAccessPeer(&can, a, b);
    cudaDeviceEnablePeerAccess(b, 0);
    cudaIpcMemHandle_t handle;
    cudaIpcGetMemHandle(&handle, p);
    cudaIpcOpenMemHandle(&p, handle, cudaIpcMemLazyEnablePeerAccess);
    cudaMemcpyPeerAsync(p, a, p, b, 16, 0);
    cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrNativeAtomicSupported, a, b);
}

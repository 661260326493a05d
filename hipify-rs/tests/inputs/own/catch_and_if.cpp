#include <cuda_runtime.h>
struct E {};
void run()
{
    try { cudaDeviceSynchronize(); } catch (E &cudaGetLastError) { throw; }
    if (cudaError_t cudaGetErrorName = cudaGetLastError()) { (void)cudaGetErrorName; }
    cudaGetErrorName(cudaSuccess);
}

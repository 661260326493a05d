#include <cuda_runtime.h>
__global__ void k(cudaTextureObject_t t, float *p);
void run(cudaTextureObject_t t, float *p)
{
    k<<<cudaMemcpyHostToDevice, 1, 0, cudaStreamPerThread>>>(t, p);
    k<<<1, cudaOccupancyDefault + 32>>>(t, (float *)cudaMemcpyDefault);
}

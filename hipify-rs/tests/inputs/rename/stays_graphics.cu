#include <cuda_runtime.h>

void frame(cudaGraphicsResource_t resource)
{
    cudaGraphicsMapResources(1, &resource, 0);
    cudaGraphicsD3D11RegisterResource(&resource, nullptr, 0);
    cudaEGLStreamConsumerConnect(nullptr, nullptr);
    cudaGraphicsUnmapResources(1, &resource, 0);
}

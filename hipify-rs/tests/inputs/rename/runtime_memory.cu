#include <cuda_runtime.h>
#include <vector>

void roundtrip(std::vector<float> &host)
{
    float *device = nullptr, *pinned = nullptr, *managed = nullptr;
    const size_t bytes = host.size() * sizeof(float);
    cudaMalloc(&device, bytes);
    cudaHostAlloc(&pinned, bytes, cudaHostAllocPortable | cudaHostAllocMapped);
    cudaMallocManaged(&managed, bytes, cudaMemAttachGlobal);
    cudaMemcpy(device, host.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpyAsync(pinned, device, bytes, cudaMemcpyDeviceToHost, cudaStreamPerThread);
    cudaMemset(device, 0, bytes);
    size_t pitch;
    cudaMallocPitch(&device, &pitch, 640, 480);
    cudaMemcpy2D(device, pitch, host.data(), 640, 640, 480, cudaMemcpyHostToDevice);
    cudaFreeHost(pinned);
    cudaFree(managed);
    cudaFree(device);
}

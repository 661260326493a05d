#include <cuda_runtime.h>

class Device {
public:
    void cudaSetDevice(int n);
    void cudaDeviceSynchronize() { ::cudaDeviceSynchronize(); }
};

void Device::cudaSetDevice(int n) { ::cudaSetDevice(n); }

void run(Device &d, Device *e)
{
    d.cudaSetDevice(1);
    e->cudaDeviceSynchronize();
    cudaSetDevice(0);
}

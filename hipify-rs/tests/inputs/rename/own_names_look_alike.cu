#include <cuda_runtime.h>

namespace mine {
struct Device {
    int cudaStatus;
    void cudaSynchronizeAll();
    bool cudaFreed = false;
};
int cudaHelper(int cuCount) { return cuCount + 1; }
enum class Backend { cuda, hip };
}

void use(mine::Device &d)
{
    d.cudaStatus = cudaSuccess;
    d.cudaSynchronizeAll();
    auto b = mine::Backend::cuda;
    cudaDeviceSynchronize();
}

// nvcc brings its runtime by itself.
#include <cstdio>

int main()
{
    cudaError_t error = cudaSuccess;
    std::printf("%d\n", int(error));
}

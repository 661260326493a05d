// arch: sm_70 sm_90
// A kernel that is called like a function, through a pointer: the call fails, as with nvcc, and nothing runs.
#include <cstdio>

__global__ void add(int *sum, int n) { *sum += n; }

template <typename Kernel, typename... Arguments> cudaError_t call(Kernel kernel, Arguments... arguments)
{
    kernel(arguments...);
    return cudaGetLastError();
}

int main()
{
    int *sum;
    cudaMallocManaged(&sum, sizeof *sum);
    *sum = 1;
    add<<<1, 1>>>(sum, 2);
    cudaDeviceSynchronize();
    bool is_refused = call(add, sum, 10) == cudaErrorMissingConfiguration;
    add<<<1, 1>>>(sum, 4);
    bool is_launched = cudaDeviceSynchronize() == cudaSuccess;
    printf(is_refused && is_launched && *sum == 7 ? "right\n" : "wrong: %d %d %d\n", is_refused, is_launched, *sum);
    return 0;
}

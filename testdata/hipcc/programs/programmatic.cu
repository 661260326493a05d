// arch: sm_70 sm_90
// Programmatic dependent launches: a kernel waits for the ones before it, and allows those after it to start; the attribute of the
// launch is a permission, and the results are those of launches one after the other.
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *values, int count)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    cudaTriggerProgrammaticLaunchCompletion();
    if (at < count)
        values[at] = at;
}

__global__ void reverse(const int *values, int *reversed, int count)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    cudaGridDependencySynchronize();
    if (at < count)
        reversed[count - 1 - at] = values[at];
}

int main()
{
    const int count = 10000;
    int *values, *reversed;
    cudaMallocManaged(&values, count * sizeof(int));
    cudaMallocManaged(&reversed, count * sizeof(int));
    cudaStream_t stream;
    cudaStreamCreate(&stream);

    cudaLaunchAttribute attribute[1];
    attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3((count + 255) / 256);
    config.blockDim = dim3(256);
    config.stream = stream;
    config.attrs = attribute;
    config.numAttrs = 1;

    int wrong = 0;
    for (int round = 0; round < 10; ++round) {
        fill<<<config.gridDim, config.blockDim, 0, stream>>>(values, count);
        cudaError_t error = cudaLaunchKernelEx(&config, reverse, (const int *)values, reversed, count);
        if (error != cudaSuccess || cudaStreamSynchronize(stream) != cudaSuccess) {
            printf("%s\n", cudaGetErrorString(error));
            return 1;
        }
        for (int at = 0; at < count; ++at)
            wrong += reversed[at] != count - 1 - at;
        cudaMemsetAsync(values, 0, count * sizeof(int), stream);
    }
    if (wrong)
        printf("%d wrong\n", wrong);
    else
        printf("right\n");
    return wrong != 0;
}

// arch: --cuda-names sm_60 sm_70 sm_90
// CUDA's names without a translation: types, functions, errors, attributes, launches, headers.
#include <cooperative_groups.h>
#include <cuComplex.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <stdio.h>

#if CUDART_VERSION < 12000 || __CUDACC_VER_MAJOR__ != CUDART_VERSION / 1000 || !defined(__CUDACC__)
#error a version of CUDA
#endif

namespace cg = cooperative_groups;

__constant__ float factor;

// A member by a name of the runtime.
struct failure {
    cudaError_t error;
    cudaError_t cudaError() const { return error; }
};

__global__ void scale(float *values, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    cg::thread_block block = cg::this_thread_block();
    if (i < count) {
        values[i] *= factor;
    }
    block.sync();
    __syncwarp(~0);
}

#define CHECK(call) \
    do { \
        cudaError_t error = (call); \
        if (error != cudaSuccess) { \
            printf("%d: %s\n", __LINE__, cudaGetErrorString(error)); \
            return 1; \
        } \
    } while (0)

int main()
{
    const int count = 1000;
    float *values = nullptr, *host = nullptr, two = 2;
    CHECK(cudaMallocHost(&host, count * sizeof(float)));
    cudaError_t (*allocate)(void **, size_t) = cudaMallocHost;
    void *other = nullptr;
    CHECK(allocate(&other, 16));
    CHECK(cudaFreeHost(other));
    for (int i = 0; i < count; i++) {
        host[i] = i;
    }
    CHECK((failure{cudaSuccess}.cudaError()));
    cudaError plain = cudaSuccess;
    CHECK(plain);
    if (cuCrealf(cuCmulf(make_cuFloatComplex(1, 2), cuFloatComplex{3, 4})) != -5.0f) {
        return 1;
    }
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaMalloc(&values, count * sizeof(float)));
    CHECK(cudaMemcpyToSymbol(factor, &two, sizeof two));
    CHECK(cudaMemcpyAsync(values, host, count * sizeof(float), cudaMemcpyHostToDevice, stream));
    scale<<<(count + 127) / 128, 128, 0, stream>>>(values, count);
    CHECK(cudaGetLastError());

    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = 8;
    config.blockDim = 128;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    void *arguments[] = {&values, (void *)&count};
    CHECK(cudaLaunchKernelExC(&config, (const void *)scale, arguments));

    CHECK(cudaMemcpyAsync(host, values, count * sizeof(float), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < count; i++) {
        if (host[i] != 4.0f * i) {
            printf("%d: %g\n", i, host[i]);
            return 1;
        }
    }
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    if (properties.warpSize != 32 || cudaErrorInvalidTextureBinding == cudaSuccess) {
        return 1;
    }
    CHECK(cudaFree(values));
    CHECK(cudaFreeHost(host));
    printf("right\n");
    return 0;
}

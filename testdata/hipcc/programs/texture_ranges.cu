// arch: sm_70 sm_90
// Textures on plain memory are not checked when they are made: a longer one works within its memory, and a kernel that
// reads beyond it faults (observed on an H200, driver 580).
#include <cuda_runtime.h>
#include <stdio.h>
#include <string.h>

__global__ void fetch(cudaTextureObject_t texture, int index, float *out)
{
    *out = tex1Dfetch<float>(texture, index);
}

static cudaError_t make(cudaTextureObject_t *texture, void *memory, size_t bytes)
{
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.sizeInBytes = bytes;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    cudaTextureDesc how;
    memset(&how, 0, sizeof how);
    how.readMode = cudaReadModeElementType;
    return cudaCreateTextureObject(texture, &resource, &how, NULL);
}

#define REQUIRE(what) \
    if (!(what)) { \
        printf("%d: " #what "\n", __LINE__); \
        return 1; \
    }

int main()
{
    const size_t bytes = 16 << 20;
    static float host[1 << 12];
    float *memory, *out, value = 0;
    REQUIRE(cudaMalloc(&memory, bytes) == cudaSuccess);
    REQUIRE(cudaMalloc(&out, sizeof(float)) == cudaSuccess);
    REQUIRE(cudaMemset(memory, 0, bytes) == cudaSuccess);
    value = 7;
    REQUIRE(cudaMemcpy(memory + 100, &value, sizeof value, cudaMemcpyHostToDevice) == cudaSuccess);

    cudaTextureObject_t longer, elsewhere, far;
    REQUIRE(make(&longer, memory, bytes + (256 << 10)) == cudaSuccess);
    fetch<<<1, 1>>>(longer, 100, out);
    REQUIRE(cudaMemcpy(&value, out, sizeof value, cudaMemcpyDeviceToHost) == cudaSuccess);
    REQUIRE(value == 7);

    void *aligned = (void *)(((size_t)host + 511) & ~(size_t)511);
    REQUIRE(make(&elsewhere, aligned, 1024) == cudaSuccess);
    REQUIRE(make(&far, memory, (size_t)1 << 30) == cudaSuccess);
    REQUIRE(make(&far, memory + 1, 1024) == cudaErrorInvalidValue);
    fetch<<<1, 1>>>(elsewhere, 1, out);
    REQUIRE(cudaDeviceSynchronize() == cudaErrorIllegalAddress);
    printf("right\n");
    return 0;
}

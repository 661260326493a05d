#include <cuda_runtime.h>

cudaTextureObject_t bind(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc texture = {};
    texture.addressMode[0] = cudaAddressModeClamp;
    texture.filterMode = cudaFilterModeLinear;
    texture.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t object;
    cudaCreateTextureObject(&object, &resource, &texture, nullptr);
    return object;
}

cudaArray_t make(int w, int h)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaChannelFormatDesc plain = cudaCreateChannelDesc(8, 8, 8, 8, cudaChannelFormatKindUnsigned);
    cudaArray_t array;
    cudaMallocArray(&array, &format, w, h, cudaArraySurfaceLoadStore);
    return array;
}

__global__ void sample(cudaTextureObject_t t, float *out) { out[threadIdx.x] = tex2D<float>(t, threadIdx.x, 0.5f); }

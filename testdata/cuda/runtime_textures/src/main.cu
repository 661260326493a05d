// Textures over linear memory, pitched rows, arrays and layers; surfaces that are written, read and then sampled.
#include <cuda_runtime.h>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#define CHECK(call) check((call), #call, __LINE__)

static void check(cudaError_t code, const char *what, int line)
{
    if (code != cudaSuccess) {
        std::printf("line %d: %s: %s: FAIL\n", line, what, cudaGetErrorString(code));
        std::exit(1);
    }
}

__global__ void fetch(cudaTextureObject_t texture, int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch<int>(texture, n - 1 - i);
}

// Between texels the texture mixes them.
__global__ void sample(cudaTextureObject_t texture, float *out, int width, int height, float shift)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = tex2D<float>(texture, x + 0.5f + shift, y + 0.5f);
}

// Bytes read as fractions of 255.
__global__ void normalized(cudaTextureObject_t texture, float4 *out, int width, int height)
{
    int x = threadIdx.x, y = threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = tex2D<float4>(texture, (x + 0.5f) / width, (y + 0.5f) / height);
}

__global__ void layers(cudaTextureObject_t texture, float2 *out)
{
    out[threadIdx.y * blockDim.x + threadIdx.x] = tex2DLayered<float2>(texture, threadIdx.x + 0.5f, 0.5f, threadIdx.y);
}

// x of a surface counts bytes; what lies outside reads as zero.
__global__ void transpose(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    ushort2 texel;
    surf2Dread(&texel, from, x * (int)sizeof(ushort2), y);
    ushort2 outside = surf2Dread<ushort2>(from, (width + x) * (int)sizeof(ushort2), y, cudaBoundaryModeZero);
    surf2Dwrite(make_ushort2(texel.y + outside.x, texel.x), to, y * (int)sizeof(ushort2), x);
}

static cudaTextureDesc plain()
{
    cudaTextureDesc desc;
    std::memset(&desc, 0, sizeof desc);
    for (auto &mode : desc.addressMode)
        mode = cudaAddressModeClamp;
    desc.filterMode = cudaFilterModePoint;
    desc.readMode = cudaReadModeElementType;
    return desc;
}

static cudaResourceDesc of_array(cudaArray_t array)
{
    cudaResourceDesc desc;
    std::memset(&desc, 0, sizeof desc);
    desc.resType = cudaResourceTypeArray;
    desc.res.array.array = array;
    return desc;
}

static int differs(const char *what, int at)
{
    std::printf("%s differs at %d: FAIL\n", what, at);
    return 1;
}

static int linear()
{
    const int n = 300;
    std::vector<int> host(n), out(n);
    for (int i = 0; i < n; ++i)
        host[i] = i * i - 5000;
    int *data, *result;
    CHECK(cudaMalloc(&data, n * sizeof(int)));
    CHECK(cudaMalloc(&result, n * sizeof(int)));
    CHECK(cudaMemcpy(data, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    cudaResourceDesc resource;
    std::memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data;
    resource.res.linear.desc = cudaCreateChannelDesc<int>();
    resource.res.linear.sizeInBytes = n * sizeof(int);
    cudaTextureDesc desc = plain();
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    fetch<<<(n + 63) / 64, 64>>>(texture, result, n);
    CHECK(cudaMemcpy(out.data(), result, n * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i)
        if (out[i] != host[n - 1 - i])
            return differs("linear memory", i);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFree(data));
    CHECK(cudaFree(result));
    return 0;
}

static int rows()
{
    const int width = 20, height = 7;
    float host[height][width], out[height][width], *data, *result;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            host[y][x] = 10.0f * y + x;
    size_t pitch;
    CHECK(cudaMallocPitch(&data, &pitch, sizeof host[0], height));
    CHECK(cudaMalloc(&result, sizeof out));
    CHECK(cudaMemcpy2D(data, pitch, host, sizeof host[0], sizeof host[0], height, cudaMemcpyHostToDevice));
    cudaResourceDesc resource;
    std::memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = data;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = width;
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    cudaTextureDesc desc = plain();
    desc.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    sample<<<dim3(3, 1), dim3(8, 8)>>>(texture, result, width, height, 0.25f);
    CHECK(cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost));
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            if (out[y][x] != 10.0f * y + (x + 1 < width ? x + 0.25f : x))
                return differs("pitched rows", y * width + x);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFree(data));
    CHECK(cudaFree(result));
    return 0;
}

static int bytes()
{
    const int width = 8, height = 4;
    uchar4 host[height * width];
    for (int i = 0; i < width * height; ++i)
        host[i] = make_uchar4(i, 255 - i, 2 * i, 51);
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    CHECK(cudaMallocArray(&array, &format, width, height));
    CHECK(cudaMemcpy2DToArray(array, 0, 0, host, width * sizeof(uchar4), width * sizeof(uchar4), height,
                              cudaMemcpyHostToDevice));
    cudaResourceDesc resource = of_array(array);
    cudaTextureDesc desc = plain();
    desc.readMode = cudaReadModeNormalizedFloat;
    desc.normalizedCoords = 1;
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    float4 *result, out[height * width];
    CHECK(cudaMalloc(&result, sizeof out));
    normalized<<<1, dim3(8, 4)>>>(texture, result, width, height);
    CHECK(cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < width * height; ++i)
        if (std::fabs(out[i].x * 255 - i) > 1e-4f || std::fabs(out[i].y * 255 - (255 - i)) > 1e-4f ||
            std::fabs(out[i].w - 0.2f) > 1e-6f)
            return differs("normalized bytes", i);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(result));
    return 0;
}

static int stack()
{
    const int width = 4, count = 3;
    float2 host[count][width], *result, out[count][width];
    for (int layer = 0; layer < count; ++layer)
        for (int x = 0; x < width; ++x)
            host[layer][x] = make_float2(100.0f * layer + x, -x);
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float2>();
    CHECK(cudaMalloc3DArray(&array, &format, make_cudaExtent(width, 1, count), cudaArrayLayered));
    cudaMemcpy3DParms copy;
    std::memset(&copy, 0, sizeof copy);
    copy.srcPtr = make_cudaPitchedPtr(host, sizeof host[0], width, 1);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(width, 1, count);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    cudaResourceDesc resource = of_array(array);
    cudaTextureDesc desc = plain();
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &desc, nullptr));
    CHECK(cudaMalloc(&result, sizeof out));
    layers<<<1, dim3(width, count)>>>(texture, result);
    CHECK(cudaMemcpy(out, result, sizeof out, cudaMemcpyDeviceToHost));
    if (std::memcmp(out, host, sizeof out) != 0)
        return differs("layers", 0);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
    CHECK(cudaFree(result));
    return 0;
}

static int surfaces()
{
    const int width = 12, height = 9;
    ushort2 host[height][width], out[width][height];
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            host[y][x] = make_ushort2(1000 * y, x);
    cudaArray_t from, to;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<ushort2>();
    CHECK(cudaMallocArray(&from, &format, width, height, cudaArraySurfaceLoadStore));
    CHECK(cudaMallocArray(&to, &format, height, width, cudaArraySurfaceLoadStore));
    CHECK(cudaMemcpy2DToArray(from, 0, 0, host, sizeof host[0], sizeof host[0], height, cudaMemcpyHostToDevice));
    cudaResourceDesc source = of_array(from), target = of_array(to);
    cudaSurfaceObject_t read, written;
    CHECK(cudaCreateSurfaceObject(&read, &source));
    CHECK(cudaCreateSurfaceObject(&written, &target));
    transpose<<<dim3(2, 2), dim3(8, 8)>>>(read, written, width, height);
    CHECK(cudaMemcpy2DFromArray(out, sizeof out[0], to, 0, 0, sizeof out[0], width, cudaMemcpyDeviceToHost));
    for (int x = 0; x < width; ++x)
        for (int y = 0; y < height; ++y)
            if (out[x][y].x != x || out[x][y].y != 1000 * y)
                return differs("surfaces", x * height + y);
    CHECK(cudaDestroySurfaceObject(read));
    CHECK(cudaDestroySurfaceObject(written));
    CHECK(cudaFreeArray(from));
    CHECK(cudaFreeArray(to));
    return 0;
}

int main()
{
    if (linear() || rows() || bytes() || stack() || surfaces())
        return 1;
    std::printf("runtime_textures: linear memory, rows, bytes, layers, surfaces: PASS\n");
    return 0;
}

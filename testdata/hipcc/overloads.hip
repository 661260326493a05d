// C++ conveniences of HIP's and CUDA's runtime headers: overloads and default arguments. The test compiles it; nothing is run.
#include <hip/hip_runtime.h>

// A program's own macros and functions, which no helper of the headers may stand in the way of.
#define HIP_ASSERT(x) ((void)(x))
#define HIP_DEFAULT 3
#define HIP_LIST(...) __VA_ARGS__
#if !defined(__DRIVER_TYPES_H__) || !defined(__CUDA_RUNTIME_H__) || !defined(__cuda_cuda_h__)
#error "CUDA's include guards"
#endif
static const char *name_of(hipError_t error) { return hipGetErrorName(error); }
#define CUDA_DRIVER_API
#include <hip/hip_runtime_api.h>
#ifdef CUDA_DRIVER_API
static const char *name_of(hipError_t error) { return hipGetErrorString(error); }
#endif
static inline float rsqrtf(float x) { return x; }

__device__ float table[4];
__global__ void kernel(float *p, float x) { *p = x; }

void conveniences(hipStream_t stream, hipGraph_t graph, hipGraphNode_t node, hipGraphExec_t executable, void *host)
{
    float *p = nullptr;
    size_t bytes = 0;
    int count = 0;
    hipEvent_t event;
    hipUserObject_t object = nullptr;
    hipChannelFormatDesc format = hipCreateChannelDesc<float>();
    hipMipmappedArray_t mipmap;
    hipLaunchConfig_t config = {};
    hipGraphicsResource_t resource = nullptr;
    HIP_ASSERT(hipHostGetDevicePointer(&p, host, 0));
    HIP_ASSERT(hipGetSymbolAddress(&p, table));
    HIP_ASSERT(hipMallocHost(&p, 4));
    HIP_ASSERT(hipMallocHost(&p, 4, hipHostMallocPortable));
    HIP_ASSERT(hipEventCreate(&event, hipEventDisableTiming));
    HIP_ASSERT(hipGraphInstantiate(&executable, graph));
    HIP_ASSERT(hipGraphInstantiate(&executable, graph, nullptr, nullptr, 0));
    HIP_ASSERT(hipStreamAttachMemAsync(stream, p));
    HIP_ASSERT(hipFuncSetSharedMemConfig(kernel, hipSharedMemBankSizeEightByte));
    HIP_ASSERT(hipOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, 1, 32));
    HIP_ASSERT(hipOccupancyMaxActiveClusters(&count, kernel, &config));
    HIP_ASSERT(hipOccupancyMaxPotentialClusterSize(&count, kernel, &config));
    HIP_ASSERT(hipGraphAddMemcpyNodeToSymbol(&node, graph, nullptr, 0, table, p, 4, 0, hipMemcpyHostToDevice));
    HIP_ASSERT(hipGraphAddMemcpyNodeFromSymbol(&node, graph, nullptr, 0, p, table, 4, 0, hipMemcpyDeviceToHost));
    HIP_ASSERT(hipGraphMemcpyNodeSetParamsToSymbol(node, table, p, 4, 0, hipMemcpyHostToDevice));
    HIP_ASSERT(hipGraphMemcpyNodeSetParamsFromSymbol(node, p, table, 4, 0, hipMemcpyDeviceToHost));
    HIP_ASSERT(hipGraphExecMemcpyNodeSetParamsToSymbol(executable, node, table, p, 4, 0, hipMemcpyHostToDevice));
    HIP_ASSERT(hipGraphExecMemcpyNodeSetParamsFromSymbol(executable, node, p, table, 4, 0, hipMemcpyDeviceToHost));
    HIP_ASSERT(hipMemsetD8Async(p, 0, 4));
    HIP_ASSERT(hipMemsetD16Async(p, 0, 4));
    HIP_ASSERT(hipMemsetD32Async(p, 0, 4));
    HIP_ASSERT(hipMemsetD2D8Async(p, 4, 0, 4, 1));
    HIP_ASSERT(hipMemsetD2D16Async(p, 4, 0, 2, 1));
    HIP_ASSERT(hipMemsetD2D32Async(p, 4, 0, 1, 1));
    HIP_ASSERT(hipUserObjectRetain(object));
    HIP_ASSERT(hipUserObjectRelease(object));
    HIP_ASSERT(hipGraphRetainUserObject(graph, object));
    HIP_ASSERT(hipGraphReleaseUserObject(graph, object));
    HIP_ASSERT(hipMallocMipmappedArray(&mipmap, &format, make_hipExtent(4, 4, 0), 2));
    HIP_ASSERT(hipGraphicsMapResources(1, &resource));
    HIP_ASSERT(hipGraphicsUnmapResources(1, &resource));
    HIP_ASSERT(hipConfigureCall(1, 32));
    // What the headers bring along for the host.
    timeval now;
    gettimeofday(&now, nullptr);
    assert(isfinite(1.0f) && !isnan(1.0) && clock() >= 0 && INT_MAX > 0 && max(1, 2) == 2 && min(1.0f, 2.0) == 1.0);
    std::initializer_list<int> list = {1, 2};
    std::pair<int, int> both = std::make_pair(*list.begin(), HIP_DEFAULT);
    ::new (host) int(both.second + static_cast<int>(rsqrtf(4.0f)) + static_cast<int>(*name_of(hipSuccess)));
}

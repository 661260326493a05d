/* Kernels that launch kernels: launches, streams, events and copies on the device.
 *
 * hipcc turns `child<<<grid, block, shared, stream>>>(p, 3)` in a kernel into calls of hip_device_launch. If sources are
 * compiled otherwise, an object of the kernel at namespace scope launches it:
 *
 *     __global__ void child(int *p, int v);
 *     __device__ const hipExtChild launch_child(child);
 *     __global__ void parent(int *p) { launch_child(dim3(2), dim3(32), 0, 0, p, 3); }
 *
 * The functions are those of CUDA's device runtime, by HIP's names; docs/dynamic-parallelism.md describes them. */
#ifndef HIP_DEVICE_CHILDREN_H
#define HIP_DEVICE_CHILDREN_H

/* Tail launches, which run when the launching grid is done, and launches that only its end waits for. */
#define hipExtStreamTailLaunch ((hipStream_t)3)
#define hipExtStreamFireAndForget ((hipStream_t)4)

/* Device-side forms of types whose layout or numbers differ between HIP and CUDA. */
struct hipDeviceFuncAttributes {
    size_t shared_bytes, const_bytes, local_bytes;
    int threads, registers, ptx_version, binary_version, cache_mode, dynamic_shared_bytes, carveout;
};
/* Attributes have HIP's numbers. */
#define __HIP_SOFT_DEVICE_ATTRIBUTE 0x10000

extern "C" {
/* Version 1, used by newer compilers; version 2, used by this header. */
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t bytes);
__device__ hipError_t cudaLaunchDevice(void *kernel, void *buffer, dim3 grid, dim3 block, unsigned int shared_bytes,
                                       hipStream_t stream);
__device__ void *cudaGetParameterBufferV2(void *kernel, dim3 grid, dim3 block, unsigned int shared_bytes);
__device__ hipError_t cudaLaunchDeviceV2(void *buffer, hipStream_t stream);
__device__ hipError_t cudaDeviceSynchronize(void);
__device__ void *__cudaCDP2GetParameterBufferV2(void *kernel, dim3 grid, dim3 block, unsigned int shared_bytes);
__device__ hipError_t __cudaCDP2LaunchDeviceV2(void *buffer, hipStream_t stream);
__device__ hipError_t __cudaCDP2GetLastError(void);
__device__ hipError_t __cudaCDP2PeekAtLastError(void);
__device__ const char *__cudaCDP2GetErrorString(hipError_t error);
__device__ hipError_t __cudaCDP2GetDevice(int *device);
__device__ hipError_t __cudaCDP2GetDeviceCount(int *count);
__device__ hipError_t __cudaCDP2DeviceGetLimit(size_t *value, enum hipLimit_t limit);
__device__ hipError_t __cudaCDP2StreamCreateWithFlags(hipStream_t *stream, unsigned int flags);
__device__ hipError_t __cudaCDP2StreamDestroy(hipStream_t stream);
__device__ hipError_t __cudaCDP2StreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags);
__device__ hipError_t __cudaCDP2EventCreateWithFlags(hipEvent_t *event, unsigned int flags);
__device__ hipError_t __cudaCDP2EventRecord(hipEvent_t event, hipStream_t stream);
__device__ hipError_t __cudaCDP2EventDestroy(hipEvent_t event);
__device__ hipError_t __cudaCDP2Malloc(void **pointer, size_t bytes);
__device__ hipError_t __cudaCDP2Free(void *pointer);
__device__ hipError_t __cudaCDP2MemcpyAsync(void *to, const void *from, size_t bytes, hipMemcpyKind kind,
                                            hipStream_t stream);
__device__ hipError_t __cudaCDP2Memcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                              size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream);
__device__ hipError_t __cudaCDP2MemsetAsync(void *to, int byte, size_t bytes, hipStream_t stream);
__device__ hipError_t __cudaCDP2Memset2DAsync(void *to, size_t pitch, int byte, size_t width, size_t height,
                                              hipStream_t stream);
__device__ hipError_t __cudaCDP2Memcpy3DAsync(const hipMemcpy3DParms *parameters, hipStream_t stream);
__device__ hipError_t __cudaCDP2Memset3DAsync(hipPitchedPtr to, int byte, hipExtent extent, hipStream_t stream);
__device__ hipError_t __cudaCDP2DeviceGetAttribute(int *value, int attribute, int device);
__device__ hipError_t __cudaCDP2DeviceGetCacheConfig(hipFuncCache_t *configuration);
__device__ hipError_t __cudaCDP2DeviceGetSharedMemConfig(hipSharedMemConfig *configuration);
__device__ hipError_t __cudaCDP2RuntimeGetVersion(int *version);
__device__ const char *__cudaCDP2GetErrorName(hipError_t error);
__device__ hipError_t __cudaCDP2EventRecordWithFlags(hipEvent_t event, hipStream_t stream, unsigned int flags);
__device__ hipError_t __cudaCDP2FuncGetAttributes(hipDeviceFuncAttributes *attributes, const void *kernel);
__device__ hipError_t __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel, int threads,
                                                                          size_t shared_bytes);
__device__ hipError_t __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *kernel,
                                                                                   int threads, size_t shared_bytes,
                                                                                   unsigned int flags);

/* Decides whether to launch such a grid for a number of work items or to do them in the calling thread: asks the launch
 * controller (HIP_SOFT_SPAWN); without one, yes. */
__device__ int hipExtSpawnDecide(unsigned int work_items, dim3 grid, dim3 block);

/* Sets the value of a conditional handle of a graph (CUDA: cudaGraphSetConditional). */
__device__ void hipExtGraphSetConditional(hipExtGraphConditionalHandle handle, unsigned int value);

/* Launches a graph that was instantiated with hipGraphInstantiateFlagDeviceLaunch and uploaded, from a kernel of a graph: after the
 * graph, beside what is left of it, or beside it (CUDA: cudaGraphLaunch). */
#define hipExtStreamGraphTailLaunch ((hipStream_t)0x0100000000000000)
#define hipExtStreamGraphFireAndForget ((hipStream_t)0x0200000000000000)
#define hipExtStreamGraphFireAndForgetAsSibling ((hipStream_t)0x0300000000000000)
__device__ hipError_t hipExtGraphLaunch(hipGraphExec_t graphExec, hipStream_t stream);

/* Device overloads of host functions. */
static inline __device__ hipError_t hipGraphLaunch(hipGraphExec_t graphExec, hipStream_t stream)
{
    return hipExtGraphLaunch(graphExec, stream);
}
/* The executable graph that the kernel is part of; null for none that kernels launch (CUDA: cudaGetCurrentGraphExec). */
static inline __device__ hipGraphExec_t hipExtGetCurrentGraphExec(void)
{
    unsigned long long current;
    asm("mov.u64 %0, %%current_graph_exec;" : "=l"(current));
    return (hipGraphExec_t)current;
}
static inline __device__ hipError_t hipGetLastError(void) { return __cudaCDP2GetLastError(); }
static inline __device__ hipError_t hipPeekAtLastError(void) { return __cudaCDP2PeekAtLastError(); }
static inline __device__ const char *hipGetErrorString(hipError_t error) { return __cudaCDP2GetErrorString(error); }
static inline __device__ hipError_t hipGetDevice(int *device) { return __cudaCDP2GetDevice(device); }
static inline __device__ hipError_t hipGetDeviceCount(int *count) { return __cudaCDP2GetDeviceCount(count); }
static inline __device__ hipError_t hipDeviceGetLimit(size_t *value, enum hipLimit_t limit)
{
    return __cudaCDP2DeviceGetLimit(value, limit);
}
/* Waits for the launches of the calling thread's block. */
static inline __device__ hipError_t hipDeviceSynchronize(void) { return cudaDeviceSynchronize(); }
static inline __device__ hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned int flags)
{
    return __cudaCDP2StreamCreateWithFlags(stream, flags);
}
static inline __device__ hipError_t hipStreamDestroy(hipStream_t stream) { return __cudaCDP2StreamDestroy(stream); }
static inline __device__ hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags = 0)
{
    return __cudaCDP2StreamWaitEvent(stream, event, flags);
}
static inline __device__ hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned int flags)
{
    return __cudaCDP2EventCreateWithFlags(event, flags);
}
static inline __device__ hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream = nullptr)
{
    return __cudaCDP2EventRecord(event, stream);
}
static inline __device__ hipError_t hipEventDestroy(hipEvent_t event) { return __cudaCDP2EventDestroy(event); }
static inline __device__ hipError_t hipMalloc(void **pointer, size_t bytes)
{
    return __cudaCDP2Malloc(pointer, bytes);
}
static inline __device__ hipError_t hipFree(void *pointer) { return __cudaCDP2Free(pointer); }
static inline __device__ hipError_t hipMemcpyAsync(void *to, const void *from, size_t bytes, hipMemcpyKind kind,
                                                   hipStream_t stream = nullptr)
{
    return __cudaCDP2MemcpyAsync(to, from, bytes, kind, stream);
}
static inline __device__ hipError_t hipMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                                     size_t width, size_t height, hipMemcpyKind kind,
                                                     hipStream_t stream = nullptr)
{
    return __cudaCDP2Memcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, stream);
}
static inline __device__ hipError_t hipMemsetAsync(void *to, int byte, size_t bytes, hipStream_t stream = nullptr)
{
    return __cudaCDP2MemsetAsync(to, byte, bytes, stream);
}
static inline __device__ hipError_t hipMemset2DAsync(void *to, size_t pitch, int byte, size_t width, size_t height,
                                                     hipStream_t stream = nullptr)
{
    return __cudaCDP2Memset2DAsync(to, pitch, byte, width, height, stream);
}
static inline __device__ hipError_t hipMemcpy3DAsync(const hipMemcpy3DParms *parameters, hipStream_t stream = nullptr)
{
    return __cudaCDP2Memcpy3DAsync(parameters, stream);
}
static inline __device__ hipError_t hipMemset3DAsync(hipPitchedPtr to, int byte, hipExtent extent,
                                                   hipStream_t stream = nullptr)
{
    return __cudaCDP2Memset3DAsync(to, byte, extent, stream);
}
static inline __device__ hipError_t hipDeviceGetAttribute(int *value, hipDeviceAttribute_t attribute, int device)
{
    return __cudaCDP2DeviceGetAttribute(value, __HIP_SOFT_DEVICE_ATTRIBUTE | (int)attribute, device);
}
static inline __device__ hipError_t hipDeviceGetCacheConfig(hipFuncCache_t *configuration)
{
    return __cudaCDP2DeviceGetCacheConfig(configuration);
}
static inline __device__ hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig *configuration)
{
    return __cudaCDP2DeviceGetSharedMemConfig(configuration);
}
static inline __device__ hipError_t hipRuntimeGetVersion(int *version) { return __cudaCDP2RuntimeGetVersion(version); }
static inline __device__ const char *hipGetErrorName(hipError_t error) { return __cudaCDP2GetErrorName(error); }
static inline __device__ hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream = nullptr,
                                                          unsigned int flags = 0)
{
    return __cudaCDP2EventRecordWithFlags(event, stream, flags);
}
static inline __device__ hipError_t hipFuncGetAttributes(hipFuncAttributes *attributes, const void *kernel)
{
    hipDeviceFuncAttributes told = {};
    hipError_t error = __cudaCDP2FuncGetAttributes(&told, kernel);
    if (error != hipSuccess)
        return error;
    attributes->binaryVersion = told.binary_version;
    attributes->cacheModeCA = told.cache_mode;
    attributes->constSizeBytes = told.const_bytes;
    attributes->localSizeBytes = told.local_bytes;
    attributes->maxDynamicSharedSizeBytes = told.dynamic_shared_bytes;
    attributes->maxThreadsPerBlock = told.threads;
    attributes->numRegs = told.registers;
    attributes->preferredShmemCarveout = told.carveout;
    attributes->ptxVersion = told.ptx_version;
    attributes->sharedSizeBytes = told.shared_bytes;
    return error;
}
static inline __device__ hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *kernel,
                                                                                 int threads, size_t shared_bytes)
{
    return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared_bytes);
}
static inline __device__ hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks,
                                                                                          const void *kernel,
                                                                                          int threads,
                                                                                          size_t shared_bytes,
                                                                                          unsigned int flags)
{
    return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, kernel, threads, shared_bytes, flags);
}
}

template <typename T> static inline __device__ hipError_t hipMalloc(T **pointer, size_t bytes)
{
    return __cudaCDP2Malloc(reinterpret_cast<void **>(pointer), bytes);
}
template <typename... Taken>
static inline __device__ hipError_t hipFuncGetAttributes(hipFuncAttributes *attributes, void (*kernel)(Taken...))
{
    return hipFuncGetAttributes(attributes, reinterpret_cast<const void *>(kernel));
}
template <typename... Taken>
static inline __device__ hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, void (*kernel)(Taken...),
                                                                                 int threads, size_t shared_bytes)
{
    return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void *>(kernel), threads,
                                                               shared_bytes);
}
template <typename... Taken>
static inline __device__ hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks,
                                                                                          void (*kernel)(Taken...),
                                                                                          int threads,
                                                                                          size_t shared_bytes,
                                                                                          unsigned int flags)
{
    return __cudaCDP2OccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, reinterpret_cast<const void *>(kernel),
                                                                        threads, shared_bytes, flags);
}

/* Does work by a grid, if the launch controller approves and the launch succeeds, else in the calling thread.
 * `launch(grid, block)` launches and returns the result; `serial()` does the work. */
template <typename Launch, typename Serial>
static inline __device__ void hipExtSpawn(unsigned int work_items, dim3 grid, dim3 block, const Launch &launch,
                                          const Serial &serial)
{
    if (!hipExtSpawnDecide(work_items, grid, block) || launch(grid, block) != hipSuccess)
        serial();
}

#ifdef HIP_API_PER_THREAD_DEFAULT_STREAM
#define __HIP_SOFT_DEVICE_LAUNCH __cudaCDP2LaunchDeviceV2_ptsz
extern "C" __device__ hipError_t __cudaCDP2LaunchDeviceV2_ptsz(void *buffer, hipStream_t stream);
#else
#define __HIP_SOFT_DEVICE_LAUNCH __cudaCDP2LaunchDeviceV2
#endif

namespace hip_device_launch {
/* Launch configuration: the arguments between `<<<` and `>>>`. */
struct Settings {
    __device__ Settings(dim3 grid, dim3 block, size_t shared_bytes = 0, hipStream_t stream = nullptr)
        : grid(grid), block(block), shared_bytes(static_cast<unsigned int>(shared_bytes)), stream(stream)
    {
    }
    dim3 grid, block;
    unsigned int shared_bytes;
    hipStream_t stream;
};

/* A kernel as a constant: template arguments may name kernels in kernels, expressions may not. */
template <typename Pointer, Pointer kernel> struct Kernel {
    static __device__ constexpr Pointer pointer = kernel;
};
} // namespace hip_device_launch

/* A kernel that kernels can launch: a device variable at namespace scope. The kernel may be defined
 * later, so that it can launch itself. */
template <typename... Taken> class hipExtChild
{
  public:
    constexpr __host__ __device__ hipExtChild(void (*kernel)(Taken...)) : kernel_(kernel) {}

    /* Launches it; an error is also stored for hipGetLastError. */
    __device__ hipError_t operator()(dim3 grid, dim3 block, unsigned int shared_bytes, hipStream_t stream,
                                     Taken... arguments) const
    {
        void *buffer =
            __cudaCDP2GetParameterBufferV2(reinterpret_cast<void *>(kernel_), grid, block, shared_bytes);
        if (buffer == nullptr)
            return __cudaCDP2PeekAtLastError();
        store<0>(static_cast<char *>(buffer), arguments...);
        return __HIP_SOFT_DEVICE_LAUNCH(buffer, stream);
    }
    __device__ void operator()(const hip_device_launch::Settings &settings, Taken... arguments) const
    {
        (void)(*this)(settings.grid, settings.block, settings.shared_bytes, settings.stream, arguments...);
    }

  private:
    /* Arguments are laid out as parameters of a kernel: in sequence, each at a multiple of its alignment. */
    template <size_t End> static __device__ void store(char *) {}
    template <size_t End, typename T, typename... Rest>
    static __device__ void store(char *buffer, const T &value, const Rest &...rest)
    {
        constexpr size_t at = (End + alignof(T) - 1) / alignof(T) * alignof(T);
        // Lambdas can be copied but not assigned.
        __builtin_memcpy(buffer + at, &value, sizeof(T));
        store<at + sizeof(T)>(buffer, rest...);
    }

    void (*kernel_)(Taken...);
};

namespace hip_device_launch {
/* Launcher of a kernel given by its address. */
template <typename... Taken> static inline __device__ hipExtChild<Taken...> of(void (*kernel)(Taken...))
{
    return hipExtChild<Taken...>(kernel);
}
} // namespace hip_device_launch

#endif

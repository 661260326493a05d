/* Kernels that launch kernels: launches, streams, events and copies on the device.
 *
 * A kernel cannot be named inside a kernel; an object made of it at namespace scope can:
 *
 *     __global__ void child(int *p, int v);
 *     __device__ const hipExtChild launch_child(child);
 *     __global__ void parent(int *p) { launch_child(dim3(2), dim3(32), 0, 0, p, 3); }
 *
 * The functions are those of CUDA's device runtime, by HIP's names; docs/dynamic-parallelism.md says what they mean. */
#ifndef HIP_DEVICE_CHILDREN_H
#define HIP_DEVICE_CHILDREN_H

/* What runs when the launching grid is done, and what nothing of that grid waits for but its end. */
#define hipExtStreamTailLaunch ((hipStream_t)3)
#define hipExtStreamFireAndForget ((hipStream_t)4)

extern "C" {
/* The first version, by which newer compilers launch; the second, by which this header does. */
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t bytes);
__device__ hipError_t cudaLaunchDevice(void *kernel, void *buffer, dim3 grid, dim3 block, unsigned int shared_bytes,
                                       hipStream_t stream);
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

/* Whether to launch such a grid for so many items of work rather than do them in the calling thread: what the launch
 * controller says (HIP_SOFT_SPAWN), and yes where there is none. */
__device__ int hipExtSpawnDecide(unsigned int work_items, dim3 grid, dim3 block);

/* Device overloads of functions that the host has. */
static inline __device__ hipError_t hipGetLastError(void) { return __cudaCDP2GetLastError(); }
static inline __device__ hipError_t hipPeekAtLastError(void) { return __cudaCDP2PeekAtLastError(); }
static inline __device__ const char *hipGetErrorString(hipError_t error) { return __cudaCDP2GetErrorString(error); }
static inline __device__ hipError_t hipGetDevice(int *device) { return __cudaCDP2GetDevice(device); }
static inline __device__ hipError_t hipGetDeviceCount(int *count) { return __cudaCDP2GetDeviceCount(count); }
static inline __device__ hipError_t hipDeviceGetLimit(size_t *value, enum hipLimit_t limit)
{
    return __cudaCDP2DeviceGetLimit(value, limit);
}
/* Waits for what the calling thread's block has launched. */
static inline __device__ hipError_t hipDeviceSynchronize(void) { return cudaDeviceSynchronize(); }
static inline __device__ hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned int flags)
{
    return __cudaCDP2StreamCreateWithFlags(stream, flags);
}
static inline __device__ hipError_t hipStreamDestroy(hipStream_t stream) { return __cudaCDP2StreamDestroy(stream); }
static inline __device__ hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags)
{
    return __cudaCDP2StreamWaitEvent(stream, event, flags);
}
static inline __device__ hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned int flags)
{
    return __cudaCDP2EventCreateWithFlags(event, flags);
}
static inline __device__ hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream)
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
                                                   hipStream_t stream)
{
    return __cudaCDP2MemcpyAsync(to, from, bytes, kind, stream);
}
static inline __device__ hipError_t hipMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                                                     size_t width, size_t height, hipMemcpyKind kind,
                                                     hipStream_t stream)
{
    return __cudaCDP2Memcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, stream);
}
static inline __device__ hipError_t hipMemsetAsync(void *to, int byte, size_t bytes, hipStream_t stream)
{
    return __cudaCDP2MemsetAsync(to, byte, bytes, stream);
}
static inline __device__ hipError_t hipMemset2DAsync(void *to, size_t pitch, int byte, size_t width, size_t height,
                                                     hipStream_t stream)
{
    return __cudaCDP2Memset2DAsync(to, pitch, byte, width, height, stream);
}
}

/* Does work in one of two ways: by a grid, if the launch controller is for it and the launch is taken, else here.
 * `launch(grid, block)` launches and returns what that returned, `serial()` does the work in the calling thread. */
template <typename Launch, typename Serial>
static inline __device__ void hipExtSpawn(unsigned int work_items, dim3 grid, dim3 block, const Launch &launch,
                                          const Serial &serial)
{
    if (!hipExtSpawnDecide(work_items, grid, block) || launch(grid, block) != hipSuccess)
        serial();
}

/* A kernel that kernels can launch. It is a variable of the device, made at namespace scope; the kernel may be defined
 * later, so that it can launch itself. */
template <typename... Taken> class hipExtChild
{
  public:
    constexpr __host__ __device__ hipExtChild(void (*kernel)(Taken...)) : kernel_(kernel) {}

    /* Launches it; what is wrong is also kept for hipGetLastError. */
    __device__ hipError_t operator()(dim3 grid, dim3 block, unsigned int shared_bytes, hipStream_t stream,
                                     Taken... arguments) const
    {
        void *buffer =
            __cudaCDP2GetParameterBufferV2(reinterpret_cast<void *>(kernel_), grid, block, shared_bytes);
        if (buffer == nullptr)
            return __cudaCDP2PeekAtLastError();
        store<0>(static_cast<char *>(buffer), arguments...);
        return __cudaCDP2LaunchDeviceV2(buffer, stream);
    }

  private:
    /* Arguments lie where a kernel's parameters do: one behind the other, each at a multiple of its alignment. */
    template <size_t End> static __device__ void store(char *) {}
    template <size_t End, typename T, typename... Rest>
    static __device__ void store(char *buffer, const T &value, const Rest &...rest)
    {
        constexpr size_t at = (End + alignof(T) - 1) / alignof(T) * alignof(T);
        *reinterpret_cast<T *>(buffer + at) = value;
        store<at + sizeof(T)>(buffer, rest...);
    }

    void (*kernel_)(Taken...);
};

#endif

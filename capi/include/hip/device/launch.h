/* Launches and occupancy for C++ programs: templates over the C functions. */
#ifndef HIP_DEVICE_LAUNCH_H
#define HIP_DEVICE_LAUNCH_H

#if defined(__HIP__) && defined(__clang__)
#define hipLaunchKernelGGLInternal(kernel, grid, block, shared_bytes, stream, ...) \
    do { \
        kernel<<<(grid), (block), (shared_bytes), (stream)>>>(__VA_ARGS__); \
    } while (0)
#define hipLaunchKernelGGL(kernel, ...) hipLaunchKernelGGLInternal((kernel), __VA_ARGS__)
#endif

template <typename T>
static inline hipError_t hipLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments, size_t shared_bytes = 0,
                                         hipStream_t stream = nullptr)
{
    return hipLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, arguments, shared_bytes, stream);
}

template <typename T>
static inline hipError_t hipLaunchCooperativeKernel(T *kernel, dim3 grid, dim3 block, void **arguments,
                                                    unsigned int shared_bytes = 0, hipStream_t stream = nullptr)
{
    return hipLaunchCooperativeKernel(reinterpret_cast<const void *>(kernel), grid, block, arguments, shared_bytes,
                                      stream);
}

template <typename T> static inline hipError_t hipFuncGetAttributes(hipFuncAttributes *attributes, T *kernel)
{
    return hipFuncGetAttributes(attributes, reinterpret_cast<const void *>(kernel));
}

template <typename T> static inline hipError_t hipFuncSetAttribute(T *kernel, hipFuncAttribute attribute, int value)
{
    return hipFuncSetAttribute(reinterpret_cast<const void *>(kernel), attribute, value);
}

template <typename T> static inline hipError_t hipFuncSetCacheConfig(T *kernel, hipFuncCache_t config)
{
    return hipFuncSetCacheConfig(reinterpret_cast<const void *>(kernel), config);
}

template <typename T> static inline hipError_t hipFuncSetSharedMemConfig(T *kernel, hipSharedMemConfig config)
{
    return hipFuncSetSharedMemConfig(reinterpret_cast<const void *>(kernel), config);
}

/* Launch with attributes; arguments are converted to the parameters' types. */
template <typename... Taken, typename... Given>
static inline hipError_t hipLaunchKernelEx(const hipLaunchConfig_t *config, void (*kernel)(Taken...), Given &&...given)
{
    return [config, kernel](Taken... taken) {
        void *pointers[] = {const_cast<void *>(static_cast<const void *>(&taken))..., nullptr};
        return hipLaunchKernelExC(config, reinterpret_cast<const void *>(kernel), pointers);
    }(static_cast<Given &&>(given)...);
}

/* Launch between two events, which may be null. */
template <typename... Taken, typename... Given>
static inline void hipExtLaunchKernelGGL(void (*kernel)(Taken...), dim3 grid, dim3 block, unsigned int shared_bytes,
                                         hipStream_t stream, hipEvent_t start, hipEvent_t stop, unsigned int flags,
                                         Given &&...given)
{
    [&](Taken... taken) {
        void *pointers[] = {const_cast<void *>(static_cast<const void *>(&taken))..., nullptr};
        (void)hipExtLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, pointers, shared_bytes, stream,
                                 start, stop, static_cast<int>(flags));
    }(static_cast<Given &&>(given)...);
}

template <typename T>
static inline hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *launches, unsigned int devices,
                                                               unsigned int flags = 0)
{
    return hipLaunchCooperativeKernelMultiDevice(launches, static_cast<int>(devices), flags);
}

template <typename T>
static inline hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams *launches, unsigned int devices,
                                                            unsigned int flags = 0)
{
    return hipExtLaunchMultiKernelMultiDevice(launches, static_cast<int>(devices), flags);
}

template <typename T>
static inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel, int block_threads,
                                                                      size_t shared_bytes)
{
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void *>(kernel), block_threads,
                                                        shared_bytes);
}

template <typename T>
static inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, T kernel,
                                                                               int block_threads, size_t shared_bytes,
                                                                               unsigned int flags = 0)
{
    return hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, reinterpret_cast<const void *>(kernel),
                                                                 block_threads, shared_bytes, flags);
}

template <typename T>
static inline hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, T kernel, size_t shared_bytes = 0,
                                                           int limit = 0)
{
    return hipOccupancyMaxPotentialBlockSize(grid, block, reinterpret_cast<const void *>(kernel), shared_bytes, limit);
}

template <typename T>
static inline hipError_t hipOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, T kernel,
                                                                    size_t shared_bytes = 0, int limit = 0,
                                                                    unsigned int flags = 0)
{
    return flags > hipOccupancyDisableCachingOverride
               ? hipErrorInvalidValue
               : hipOccupancyMaxPotentialBlockSize(grid, block, kernel, shared_bytes, limit);
}

template <typename T>
static inline hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t *shared_bytes, T *kernel, int blocks, int threads)
{
    return hipOccupancyAvailableDynamicSMemPerBlock(shared_bytes, reinterpret_cast<const void *>(kernel), blocks, threads);
}
template <typename T>
static inline hipError_t hipOccupancyMaxActiveClusters(int *clusters, T *kernel, const hipLaunchConfig_t *config)
{
    return hipOccupancyMaxActiveClusters(clusters, reinterpret_cast<const void *>(kernel), config);
}
template <typename T>
static inline hipError_t hipOccupancyMaxPotentialClusterSize(int *size, T *kernel, const hipLaunchConfig_t *config)
{
    return hipOccupancyMaxPotentialClusterSize(size, reinterpret_cast<const void *>(kernel), config);
}

/* Block size of highest occupancy if shared memory depends on it: `shared_bytes(n)`. The
 * largest of equal ones. */
template <typename Function, typename T>
static inline hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *grid, int *block, T kernel,
                                                                                Function shared_bytes, int limit = 0,
                                                                                unsigned int flags = 0)
{
    if (grid == nullptr || block == nullptr || flags > hipOccupancyDisableCachingOverride)
        return hipErrorInvalidValue;
    int device = 0, processors = 0, warp = 0, best = 0;
    hipFuncAttributes attributes;
    hipError_t code = hipFuncGetAttributes(&attributes, reinterpret_cast<const void *>(kernel));
    if (code == hipSuccess)
        code = hipGetDevice(&device);
    if (code == hipSuccess)
        code = hipDeviceGetAttribute(&processors, hipDeviceAttributeMultiprocessorCount, device);
    if (code == hipSuccess)
        code = hipDeviceGetAttribute(&warp, hipDeviceAttributeWarpSize, device);
    if (code != hipSuccess)
        return code;
    int most = attributes.maxThreadsPerBlock;
    if (limit > 0 && limit < most)
        most = limit;
    *grid = *block = 0;
    /* Candidates: `most`, then the multiples of a warp below it. */
    for (int threads = most; threads > 0; threads = (threads - 1) / warp * warp) {
        int blocks = 0;
        code = hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads,
                                                            static_cast<size_t>(shared_bytes(threads)));
        if (code != hipSuccess)
            return code;
        if (blocks * threads > best) {
            best = blocks * threads;
            *grid = blocks * processors;
            *block = threads;
        }
    }
    return hipSuccess;
}

template <typename Function, typename T>
static inline hipError_t hipOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, T kernel,
                                                                       Function shared_bytes, int limit = 0)
{
    return hipOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(grid, block, kernel, shared_bytes, limit);
}

#endif

/* Launches and symbols for C++ programs: templates over the C functions. */
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

template <typename T>
static inline hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T kernel, int block_threads,
                                                                      size_t shared_bytes)
{
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void *>(kernel), block_threads,
                                                        shared_bytes);
}

template <typename T>
static inline hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, T kernel, size_t shared_bytes = 0,
                                                           int limit = 0)
{
    return hipOccupancyMaxPotentialBlockSize(grid, block, reinterpret_cast<const void *>(kernel), shared_bytes, limit);
}

/* Symbols: a variable stands for itself. */
template <typename T>
static inline hipError_t hipMemcpyToSymbol(const T &symbol, const void *source, size_t bytes, size_t offset = 0,
                                           hipMemcpyKind kind = hipMemcpyHostToDevice)
{
    return hipMemcpyToSymbol(static_cast<const void *>(&symbol), source, bytes, offset, kind);
}

template <typename T>
static inline hipError_t hipMemcpyToSymbolAsync(const T &symbol, const void *source, size_t bytes, size_t offset,
                                                hipMemcpyKind kind, hipStream_t stream = nullptr)
{
    return hipMemcpyToSymbolAsync(static_cast<const void *>(&symbol), source, bytes, offset, kind, stream);
}

template <typename T>
static inline hipError_t hipMemcpyFromSymbol(void *destination, const T &symbol, size_t bytes, size_t offset = 0,
                                             hipMemcpyKind kind = hipMemcpyDeviceToHost)
{
    return hipMemcpyFromSymbol(destination, static_cast<const void *>(&symbol), bytes, offset, kind);
}

template <typename T>
static inline hipError_t hipMemcpyFromSymbolAsync(void *destination, const T &symbol, size_t bytes, size_t offset,
                                                  hipMemcpyKind kind, hipStream_t stream = nullptr)
{
    return hipMemcpyFromSymbolAsync(destination, static_cast<const void *>(&symbol), bytes, offset, kind, stream);
}

template <typename T> static inline hipError_t hipGetSymbolAddress(void **address, const T &symbol)
{
    return hipGetSymbolAddress(address, static_cast<const void *>(&symbol));
}

template <typename T> static inline hipError_t hipGetSymbolSize(size_t *bytes, const T &symbol)
{
    return hipGetSymbolSize(bytes, static_cast<const void *>(&symbol));
}

#endif

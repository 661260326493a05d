/* Memory, symbols and channels for C++ programs: templates over the C functions. */
#ifndef HIP_DEVICE_SYMBOLS_H
#define HIP_DEVICE_SYMBOLS_H

#include <hip/hip_vector_types.h>

template <typename T> static inline hipError_t hipHostAlloc(T **pointer, size_t bytes, unsigned int flags = 0)
{
    return hipHostAlloc(reinterpret_cast<void **>(pointer), bytes, flags);
}

template <typename T>
static inline hipError_t hipMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height)
{
    return hipMallocPitch(reinterpret_cast<void **>(pointer), pitch, width, height);
}

template <typename T> static inline hipError_t hipMallocAsync(T **pointer, size_t bytes, hipStream_t stream)
{
    return hipMallocAsync(reinterpret_cast<void **>(pointer), bytes, stream);
}

template <typename T>
static inline hipError_t hipMallocFromPoolAsync(T **pointer, size_t bytes, hipMemPool_t pool, hipStream_t stream)
{
    return hipMallocFromPoolAsync(reinterpret_cast<void **>(pointer), bytes, pool, stream);
}

static inline hipError_t hipMallocAsync(void **pointer, size_t bytes, hipMemPool_t pool, hipStream_t stream)
{
    return hipMallocFromPoolAsync(pointer, bytes, pool, stream);
}

template <typename T>
static inline hipError_t hipMallocAsync(T **pointer, size_t bytes, hipMemPool_t pool, hipStream_t stream)
{
    return hipMallocFromPoolAsync(reinterpret_cast<void **>(pointer), bytes, pool, stream);
}

template <typename T> static inline hipError_t hipMallocHost(T **pointer, size_t bytes, unsigned int flags = 0)
{
    return hipHostMalloc(reinterpret_cast<void **>(pointer), bytes, flags);
}
template <typename T> static inline hipError_t hipHostGetDevicePointer(T **device, void *host, unsigned int flags = 0)
{
    return hipHostGetDevicePointer(reinterpret_cast<void **>(device), host, flags);
}
static inline hipError_t hipEventCreate(hipEvent_t *event, unsigned int flags)
{
    return hipEventCreateWithFlags(event, flags);
}
static inline hipError_t hipGraphInstantiate(hipGraphExec_t *executable, hipGraph_t graph, unsigned long long flags = 0)
{
    return hipGraphInstantiateWithFlags(executable, graph, flags);
}
template <typename T>
static inline hipError_t hipStreamAttachMemAsync(hipStream_t stream, T *pointer, size_t bytes = 0,
                                                 unsigned int flags = hipMemAttachSingle)
{
    return hipStreamAttachMemAsync(stream, static_cast<void *>(pointer), bytes, flags);
}

/* Symbols are variables, `volatile` or not. */
template <typename T> static inline const void *hipDetailAddressOf(const T &symbol)
{
    return const_cast<const void *>(static_cast<const volatile void *>(&symbol));
}

template <typename T>
static inline hipError_t hipMemcpyToSymbol(const T &symbol, const void *source, size_t bytes, size_t offset = 0,
                                           hipMemcpyKind kind = hipMemcpyHostToDevice)
{
    return hipMemcpyToSymbol(hipDetailAddressOf(symbol), source, bytes, offset, kind);
}

template <typename T>
static inline hipError_t hipMemcpyToSymbolAsync(const T &symbol, const void *source, size_t bytes, size_t offset = 0,
                                                hipMemcpyKind kind = hipMemcpyHostToDevice, hipStream_t stream = nullptr)
{
    return hipMemcpyToSymbolAsync(hipDetailAddressOf(symbol), source, bytes, offset, kind, stream);
}

template <typename T>
static inline hipError_t hipMemcpyFromSymbol(void *destination, const T &symbol, size_t bytes, size_t offset = 0,
                                             hipMemcpyKind kind = hipMemcpyDeviceToHost)
{
    return hipMemcpyFromSymbol(destination, hipDetailAddressOf(symbol), bytes, offset, kind);
}

template <typename T>
static inline hipError_t hipMemcpyFromSymbolAsync(void *destination, const T &symbol, size_t bytes, size_t offset = 0,
                                                  hipMemcpyKind kind = hipMemcpyDeviceToHost, hipStream_t stream = nullptr)
{
    return hipMemcpyFromSymbolAsync(destination, hipDetailAddressOf(symbol), bytes, offset, kind, stream);
}

template <typename T> static inline hipError_t hipGetSymbolAddress(void **address, const T &symbol)
{
    return hipGetSymbolAddress(address, hipDetailAddressOf(symbol));
}

template <typename P, typename T> static inline hipError_t hipGetSymbolAddress(P **address, const T &symbol)
{
    return hipGetSymbolAddress(reinterpret_cast<void **>(address), hipDetailAddressOf(symbol));
}

/* Copies to and from symbols in graphs. */
template <typename T>
static inline hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies,
                                                       size_t count, const T &symbol, const void *source, size_t bytes,
                                                       size_t offset, hipMemcpyKind kind)
{
    return hipGraphAddMemcpyNodeToSymbol(node, graph, dependencies, count, hipDetailAddressOf(symbol), source, bytes, offset,
                                         kind);
}
template <typename T>
static inline hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t *node, hipGraph_t graph,
                                                         const hipGraphNode_t *dependencies, size_t count, void *destination,
                                                         const T &symbol, size_t bytes, size_t offset, hipMemcpyKind kind)
{
    return hipGraphAddMemcpyNodeFromSymbol(node, graph, dependencies, count, destination, hipDetailAddressOf(symbol), bytes,
                                           offset, kind);
}
template <typename T>
static inline hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t node, const T &symbol, const void *source,
                                                             size_t bytes, size_t offset, hipMemcpyKind kind)
{
    return hipGraphMemcpyNodeSetParamsToSymbol(node, hipDetailAddressOf(symbol), source, bytes, offset, kind);
}
template <typename T>
static inline hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t node, void *destination, const T &symbol,
                                                               size_t bytes, size_t offset, hipMemcpyKind kind)
{
    return hipGraphMemcpyNodeSetParamsFromSymbol(node, destination, hipDetailAddressOf(symbol), bytes, offset, kind);
}
template <typename T>
static inline hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t executable, hipGraphNode_t node, const T &symbol,
                                                                 const void *source, size_t bytes, size_t offset,
                                                                 hipMemcpyKind kind)
{
    return hipGraphExecMemcpyNodeSetParamsToSymbol(executable, node, hipDetailAddressOf(symbol), source, bytes, offset, kind);
}
template <typename T>
static inline hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t executable, hipGraphNode_t node,
                                                                   void *destination, const T &symbol, size_t bytes,
                                                                   size_t offset, hipMemcpyKind kind)
{
    return hipGraphExecMemcpyNodeSetParamsFromSymbol(executable, node, destination, hipDetailAddressOf(symbol), bytes, offset,
                                                     kind);
}

template <typename T> static inline hipError_t hipGetSymbolSize(size_t *bytes, const T &symbol)
{
    return hipGetSymbolSize(bytes, hipDetailAddressOf(symbol));
}

/* Description of texels of type `T`: number, width and kind of components. */
template <typename T> static inline hipChannelFormatDesc hipCreateChannelDesc() = delete;
static inline hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind kind)
{
    return {x, y, z, w, kind};
}
#define __HIP_SOFT_CHANNELS(T, bits, kind) \
    template <> inline hipChannelFormatDesc hipCreateChannelDesc<T>() { return {bits, 0, 0, 0, kind}; }
#define __HIP_SOFT_CHANNEL_VECTORS(name, bits, kind) \
    __HIP_SOFT_CHANNELS(name##1, bits, kind) \
    template <> inline hipChannelFormatDesc hipCreateChannelDesc<name##2>() { return {bits, bits, 0, 0, kind}; } \
    template <> inline hipChannelFormatDesc hipCreateChannelDesc<name##4>() { return {bits, bits, bits, bits, kind}; }
__HIP_SOFT_CHANNELS(char, 8, hipChannelFormatKindSigned)
__HIP_SOFT_CHANNELS(signed char, 8, hipChannelFormatKindSigned)
__HIP_SOFT_CHANNELS(unsigned char, 8, hipChannelFormatKindUnsigned)
__HIP_SOFT_CHANNELS(short, 16, hipChannelFormatKindSigned)
__HIP_SOFT_CHANNELS(unsigned short, 16, hipChannelFormatKindUnsigned)
__HIP_SOFT_CHANNELS(int, 32, hipChannelFormatKindSigned)
__HIP_SOFT_CHANNELS(unsigned int, 32, hipChannelFormatKindUnsigned)
__HIP_SOFT_CHANNELS(float, 32, hipChannelFormatKindFloat)
__HIP_SOFT_CHANNEL_VECTORS(char, 8, hipChannelFormatKindSigned)
__HIP_SOFT_CHANNEL_VECTORS(uchar, 8, hipChannelFormatKindUnsigned)
__HIP_SOFT_CHANNEL_VECTORS(short, 16, hipChannelFormatKindSigned)
__HIP_SOFT_CHANNEL_VECTORS(ushort, 16, hipChannelFormatKindUnsigned)
__HIP_SOFT_CHANNEL_VECTORS(int, 32, hipChannelFormatKindSigned)
__HIP_SOFT_CHANNEL_VECTORS(uint, 32, hipChannelFormatKindUnsigned)
__HIP_SOFT_CHANNEL_VECTORS(float, 32, hipChannelFormatKindFloat)
#undef __HIP_SOFT_CHANNEL_VECTORS
#undef __HIP_SOFT_CHANNELS

static inline hipChannelFormatDesc hipCreateChannelDescHalf() { return {16, 0, 0, 0, hipChannelFormatKindFloat}; }
static inline hipChannelFormatDesc hipCreateChannelDescHalf1() { return {16, 0, 0, 0, hipChannelFormatKindFloat}; }
static inline hipChannelFormatDesc hipCreateChannelDescHalf2() { return {16, 16, 0, 0, hipChannelFormatKindFloat}; }
static inline hipChannelFormatDesc hipCreateChannelDescHalf4() { return {16, 16, 16, 16, hipChannelFormatKindFloat}; }

#endif

/* What unified.c calls: HIP's functions or, with -DASK_CUDA, the CUDA driver's under HIP's names, so that the same program asks both. */
#ifndef UNIFIED_H
#define UNIFIED_H

#ifndef ASK_CUDA

#include <hip/hip_runtime.h>

#define DEVICE_ADDRESS(pointer) ((hipDeviceptr_t)(uintptr_t)(pointer))

#else

#include <cuda.h>
#include <stdint.h>

/* The driver still exports what CUDA 13's header hides. */
CUresult old_advise(CUdeviceptr, size_t, unsigned, int) __asm__("cuMemAdvise");
CUresult old_prefetch(CUdeviceptr, size_t, int, CUstream) __asm__("cuMemPrefetchAsync");

#define DEVICE_ADDRESS D
#define D(pointer) ((CUdeviceptr)(uintptr_t)(pointer))
typedef CUresult hipError_t;
typedef CUstream hipStream_t;
typedef CUmemLocation hipMemLocation;
typedef CUmem_range_attribute hipMemRangeAttribute;
typedef CUpointer_attribute hipPointer_attribute;
typedef CUmem_advise hipMemoryAdvise;
typedef CUDA_MEMCPY2D hip_Memcpy2D;
typedef CUmemLocationType hipMemLocationType;
#define hipSuccess CUDA_SUCCESS
#define hipStreamPerThread CU_STREAM_PER_THREAD
#define hipStreamLegacy CU_STREAM_LEGACY
#define hipMemAttachGlobal 1
#define hipMemAttachHost 2
#define hipMemAttachSingle 4
#define hipMemoryTypeHost CU_MEMORYTYPE_HOST
#define hipMemoryTypeDevice CU_MEMORYTYPE_DEVICE
#define hipMemoryTypeUnified CU_MEMORYTYPE_UNIFIED
#define hipDeviceAttributeUnifiedAddressing CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING
#define hipDeviceAttributeManagedMemory CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY
#define hipDeviceAttributeConcurrentManagedAccess CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS
#define hipDeviceAttributePageableMemoryAccess CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS
#define hipDeviceAttributeCanUseHostPointerForRegisteredMem CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM
#define hipDeviceGetAttribute cuDeviceGetAttribute
#define hipMalloc(place, bytes) cuMemAlloc((CUdeviceptr *)(place), bytes)
#define hipFree(pointer) cuMemFree(D(pointer))
#define hipMallocManaged(place, bytes, flags) cuMemAllocManaged((CUdeviceptr *)(place), bytes, flags)
#define hipHostMalloc(place, bytes, flags) cuMemHostAlloc(place, bytes, flags)
#define hipHostFree cuMemFreeHost
#define hipHostRegister cuMemHostRegister
#define hipHostUnregister cuMemHostUnregister
#define hipHostGetDevicePointer(place, host, flags) cuMemHostGetDevicePointer((CUdeviceptr *)(place), host, flags)
#define hipHostGetFlags cuMemHostGetFlags
#define hipMemGetInfo cuMemGetInfo
#define hipMemAdvise(at, bytes, advice, device) old_advise(D(at), bytes, advice, device)
#define hipMemAdvise_v2(at, bytes, advice, place) cuMemAdvise(D(at), bytes, advice, place)
#define hipMemPrefetchAsync(at, bytes, device, stream) old_prefetch(D(at), bytes, device, stream)
#define hipMemPrefetchAsync_v2(at, bytes, place, flags, stream) cuMemPrefetchAsync(D(at), bytes, place, flags, stream)
#define hipMemPrefetchBatchAsync(at, bytes, n, places, from, count, flags, stream) \
    cuMemPrefetchBatchAsync((CUdeviceptr *)(at), bytes, n, places, from, count, flags, stream)
#define hipMemDiscardBatchAsync(at, bytes, n, flags, stream) cuMemDiscardBatchAsync((CUdeviceptr *)(at), bytes, n, flags, stream)
#define hipMemDiscardAndPrefetchBatchAsync(at, bytes, n, places, from, count, flags, stream) \
    cuMemDiscardAndPrefetchBatchAsync((CUdeviceptr *)(at), bytes, n, places, from, count, flags, stream)
#define hipMemRangeGetAttribute(data, size, which, at, bytes) cuMemRangeGetAttribute(data, size, which, D(at), bytes)
#define hipMemRangeGetAttributes(data, sizes, which, n, at, bytes) cuMemRangeGetAttributes(data, sizes, which, n, D(at), bytes)
#define hipPointerGetAttribute(data, which, at) cuPointerGetAttribute(data, which, D(at))
#define hipPointerSetAttribute(data, which, at) cuPointerSetAttribute(data, which, D(at))
#define hipDrvPointerGetAttributes(n, which, data, at) cuPointerGetAttributes(n, which, data, D(at))
#define hipMemcpyDefault 0
#define hipMemcpy(to, from, bytes, kind) cuMemcpy(D(to), D(from), bytes)
#define hipMemcpyDtoH(to, from, bytes) cuMemcpyDtoH(to, D(from), bytes)
#define hipMemcpyHtoD(to, from, bytes) cuMemcpyHtoD(D(to), from, bytes)
#define hipMemcpyDtoD(to, from, bytes) cuMemcpyDtoD(D(to), D(from), bytes)
#define hipMemcpyParam2D cuMemcpy2D
#define hipMemsetD8(at, value, n) cuMemsetD8(D(at), value, n)
#define hipDeviceSynchronize cuCtxSynchronize
#define hipStreamCreateWithFlags cuStreamCreate
#define hipStreamNonBlocking 1
#define hipStreamDestroy cuStreamDestroy
#define hipStreamSynchronize cuStreamSynchronize
#define hipStreamAttachMemAsync(stream, at, bytes, flags) cuStreamAttachMemAsync(stream, D(at), bytes, flags)
#define hipStreamBeginCapture cuStreamBeginCapture
#define hipStreamEndCapture cuStreamEndCapture
#define hipStreamCaptureModeGlobal CU_STREAM_CAPTURE_MODE_GLOBAL
#define hipStreamCaptureModeRelaxed CU_STREAM_CAPTURE_MODE_RELAXED
#define hipGraph_t CUgraph
#define hipGraphDestroy cuGraphDestroy

static inline const char *hipGetErrorName(CUresult code)
{
    const char *name = "?";
    cuGetErrorName(code, &name);
    return name;
}

static inline CUresult hipInit(unsigned flags)
{
    CUcontext context;
    CUresult code = cuInit(flags);
    if (code == CUDA_SUCCESS)
        code = cuDevicePrimaryCtxRetain(&context, 0);
    return code == CUDA_SUCCESS ? cuCtxSetCurrent(context) : code;
}

#endif
#endif

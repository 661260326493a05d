/* Extensions of the software device: names with `hipExt` that no other HIP has. */
#ifndef HIP_SOFT_H
#define HIP_SOFT_H

#include <hip/hip_runtime_api.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* The context of a green context, for calls that take a context (CUDA: cuCtxFromGreenCtx). It lives as long as that one. */
hipError_t hipExtCtxFromGreenCtx(hipCtx_t *ctx, hipExecutionCtx_t greenCtx);
/* The SMs of a context that calls take as one, or its work queues: a green context's own, else all of the device's (CUDA:
   cuCtxGetDevResource). */
hipError_t hipExtCtxGetDevResource(hipCtx_t ctx, hipDevResource *resource, hipDevResourceType type);
/* The green context that a stream belongs to; null for a stream of none (CUDA: cuStreamGetGreenCtx). */
hipError_t hipExtStreamGetGreenCtx(hipStream_t stream, hipExecutionCtx_t *greenCtx);
/* Destroys a green context (CUDA: cuGreenCtxDestroy); the same as hipExecutionCtxDestroy. */
hipError_t hipExtGreenCtxDestroy(hipExecutionCtx_t greenCtx);

/* A conditional handle of a graph (CUDA: cudaGraphConditionalHandleCreate): the value that kernels set by hipExtGraphSetConditional, and
   that one conditional node of the graph, or of a body in it, reads. With the flag hipExtGraphCondAssignDefault each launch begins with
   the default value. hipGraphAddNode adds the node: its type is hipExtGraphNodeTypeConditional, its parameters are `conditional`, and
   it returns the bodies in phGraph_out, which are graphs to add nodes to. */
hipError_t hipExtGraphConditionalHandleCreate(hipExtGraphConditionalHandle *handle, hipGraph_t graph, unsigned int defaultLaunchValue,
                                              unsigned int flags);

/* Launches in the manner of CUDA before release 4 (CUDA: cuFuncSetBlockShape and so on): a kernel keeps its block shape, shared memory and
   parameters, of at most 4096 bytes, for its next launches. */
hipError_t hipExtFuncSetBlockShape(hipFunction_t function, int x, int y, int z);
hipError_t hipExtFuncSetSharedSize(hipFunction_t function, unsigned int bytes);
hipError_t hipExtParamSetSize(hipFunction_t function, unsigned int bytes);
hipError_t hipExtParamSeti(hipFunction_t function, int offset, unsigned int value);
hipError_t hipExtParamSetf(hipFunction_t function, int offset, float value);
hipError_t hipExtParamSetv(hipFunction_t function, int offset, void *ptr, unsigned int bytes);
hipError_t hipExtLaunch(hipFunction_t function);
hipError_t hipExtLaunchGrid(hipFunction_t function, int width, int height);
hipError_t hipExtLaunchGridAsync(hipFunction_t function, int width, int height, hipStream_t stream);

/* Edges of graphs with data: ports and types of hipGraphEdgeData, null for full dependencies (CUDA: cudaGraphAddDependencies_v2 and so on).
   An edge from a kernel may have the port of programmatic launches, with the programmatic type, or of the launch's completion. Queries
   without room for data, also HIP's own, answer hipSoftErrorLossyQuery (402) where there are some. */
hipError_t hipExtGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to,
                                      const hipGraphEdgeData *edgeData, size_t numDependencies);
hipError_t hipExtGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to,
                                         const hipGraphEdgeData *edgeData, size_t numDependencies);
hipError_t hipExtGraphGetEdges(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to, hipGraphEdgeData *edgeData,
                               size_t *numEdges);
hipError_t hipExtGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t *dependencies, hipGraphEdgeData *edgeData,
                                          size_t *numDependencies);
hipError_t hipExtGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t *dependentNodes, hipGraphEdgeData *edgeData,
                                            size_t *numDependentNodes);
hipError_t hipExtGraphAddNode(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *dependencies,
                              const hipGraphEdgeData *dependencyData, size_t numDependencies, hipGraphNodeParams *nodeParams);
/* Result of the update of an instantiated graph in one structure (CUDA 12: cudaGraphExecUpdateResultInfo). `errorFromNode`, the node
 * whose edge to `errorNode` differs, is null: it is not looked for. */
typedef struct hipExtGraphExecUpdateResultInfo {
    hipGraphExecUpdateResult result;
    hipGraphNode_t errorNode;
    hipGraphNode_t errorFromNode;
} hipExtGraphExecUpdateResultInfo;
static inline hipError_t hipExtGraphExecUpdate(hipGraphExec_t hGraphExec, hipGraph_t hGraph, hipExtGraphExecUpdateResultInfo *resultInfo)
{
    resultInfo->errorFromNode = 0;
    return hipGraphExecUpdate(hGraphExec, hGraph, &resultInfo->errorNode, &resultInfo->result);
}
hipError_t hipExtStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus *captureStatus, unsigned long long *id,
                                      hipGraph_t *graph, const hipGraphNode_t **dependencies, const hipGraphEdgeData **edgeData,
                                      size_t *numDependencies);
hipError_t hipExtStreamUpdateCaptureDependencies(hipStream_t stream, hipGraphNode_t *dependencies,
                                                 const hipGraphEdgeData *dependencyData, size_t numDependencies,
                                                 unsigned int flags);

/* Adds a reference to the current context; flags is 0 (CUDA: cuCtxAttach). */
hipError_t hipExtCtxAttach(hipCtx_t *ctx, unsigned int flags);
/* Drops a reference to the current context; a context of hipCtxCreate is destroyed with the last (CUDA: cuCtxDetach). */
hipError_t hipExtCtxDetach(hipCtx_t ctx);
/* Records an event over all work of a context, and makes later work of a context wait for an event (CUDA: cuCtxRecordEvent,
   cuCtxWaitEvent). */
hipError_t hipExtCtxRecordEvent(hipCtx_t ctx, hipEvent_t event);
hipError_t hipExtCtxWaitEvent(hipCtx_t ctx, hipEvent_t event);
/* The context of a stream (CUDA: cuStreamGetCtx). The second form gives a green context apart from its primary context; either place
   may be null (CUDA: cuStreamGetCtx_v2). */
hipError_t hipExtStreamGetCtx(hipStream_t stream, hipCtx_t *ctx);
hipError_t hipExtStreamGetCtx_v2(hipStream_t stream, hipCtx_t *ctx, hipExecutionCtx_t *greenCtx);

/* Copies from one context's memory to another's; null stands for the context of the memory (CUDA: cuMemcpyPeer, cuMemcpyPeerAsync). */
hipError_t hipExtMemcpyPeer(hipDeviceptr_t dst, hipCtx_t dstCtx, hipDeviceptr_t src, hipCtx_t srcCtx, size_t sizeBytes);
hipError_t hipExtMemcpyPeerAsync(hipDeviceptr_t dst, hipCtx_t dstCtx, hipDeviceptr_t src, hipCtx_t srcCtx, size_t sizeBytes,
                                 hipStream_t stream);
/* A box between contexts (CUDA: CUDA_MEMCPY3D_PEER). */
typedef struct hipExtMemcpy3DPeerParams {
    size_t srcXInBytes;
    size_t srcY;
    size_t srcZ;
    size_t srcLOD;
    hipMemoryType srcMemoryType;
    const void *srcHost;
    hipDeviceptr_t srcDevice;
    hipArray_t srcArray;
    hipCtx_t srcContext;
    size_t srcPitch;
    size_t srcHeight;
    size_t dstXInBytes;
    size_t dstY;
    size_t dstZ;
    size_t dstLOD;
    hipMemoryType dstMemoryType;
    void *dstHost;
    hipDeviceptr_t dstDevice;
    hipArray_t dstArray;
    hipCtx_t dstContext;
    size_t dstPitch;
    size_t dstHeight;
    size_t WidthInBytes;
    size_t Height;
    size_t Depth;
} hipExtMemcpy3DPeerParams;
hipError_t hipExtMemcpy3DPeer(const hipExtMemcpy3DPeerParams *pCopy);
hipError_t hipExtMemcpy3DPeerAsync(const hipExtMemcpy3DPeerParams *pCopy, hipStream_t stream);

/* Preferred split of cache and shared memory for a kernel of a module (CUDA: cuFuncSetCacheConfig). */
hipError_t hipExtFuncSetCacheConfig(hipFunction_t func, hipFuncCache_t config);
/* Attributes of a kernel of a module (CUDA: cuFuncSetAttribute, cuFuncSetSharedMemConfig). */
hipError_t hipExtFuncSetAttribute(hipFunction_t func, hipFunction_attribute attr, int value);
hipError_t hipExtFuncSetSharedMemConfig(hipFunction_t func, hipSharedMemConfig config);
/* Occupancy in clusters of a kernel of a module (CUDA: cuOccupancyMaxActiveClusters, cuOccupancyMaxPotentialClusterSize). */
hipError_t hipExtModuleOccupancyMaxActiveClusters(int *numClusters, hipFunction_t func, const HIP_LAUNCH_CONFIG *config);
hipError_t hipExtModuleOccupancyMaxPotentialClusterSize(int *clusterSize, hipFunction_t func, const HIP_LAUNCH_CONFIG *config);

/* Result of HIP_POINTER_ATTRIBUTE_P2P_TOKENS (CUDA: CUDA_POINTER_ATTRIBUTE_P2P_TOKENS). There are no tokens: zeros. */
typedef struct hipExtPointerAttributeP2PTokens {
    unsigned long long p2pToken;
    unsigned int vaSpaceToken;
} hipExtPointerAttributeP2PTokens;

/* Preferred location of a managed range, and its last prefetch location: a hipMemLocationType, and the number of that type (CUDA:
   CU_MEM_RANGE_ATTRIBUTE_…_LOCATION_TYPE, …_ID). */
#define hipExtMemRangeAttributePreferredLocationType ((hipMemRangeAttribute)5)
#define hipExtMemRangeAttributePreferredLocationId ((hipMemRangeAttribute)6)
#define hipExtMemRangeAttributeLastPrefetchLocationType ((hipMemRangeAttribute)7)
#define hipExtMemRangeAttributeLastPrefetchLocationId ((hipMemRangeAttribute)8)

/* Limits of launches from kernels, for hipDeviceSetLimit and hipDeviceGetLimit (CUDA: cudaLimitDevRuntime…): how many may be under
   way at once, and how deep kernels may wait for others, which hardware from compute capability 9.0 on does not have. */
#define hipExtLimitDevRuntimeSyncDepth ((enum hipLimit_t)3)
#define hipExtLimitDevRuntimePendingLaunchCount ((enum hipLimit_t)4)

/* Layers of layered textures and surfaces, and whether physical memory can be shared by file descriptors, for hipDeviceGetAttribute
   (CUDA: CU_DEVICE_ATTRIBUTE_MAXIMUM_…_LAYERED_LAYERS, CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED). */
#define hipExtDeviceAttributeMaxTexture2DLayeredLayers ((hipDeviceAttribute_t)20029)
#define hipExtDeviceAttributeMaxTexture1DLayeredLayers ((hipDeviceAttribute_t)20043)
#define hipExtDeviceAttributeMaxTextureCubemapLayeredLayers ((hipDeviceAttribute_t)20054)
#define hipExtDeviceAttributeMaxSurface1DLayeredLayers ((hipDeviceAttribute_t)20062)
#define hipExtDeviceAttributeMaxSurface2DLayeredLayers ((hipDeviceAttribute_t)20065)
#define hipExtDeviceAttributeMaxSurfaceCubemapLayeredLayers ((hipDeviceAttribute_t)20068)
#define hipExtDeviceAttributeHandleTypePosixFileDescriptorSupported ((hipDeviceAttribute_t)20103)

/* Limits of the second-level cache, for hipDeviceSetLimit and hipDeviceGetLimit (CUDA: cudaLimitMaxL2FetchGranularity,
   cudaLimitPersistingL2CacheSize): kept and answered. */
#define hipExtLimitMaxL2FetchGranularity ((enum hipLimit_t)5)
#define hipExtLimitPersistingL2CacheSize ((enum hipLimit_t)6)

/* Resets persisting cache lines (CUDA: cudaCtxResetPersistingL2Cache); no effect, since there is no cache. */
static inline hipError_t hipExtCtxResetPersistingL2Cache(void)
{
    return hipSuccess;
}

/* Tools: callbacks around calls, and replacement of functions. A library that is preloaded (LD_PRELOAD) and subscribes in a
   constructor sees all calls of a program that knows nothing of it, also those by CUDA's names. Of the functions that answer a code
   all are told; what the library, a callback or a replacement calls itself is not. */

typedef enum hipExtApiPhase {
    hipExtApiPhaseEnter = 0,
    hipExtApiPhaseExit = 1
} hipExtApiPhase;

typedef struct hipExtApiCall {
    size_t structSize;            /* of the calling library: later versions may append members */
    uint32_t id;                  /* hipApiName(id) is the name; 0 for functions of this header */
    hipExtApiPhase phase;
    const char *name;
    uint64_t correlation;         /* the same before and after, unique to the call */
    uint32_t argumentCount;
    hipError_t result;            /* after the call; a hiprtcResult for those functions */
    const void *const *arguments; /* addresses of the arguments, in the order of the declaration */
    uint64_t *data;               /* the subscriber's word: written before the call, kept until after it */
} hipExtApiCall;

typedef struct hipExtApiSubscriber_st *hipExtApiSubscriber_t;
typedef void (*hipExtApiCallback_t)(const hipExtApiCall *call, void *userData);

/* Subscribes a function to all later calls: it is called before and after each, on the calling thread. */
hipError_t hipExtApiSubscribe(hipExtApiSubscriber_t *subscriber, hipExtApiCallback_t callback, void *userData);
/* Ends the subscription. Calls in progress on other threads may still be reported. */
hipError_t hipExtApiUnsubscribe(hipExtApiSubscriber_t subscriber);
/* Makes calls of the named function go to `function`, of the same type; its own calls go to the library. Null restores the
   library's back. */
hipError_t hipExtApiReplace(const char *name, const void *function);
/* The number of a function that tools can observe. */
hipError_t hipExtApiId(const char *name, uint32_t *id);

/* Tensor maps (CUDA: CUtensorMap), by which `cp.async.bulk.tensor` copies boxes of a tensor. A kernel receives one as a
 * `__grid_constant__` parameter, or by its address in device memory. The bytes are opaque, and not those of a GPU. */
typedef struct
#if defined(__cplusplus)
    alignas(64)
#elif defined(__GNUC__)
    __attribute__((aligned(64)))
#endif
    hipExtTensorMap {
    unsigned long long opaque[16];
} hipExtTensorMap;

typedef enum hipExtTensorMapDataType {
    hipExtTensorMapDataTypeUint8 = 0,
    hipExtTensorMapDataTypeUint16 = 1,
    hipExtTensorMapDataTypeUint32 = 2,
    hipExtTensorMapDataTypeInt32 = 3,
    hipExtTensorMapDataTypeUint64 = 4,
    hipExtTensorMapDataTypeInt64 = 5,
    hipExtTensorMapDataTypeFloat16 = 6,
    hipExtTensorMapDataTypeFloat32 = 7,
    hipExtTensorMapDataTypeFloat64 = 8,
    hipExtTensorMapDataTypeBfloat16 = 9,
    hipExtTensorMapDataTypeFloat32Ftz = 10,
    hipExtTensorMapDataTypeTfloat32 = 11,
    hipExtTensorMapDataTypeTfloat32Ftz = 12
} hipExtTensorMapDataType;

typedef enum hipExtTensorMapInterleave {
    hipExtTensorMapInterleaveNone = 0,
    hipExtTensorMapInterleave16B = 1,
    hipExtTensorMapInterleave32B = 2
} hipExtTensorMapInterleave;

typedef enum hipExtTensorMapSwizzle {
    hipExtTensorMapSwizzleNone = 0,
    hipExtTensorMapSwizzle32B = 1,
    hipExtTensorMapSwizzle64B = 2,
    hipExtTensorMapSwizzle128B = 3
} hipExtTensorMapSwizzle;

typedef enum hipExtTensorMapL2promotion {
    hipExtTensorMapL2promotionNone = 0,
    hipExtTensorMapL2promotion64B = 1,
    hipExtTensorMapL2promotion128B = 2,
    hipExtTensorMapL2promotion256B = 3
} hipExtTensorMapL2promotion;

typedef enum hipExtTensorMapFloatOOBfill {
    hipExtTensorMapFloatOOBfillNone = 0,
    hipExtTensorMapFloatOOBfillNanRequestZeroFma = 1
} hipExtTensorMapFloatOOBfill;

/* Encodes a map of boxes (CUDA: cuTensorMapEncodeTiled). */
hipError_t hipExtTensorMapEncodeTiled(hipExtTensorMap *tensorMap, hipExtTensorMapDataType tensorDataType,
                                      unsigned int tensorRank, void *globalAddress, const uint64_t *globalDim,
                                      const uint64_t *globalStrides, const uint32_t *boxDim,
                                      const uint32_t *elementStrides, hipExtTensorMapInterleave interleave,
                                      hipExtTensorMapSwizzle swizzle, hipExtTensorMapL2promotion l2Promotion,
                                      hipExtTensorMapFloatOOBfill oobFill);
/* Encodes a map of columns of pixels (CUDA: cuTensorMapEncodeIm2col). */
hipError_t hipExtTensorMapEncodeIm2col(hipExtTensorMap *tensorMap, hipExtTensorMapDataType tensorDataType,
                                       unsigned int tensorRank, void *globalAddress, const uint64_t *globalDim,
                                       const uint64_t *globalStrides, const int *pixelBoxLowerCorner,
                                       const int *pixelBoxUpperCorner, unsigned int channelsPerPixel,
                                       unsigned int pixelsPerColumn, const uint32_t *elementStrides,
                                       hipExtTensorMapInterleave interleave, hipExtTensorMapSwizzle swizzle,
                                       hipExtTensorMapL2promotion l2Promotion, hipExtTensorMapFloatOOBfill oobFill);
/* Replaces the tensor's address (CUDA: cuTensorMapReplaceAddress). */
hipError_t hipExtTensorMapReplaceAddress(hipExtTensorMap *tensorMap, void *globalAddress);

/* Looks up a function (CUDA: cudaGetDriverEntryPointByVersion). The version is one of CUDA's: functions of HIP have one form only. */
static inline hipError_t hipExtGetDriverEntryPointByVersion(const char *symbol, void **funcPtr, unsigned int cudaVersion,
                                                            unsigned long long flags,
                                                            hipDriverEntryPointQueryResult *driverStatus)
{
    (void)cudaVersion;
    return hipGetDriverEntryPoint(symbol, funcPtr, flags, driverStatus);
}

/* The attribute of a launch that lets the kernel start before the previous one of its stream is done, as far as that one allows
 * (CUDA: cudaLaunchAttributeProgrammaticStreamSerialization). It is a permission, of which the software device makes no use. Its
 * value has CUDA's name, as translated sources keep names of members; HIP's union has a number for flags at the same place. */
#define hipExtLaunchAttributeProgrammaticStreamSerialization ((hipLaunchAttributeID)6)
#define programmaticStreamSerializationAllowed cooperative

/* Multicast objects (CUDA: "Multicast Object Management"): a range of bytes of which every device of a team has its own memory.
 * hipMemMap maps one, and `multimem` instructions access it: a store goes to the memory of all devices, a load reduces over all.
 * hipMemRelease releases its handle. */
typedef struct hipExtMulticastObjectProp {
    unsigned int numDevices;        /* devices of the team */
    size_t size;                    /* bytes that each device binds at most */
    unsigned long long handleTypes; /* a mask of hipMemAllocationHandleType */
    unsigned long long flags;       /* 0 */
} hipExtMulticastObjectProp;

typedef enum hipExtMulticastGranularity_flags {
    hipExtMulticastGranularityMinimum = 0,
    hipExtMulticastGranularityRecommended = 1
} hipExtMulticastGranularity_flags;

/* Whether a device can belong to a team, for hipDeviceGetAttribute (CUDA: CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED). */
#define hipExtDeviceAttributeMulticastSupported ((hipDeviceAttribute_t)20132)

/* Granularity of sizes and offsets (CUDA: cuMulticastGetGranularity). */
hipError_t hipExtMulticastGetGranularity(size_t *granularity, const hipExtMulticastObjectProp *prop,
                                         hipExtMulticastGranularity_flags option);
/* Creates an object with an empty team (CUDA: cuMulticastCreate). */
hipError_t hipExtMulticastCreate(hipMemGenericAllocationHandle_t *mcHandle, const hipExtMulticastObjectProp *prop);
/* Adds a device to the team, permanently (CUDA: cuMulticastAddDevice). */
hipError_t hipExtMulticastAddDevice(hipMemGenericAllocationHandle_t mcHandle, hipDevice_t dev);
/* Binds memory of a device of the team (CUDA: cuMulticastBindMem, cuMulticastBindAddr, and their second versions). Blocks until all
 * devices were added, as hipMemMap of the object does. */
hipError_t hipExtMulticastBindMem(hipMemGenericAllocationHandle_t mcHandle, size_t mcOffset,
                                  hipMemGenericAllocationHandle_t memHandle, size_t memOffset, size_t size,
                                  unsigned long long flags);
hipError_t hipExtMulticastBindMem_v2(hipMemGenericAllocationHandle_t mcHandle, hipDevice_t dev, size_t mcOffset,
                                     hipMemGenericAllocationHandle_t memHandle, size_t memOffset, size_t size,
                                     unsigned long long flags);
hipError_t hipExtMulticastBindAddr(hipMemGenericAllocationHandle_t mcHandle, size_t mcOffset, hipDeviceptr_t memptr, size_t size,
                                   unsigned long long flags);
hipError_t hipExtMulticastBindAddr_v2(hipMemGenericAllocationHandle_t mcHandle, hipDevice_t dev, size_t mcOffset,
                                      hipDeviceptr_t memptr, size_t size, unsigned long long flags);
/* Unbinds memory of a device; offset and size are those of the binding (CUDA: cuMulticastUnbind). */
hipError_t hipExtMulticastUnbind(hipMemGenericAllocationHandle_t mcHandle, hipDevice_t dev, size_t mcOffset, size_t size);

/* Work of a library on device memory: a function of the host that a stream carries out in its order. It must not call the API, except
   hipExtHoldMemory. `name` stands in messages. `release` runs once, when the work has run or never will, also if the call fails; in a
   graph, when neither the graph nor its executables have it any longer. hipErrorNotSupported on a GPU, whose memory the host does not reach. */
typedef void (*hipExtWork_t)(void *data);
hipError_t hipExtLaunchWork(hipStream_t stream, const char *name, hipExtWork_t work, void *data, hipExtWork_t release);
/* Makes later work of a stream wait until a function of the host has returned something else than 0. Threads of the device call it again
   and again, under locks, until then: it must return at once, and must not call the API. In a graph each launch waits. The rest is as for
   hipExtLaunchWork. */
typedef int (*hipExtCondition_t)(void *data);
hipError_t hipExtLaunchWait(hipStream_t stream, const char *name, hipExtCondition_t condition, void *data, hipExtWork_t release);
/* Makes device memory accessible to the thread that runs a work, until the work returns: for reads, and for writes if `write` is not 0.
   What the device does not reach, or what is not aligned, is an error; it also becomes the context's error when the work returns, as a
   kernel's illegal access does. hipErrorNotPermitted elsewhere. */
hipError_t hipExtHoldMemory(const void *pointer, size_t bytes, size_t alignment, int write);
/* Reports that the work that the calling thread runs has failed: when it returns, hipErrorLaunchFailure is the context's error.
   hipErrorNotPermitted elsewhere. */
hipError_t hipExtFailWork(void);

/* CUDA's driver on a GPU, for libraries that pass calls on to NVIDIA's: the namespace of the dynamic linker in which it is (0 is the
   program's, LM_ID_BASE; another one only if the driver is this project's, for tests) and the file that it was loaded from.
   hipErrorNotSupported on the software device. */
hipError_t hipExtDriverPlace(long *space, const char **file);
/* Calls a function once, at once, with CUDA's handle of a stream (CUstream) and the driver's number of the calling thread's device
   (CUdevice). The thread's context is current in the driver meanwhile; the function may make another one current. What the function does
   is not captured. hipErrorNotSupported on the software device. */
typedef void (*hipExtDriverCall_t)(void *data, void *stream, int device);
hipError_t hipExtDriverCall(hipStream_t stream, hipExtDriverCall_t function, void *data);
/* The same for work of the stream, in its device's context: while the stream is being captured, `work` is called at each launch of the
   graph, with the stream that the graph has there. It returns 0, or a code that fails the call (hipErrorLaunchFailure). `name` stands in
   messages; `release` runs once, when `work` will not be called any more, also if the call fails. */
typedef int (*hipExtDriverWork_t)(void *data, void *stream, int device);
hipError_t hipExtDriverLaunch(hipStream_t stream, const char *name, hipExtDriverWork_t work, void *data, void (*release)(void *data));

#if defined(__cplusplus)
}
#endif
#endif

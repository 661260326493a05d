// Each function of the driver and runtime API, called with arguments of the types it takes. CUDA 12.9 and 13.
#include <cuda.h>
#include <cuda_runtime_api.h>

void call_1(CUarray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pAllocateArray)
{
    cuArray3DCreate(pHandle, pAllocateArray);
}

void call_2(CUDA_ARRAY3D_DESCRIPTOR *pArrayDescriptor, CUarray hArray)
{
    cuArray3DGetDescriptor(pArrayDescriptor, hArray);
}

void call_3(CUarray *pHandle, const CUDA_ARRAY_DESCRIPTOR *pAllocateArray)
{
    cuArrayCreate(pHandle, pAllocateArray);
}

void call_4(CUarray hArray)
{
    cuArrayDestroy(hArray);
}

void call_5(CUDA_ARRAY_DESCRIPTOR *pArrayDescriptor, CUarray hArray)
{
    cuArrayGetDescriptor(pArrayDescriptor, hArray);
}

void call_6(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, CUarray array, CUdevice device)
{
    cuArrayGetMemoryRequirements(memoryRequirements, array, device);
}

void call_7(CUarray *pPlaneArray, CUarray hArray, unsigned int planeIdx)
{
    cuArrayGetPlane(pPlaneArray, hArray, planeIdx);
}

void call_8(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUarray array)
{
    cuArrayGetSparseProperties(sparseProperties, array);
}

void call_9(CUcheckpointOperationHandle handle)
{
    cuCheckpointOperationComplete(handle);
}

void call_10(int pid, CUcheckpointCheckpointArgs *args)
{
    cuCheckpointProcessCheckpoint(pid, args);
}

void call_11(int pid, int *tid)
{
    cuCheckpointProcessGetRestoreThreadId(pid, tid);
}

void call_12(int pid, CUprocessState *state)
{
    cuCheckpointProcessGetState(pid, state);
}

void call_13(int pid, CUcheckpointLockArgs *args)
{
    cuCheckpointProcessLock(pid, args);
}

void call_14(int pid, CUcheckpointRestoreArgs *args)
{
    cuCheckpointProcessRestore(pid, args);
}

void call_15(int pid, CUcheckpointUnlockArgs *args)
{
    cuCheckpointProcessUnlock(pid, args);
}

void call_16(CUcoredumpCallbackHandle callback)
{
    cuCoredumpDeregisterCompleteCallback(callback);
}

void call_17(CUcoredumpCallbackHandle callback)
{
    cuCoredumpDeregisterStartCallback(callback);
}

void call_18(CUcoredumpSettings attrib, void *value, size_t *size)
{
    cuCoredumpGetAttribute(attrib, value, size);
}

void call_19(CUcoredumpSettings attrib, void *value, size_t *size)
{
    cuCoredumpGetAttributeGlobal(attrib, value, size);
}

void call_20(CUcoredumpStatusCallback callback, void *userData, CUcoredumpCallbackHandle *callbackOut)
{
    cuCoredumpRegisterCompleteCallback(callback, userData, callbackOut);
}

void call_21(CUcoredumpStatusCallback callback, void *userData, CUcoredumpCallbackHandle *callbackOut)
{
    cuCoredumpRegisterStartCallback(callback, userData, callbackOut);
}

void call_22(CUcoredumpSettings attrib, void *value, size_t *size)
{
    cuCoredumpSetAttribute(attrib, value, size);
}

void call_23(CUcoredumpSettings attrib, void *value, size_t *size)
{
    cuCoredumpSetAttributeGlobal(attrib, value, size);
}

void call_24(CUcontext *pctx, unsigned int flags)
{
    cuCtxAttach(pctx, flags);
}

void call_25(CUcontext *pctx, unsigned int flags, CUdevice dev)
{
    cuCtxCreate(pctx, flags, dev);
}

void call_26(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags, CUdevice dev)
{
    cuCtxCreate(pctx, ctxCreateParams, flags, dev);
}

void call_27(CUcontext *pctx, CUexecAffinityParam *paramsArray, int numParams, unsigned int flags, CUdevice dev)
{
    cuCtxCreate_v3(pctx, paramsArray, numParams, flags, dev);
}

void call_28(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags, CUdevice dev)
{
    cuCtxCreate_v4(pctx, ctxCreateParams, flags, dev);
}

void call_29(CUcontext ctx)
{
    cuCtxDestroy(ctx);
}

void call_30(CUcontext ctx)
{
    cuCtxDetach(ctx);
}

void call_31(CUcontext peerContext)
{
    cuCtxDisablePeerAccess(peerContext);
}

void call_32(CUcontext peerContext, unsigned int Flags)
{
    cuCtxEnablePeerAccess(peerContext, Flags);
}

void call_33(CUcontext *pContext, CUgreenCtx hCtx)
{
    cuCtxFromGreenCtx(pContext, hCtx);
}

void call_34(CUcontext ctx, unsigned int *version)
{
    cuCtxGetApiVersion(ctx, version);
}

void call_35(CUfunc_cache *pconfig)
{
    cuCtxGetCacheConfig(pconfig);
}

void call_36(CUcontext *pctx)
{
    cuCtxGetCurrent(pctx);
}

void call_37(CUcontext hCtx, CUdevResource *resource, CUdevResourceType type)
{
    cuCtxGetDevResource(hCtx, resource, type);
}

void call_38(CUdevice *device)
{
    cuCtxGetDevice(device);
}

void call_39(CUdevice *device, CUcontext ctx)
{
    cuCtxGetDevice_v2(device, ctx);
}

void call_40(CUexecAffinityParam *pExecAffinity, CUexecAffinityType type)
{
    cuCtxGetExecAffinity(pExecAffinity, type);
}

void call_41(unsigned int *flags)
{
    cuCtxGetFlags(flags);
}

void call_42(CUcontext ctx, unsigned long long *ctxId)
{
    cuCtxGetId(ctx, ctxId);
}

void call_43(size_t *pvalue, CUlimit limit)
{
    cuCtxGetLimit(pvalue, limit);
}

void call_44(CUsharedconfig *pConfig)
{
    cuCtxGetSharedMemConfig(pConfig);
}

void call_45(int *leastPriority, int *greatestPriority)
{
    cuCtxGetStreamPriorityRange(leastPriority, greatestPriority);
}

void call_46(CUcontext *pctx)
{
    cuCtxPopCurrent(pctx);
}

void call_47(CUcontext ctx)
{
    cuCtxPushCurrent(ctx);
}

void call_48(CUcontext hCtx, CUevent hEvent)
{
    cuCtxRecordEvent(hCtx, hEvent);
}

void call_49()
{
    cuCtxResetPersistingL2Cache();
}

void call_50(CUfunc_cache config)
{
    cuCtxSetCacheConfig(config);
}

void call_51(CUcontext ctx)
{
    cuCtxSetCurrent(ctx);
}

void call_52(unsigned int flags)
{
    cuCtxSetFlags(flags);
}

void call_53(CUlimit limit, size_t value)
{
    cuCtxSetLimit(limit, value);
}

void call_54(CUsharedconfig config)
{
    cuCtxSetSharedMemConfig(config);
}

void call_55()
{
    cuCtxSynchronize();
}

void call_56(CUcontext ctx)
{
    cuCtxSynchronize_v2(ctx);
}

void call_57(CUcontext hCtx, CUevent hEvent)
{
    cuCtxWaitEvent(hCtx, hEvent);
}

void call_58(CUexternalMemory extMem)
{
    cuDestroyExternalMemory(extMem);
}

void call_59(CUexternalSemaphore extSem)
{
    cuDestroyExternalSemaphore(extSem);
}

void call_60(CUdevResourceDesc *phDesc, CUdevResource *resources, unsigned int nbResources)
{
    cuDevResourceGenerateDesc(phDesc, resources, nbResources);
}

void call_61(CUdevResource *result, unsigned int nbGroups, const CUdevResource *input, CUdevResource *remainder, unsigned int flags, CU_DEV_SM_RESOURCE_GROUP_PARAMS *groupParams)
{
    cuDevSmResourceSplit(result, nbGroups, input, remainder, flags, groupParams);
}

void call_62(CUdevResource *result, unsigned int *nbGroups, const CUdevResource *input, CUdevResource *remaining, unsigned int useFlags, unsigned int minCount)
{
    cuDevSmResourceSplitByCount(result, nbGroups, input, remaining, useFlags, minCount);
}

void call_63(int *canAccessPeer, CUdevice dev, CUdevice peerDev)
{
    cuDeviceCanAccessPeer(canAccessPeer, dev, peerDev);
}

void call_64(int *major, int *minor, CUdevice dev)
{
    cuDeviceComputeCapability(major, minor, dev);
}

void call_65(CUdevice *device, int ordinal)
{
    cuDeviceGet(device, ordinal);
}

void call_66(int *pi, CUdevice_attribute attrib, CUdevice dev)
{
    cuDeviceGetAttribute(pi, attrib, dev);
}

void call_67(CUdevice *dev, const char *pciBusId)
{
    cuDeviceGetByPCIBusId(dev, pciBusId);
}

void call_68(size_t *count, CUdevice dev)
{
    cuDeviceGetCliqueCount(count, dev);
}

void call_69(CUcliqueInfo *cliqueInfo, size_t *count, CUdevice dev)
{
    cuDeviceGetCliqueInfo(cliqueInfo, count, dev);
}

void call_70(int *count)
{
    cuDeviceGetCount(count);
}

void call_71(CUmemoryPool *pool_out, CUdevice dev)
{
    cuDeviceGetDefaultMemPool(pool_out, dev);
}

void call_72(CUdevice device, CUdevResource *resource, CUdevResourceType type)
{
    cuDeviceGetDevResource(device, resource, type);
}

void call_73(int *pi, CUexecAffinityType type, CUdevice dev)
{
    cuDeviceGetExecAffinitySupport(pi, type, dev);
}

void call_74(CUuuid *uuid, CUdevice dev)
{
    cuDeviceGetFabricClusterUuid(uuid, dev);
}

void call_75(CUdevice device, CUgraphMem_attribute attr, void *value)
{
    cuDeviceGetGraphMemAttribute(device, attr, value);
}

void call_76(unsigned int *capabilities, const CUatomicOperation *operations, unsigned int count, CUdevice dev)
{
    cuDeviceGetHostAtomicCapabilities(capabilities, operations, count, dev);
}

void call_77(char *luid, unsigned int *deviceNodeMask, CUdevice dev)
{
    cuDeviceGetLuid(luid, deviceNodeMask, dev);
}

void call_78(CUmemoryPool *pool, CUdevice dev)
{
    cuDeviceGetMemPool(pool, dev);
}

void call_79(char *name, int len, CUdevice dev)
{
    cuDeviceGetName(name, len, dev);
}

void call_80(void *nvSciSyncAttrList, CUdevice dev, int flags)
{
    cuDeviceGetNvSciSyncAttributes(nvSciSyncAttrList, dev, flags);
}

void call_81(unsigned int *capabilities, const CUatomicOperation *operations, unsigned int count, CUdevice srcDevice, CUdevice dstDevice)
{
    cuDeviceGetP2PAtomicCapabilities(capabilities, operations, count, srcDevice, dstDevice);
}

void call_82(int *value, CUdevice_P2PAttribute attrib, CUdevice srcDevice, CUdevice dstDevice)
{
    cuDeviceGetP2PAttribute(value, attrib, srcDevice, dstDevice);
}

void call_83(char *pciBusId, int len, CUdevice dev)
{
    cuDeviceGetPCIBusId(pciBusId, len, dev);
}

void call_84(CUdevprop *prop, CUdevice dev)
{
    cuDeviceGetProperties(prop, dev);
}

void call_85(size_t *maxWidthInElements, CUarray_format format, unsigned int numChannels, CUdevice dev)
{
    cuDeviceGetTexture1DLinearMaxWidth(maxWidthInElements, format, numChannels, dev);
}

void call_86(CUuuid *uuid, CUdevice dev)
{
    cuDeviceGetUuid(uuid, dev);
}

void call_87(CUuuid *uuid, CUdevice dev)
{
    cuDeviceGetUuid_v2(uuid, dev);
}

void call_88(CUdevice device)
{
    cuDeviceGraphMemTrim(device);
}

void call_89(CUdevice dev, unsigned int *flags, int *active)
{
    cuDevicePrimaryCtxGetState(dev, flags, active);
}

void call_90(CUdevice dev)
{
    cuDevicePrimaryCtxRelease(dev);
}

void call_91(CUdevice dev)
{
    cuDevicePrimaryCtxReset(dev);
}

void call_92(CUcontext *pctx, CUdevice dev)
{
    cuDevicePrimaryCtxRetain(pctx, dev);
}

void call_93(CUdevice dev, unsigned int flags)
{
    cuDevicePrimaryCtxSetFlags(dev, flags);
}

void call_94(CUdevice device, CUasyncCallback callbackFunc, void *userData, CUasyncCallbackHandle *callback)
{
    cuDeviceRegisterAsyncNotification(device, callbackFunc, userData, callback);
}

void call_95(CUdevice device, CUgraphMem_attribute attr, void *value)
{
    cuDeviceSetGraphMemAttribute(device, attr, value);
}

void call_96(CUdevice dev, CUmemoryPool pool)
{
    cuDeviceSetMemPool(dev, pool);
}

void call_97(size_t *bytes, CUdevice dev)
{
    cuDeviceTotalMem(bytes, dev);
}

void call_98(CUdevice device, CUasyncCallbackHandle callback)
{
    cuDeviceUnregisterAsyncNotification(device, callback);
}

void call_99(int *driverVersion)
{
    cuDriverGetVersion(driverVersion);
}

void call_100(CUevent *phEvent, unsigned int Flags)
{
    cuEventCreate(phEvent, Flags);
}

void call_101(CUevent hEvent)
{
    cuEventDestroy(hEvent);
}

void call_102(float *pMilliseconds, CUevent hStart, CUevent hEnd)
{
    cuEventElapsedTime(pMilliseconds, hStart, hEnd);
}

void call_103(float *pMilliseconds, CUevent hStart, CUevent hEnd)
{
    cuEventElapsedTime_v2(pMilliseconds, hStart, hEnd);
}

void call_104(CUevent hEvent)
{
    cuEventQuery(hEvent);
}

void call_105(CUevent hEvent, CUstream hStream)
{
    cuEventRecord(hEvent, hStream);
}

void call_106(CUevent hEvent, CUstream hStream, unsigned int flags)
{
    cuEventRecordWithFlags(hEvent, hStream, flags);
}

void call_107(CUevent hEvent)
{
    cuEventSynchronize(hEvent);
}

void call_108(CUdeviceptr *devPtr, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_BUFFER_DESC *bufferDesc)
{
    cuExternalMemoryGetMappedBuffer(devPtr, extMem, bufferDesc);
}

void call_109(CUmipmappedArray *mipmap, CUexternalMemory extMem, const CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC *mipmapDesc)
{
    cuExternalMemoryGetMappedMipmappedArray(mipmap, extMem, mipmapDesc);
}

void call_110(size_t numOps, CUDA_FABRIC_COPY_BATCH_OP *opList, unsigned long long flags, CUstream hStream)
{
    cuFabricCpyBatchAsync(numOps, opList, flags, hStream);
}

void call_111(CUflushGPUDirectRDMAWritesTarget target, CUflushGPUDirectRDMAWritesScope scope)
{
    cuFlushGPUDirectRDMAWrites(target, scope);
}

void call_112(int *pi, CUfunction_attribute attrib, CUfunction hfunc)
{
    cuFuncGetAttribute(pi, attrib, hfunc);
}

void call_113(CUmodule *hmod, CUfunction hfunc)
{
    cuFuncGetModule(hmod, hfunc);
}

void call_114(const char **name, CUfunction hfunc)
{
    cuFuncGetName(name, hfunc);
}

void call_115(CUfunction func, size_t *paramCount)
{
    cuFuncGetParamCount(func, paramCount);
}

void call_116(CUfunction func, size_t paramIndex, size_t *paramOffset, size_t *paramSize)
{
    cuFuncGetParamInfo(func, paramIndex, paramOffset, paramSize);
}

void call_117(CUfunctionLoadingState *state, CUfunction function)
{
    cuFuncIsLoaded(state, function);
}

void call_118(CUfunction function)
{
    cuFuncLoad(function);
}

void call_119(CUfunction hfunc, CUfunction_attribute attrib, int value)
{
    cuFuncSetAttribute(hfunc, attrib, value);
}

void call_120(CUfunction hfunc, int x, int y, int z)
{
    cuFuncSetBlockShape(hfunc, x, y, z);
}

void call_121(CUfunction hfunc, CUfunc_cache config)
{
    cuFuncSetCacheConfig(hfunc, config);
}

void call_122(CUfunction hfunc, CUsharedconfig config)
{
    cuFuncSetSharedMemConfig(hfunc, config);
}

void call_123(CUfunction hfunc, unsigned int bytes)
{
    cuFuncSetSharedSize(hfunc, bytes);
}

void call_124(CUresult error, const char **pStr)
{
    cuGetErrorName(error, pStr);
}

void call_125(CUresult error, const char **pStr)
{
    cuGetErrorString(error, pStr);
}

void call_126(const void **ppExportTable, const CUuuid *pExportTableId)
{
    cuGetExportTable(ppExportTable, pExportTableId);
}

void call_127(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags, CUdriverProcAddressQueryResult *symbolStatus)
{
    cuGetProcAddress(symbol, pfn, cudaVersion, flags, symbolStatus);
}

void call_128(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams)
{
    cuGraphAddBatchMemOpNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams);
}

void call_129(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUgraph childGraph)
{
    cuGraphAddChildGraphNode(phGraphNode, hGraph, dependencies, numDependencies, childGraph);
}

void call_130(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, size_t numDependencies)
{
    cuGraphAddDependencies(hGraph, from, to, numDependencies);
}

void call_131(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edgeData, size_t numDependencies)
{
    cuGraphAddDependencies(hGraph, from, to, edgeData, numDependencies);
}

void call_132(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edgeData, size_t numDependencies)
{
    cuGraphAddDependencies_v2(hGraph, from, to, edgeData, numDependencies);
}

void call_133(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies)
{
    cuGraphAddEmptyNode(phGraphNode, hGraph, dependencies, numDependencies);
}

void call_134(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUevent event)
{
    cuGraphAddEventRecordNode(phGraphNode, hGraph, dependencies, numDependencies, event);
}

void call_135(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUevent event)
{
    cuGraphAddEventWaitNode(phGraphNode, hGraph, dependencies, numDependencies, event);
}

void call_136(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
    cuGraphAddExternalSemaphoresSignalNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams);
}

void call_137(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
    cuGraphAddExternalSemaphoresWaitNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams);
}

void call_138(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_HOST_NODE_PARAMS *nodeParams)
{
    cuGraphAddHostNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams);
}

void call_139(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
    cuGraphAddKernelNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams);
}

void call_140(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUDA_MEM_ALLOC_NODE_PARAMS *nodeParams)
{
    cuGraphAddMemAllocNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams);
}

void call_141(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUdeviceptr dptr)
{
    cuGraphAddMemFreeNode(phGraphNode, hGraph, dependencies, numDependencies, dptr);
}

void call_142(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_MEMCPY3D *copyParams, CUcontext ctx)
{
    cuGraphAddMemcpyNode(phGraphNode, hGraph, dependencies, numDependencies, copyParams, ctx);
}

void call_143(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx)
{
    cuGraphAddMemsetNode(phGraphNode, hGraph, dependencies, numDependencies, memsetParams, ctx);
}

void call_144(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, size_t numDependencies, CUgraphNodeParams *nodeParams)
{
    cuGraphAddNode(phGraphNode, hGraph, dependencies, numDependencies, nodeParams);
}

void call_145(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUgraphNodeParams *nodeParams)
{
    cuGraphAddNode(phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams);
}

void call_146(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUgraphNodeParams *nodeParams)
{
    cuGraphAddNode_v2(phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams);
}

void call_147(CUgraphNode *phGraphNode, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUgraphNodeParams *nodeParams)
{
    cuGraphAddNode_v3(phGraphNode, hGraph, dependencies, dependencyData, numDependencies, nodeParams);
}

void call_148(CUgraphNode hNode, CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams_out)
{
    cuGraphBatchMemOpNodeGetParams(hNode, nodeParams_out);
}

void call_149(CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams)
{
    cuGraphBatchMemOpNodeSetParams(hNode, nodeParams);
}

void call_150(CUgraphNode hNode, CUgraph *phGraph)
{
    cuGraphChildGraphNodeGetGraph(hNode, phGraph);
}

void call_151(CUgraph *phGraphClone, CUgraph originalGraph)
{
    cuGraphClone(phGraphClone, originalGraph);
}

void call_152(CUgraphConditionalHandle *pHandle_out, CUgraph hGraph, CUcontext ctx, unsigned int defaultLaunchValue, unsigned int flags)
{
    cuGraphConditionalHandleCreate(pHandle_out, hGraph, ctx, defaultLaunchValue, flags);
}

void call_153(CUgraph *phGraph, unsigned int flags)
{
    cuGraphCreate(phGraph, flags);
}

void call_154(CUgraph hGraph, const char *path, unsigned int flags)
{
    cuGraphDebugDotPrint(hGraph, path, flags);
}

void call_155(CUgraph hGraph)
{
    cuGraphDestroy(hGraph);
}

void call_156(CUgraphNode hNode)
{
    cuGraphDestroyNode(hNode);
}

void call_157(CUgraphNode hNode, CUevent *event_out)
{
    cuGraphEventRecordNodeGetEvent(hNode, event_out);
}

void call_158(CUgraphNode hNode, CUevent event)
{
    cuGraphEventRecordNodeSetEvent(hNode, event);
}

void call_159(CUgraphNode hNode, CUevent *event_out)
{
    cuGraphEventWaitNodeGetEvent(hNode, event_out);
}

void call_160(CUgraphNode hNode, CUevent event)
{
    cuGraphEventWaitNodeSetEvent(hNode, event);
}

void call_161(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_BATCH_MEM_OP_NODE_PARAMS *nodeParams)
{
    cuGraphExecBatchMemOpNodeSetParams(hGraphExec, hNode, nodeParams);
}

void call_162(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraph childGraph)
{
    cuGraphExecChildGraphNodeSetParams(hGraphExec, hNode, childGraph);
}

void call_163(CUgraphExec hGraphExec)
{
    cuGraphExecDestroy(hGraphExec);
}

void call_164(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event)
{
    cuGraphExecEventRecordNodeSetEvent(hGraphExec, hNode, event);
}

void call_165(CUgraphExec hGraphExec, CUgraphNode hNode, CUevent event)
{
    cuGraphExecEventWaitNodeSetEvent(hGraphExec, hNode, event);
}

void call_166(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
    cuGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec, hNode, nodeParams);
}

void call_167(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
    cuGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec, hNode, nodeParams);
}

void call_168(CUgraphExec hGraphExec, cuuint64_t *flags)
{
    cuGraphExecGetFlags(hGraphExec, flags);
}

void call_169(CUgraphExec hGraphExec, unsigned int *graphId)
{
    cuGraphExecGetId(hGraphExec, graphId);
}

void call_170(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS *nodeParams)
{
    cuGraphExecHostNodeSetParams(hGraphExec, hNode, nodeParams);
}

void call_171(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
    cuGraphExecKernelNodeSetParams(hGraphExec, hNode, nodeParams);
}

void call_172(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMCPY3D *copyParams, CUcontext ctx)
{
    cuGraphExecMemcpyNodeSetParams(hGraphExec, hNode, copyParams, ctx);
}

void call_173(CUgraphExec hGraphExec, CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS *memsetParams, CUcontext ctx)
{
    cuGraphExecMemsetNodeSetParams(hGraphExec, hNode, memsetParams, ctx);
}

void call_174(CUgraphExec hGraphExec, CUgraphNode hNode, CUgraphNodeParams *nodeParams)
{
    cuGraphExecNodeSetParams(hGraphExec, hNode, nodeParams);
}

void call_175(CUgraphExec hGraphExec, CUgraph hGraph, CUgraphExecUpdateResultInfo *resultInfo)
{
    cuGraphExecUpdate(hGraphExec, hGraph, resultInfo);
}

void call_176(CUgraphNode hNode, CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *params_out)
{
    cuGraphExternalSemaphoresSignalNodeGetParams(hNode, params_out);
}

void call_177(CUgraphNode hNode, const CUDA_EXT_SEM_SIGNAL_NODE_PARAMS *nodeParams)
{
    cuGraphExternalSemaphoresSignalNodeSetParams(hNode, nodeParams);
}

void call_178(CUgraphNode hNode, CUDA_EXT_SEM_WAIT_NODE_PARAMS *params_out)
{
    cuGraphExternalSemaphoresWaitNodeGetParams(hNode, params_out);
}

void call_179(CUgraphNode hNode, const CUDA_EXT_SEM_WAIT_NODE_PARAMS *nodeParams)
{
    cuGraphExternalSemaphoresWaitNodeSetParams(hNode, nodeParams);
}

void call_180(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, size_t *numEdges)
{
    cuGraphGetEdges(hGraph, from, to, numEdges);
}

void call_181(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edgeData, size_t *numEdges)
{
    cuGraphGetEdges(hGraph, from, to, edgeData, numEdges);
}

void call_182(CUgraph hGraph, CUgraphNode *from, CUgraphNode *to, CUgraphEdgeData *edgeData, size_t *numEdges)
{
    cuGraphGetEdges_v2(hGraph, from, to, edgeData, numEdges);
}

void call_183(CUgraph hGraph, unsigned int *graphId)
{
    cuGraphGetId(hGraph, graphId);
}

void call_184(CUgraph hGraph, CUgraphNode *nodes, size_t *numNodes)
{
    cuGraphGetNodes(hGraph, nodes, numNodes);
}

void call_185(CUgraph hGraph, CUgraphNode *rootNodes, size_t *numRootNodes)
{
    cuGraphGetRootNodes(hGraph, rootNodes, numRootNodes);
}

void call_186(CUgraphNode hNode, CUDA_HOST_NODE_PARAMS *nodeParams)
{
    cuGraphHostNodeGetParams(hNode, nodeParams);
}

void call_187(CUgraphNode hNode, const CUDA_HOST_NODE_PARAMS *nodeParams)
{
    cuGraphHostNodeSetParams(hNode, nodeParams);
}

void call_188(CUgraphExec *phGraphExec, CUgraph hGraph, unsigned long long flags)
{
    cuGraphInstantiate(phGraphExec, hGraph, flags);
}

void call_189(CUgraphExec *phGraphExec, CUgraph hGraph, CUDA_GRAPH_INSTANTIATE_PARAMS *instantiateParams)
{
    cuGraphInstantiateWithParams(phGraphExec, hGraph, instantiateParams);
}

void call_190(CUgraphNode dst, CUgraphNode src)
{
    cuGraphKernelNodeCopyAttributes(dst, src);
}

void call_191(CUgraphNode hNode, CUkernelNodeAttrID attr, CUkernelNodeAttrValue *value_out)
{
    cuGraphKernelNodeGetAttribute(hNode, attr, value_out);
}

void call_192(CUgraphNode hNode, CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
    cuGraphKernelNodeGetParams(hNode, nodeParams);
}

void call_193(CUgraphNode hNode, CUkernelNodeAttrID attr, const CUkernelNodeAttrValue *value)
{
    cuGraphKernelNodeSetAttribute(hNode, attr, value);
}

void call_194(CUgraphNode hNode, const CUDA_KERNEL_NODE_PARAMS *nodeParams)
{
    cuGraphKernelNodeSetParams(hNode, nodeParams);
}

void call_195(CUgraphExec hGraphExec, CUstream hStream)
{
    cuGraphLaunch(hGraphExec, hStream);
}

void call_196(CUgraphNode hNode, CUDA_MEM_ALLOC_NODE_PARAMS *params_out)
{
    cuGraphMemAllocNodeGetParams(hNode, params_out);
}

void call_197(CUgraphNode hNode, CUdeviceptr *dptr_out)
{
    cuGraphMemFreeNodeGetParams(hNode, dptr_out);
}

void call_198(CUgraphNode hNode, CUDA_MEMCPY3D *nodeParams)
{
    cuGraphMemcpyNodeGetParams(hNode, nodeParams);
}

void call_199(CUgraphNode hNode, const CUDA_MEMCPY3D *nodeParams)
{
    cuGraphMemcpyNodeSetParams(hNode, nodeParams);
}

void call_200(CUgraphNode hNode, CUDA_MEMSET_NODE_PARAMS *nodeParams)
{
    cuGraphMemsetNodeGetParams(hNode, nodeParams);
}

void call_201(CUgraphNode hNode, const CUDA_MEMSET_NODE_PARAMS *nodeParams)
{
    cuGraphMemsetNodeSetParams(hNode, nodeParams);
}

void call_202(CUgraphNode *phNode, CUgraphNode hOriginalNode, CUgraph hClonedGraph)
{
    cuGraphNodeFindInClone(phNode, hOriginalNode, hClonedGraph);
}

void call_203(CUgraphNode hNode, CUgraph *phGraph)
{
    cuGraphNodeGetContainingGraph(hNode, phGraph);
}

void call_204(CUgraphNode hNode, CUgraphNode *dependencies, size_t *numDependencies)
{
    cuGraphNodeGetDependencies(hNode, dependencies, numDependencies);
}

void call_205(CUgraphNode hNode, CUgraphNode *dependencies, CUgraphEdgeData *edgeData, size_t *numDependencies)
{
    cuGraphNodeGetDependencies(hNode, dependencies, edgeData, numDependencies);
}

void call_206(CUgraphNode hNode, CUgraphNode *dependencies, CUgraphEdgeData *edgeData, size_t *numDependencies)
{
    cuGraphNodeGetDependencies_v2(hNode, dependencies, edgeData, numDependencies);
}

void call_207(CUgraphNode hNode, CUgraphNode *dependentNodes, size_t *numDependentNodes)
{
    cuGraphNodeGetDependentNodes(hNode, dependentNodes, numDependentNodes);
}

void call_208(CUgraphNode hNode, CUgraphNode *dependentNodes, CUgraphEdgeData *edgeData, size_t *numDependentNodes)
{
    cuGraphNodeGetDependentNodes(hNode, dependentNodes, edgeData, numDependentNodes);
}

void call_209(CUgraphNode hNode, CUgraphNode *dependentNodes, CUgraphEdgeData *edgeData, size_t *numDependentNodes)
{
    cuGraphNodeGetDependentNodes_v2(hNode, dependentNodes, edgeData, numDependentNodes);
}

void call_210(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int *isEnabled)
{
    cuGraphNodeGetEnabled(hGraphExec, hNode, isEnabled);
}

void call_211(CUgraphNode hNode, unsigned int *nodeId)
{
    cuGraphNodeGetLocalId(hNode, nodeId);
}

void call_212(CUgraphNode hNode, CUgraphNodeParams *nodeParams)
{
    cuGraphNodeGetParams(hNode, nodeParams);
}

void call_213(CUgraphNode hNode, unsigned long long *toolsNodeId)
{
    cuGraphNodeGetToolsId(hNode, toolsNodeId);
}

void call_214(CUgraphNode hNode, CUgraphNodeType *type)
{
    cuGraphNodeGetType(hNode, type);
}

void call_215(CUgraphExec hGraphExec, CUgraphNode hNode, unsigned int isEnabled)
{
    cuGraphNodeSetEnabled(hGraphExec, hNode, isEnabled);
}

void call_216(CUgraphNode hNode, CUgraphNodeParams *nodeParams)
{
    cuGraphNodeSetParams(hNode, nodeParams);
}

void call_217(CUgraphNode hNode, CUgraphNodeParams *nodeParams)
{
    cuGraphNodeSetParams_v2(hNode, nodeParams);
}

void call_218(CUgraph graph, CUuserObject object, unsigned int count)
{
    cuGraphReleaseUserObject(graph, object, count);
}

void call_219(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, size_t numDependencies)
{
    cuGraphRemoveDependencies(hGraph, from, to, numDependencies);
}

void call_220(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edgeData, size_t numDependencies)
{
    cuGraphRemoveDependencies(hGraph, from, to, edgeData, numDependencies);
}

void call_221(CUgraph hGraph, const CUgraphNode *from, const CUgraphNode *to, const CUgraphEdgeData *edgeData, size_t numDependencies)
{
    cuGraphRemoveDependencies_v2(hGraph, from, to, edgeData, numDependencies);
}

void call_222(CUgraph graph, CUuserObject object, unsigned int count, unsigned int flags)
{
    cuGraphRetainUserObject(graph, object, count, flags);
}

void call_223(CUgraphExec hGraphExec, CUstream hStream)
{
    cuGraphUpload(hGraphExec, hStream);
}

void call_224(unsigned int count, CUgraphicsResource *resources, CUstream hStream)
{
    cuGraphicsMapResources(count, resources, hStream);
}

void call_225(CUmipmappedArray *pMipmappedArray, CUgraphicsResource resource)
{
    cuGraphicsResourceGetMappedMipmappedArray(pMipmappedArray, resource);
}

void call_226(CUdeviceptr *pDevPtr, size_t *pSize, CUgraphicsResource resource)
{
    cuGraphicsResourceGetMappedPointer(pDevPtr, pSize, resource);
}

void call_227(CUgraphicsResource resource, unsigned int flags)
{
    cuGraphicsResourceSetMapFlags(resource, flags);
}

void call_228(CUarray *pArray, CUgraphicsResource resource, unsigned int arrayIndex, unsigned int mipLevel)
{
    cuGraphicsSubResourceGetMappedArray(pArray, resource, arrayIndex, mipLevel);
}

void call_229(unsigned int count, CUgraphicsResource *resources, CUstream hStream)
{
    cuGraphicsUnmapResources(count, resources, hStream);
}

void call_230(CUgraphicsResource resource)
{
    cuGraphicsUnregisterResource(resource);
}

void call_231(CUgreenCtx *phCtx, CUdevResourceDesc desc, CUdevice dev, unsigned int flags)
{
    cuGreenCtxCreate(phCtx, desc, dev, flags);
}

void call_232(CUgreenCtx hCtx)
{
    cuGreenCtxDestroy(hCtx);
}

void call_233(CUgreenCtx hCtx, CUdevResource *resource, CUdevResourceType type)
{
    cuGreenCtxGetDevResource(hCtx, resource, type);
}

void call_234(CUgreenCtx greenCtx, unsigned long long *greenCtxId)
{
    cuGreenCtxGetId(greenCtx, greenCtxId);
}

void call_235(CUgreenCtx hCtx, CUevent hEvent)
{
    cuGreenCtxRecordEvent(hCtx, hEvent);
}

void call_236(CUstream *phStream, CUgreenCtx greenCtx, unsigned int flags, int priority)
{
    cuGreenCtxStreamCreate(phStream, greenCtx, flags, priority);
}

void call_237(CUgreenCtx hCtx, CUevent hEvent)
{
    cuGreenCtxWaitEvent(hCtx, hEvent);
}

void call_238(CUexternalMemory *extMem_out, const CUDA_EXTERNAL_MEMORY_HANDLE_DESC *memHandleDesc)
{
    cuImportExternalMemory(extMem_out, memHandleDesc);
}

void call_239(CUexternalSemaphore *extSem_out, const CUDA_EXTERNAL_SEMAPHORE_HANDLE_DESC *semHandleDesc)
{
    cuImportExternalSemaphore(extSem_out, semHandleDesc);
}

void call_240(unsigned int Flags)
{
    cuInit(Flags);
}

void call_241(CUdeviceptr dptr)
{
    cuIpcCloseMemHandle(dptr);
}

void call_242(CUipcEventHandle *pHandle, CUevent event)
{
    cuIpcGetEventHandle(pHandle, event);
}

void call_243(CUipcMemHandle *pHandle, CUdeviceptr dptr)
{
    cuIpcGetMemHandle(pHandle, dptr);
}

void call_244(CUevent *phEvent, CUipcEventHandle handle)
{
    cuIpcOpenEventHandle(phEvent, handle);
}

void call_245(CUdeviceptr *pdptr, CUipcMemHandle handle, unsigned int Flags)
{
    cuIpcOpenMemHandle(pdptr, handle, Flags);
}

void call_246(int *pi, CUfunction_attribute attrib, CUkernel kernel, CUdevice dev)
{
    cuKernelGetAttribute(pi, attrib, kernel, dev);
}

void call_247(CUfunction *pFunc, CUkernel kernel)
{
    cuKernelGetFunction(pFunc, kernel);
}

void call_248(CUlibrary *pLib, CUkernel kernel)
{
    cuKernelGetLibrary(pLib, kernel);
}

void call_249(const char **name, CUkernel hfunc)
{
    cuKernelGetName(name, hfunc);
}

void call_250(CUkernel kernel, size_t *paramCount)
{
    cuKernelGetParamCount(kernel, paramCount);
}

void call_251(CUkernel kernel, size_t paramIndex, size_t *paramOffset, size_t *paramSize)
{
    cuKernelGetParamInfo(kernel, paramIndex, paramOffset, paramSize);
}

void call_252(CUfunction_attribute attrib, int val, CUkernel kernel, CUdevice dev)
{
    cuKernelSetAttribute(attrib, val, kernel, dev);
}

void call_253(CUkernel kernel, CUfunc_cache config, CUdevice dev)
{
    cuKernelSetCacheConfig(kernel, config, dev);
}

void call_254(CUfunction f)
{
    cuLaunch(f);
}

void call_255(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams)
{
    cuLaunchCooperativeKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams);
}

void call_256(CUDA_LAUNCH_PARAMS *launchParamsList, unsigned int numDevices, unsigned int flags)
{
    cuLaunchCooperativeKernelMultiDevice(launchParamsList, numDevices, flags);
}

void call_257(CUfunction f, int grid_width, int grid_height)
{
    cuLaunchGrid(f, grid_width, grid_height);
}

void call_258(CUfunction f, int grid_width, int grid_height, CUstream hStream)
{
    cuLaunchGridAsync(f, grid_width, grid_height, hStream);
}

void call_259(CUstream hStream, CUhostFn fn, void *userData)
{
    cuLaunchHostFunc(hStream, fn, userData);
}

void call_260(CUstream hStream, CUhostFn fn, void *userData, unsigned int syncMode)
{
    cuLaunchHostFunc_v2(hStream, fn, userData, syncMode);
}

void call_261(CUfunction f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, CUstream hStream, void **kernelParams, void **extra)
{
    cuLaunchKernel(f, gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes, hStream, kernelParams, extra);
}

void call_262(const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra)
{
    cuLaunchKernelEx(config, f, kernelParams, extra);
}

void call_263(CUkernel *kernels, unsigned int numKernels, CUlibrary lib)
{
    cuLibraryEnumerateKernels(kernels, numKernels, lib);
}

void call_264(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name)
{
    cuLibraryGetGlobal(dptr, bytes, library, name);
}

void call_265(CUkernel *pKernel, CUlibrary library, const char *name)
{
    cuLibraryGetKernel(pKernel, library, name);
}

void call_266(unsigned int *count, CUlibrary lib)
{
    cuLibraryGetKernelCount(count, lib);
}

void call_267(CUdeviceptr *dptr, size_t *bytes, CUlibrary library, const char *name)
{
    cuLibraryGetManaged(dptr, bytes, library, name);
}

void call_268(CUmodule *pMod, CUlibrary library)
{
    cuLibraryGetModule(pMod, library);
}

void call_269(void **fptr, CUlibrary library, const char *symbol)
{
    cuLibraryGetUnifiedFunction(fptr, library, symbol);
}

void call_270(CUlibrary *library, const void *code, CUjit_option *jitOptions, void **jitOptionsValues, unsigned int numJitOptions, CUlibraryOption *libraryOptions, void **libraryOptionValues, unsigned int numLibraryOptions)
{
    cuLibraryLoadData(library, code, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions);
}

void call_271(CUlibrary *library, const char *fileName, CUjit_option *jitOptions, void **jitOptionsValues, unsigned int numJitOptions, CUlibraryOption *libraryOptions, void **libraryOptionValues, unsigned int numLibraryOptions)
{
    cuLibraryLoadFromFile(library, fileName, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions);
}

void call_272(CUlibrary library)
{
    cuLibraryUnload(library);
}

void call_273(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned int numOptions, CUjit_option *options, void **optionValues)
{
    cuLinkAddData(state, type, data, size, name, numOptions, options, optionValues);
}

void call_274(CUlinkState state, CUjitInputType type, const char *path, unsigned int numOptions, CUjit_option *options, void **optionValues)
{
    cuLinkAddFile(state, type, path, numOptions, options, optionValues);
}

void call_275(CUlinkState state, void **cubinOut, size_t *sizeOut)
{
    cuLinkComplete(state, cubinOut, sizeOut);
}

void call_276(unsigned int numOptions, CUjit_option *options, void **optionValues, CUlinkState *stateOut)
{
    cuLinkCreate(numOptions, options, optionValues, stateOut);
}

void call_277(CUlinkState state)
{
    cuLinkDestroy(state);
}

void call_278(CUlogicalEndpointId leId, CUdevice dev)
{
    cuLogicalEndpointAddDevice(leId, dev);
}

void call_279(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, void *ptr, cuuint64_t size, unsigned long long flags)
{
    cuLogicalEndpointBindAddr(leId, dev, offset, ptr, size, flags);
}

void call_280(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, CUmemGenericAllocationHandle memHandle, cuuint64_t memOffset, cuuint64_t size, unsigned long long flags)
{
    cuLogicalEndpointBindMem(leId, dev, offset, memHandle, memOffset, size, flags);
}

void call_281(CUlogicalEndpointId leId, const CUlogicalEndpointProp *prop)
{
    cuLogicalEndpointCreate(leId, prop);
}

void call_282(CUlogicalEndpointId leId)
{
    cuLogicalEndpointDestroy(leId);
}

void call_283(void *handle, CUlogicalEndpointId leId, CUlogicalEndpointIpcHandleType handleType)
{
    cuLogicalEndpointExport(handle, leId, handleType);
}

void call_284(cuuint64_t *bindAlignment, cuuint64_t *maxSize, const CUlogicalEndpointProp *prop)
{
    cuLogicalEndpointGetLimits(bindAlignment, maxSize, prop);
}

void call_285(CUlogicalEndpointId baseLeId, cuuint32_t count)
{
    cuLogicalEndpointIdRelease(baseLeId, count);
}

void call_286(CUlogicalEndpointId *baseLeId, cuuint32_t count)
{
    cuLogicalEndpointIdReserve(baseLeId, count);
}

void call_287(CUlogicalEndpointId leId, const void *handle, CUlogicalEndpointIpcHandleType handleType)
{
    cuLogicalEndpointImport(leId, handle, handleType);
}

void call_288(CUlogicalEndpointId leId, cuuint32_t count, int *queryStatus)
{
    cuLogicalEndpointQuery(leId, count, queryStatus);
}

void call_289(CUlogicalEndpointId leId, CUdevice dev, cuuint64_t offset, cuuint64_t size)
{
    cuLogicalEndpointUnbind(leId, dev, offset, size);
}

void call_290(CUlogIterator *iterator_out, unsigned int flags)
{
    cuLogsCurrent(iterator_out, flags);
}

void call_291(CUlogIterator *iterator, const char *pathToFile, unsigned int flags)
{
    cuLogsDumpToFile(iterator, pathToFile, flags);
}

void call_292(CUlogIterator *iterator, char *buffer, size_t *size, unsigned int flags)
{
    cuLogsDumpToMemory(iterator, buffer, size, flags);
}

void call_293(CUlogsCallback callbackFunc, void *userData, CUlogsCallbackHandle *callback_out)
{
    cuLogsRegisterCallback(callbackFunc, userData, callback_out);
}

void call_294(CUlogsCallbackHandle callback)
{
    cuLogsUnregisterCallback(callback);
}

void call_295(CUdeviceptr ptr, size_t size)
{
    cuMemAddressFree(ptr, size);
}

void call_296(CUdeviceptr *ptr, size_t size, size_t alignment, CUdeviceptr addr, unsigned long long flags)
{
    cuMemAddressReserve(ptr, size, alignment, addr, flags);
}

void call_297(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUdevice device)
{
    cuMemAdvise(devPtr, count, advice, device);
}

void call_298(CUdeviceptr devPtr, size_t count, CUmem_advise advice, CUmemLocation location)
{
    cuMemAdvise_v2(devPtr, count, advice, location);
}

void call_299(CUdeviceptr *dptr, size_t bytesize)
{
    cuMemAlloc(dptr, bytesize);
}

void call_300(CUdeviceptr *dptr, size_t bytesize, CUstream hStream)
{
    cuMemAllocAsync(dptr, bytesize, hStream);
}

void call_301(CUdeviceptr *dptr, size_t bytesize, CUmemoryPool pool, CUstream hStream)
{
    cuMemAllocFromPoolAsync(dptr, bytesize, pool, hStream);
}

void call_302(void **pp, size_t bytesize)
{
    cuMemAllocHost(pp, bytesize);
}

void call_303(CUdeviceptr *dptr, size_t bytesize, unsigned int flags)
{
    cuMemAllocManaged(dptr, bytesize, flags);
}

void call_304(CUdeviceptr *dptr, size_t *pPitch, size_t WidthInBytes, size_t Height, unsigned int ElementSizeBytes)
{
    cuMemAllocPitch(dptr, pPitch, WidthInBytes, Height, ElementSizeBytes);
}

void call_305(CUmemDecompressParams *paramsArray, size_t count, unsigned int flags, size_t *errorIndex, CUstream stream)
{
    cuMemBatchDecompressAsync(paramsArray, count, flags, errorIndex, stream);
}

void call_306(CUmemGenericAllocationHandle *handle, size_t size, const CUmemAllocationProp *prop, unsigned long long flags)
{
    cuMemCreate(handle, size, prop, flags);
}

void call_307(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream)
{
    cuMemDiscardAndPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream);
}

void call_308(CUdeviceptr *dptrs, size_t *sizes, size_t count, unsigned long long flags, CUstream hStream)
{
    cuMemDiscardBatchAsync(dptrs, sizes, count, flags, hStream);
}

void call_309(void *shareableHandle, CUmemGenericAllocationHandle handle, CUmemAllocationHandleType handleType, unsigned long long flags)
{
    cuMemExportToShareableHandle(shareableHandle, handle, handleType, flags);
}

void call_310(CUdeviceptr dptr)
{
    cuMemFree(dptr);
}

void call_311(CUdeviceptr dptr, CUstream hStream)
{
    cuMemFreeAsync(dptr, hStream);
}

void call_312(void *p)
{
    cuMemFreeHost(p);
}

void call_313(unsigned long long *flags, const CUmemLocation *location, CUdeviceptr ptr)
{
    cuMemGetAccess(flags, location, ptr);
}

void call_314(CUdeviceptr *pbase, size_t *psize, CUdeviceptr dptr)
{
    cuMemGetAddressRange(pbase, psize, dptr);
}

void call_315(size_t *granularity, const CUmemAllocationProp *prop, CUmemAllocationGranularity_flags option)
{
    cuMemGetAllocationGranularity(granularity, prop, option);
}

void call_316(CUmemAllocationProp *prop, CUmemGenericAllocationHandle handle)
{
    cuMemGetAllocationPropertiesFromHandle(prop, handle);
}

void call_317(CUmemoryPool *pool_out, CUmemLocation *location, CUmemAllocationType type)
{
    cuMemGetDefaultMemPool(pool_out, location, type);
}

void call_318(void *handle, CUdeviceptr dptr, size_t size, CUmemRangeHandleType handleType, unsigned long long flags)
{
    cuMemGetHandleForAddressRange(handle, dptr, size, handleType, flags);
}

void call_319(size_t *free, size_t *total)
{
    cuMemGetInfo(free, total);
}

void call_320(CUdeviceptr ptr, size_t size, size_t summaryGranularity, size_t samplingGranularity, CUmemLocation *location_out)
{
    cuMemGetLocationInfo(ptr, size, summaryGranularity, samplingGranularity, location_out);
}

void call_321(CUmemoryPool *pool, CUmemLocation *location, CUmemAllocationType type)
{
    cuMemGetMemPool(pool, location, type);
}

void call_322(void **pp, size_t bytesize, unsigned int Flags)
{
    cuMemHostAlloc(pp, bytesize, Flags);
}

void call_323(CUdeviceptr *pdptr, void *p, unsigned int Flags)
{
    cuMemHostGetDevicePointer(pdptr, p, Flags);
}

void call_324(unsigned int *pFlags, void *p)
{
    cuMemHostGetFlags(pFlags, p);
}

void call_325(void *p, size_t bytesize, unsigned int Flags)
{
    cuMemHostRegister(p, bytesize, Flags);
}

void call_326(void *p)
{
    cuMemHostUnregister(p);
}

void call_327(CUmemGenericAllocationHandle *handle, void *osHandle, CUmemAllocationHandleType shHandleType)
{
    cuMemImportFromShareableHandle(handle, osHandle, shHandleType);
}

void call_328(CUdeviceptr ptr, size_t size, size_t offset, CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    cuMemMap(ptr, size, offset, handle, flags);
}

void call_329(CUarrayMapInfo *mapInfoList, unsigned int count, CUstream hStream)
{
    cuMemMapArrayAsync(mapInfoList, count, hStream);
}

void call_330(CUmemoryPool *pool, const CUmemPoolProps *poolProps)
{
    cuMemPoolCreate(pool, poolProps);
}

void call_331(CUmemoryPool pool)
{
    cuMemPoolDestroy(pool);
}

void call_332(CUmemPoolPtrExportData *shareData_out, CUdeviceptr ptr)
{
    cuMemPoolExportPointer(shareData_out, ptr);
}

void call_333(void *handle_out, CUmemoryPool pool, CUmemAllocationHandleType handleType, unsigned long long flags)
{
    cuMemPoolExportToShareableHandle(handle_out, pool, handleType, flags);
}

void call_334(CUmemAccess_flags *flags, CUmemoryPool memPool, CUmemLocation *location)
{
    cuMemPoolGetAccess(flags, memPool, location);
}

void call_335(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
{
    cuMemPoolGetAttribute(pool, attr, value);
}

void call_336(CUmemoryPool *pool_out, void *handle, CUmemAllocationHandleType handleType, unsigned long long flags)
{
    cuMemPoolImportFromShareableHandle(pool_out, handle, handleType, flags);
}

void call_337(CUdeviceptr *ptr_out, CUmemoryPool pool, CUmemPoolPtrExportData *shareData)
{
    cuMemPoolImportPointer(ptr_out, pool, shareData);
}

void call_338(CUmemoryPool pool, const CUmemAccessDesc *map, size_t count)
{
    cuMemPoolSetAccess(pool, map, count);
}

void call_339(CUmemoryPool pool, CUmemPool_attribute attr, void *value)
{
    cuMemPoolSetAttribute(pool, attr, value);
}

void call_340(CUmemoryPool pool, size_t minBytesToKeep)
{
    cuMemPoolTrimTo(pool, minBytesToKeep);
}

void call_341(CUdeviceptr devPtr, size_t count, CUdevice dstDevice, CUstream hStream)
{
    cuMemPrefetchAsync(devPtr, count, dstDevice, hStream);
}

void call_342(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream)
{
    cuMemPrefetchAsync(devPtr, count, location, flags, hStream);
}

void call_343(CUdeviceptr devPtr, size_t count, CUmemLocation location, unsigned int flags, CUstream hStream)
{
    cuMemPrefetchAsync_v2(devPtr, count, location, flags, hStream);
}

void call_344(CUdeviceptr *dptrs, size_t *sizes, size_t count, CUmemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, CUstream hStream)
{
    cuMemPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, hStream);
}

void call_345(void *data, size_t dataSize, CUmem_range_attribute attribute, CUdeviceptr devPtr, size_t count)
{
    cuMemRangeGetAttribute(data, dataSize, attribute, devPtr, count);
}

void call_346(void **data, size_t *dataSizes, CUmem_range_attribute *attributes, size_t numAttributes, CUdeviceptr devPtr, size_t count)
{
    cuMemRangeGetAttributes(data, dataSizes, attributes, numAttributes, devPtr, count);
}

void call_347(CUmemGenericAllocationHandle handle)
{
    cuMemRelease(handle);
}

void call_348(CUmemGenericAllocationHandle *handle, void *addr)
{
    cuMemRetainAllocationHandle(handle, addr);
}

void call_349(CUdeviceptr ptr, size_t size, const CUmemAccessDesc *desc, size_t count)
{
    cuMemSetAccess(ptr, size, desc, count);
}

void call_350(CUmemLocation *location, CUmemAllocationType type, CUmemoryPool pool)
{
    cuMemSetMemPool(location, type, pool);
}

void call_351(CUdeviceptr ptr, size_t size)
{
    cuMemUnmap(ptr, size);
}

void call_352(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount)
{
    cuMemcpy(dst, src, ByteCount);
}

void call_353(const CUDA_MEMCPY2D *pCopy)
{
    cuMemcpy2D(pCopy);
}

void call_354(const CUDA_MEMCPY2D *pCopy, CUstream hStream)
{
    cuMemcpy2DAsync(pCopy, hStream);
}

void call_355(const CUDA_MEMCPY2D *pCopy)
{
    cuMemcpy2DUnaligned(pCopy);
}

void call_356(const CUDA_MEMCPY3D *pCopy)
{
    cuMemcpy3D(pCopy);
}

void call_357(const CUDA_MEMCPY3D *pCopy, CUstream hStream)
{
    cuMemcpy3DAsync(pCopy, hStream);
}

void call_358(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, size_t *failIdx, unsigned long long flags, CUstream hStream)
{
    cuMemcpy3DBatchAsync(numOps, opList, failIdx, flags, hStream);
}

void call_359(size_t numOps, CUDA_MEMCPY3D_BATCH_OP *opList, unsigned long long flags, CUstream hStream)
{
    cuMemcpy3DBatchAsync(numOps, opList, flags, hStream);
}

void call_360(const CUDA_MEMCPY3D_PEER *pCopy)
{
    cuMemcpy3DPeer(pCopy);
}

void call_361(const CUDA_MEMCPY3D_PEER *pCopy, CUstream hStream)
{
    cuMemcpy3DPeerAsync(pCopy, hStream);
}

void call_362(CUDA_MEMCPY3D_BATCH_OP *op, unsigned long long flags, CUstream hStream)
{
    cuMemcpy3DWithAttributesAsync(op, flags, hStream);
}

void call_363(CUdeviceptr dst, CUdeviceptr src, size_t ByteCount, CUstream hStream)
{
    cuMemcpyAsync(dst, src, ByteCount, hStream);
}

void call_364(CUarray dstArray, size_t dstOffset, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
    cuMemcpyAtoA(dstArray, dstOffset, srcArray, srcOffset, ByteCount);
}

void call_365(CUdeviceptr dstDevice, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
    cuMemcpyAtoD(dstDevice, srcArray, srcOffset, ByteCount);
}

void call_366(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount)
{
    cuMemcpyAtoH(dstHost, srcArray, srcOffset, ByteCount);
}

void call_367(void *dstHost, CUarray srcArray, size_t srcOffset, size_t ByteCount, CUstream hStream)
{
    cuMemcpyAtoHAsync(dstHost, srcArray, srcOffset, ByteCount, hStream);
}

void call_368(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, CUstream hStream)
{
    cuMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, hStream);
}

void call_369(CUdeviceptr *dsts, CUdeviceptr *srcs, size_t *sizes, size_t count, CUmemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, CUstream hStream)
{
    cuMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, hStream);
}

void call_370(CUarray dstArray, size_t dstOffset, CUdeviceptr srcDevice, size_t ByteCount)
{
    cuMemcpyDtoA(dstArray, dstOffset, srcDevice, ByteCount);
}

void call_371(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount)
{
    cuMemcpyDtoD(dstDevice, srcDevice, ByteCount);
}

void call_372(CUdeviceptr dstDevice, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream)
{
    cuMemcpyDtoDAsync(dstDevice, srcDevice, ByteCount, hStream);
}

void call_373(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount)
{
    cuMemcpyDtoH(dstHost, srcDevice, ByteCount);
}

void call_374(void *dstHost, CUdeviceptr srcDevice, size_t ByteCount, CUstream hStream)
{
    cuMemcpyDtoHAsync(dstHost, srcDevice, ByteCount, hStream);
}

void call_375(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount)
{
    cuMemcpyHtoA(dstArray, dstOffset, srcHost, ByteCount);
}

void call_376(CUarray dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, CUstream hStream)
{
    cuMemcpyHtoAAsync(dstArray, dstOffset, srcHost, ByteCount, hStream);
}

void call_377(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount)
{
    cuMemcpyHtoD(dstDevice, srcHost, ByteCount);
}

void call_378(CUdeviceptr dstDevice, const void *srcHost, size_t ByteCount, CUstream hStream)
{
    cuMemcpyHtoDAsync(dstDevice, srcHost, ByteCount, hStream);
}

void call_379(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount)
{
    cuMemcpyPeer(dstDevice, dstContext, srcDevice, srcContext, ByteCount);
}

void call_380(CUdeviceptr dstDevice, CUcontext dstContext, CUdeviceptr srcDevice, CUcontext srcContext, size_t ByteCount, CUstream hStream)
{
    cuMemcpyPeerAsync(dstDevice, dstContext, srcDevice, srcContext, ByteCount, hStream);
}

void call_381(CUdeviceptr dst, CUdeviceptr src, size_t size, CUmemcpyAttributes *attr, CUstream hStream)
{
    cuMemcpyWithAttributesAsync(dst, src, size, attr, hStream);
}

void call_382(CUdeviceptr dstDevice, unsigned short us, size_t N)
{
    cuMemsetD16(dstDevice, us, N);
}

void call_383(CUdeviceptr dstDevice, unsigned short us, size_t N, CUstream hStream)
{
    cuMemsetD16Async(dstDevice, us, N, hStream);
}

void call_384(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height)
{
    cuMemsetD2D16(dstDevice, dstPitch, us, Width, Height);
}

void call_385(CUdeviceptr dstDevice, size_t dstPitch, unsigned short us, size_t Width, size_t Height, CUstream hStream)
{
    cuMemsetD2D16Async(dstDevice, dstPitch, us, Width, Height, hStream);
}

void call_386(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height)
{
    cuMemsetD2D32(dstDevice, dstPitch, ui, Width, Height);
}

void call_387(CUdeviceptr dstDevice, size_t dstPitch, unsigned int ui, size_t Width, size_t Height, CUstream hStream)
{
    cuMemsetD2D32Async(dstDevice, dstPitch, ui, Width, Height, hStream);
}

void call_388(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height)
{
    cuMemsetD2D8(dstDevice, dstPitch, uc, Width, Height);
}

void call_389(CUdeviceptr dstDevice, size_t dstPitch, unsigned char uc, size_t Width, size_t Height, CUstream hStream)
{
    cuMemsetD2D8Async(dstDevice, dstPitch, uc, Width, Height, hStream);
}

void call_390(CUdeviceptr dstDevice, unsigned int ui, size_t N)
{
    cuMemsetD32(dstDevice, ui, N);
}

void call_391(CUdeviceptr dstDevice, unsigned int ui, size_t N, CUstream hStream)
{
    cuMemsetD32Async(dstDevice, ui, N, hStream);
}

void call_392(CUdeviceptr dstDevice, unsigned char uc, size_t N)
{
    cuMemsetD8(dstDevice, uc, N);
}

void call_393(CUdeviceptr dstDevice, unsigned char uc, size_t N, CUstream hStream)
{
    cuMemsetD8Async(dstDevice, uc, N, hStream);
}

void call_394(CUmipmappedArray *pHandle, const CUDA_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc, unsigned int numMipmapLevels)
{
    cuMipmappedArrayCreate(pHandle, pMipmappedArrayDesc, numMipmapLevels);
}

void call_395(CUmipmappedArray hMipmappedArray)
{
    cuMipmappedArrayDestroy(hMipmappedArray);
}

void call_396(CUarray *pLevelArray, CUmipmappedArray hMipmappedArray, unsigned int level)
{
    cuMipmappedArrayGetLevel(pLevelArray, hMipmappedArray, level);
}

void call_397(CUDA_ARRAY_MEMORY_REQUIREMENTS *memoryRequirements, CUmipmappedArray mipmap, CUdevice device)
{
    cuMipmappedArrayGetMemoryRequirements(memoryRequirements, mipmap, device);
}

void call_398(CUDA_ARRAY_SPARSE_PROPERTIES *sparseProperties, CUmipmappedArray mipmap)
{
    cuMipmappedArrayGetSparseProperties(sparseProperties, mipmap);
}

void call_399(CUfunction *functions, unsigned int numFunctions, CUmodule mod)
{
    cuModuleEnumerateFunctions(functions, numFunctions, mod);
}

void call_400(CUfunction *hfunc, CUmodule hmod, const char *name)
{
    cuModuleGetFunction(hfunc, hmod, name);
}

void call_401(unsigned int *count, CUmodule mod)
{
    cuModuleGetFunctionCount(count, mod);
}

void call_402(CUdeviceptr *dptr, size_t *bytes, CUmodule hmod, const char *name)
{
    cuModuleGetGlobal(dptr, bytes, hmod, name);
}

void call_403(CUmoduleLoadingMode *mode)
{
    cuModuleGetLoadingMode(mode);
}

void call_404(CUsurfref *pSurfRef, CUmodule hmod, const char *name)
{
    cuModuleGetSurfRef(pSurfRef, hmod, name);
}

void call_405(CUtexref *pTexRef, CUmodule hmod, const char *name)
{
    cuModuleGetTexRef(pTexRef, hmod, name);
}

void call_406(CUmodule *module, const char *fname)
{
    cuModuleLoad(module, fname);
}

void call_407(CUmodule *module, const void *image)
{
    cuModuleLoadData(module, image);
}

void call_408(CUmodule *module, const void *image, unsigned int numOptions, CUjit_option *options, void **optionValues)
{
    cuModuleLoadDataEx(module, image, numOptions, options, optionValues);
}

void call_409(CUmodule *module, const void *fatCubin)
{
    cuModuleLoadFatBinary(module, fatCubin);
}

void call_410(CUmodule hmod)
{
    cuModuleUnload(hmod);
}

void call_411(CUmemGenericAllocationHandle mcHandle, CUdevice dev)
{
    cuMulticastAddDevice(mcHandle, dev);
}

void call_412(CUmemGenericAllocationHandle mcHandle, size_t mcOffset, CUdeviceptr memptr, size_t size, unsigned long long flags)
{
    cuMulticastBindAddr(mcHandle, mcOffset, memptr, size, flags);
}

void call_413(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, CUdeviceptr memptr, size_t size, unsigned long long flags)
{
    cuMulticastBindAddr_v2(mcHandle, dev, mcOffset, memptr, size, flags);
}

void call_414(CUmemGenericAllocationHandle mcHandle, size_t mcOffset, CUmemGenericAllocationHandle memHandle, size_t memOffset, size_t size, unsigned long long flags)
{
    cuMulticastBindMem(mcHandle, mcOffset, memHandle, memOffset, size, flags);
}

void call_415(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, CUmemGenericAllocationHandle memHandle, size_t memOffset, size_t size, unsigned long long flags)
{
    cuMulticastBindMem_v2(mcHandle, dev, mcOffset, memHandle, memOffset, size, flags);
}

void call_416(CUmemGenericAllocationHandle *mcHandle, const CUmulticastObjectProp *prop)
{
    cuMulticastCreate(mcHandle, prop);
}

void call_417(size_t *granularity, const CUmulticastObjectProp *prop, CUmulticastGranularity_flags option)
{
    cuMulticastGetGranularity(granularity, prop, option);
}

void call_418(CUmemGenericAllocationHandle mcHandle, CUdevice dev, size_t mcOffset, size_t size)
{
    cuMulticastUnbind(mcHandle, dev, mcOffset, size);
}

void call_419(size_t *dynamicSmemSize, CUfunction func, int numBlocks, int blockSize)
{
    cuOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, func, numBlocks, blockSize);
}

void call_420(int *numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize)
{
    cuOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, func, blockSize, dynamicSMemSize);
}

void call_421(int *numBlocks, CUfunction func, int blockSize, size_t dynamicSMemSize, unsigned int flags)
{
    cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSMemSize, flags);
}

void call_422(int *numClusters, CUfunction func, const CUlaunchConfig *config)
{
    cuOccupancyMaxActiveClusters(numClusters, func, config);
}

void call_423(int *minGridSize, int *blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit)
{
    cuOccupancyMaxPotentialBlockSize(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit);
}

void call_424(int *minGridSize, int *blockSize, CUfunction func, CUoccupancyB2DSize blockSizeToDynamicSMemSize, size_t dynamicSMemSize, int blockSizeLimit, unsigned int flags)
{
    cuOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, blockSizeToDynamicSMemSize, dynamicSMemSize, blockSizeLimit, flags);
}

void call_425(int *clusterSize, CUfunction func, const CUlaunchConfig *config)
{
    cuOccupancyMaxPotentialClusterSize(clusterSize, func, config);
}

void call_426(CUfunction hfunc, unsigned int numbytes)
{
    cuParamSetSize(hfunc, numbytes);
}

void call_427(CUfunction hfunc, int texunit, CUtexref hTexRef)
{
    cuParamSetTexRef(hfunc, texunit, hTexRef);
}

void call_428(CUfunction hfunc, int offset, float value)
{
    cuParamSetf(hfunc, offset, value);
}

void call_429(CUfunction hfunc, int offset, unsigned int value)
{
    cuParamSeti(hfunc, offset, value);
}

void call_430(CUfunction hfunc, int offset, void *ptr, unsigned int numbytes)
{
    cuParamSetv(hfunc, offset, ptr, numbytes);
}

void call_431(void *data, CUpointer_attribute attribute, CUdeviceptr ptr)
{
    cuPointerGetAttribute(data, attribute, ptr);
}

void call_432(unsigned int numAttributes, CUpointer_attribute *attributes, void **data, CUdeviceptr ptr)
{
    cuPointerGetAttributes(numAttributes, attributes, data, ptr);
}

void call_433(const void *value, CUpointer_attribute attribute, CUdeviceptr ptr)
{
    cuPointerSetAttribute(value, attribute, ptr);
}

void call_434(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_SIGNAL_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream)
{
    cuSignalExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream);
}

void call_435(CUstream hStream, CUstreamCallback callback, void *userData, unsigned int flags)
{
    cuStreamAddCallback(hStream, callback, userData, flags);
}

void call_436(CUstream hStream, CUdeviceptr dptr, size_t length, unsigned int flags)
{
    cuStreamAttachMemAsync(hStream, dptr, length, flags);
}

void call_437(CUstream stream, unsigned int count, CUstreamBatchMemOpParams *paramArray, unsigned int flags)
{
    cuStreamBatchMemOp(stream, count, paramArray, flags);
}

void call_438(CUstream hStream, CUstreamCaptureMode mode)
{
    cuStreamBeginCapture(hStream, mode);
}

void call_439(CUstream hStream, CUstreamCigCaptureParams *streamCigCaptureParams)
{
    cuStreamBeginCaptureToCig(hStream, streamCigCaptureParams);
}

void call_440(CUstream hStream, CUgraph hGraph, const CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, CUstreamCaptureMode mode)
{
    cuStreamBeginCaptureToGraph(hStream, hGraph, dependencies, dependencyData, numDependencies, mode);
}

void call_441(CUstream hStream, CUstreamCaptureMode mode, CUgraph hGraph, CUgraphRecaptureCallback callbackFunc, void *userData)
{
    cuStreamBeginRecaptureToGraph(hStream, mode, hGraph, callbackFunc, userData);
}

void call_442(CUstream dst, CUstream src)
{
    cuStreamCopyAttributes(dst, src);
}

void call_443(CUstream *phStream, unsigned int Flags)
{
    cuStreamCreate(phStream, Flags);
}

void call_444(CUstream *phStream, unsigned int flags, int priority)
{
    cuStreamCreateWithPriority(phStream, flags, priority);
}

void call_445(CUstream hStream)
{
    cuStreamDestroy(hStream);
}

void call_446(CUstream hStream, CUgraph *phGraph)
{
    cuStreamEndCapture(hStream, phGraph);
}

void call_447(CUstream hStream)
{
    cuStreamEndCaptureToCig(hStream);
}

void call_448(CUstream hStream, CUstreamAttrID attr, CUstreamAttrValue *value_out)
{
    cuStreamGetAttribute(hStream, attr, value_out);
}

void call_449(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, size_t *numDependencies_out)
{
    cuStreamGetCaptureInfo(hStream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out);
}

void call_450(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, const CUgraphEdgeData **edgeData_out, size_t *numDependencies_out)
{
    cuStreamGetCaptureInfo(hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out);
}

void call_451(CUstream hStream, CUstreamCaptureStatus *captureStatus_out, cuuint64_t *id_out, CUgraph *graph_out, const CUgraphNode **dependencies_out, const CUgraphEdgeData **edgeData_out, size_t *numDependencies_out)
{
    cuStreamGetCaptureInfo_v3(hStream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out);
}

void call_452(CUstream hStream, CUcontext *pctx)
{
    cuStreamGetCtx(hStream, pctx);
}

void call_453(CUstream hStream, CUcontext *pCtx, CUgreenCtx *pGreenCtx)
{
    cuStreamGetCtx_v2(hStream, pCtx, pGreenCtx);
}

void call_454(CUstream hStream, CUdevResource *resource, CUdevResourceType type)
{
    cuStreamGetDevResource(hStream, resource, type);
}

void call_455(CUstream hStream, CUdevice *device)
{
    cuStreamGetDevice(hStream, device);
}

void call_456(CUstream hStream, unsigned int *flags)
{
    cuStreamGetFlags(hStream, flags);
}

void call_457(CUstream hStream, CUgreenCtx *phCtx)
{
    cuStreamGetGreenCtx(hStream, phCtx);
}

void call_458(CUstream hStream, unsigned long long *streamId)
{
    cuStreamGetId(hStream, streamId);
}

void call_459(CUstream hStream, int *priority)
{
    cuStreamGetPriority(hStream, priority);
}

void call_460(CUstream hStream, CUstreamCaptureStatus *captureStatus)
{
    cuStreamIsCapturing(hStream, captureStatus);
}

void call_461(CUstream hStream)
{
    cuStreamQuery(hStream);
}

void call_462(CUstream hStream, CUstreamAttrID attr, const CUstreamAttrValue *value)
{
    cuStreamSetAttribute(hStream, attr, value);
}

void call_463(CUstream hStream)
{
    cuStreamSynchronize(hStream);
}

void call_464(CUstream hStream, CUgraphNode *dependencies, size_t numDependencies, unsigned int flags)
{
    cuStreamUpdateCaptureDependencies(hStream, dependencies, numDependencies, flags);
}

void call_465(CUstream hStream, CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, unsigned int flags)
{
    cuStreamUpdateCaptureDependencies(hStream, dependencies, dependencyData, numDependencies, flags);
}

void call_466(CUstream hStream, CUgraphNode *dependencies, const CUgraphEdgeData *dependencyData, size_t numDependencies, unsigned int flags)
{
    cuStreamUpdateCaptureDependencies_v2(hStream, dependencies, dependencyData, numDependencies, flags);
}

void call_467(CUstream hStream, CUevent hEvent, unsigned int Flags)
{
    cuStreamWaitEvent(hStream, hEvent, Flags);
}

void call_468(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags)
{
    cuStreamWaitValue32(stream, addr, value, flags);
}

void call_469(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags)
{
    cuStreamWaitValue64(stream, addr, value, flags);
}

void call_470(CUstream stream, CUdeviceptr addr, cuuint32_t value, unsigned int flags)
{
    cuStreamWriteValue32(stream, addr, value, flags);
}

void call_471(CUstream stream, CUdeviceptr addr, cuuint64_t value, unsigned int flags)
{
    cuStreamWriteValue64(stream, addr, value, flags);
}

void call_472(CUsurfObject *pSurfObject, const CUDA_RESOURCE_DESC *pResDesc)
{
    cuSurfObjectCreate(pSurfObject, pResDesc);
}

void call_473(CUsurfObject surfObject)
{
    cuSurfObjectDestroy(surfObject);
}

void call_474(CUDA_RESOURCE_DESC *pResDesc, CUsurfObject surfObject)
{
    cuSurfObjectGetResourceDesc(pResDesc, surfObject);
}

void call_475(CUarray *phArray, CUsurfref hSurfRef)
{
    cuSurfRefGetArray(phArray, hSurfRef);
}

void call_476(CUsurfref hSurfRef, CUarray hArray, unsigned int Flags)
{
    cuSurfRefSetArray(hSurfRef, hArray, Flags);
}

void call_477(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)
{
    cuTensorMapEncodeIm2col(tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, pixelBoxLowerCorner, pixelBoxUpperCorner, channelsPerPixel, pixelsPerColumn, elementStrides, interleave, swizzle, l2Promotion, oobFill);
}

void call_478(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, int pixelBoxLowerCornerWidth, int pixelBoxUpperCornerWidth, cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapIm2ColWideMode mode, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)
{
    cuTensorMapEncodeIm2colWide(tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, pixelBoxLowerCornerWidth, pixelBoxUpperCornerWidth, channelsPerPixel, pixelsPerColumn, elementStrides, interleave, mode, swizzle, l2Promotion, oobFill);
}

void call_479(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType, cuuint32_t tensorRank, void *globalAddress, const cuuint64_t *globalDim, const cuuint64_t *globalStrides, const cuuint32_t *boxDim, const cuuint32_t *elementStrides, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion, CUtensorMapFloatOOBfill oobFill)
{
    cuTensorMapEncodeTiled(tensorMap, tensorDataType, tensorRank, globalAddress, globalDim, globalStrides, boxDim, elementStrides, interleave, swizzle, l2Promotion, oobFill);
}

void call_480(CUtensorMap *tensorMap, void *globalAddress)
{
    cuTensorMapReplaceAddress(tensorMap, globalAddress);
}

void call_481(CUtensorMap *tensorMap, CUtensorMapAllocClass allocClass, CUtensorMapAllocClass *outAllocClass)
{
    cuTensorMapSetAllocationClass(tensorMap, allocClass, outAllocClass);
}

void call_482(CUtexObject *pTexObject, const CUDA_RESOURCE_DESC *pResDesc, const CUDA_TEXTURE_DESC *pTexDesc, const CUDA_RESOURCE_VIEW_DESC *pResViewDesc)
{
    cuTexObjectCreate(pTexObject, pResDesc, pTexDesc, pResViewDesc);
}

void call_483(CUtexObject texObject)
{
    cuTexObjectDestroy(texObject);
}

void call_484(CUDA_RESOURCE_DESC *pResDesc, CUtexObject texObject)
{
    cuTexObjectGetResourceDesc(pResDesc, texObject);
}

void call_485(CUDA_RESOURCE_VIEW_DESC *pResViewDesc, CUtexObject texObject)
{
    cuTexObjectGetResourceViewDesc(pResViewDesc, texObject);
}

void call_486(CUDA_TEXTURE_DESC *pTexDesc, CUtexObject texObject)
{
    cuTexObjectGetTextureDesc(pTexDesc, texObject);
}

void call_487(CUtexref *pTexRef)
{
    cuTexRefCreate(pTexRef);
}

void call_488(CUtexref hTexRef)
{
    cuTexRefDestroy(hTexRef);
}

void call_489(CUdeviceptr *pdptr, CUtexref hTexRef)
{
    cuTexRefGetAddress(pdptr, hTexRef);
}

void call_490(CUaddress_mode *pam, CUtexref hTexRef, int dim)
{
    cuTexRefGetAddressMode(pam, hTexRef, dim);
}

void call_491(CUarray *phArray, CUtexref hTexRef)
{
    cuTexRefGetArray(phArray, hTexRef);
}

void call_492(float *pBorderColor, CUtexref hTexRef)
{
    cuTexRefGetBorderColor(pBorderColor, hTexRef);
}

void call_493(CUfilter_mode *pfm, CUtexref hTexRef)
{
    cuTexRefGetFilterMode(pfm, hTexRef);
}

void call_494(unsigned int *pFlags, CUtexref hTexRef)
{
    cuTexRefGetFlags(pFlags, hTexRef);
}

void call_495(CUarray_format *pFormat, int *pNumChannels, CUtexref hTexRef)
{
    cuTexRefGetFormat(pFormat, pNumChannels, hTexRef);
}

void call_496(int *pmaxAniso, CUtexref hTexRef)
{
    cuTexRefGetMaxAnisotropy(pmaxAniso, hTexRef);
}

void call_497(CUfilter_mode *pfm, CUtexref hTexRef)
{
    cuTexRefGetMipmapFilterMode(pfm, hTexRef);
}

void call_498(float *pbias, CUtexref hTexRef)
{
    cuTexRefGetMipmapLevelBias(pbias, hTexRef);
}

void call_499(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp, CUtexref hTexRef)
{
    cuTexRefGetMipmapLevelClamp(pminMipmapLevelClamp, pmaxMipmapLevelClamp, hTexRef);
}

void call_500(CUmipmappedArray *phMipmappedArray, CUtexref hTexRef)
{
    cuTexRefGetMipmappedArray(phMipmappedArray, hTexRef);
}

void call_501(size_t *ByteOffset, CUtexref hTexRef, CUdeviceptr dptr, size_t bytes)
{
    cuTexRefSetAddress(ByteOffset, hTexRef, dptr, bytes);
}

void call_502(CUtexref hTexRef, const CUDA_ARRAY_DESCRIPTOR *desc, CUdeviceptr dptr, size_t Pitch)
{
    cuTexRefSetAddress2D(hTexRef, desc, dptr, Pitch);
}

void call_503(CUtexref hTexRef, int dim, CUaddress_mode am)
{
    cuTexRefSetAddressMode(hTexRef, dim, am);
}

void call_504(CUtexref hTexRef, CUarray hArray, unsigned int Flags)
{
    cuTexRefSetArray(hTexRef, hArray, Flags);
}

void call_505(CUtexref hTexRef, float *pBorderColor)
{
    cuTexRefSetBorderColor(hTexRef, pBorderColor);
}

void call_506(CUtexref hTexRef, CUfilter_mode fm)
{
    cuTexRefSetFilterMode(hTexRef, fm);
}

void call_507(CUtexref hTexRef, unsigned int Flags)
{
    cuTexRefSetFlags(hTexRef, Flags);
}

void call_508(CUtexref hTexRef, CUarray_format fmt, int NumPackedComponents)
{
    cuTexRefSetFormat(hTexRef, fmt, NumPackedComponents);
}

void call_509(CUtexref hTexRef, unsigned int maxAniso)
{
    cuTexRefSetMaxAnisotropy(hTexRef, maxAniso);
}

void call_510(CUtexref hTexRef, CUfilter_mode fm)
{
    cuTexRefSetMipmapFilterMode(hTexRef, fm);
}

void call_511(CUtexref hTexRef, float bias)
{
    cuTexRefSetMipmapLevelBias(hTexRef, bias);
}

void call_512(CUtexref hTexRef, float minMipmapLevelClamp, float maxMipmapLevelClamp)
{
    cuTexRefSetMipmapLevelClamp(hTexRef, minMipmapLevelClamp, maxMipmapLevelClamp);
}

void call_513(CUtexref hTexRef, CUmipmappedArray hMipmappedArray, unsigned int Flags)
{
    cuTexRefSetMipmappedArray(hTexRef, hMipmappedArray, Flags);
}

void call_514(CUstreamCaptureMode *mode)
{
    cuThreadExchangeStreamCaptureMode(mode);
}

void call_515(CUuserObject *object_out, void *ptr, CUhostFn destroy, unsigned int initialRefcount, unsigned int flags)
{
    cuUserObjectCreate(object_out, ptr, destroy, initialRefcount, flags);
}

void call_516(CUuserObject object, unsigned int count)
{
    cuUserObjectRelease(object, count);
}

void call_517(CUuserObject object, unsigned int count)
{
    cuUserObjectRetain(object, count);
}

void call_518(const CUexternalSemaphore *extSemArray, const CUDA_EXTERNAL_SEMAPHORE_WAIT_PARAMS *paramsArray, unsigned int numExtSems, CUstream stream)
{
    cuWaitExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream);
}

void call_519(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags, cudaArray_t array)
{
    cudaArrayGetInfo(desc, extent, flags, array);
}

void call_520(struct cudaArrayMemoryRequirements *memoryRequirements, cudaArray_t array, int device)
{
    cudaArrayGetMemoryRequirements(memoryRequirements, array, device);
}

void call_521(cudaArray_t *pPlaneArray, cudaArray_t hArray, unsigned int planeIdx)
{
    cudaArrayGetPlane(pPlaneArray, hArray, planeIdx);
}

void call_522(struct cudaArraySparseProperties *sparseProperties, cudaArray_t array)
{
    cudaArrayGetSparseProperties(sparseProperties, array);
}

void call_523(int *device, const struct cudaDeviceProp *prop)
{
    cudaChooseDevice(device, prop);
}

void call_524(int x, int y, int z, int w, enum cudaChannelFormatKind f)
{
    cudaCreateChannelDesc(x, y, z, w, f);
}

void call_525(cudaSurfaceObject_t *pSurfObject, const struct cudaResourceDesc *pResDesc)
{
    cudaCreateSurfaceObject(pSurfObject, pResDesc);
}

void call_526(cudaTextureObject_t *pTexObject, const struct cudaResourceDesc *pResDesc, const struct cudaTextureDesc *pTexDesc, const struct cudaResourceViewDesc *pResViewDesc)
{
    cudaCreateTextureObject(pTexObject, pResDesc, pTexDesc, pResViewDesc);
}

void call_527()
{
    cudaCtxResetPersistingL2Cache();
}

void call_528(cudaExternalMemory_t extMem)
{
    cudaDestroyExternalMemory(extMem);
}

void call_529(cudaExternalSemaphore_t extSem)
{
    cudaDestroyExternalSemaphore(extSem);
}

void call_530(cudaSurfaceObject_t surfObject)
{
    cudaDestroySurfaceObject(surfObject);
}

void call_531(cudaTextureObject_t texObject)
{
    cudaDestroyTextureObject(texObject);
}

void call_532(cudaDevResourceDesc_t *phDesc, cudaDevResource *resources, unsigned int nbResources)
{
    cudaDevResourceGenerateDesc(phDesc, resources, nbResources);
}

void call_533(cudaDevResource *result, unsigned int nbGroups, const cudaDevResource *input, cudaDevResource *remainder, unsigned int flags, cudaDevSmResourceGroupParams *groupParams)
{
    cudaDevSmResourceSplit(result, nbGroups, input, remainder, flags, groupParams);
}

void call_534(cudaDevResource *result, unsigned int *nbGroups, const cudaDevResource *input, cudaDevResource *remaining, unsigned int flags, unsigned int minCount)
{
    cudaDevSmResourceSplitByCount(result, nbGroups, input, remaining, flags, minCount);
}

void call_535(int *canAccessPeer, int device, int peerDevice)
{
    cudaDeviceCanAccessPeer(canAccessPeer, device, peerDevice);
}

void call_536(int peerDevice)
{
    cudaDeviceDisablePeerAccess(peerDevice);
}

void call_537(int peerDevice, unsigned int flags)
{
    cudaDeviceEnablePeerAccess(peerDevice, flags);
}

void call_538(enum cudaFlushGPUDirectRDMAWritesTarget target, enum cudaFlushGPUDirectRDMAWritesScope scope)
{
    cudaDeviceFlushGPUDirectRDMAWrites(target, scope);
}

void call_539(int *value, enum cudaDeviceAttr attr, int device)
{
    cudaDeviceGetAttribute(value, attr, device);
}

void call_540(int *device, const char *pciBusId)
{
    cudaDeviceGetByPCIBusId(device, pciBusId);
}

void call_541(enum cudaFuncCache *pCacheConfig)
{
    cudaDeviceGetCacheConfig(pCacheConfig);
}

void call_542(cudaMemPool_t *memPool, int device)
{
    cudaDeviceGetDefaultMemPool(memPool, device);
}

void call_543(int device, cudaDevResource *resource, enum cudaDevResourceType type)
{
    cudaDeviceGetDevResource(device, resource, type);
}

void call_544(cudaExecutionContext_t *ctx, int device)
{
    cudaDeviceGetExecutionCtx(ctx, device);
}

void call_545(int device, enum cudaGraphMemAttributeType attr, void *value)
{
    cudaDeviceGetGraphMemAttribute(device, attr, value);
}

void call_546(unsigned int *capabilities, const enum cudaAtomicOperation *operations, unsigned int count, int device)
{
    cudaDeviceGetHostAtomicCapabilities(capabilities, operations, count, device);
}

void call_547(size_t *pValue, enum cudaLimit limit)
{
    cudaDeviceGetLimit(pValue, limit);
}

void call_548(cudaMemPool_t *memPool, int device)
{
    cudaDeviceGetMemPool(memPool, device);
}

void call_549(void *nvSciSyncAttrList, int device, int flags)
{
    cudaDeviceGetNvSciSyncAttributes(nvSciSyncAttrList, device, flags);
}

void call_550(unsigned int *capabilities, const enum cudaAtomicOperation *operations, unsigned int count, int srcDevice, int dstDevice)
{
    cudaDeviceGetP2PAtomicCapabilities(capabilities, operations, count, srcDevice, dstDevice);
}

void call_551(int *value, enum cudaDeviceP2PAttr attr, int srcDevice, int dstDevice)
{
    cudaDeviceGetP2PAttribute(value, attr, srcDevice, dstDevice);
}

void call_552(char *pciBusId, int len, int device)
{
    cudaDeviceGetPCIBusId(pciBusId, len, device);
}

void call_553(enum cudaSharedMemConfig *pConfig)
{
    cudaDeviceGetSharedMemConfig(pConfig);
}

void call_554(int *leastPriority, int *greatestPriority)
{
    cudaDeviceGetStreamPriorityRange(leastPriority, greatestPriority);
}

void call_555(size_t *maxWidthInElements, const struct cudaChannelFormatDesc *fmtDesc, int device)
{
    cudaDeviceGetTexture1DLinearMaxWidth(maxWidthInElements, fmtDesc, device);
}

void call_556(int device)
{
    cudaDeviceGraphMemTrim(device);
}

void call_557(int device, cudaAsyncCallback callbackFunc, void *userData, cudaAsyncCallbackHandle_t *callback)
{
    cudaDeviceRegisterAsyncNotification(device, callbackFunc, userData, callback);
}

void call_558()
{
    cudaDeviceReset();
}

void call_559(enum cudaFuncCache cacheConfig)
{
    cudaDeviceSetCacheConfig(cacheConfig);
}

void call_560(int device, enum cudaGraphMemAttributeType attr, void *value)
{
    cudaDeviceSetGraphMemAttribute(device, attr, value);
}

void call_561(enum cudaLimit limit, size_t value)
{
    cudaDeviceSetLimit(limit, value);
}

void call_562(int device, cudaMemPool_t memPool)
{
    cudaDeviceSetMemPool(device, memPool);
}

void call_563(enum cudaSharedMemConfig config)
{
    cudaDeviceSetSharedMemConfig(config);
}

void call_564()
{
    cudaDeviceSynchronize();
}

void call_565(int device, cudaAsyncCallbackHandle_t callback)
{
    cudaDeviceUnregisterAsyncNotification(device, callback);
}

void call_566(int *driverVersion)
{
    cudaDriverGetVersion(driverVersion);
}

void call_567(cudaEvent_t *event)
{
    cudaEventCreate(event);
}

void call_568(cudaEvent_t *event, unsigned int flags)
{
    cudaEventCreateWithFlags(event, flags);
}

void call_569(cudaEvent_t event)
{
    cudaEventDestroy(event);
}

void call_570(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    cudaEventElapsedTime(ms, start, end);
}

void call_571(float *ms, cudaEvent_t start, cudaEvent_t end)
{
    cudaEventElapsedTime_v2(ms, start, end);
}

void call_572(cudaEvent_t event)
{
    cudaEventQuery(event);
}

void call_573(cudaEvent_t event, cudaStream_t stream)
{
    cudaEventRecord(event, stream);
}

void call_574(cudaEvent_t event, cudaStream_t stream, unsigned int flags)
{
    cudaEventRecordWithFlags(event, stream, flags);
}

void call_575(cudaEvent_t event)
{
    cudaEventSynchronize(event);
}

void call_576(cudaExecutionContext_t ctx)
{
    cudaExecutionCtxDestroy(ctx);
}

void call_577(cudaExecutionContext_t ctx, cudaDevResource *resource, enum cudaDevResourceType type)
{
    cudaExecutionCtxGetDevResource(ctx, resource, type);
}

void call_578(int *device, cudaExecutionContext_t ctx)
{
    cudaExecutionCtxGetDevice(device, ctx);
}

void call_579(cudaExecutionContext_t ctx, unsigned long long *ctxId)
{
    cudaExecutionCtxGetId(ctx, ctxId);
}

void call_580(cudaExecutionContext_t ctx, cudaEvent_t event)
{
    cudaExecutionCtxRecordEvent(ctx, event);
}

void call_581(cudaStream_t *phStream, cudaExecutionContext_t ctx, unsigned int flags, int priority)
{
    cudaExecutionCtxStreamCreate(phStream, ctx, flags, priority);
}

void call_582(cudaExecutionContext_t ctx)
{
    cudaExecutionCtxSynchronize(ctx);
}

void call_583(cudaExecutionContext_t ctx, cudaEvent_t event)
{
    cudaExecutionCtxWaitEvent(ctx, event);
}

void call_584(void **devPtr, cudaExternalMemory_t extMem, const struct cudaExternalMemoryBufferDesc *bufferDesc)
{
    cudaExternalMemoryGetMappedBuffer(devPtr, extMem, bufferDesc);
}

void call_585(cudaMipmappedArray_t *mipmap, cudaExternalMemory_t extMem, const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc)
{
    cudaExternalMemoryGetMappedMipmappedArray(mipmap, extMem, mipmapDesc);
}

void call_586(void *devPtr)
{
    cudaFree(devPtr);
}

void call_587(cudaArray_t array)
{
    cudaFreeArray(array);
}

void call_588(void *devPtr, cudaStream_t hStream)
{
    cudaFreeAsync(devPtr, hStream);
}

void call_589(void *ptr)
{
    cudaFreeHost(ptr);
}

void call_590(cudaMipmappedArray_t mipmappedArray)
{
    cudaFreeMipmappedArray(mipmappedArray);
}

void call_591(struct cudaFuncAttributes *attr, const void *func)
{
    cudaFuncGetAttributes(attr, func);
}

void call_592(const char **name, const void *func)
{
    cudaFuncGetName(name, func);
}

void call_593(const void *func, size_t *paramCount)
{
    cudaFuncGetParamCount(func, paramCount);
}

void call_594(const void *func, size_t paramIndex, size_t *paramOffset, size_t *paramSize)
{
    cudaFuncGetParamInfo(func, paramIndex, paramOffset, paramSize);
}

void call_595(const void *func, enum cudaFuncAttribute attr, int value)
{
    cudaFuncSetAttribute(func, attr, value);
}

void call_596(const void *func, enum cudaFuncCache cacheConfig)
{
    cudaFuncSetCacheConfig(func, cacheConfig);
}

void call_597(const void *func, enum cudaSharedMemConfig config)
{
    cudaFuncSetSharedMemConfig(func, config);
}

void call_598(struct cudaChannelFormatDesc *desc, cudaArray_const_t array)
{
    cudaGetChannelDesc(desc, array);
}

void call_599(int *device)
{
    cudaGetDevice(device);
}

void call_600(int *count)
{
    cudaGetDeviceCount(count);
}

void call_601(unsigned int *flags)
{
    cudaGetDeviceFlags(flags);
}

void call_602(struct cudaDeviceProp *prop, int device)
{
    cudaGetDeviceProperties(prop, device);
}

void call_603(struct cudaDeviceProp *prop, int device)
{
    cudaGetDeviceProperties_v2(prop, device);
}

void call_604(const char *symbol, void **funcPtr, unsigned long long flags, enum cudaDriverEntryPointQueryResult *driverStatus)
{
    cudaGetDriverEntryPoint(symbol, funcPtr, flags, driverStatus);
}

void call_605(const char *symbol, void **funcPtr, unsigned int cudaVersion, unsigned long long flags, enum cudaDriverEntryPointQueryResult *driverStatus)
{
    cudaGetDriverEntryPointByVersion(symbol, funcPtr, cudaVersion, flags, driverStatus);
}

void call_606(cudaError_t error)
{
    cudaGetErrorName(error);
}

void call_607(cudaError_t error)
{
    cudaGetErrorString(error);
}

void call_608(const void **ppExportTable, const cudaUUID_t *pExportTableId)
{
    cudaGetExportTable(ppExportTable, pExportTableId);
}

void call_609(cudaFunction_t *functionPtr, const void *symbolPtr)
{
    cudaGetFuncBySymbol(functionPtr, symbolPtr);
}

void call_610(cudaKernel_t *kernelPtr, const void *entryFuncAddr)
{
    cudaGetKernel(kernelPtr, entryFuncAddr);
}

void call_611()
{
    cudaGetLastError();
}

void call_612(cudaArray_t *levelArray, cudaMipmappedArray_const_t mipmappedArray, unsigned int level)
{
    cudaGetMipmappedArrayLevel(levelArray, mipmappedArray, level);
}

void call_613(struct cudaResourceDesc *pResDesc, cudaSurfaceObject_t surfObject)
{
    cudaGetSurfaceObjectResourceDesc(pResDesc, surfObject);
}

void call_614(void **devPtr, const void *symbol)
{
    cudaGetSymbolAddress(devPtr, symbol);
}

void call_615(size_t *size, const void *symbol)
{
    cudaGetSymbolSize(size, symbol);
}

void call_616(struct cudaResourceDesc *pResDesc, cudaTextureObject_t texObject)
{
    cudaGetTextureObjectResourceDesc(pResDesc, texObject);
}

void call_617(struct cudaResourceViewDesc *pResViewDesc, cudaTextureObject_t texObject)
{
    cudaGetTextureObjectResourceViewDesc(pResViewDesc, texObject);
}

void call_618(struct cudaTextureDesc *pTexDesc, cudaTextureObject_t texObject)
{
    cudaGetTextureObjectTextureDesc(pTexDesc, texObject);
}

void call_619(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, cudaGraph_t childGraph)
{
    cudaGraphAddChildGraphNode(pGraphNode, graph, pDependencies, numDependencies, childGraph);
}

void call_620(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t numDependencies)
{
    cudaGraphAddDependencies(graph, from, to, numDependencies);
}

void call_621(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *edgeData, size_t numDependencies)
{
    cudaGraphAddDependencies(graph, from, to, edgeData, numDependencies);
}

void call_622(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *edgeData, size_t numDependencies)
{
    cudaGraphAddDependencies_v2(graph, from, to, edgeData, numDependencies);
}

void call_623(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies)
{
    cudaGraphAddEmptyNode(pGraphNode, graph, pDependencies, numDependencies);
}

void call_624(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, cudaEvent_t event)
{
    cudaGraphAddEventRecordNode(pGraphNode, graph, pDependencies, numDependencies, event);
}

void call_625(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, cudaEvent_t event)
{
    cudaGraphAddEventWaitNode(pGraphNode, graph, pDependencies, numDependencies, event);
}

void call_626(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
    cudaGraphAddExternalSemaphoresSignalNode(pGraphNode, graph, pDependencies, numDependencies, nodeParams);
}

void call_627(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
    cudaGraphAddExternalSemaphoresWaitNode(pGraphNode, graph, pDependencies, numDependencies, nodeParams);
}

void call_628(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, const struct cudaHostNodeParams *pNodeParams)
{
    cudaGraphAddHostNode(pGraphNode, graph, pDependencies, numDependencies, pNodeParams);
}

void call_629(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, const struct cudaKernelNodeParams *pNodeParams)
{
    cudaGraphAddKernelNode(pGraphNode, graph, pDependencies, numDependencies, pNodeParams);
}

void call_630(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, struct cudaMemAllocNodeParams *nodeParams)
{
    cudaGraphAddMemAllocNode(pGraphNode, graph, pDependencies, numDependencies, nodeParams);
}

void call_631(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, void *dptr)
{
    cudaGraphAddMemFreeNode(pGraphNode, graph, pDependencies, numDependencies, dptr);
}

void call_632(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, const struct cudaMemcpy3DParms *pCopyParams)
{
    cudaGraphAddMemcpyNode(pGraphNode, graph, pDependencies, numDependencies, pCopyParams);
}

void call_633(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
    cudaGraphAddMemcpyNode1D(pGraphNode, graph, pDependencies, numDependencies, dst, src, count, kind);
}

void call_634(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, void *dst, const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind)
{
    cudaGraphAddMemcpyNodeFromSymbol(pGraphNode, graph, pDependencies, numDependencies, dst, symbol, count, offset, kind);
}

void call_635(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, const void *symbol, const void *src, size_t count, size_t offset, enum cudaMemcpyKind kind)
{
    cudaGraphAddMemcpyNodeToSymbol(pGraphNode, graph, pDependencies, numDependencies, symbol, src, count, offset, kind);
}

void call_636(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, const struct cudaMemsetParams *pMemsetParams)
{
    cudaGraphAddMemsetNode(pGraphNode, graph, pDependencies, numDependencies, pMemsetParams);
}

void call_637(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, const cudaGraphEdgeData *dependencyData, size_t numDependencies, struct cudaGraphNodeParams *nodeParams)
{
    cudaGraphAddNode(pGraphNode, graph, pDependencies, dependencyData, numDependencies, nodeParams);
}

void call_638(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, size_t numDependencies, struct cudaGraphNodeParams *nodeParams)
{
    cudaGraphAddNode(pGraphNode, graph, pDependencies, numDependencies, nodeParams);
}

void call_639(cudaGraphNode_t *pGraphNode, cudaGraph_t graph, const cudaGraphNode_t *pDependencies, const cudaGraphEdgeData *dependencyData, size_t numDependencies, struct cudaGraphNodeParams *nodeParams)
{
    cudaGraphAddNode_v2(pGraphNode, graph, pDependencies, dependencyData, numDependencies, nodeParams);
}

void call_640(cudaGraphNode_t node, cudaGraph_t *pGraph)
{
    cudaGraphChildGraphNodeGetGraph(node, pGraph);
}

void call_641(cudaGraph_t *pGraphClone, cudaGraph_t originalGraph)
{
    cudaGraphClone(pGraphClone, originalGraph);
}

void call_642(cudaGraphConditionalHandle *pHandle_out, cudaGraph_t graph, unsigned int defaultLaunchValue, unsigned int flags)
{
    cudaGraphConditionalHandleCreate(pHandle_out, graph, defaultLaunchValue, flags);
}

void call_643(cudaGraphConditionalHandle *pHandle_out, cudaGraph_t graph, cudaExecutionContext_t ctx, unsigned int defaultLaunchValue, unsigned int flags)
{
    cudaGraphConditionalHandleCreate_v2(pHandle_out, graph, ctx, defaultLaunchValue, flags);
}

void call_644(cudaGraph_t *pGraph, unsigned int flags)
{
    cudaGraphCreate(pGraph, flags);
}

void call_645(cudaGraph_t graph, const char *path, unsigned int flags)
{
    cudaGraphDebugDotPrint(graph, path, flags);
}

void call_646(cudaGraph_t graph)
{
    cudaGraphDestroy(graph);
}

void call_647(cudaGraphNode_t node)
{
    cudaGraphDestroyNode(node);
}

void call_648(cudaGraphNode_t node, cudaEvent_t *event_out)
{
    cudaGraphEventRecordNodeGetEvent(node, event_out);
}

void call_649(cudaGraphNode_t node, cudaEvent_t event)
{
    cudaGraphEventRecordNodeSetEvent(node, event);
}

void call_650(cudaGraphNode_t node, cudaEvent_t *event_out)
{
    cudaGraphEventWaitNodeGetEvent(node, event_out);
}

void call_651(cudaGraphNode_t node, cudaEvent_t event)
{
    cudaGraphEventWaitNodeSetEvent(node, event);
}

void call_652(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, cudaGraph_t childGraph)
{
    cudaGraphExecChildGraphNodeSetParams(hGraphExec, node, childGraph);
}

void call_653(cudaGraphExec_t graphExec)
{
    cudaGraphExecDestroy(graphExec);
}

void call_654(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event)
{
    cudaGraphExecEventRecordNodeSetEvent(hGraphExec, hNode, event);
}

void call_655(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, cudaEvent_t event)
{
    cudaGraphExecEventWaitNodeSetEvent(hGraphExec, hNode, event);
}

void call_656(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
    cudaGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec, hNode, nodeParams);
}

void call_657(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
    cudaGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec, hNode, nodeParams);
}

void call_658(cudaGraphExec_t graphExec, unsigned long long *flags)
{
    cudaGraphExecGetFlags(graphExec, flags);
}

void call_659(cudaGraphExec_t hGraphExec, unsigned int *graphID)
{
    cudaGraphExecGetId(hGraphExec, graphID);
}

void call_660(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const struct cudaHostNodeParams *pNodeParams)
{
    cudaGraphExecHostNodeSetParams(hGraphExec, node, pNodeParams);
}

void call_661(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const struct cudaKernelNodeParams *pNodeParams)
{
    cudaGraphExecKernelNodeSetParams(hGraphExec, node, pNodeParams);
}

void call_662(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const struct cudaMemcpy3DParms *pNodeParams)
{
    cudaGraphExecMemcpyNodeSetParams(hGraphExec, node, pNodeParams);
}

void call_663(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
    cudaGraphExecMemcpyNodeSetParams1D(hGraphExec, node, dst, src, count, kind);
}

void call_664(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, void *dst, const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind)
{
    cudaGraphExecMemcpyNodeSetParamsFromSymbol(hGraphExec, node, dst, symbol, count, offset, kind);
}

void call_665(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const void *symbol, const void *src, size_t count, size_t offset, enum cudaMemcpyKind kind)
{
    cudaGraphExecMemcpyNodeSetParamsToSymbol(hGraphExec, node, symbol, src, count, offset, kind);
}

void call_666(cudaGraphExec_t hGraphExec, cudaGraphNode_t node, const struct cudaMemsetParams *pNodeParams)
{
    cudaGraphExecMemsetNodeSetParams(hGraphExec, node, pNodeParams);
}

void call_667(cudaGraphExec_t graphExec, cudaGraphNode_t node, struct cudaGraphNodeParams *nodeParams)
{
    cudaGraphExecNodeSetParams(graphExec, node, nodeParams);
}

void call_668(cudaGraphExec_t hGraphExec, cudaGraph_t hGraph, cudaGraphExecUpdateResultInfo *resultInfo)
{
    cudaGraphExecUpdate(hGraphExec, hGraph, resultInfo);
}

void call_669(cudaGraphNode_t hNode, struct cudaExternalSemaphoreSignalNodeParams *params_out)
{
    cudaGraphExternalSemaphoresSignalNodeGetParams(hNode, params_out);
}

void call_670(cudaGraphNode_t hNode, const struct cudaExternalSemaphoreSignalNodeParams *nodeParams)
{
    cudaGraphExternalSemaphoresSignalNodeSetParams(hNode, nodeParams);
}

void call_671(cudaGraphNode_t hNode, struct cudaExternalSemaphoreWaitNodeParams *params_out)
{
    cudaGraphExternalSemaphoresWaitNodeGetParams(hNode, params_out);
}

void call_672(cudaGraphNode_t hNode, const struct cudaExternalSemaphoreWaitNodeParams *nodeParams)
{
    cudaGraphExternalSemaphoresWaitNodeSetParams(hNode, nodeParams);
}

void call_673(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *numEdges)
{
    cudaGraphGetEdges(graph, from, to, numEdges);
}

void call_674(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edgeData, size_t *numEdges)
{
    cudaGraphGetEdges(graph, from, to, edgeData, numEdges);
}

void call_675(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, cudaGraphEdgeData *edgeData, size_t *numEdges)
{
    cudaGraphGetEdges_v2(graph, from, to, edgeData, numEdges);
}

void call_676(cudaGraph_t hGraph, unsigned int *graphID)
{
    cudaGraphGetId(hGraph, graphID);
}

void call_677(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *numNodes)
{
    cudaGraphGetNodes(graph, nodes, numNodes);
}

void call_678(cudaGraph_t graph, cudaGraphNode_t *pRootNodes, size_t *pNumRootNodes)
{
    cudaGraphGetRootNodes(graph, pRootNodes, pNumRootNodes);
}

void call_679(cudaGraphNode_t node, struct cudaHostNodeParams *pNodeParams)
{
    cudaGraphHostNodeGetParams(node, pNodeParams);
}

void call_680(cudaGraphNode_t node, const struct cudaHostNodeParams *pNodeParams)
{
    cudaGraphHostNodeSetParams(node, pNodeParams);
}

void call_681(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, unsigned long long flags)
{
    cudaGraphInstantiate(pGraphExec, graph, flags);
}

void call_682(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, unsigned long long flags)
{
    cudaGraphInstantiateWithFlags(pGraphExec, graph, flags);
}

void call_683(cudaGraphExec_t *pGraphExec, cudaGraph_t graph, cudaGraphInstantiateParams *instantiateParams)
{
    cudaGraphInstantiateWithParams(pGraphExec, graph, instantiateParams);
}

void call_684(cudaGraphNode_t hDst, cudaGraphNode_t hSrc)
{
    cudaGraphKernelNodeCopyAttributes(hDst, hSrc);
}

void call_685(cudaGraphNode_t hNode, cudaLaunchAttributeID attr, cudaLaunchAttributeValue *value_out)
{
    cudaGraphKernelNodeGetAttribute(hNode, attr, value_out);
}

void call_686(cudaGraphNode_t node, struct cudaKernelNodeParams *pNodeParams)
{
    cudaGraphKernelNodeGetParams(node, pNodeParams);
}

void call_687(cudaGraphNode_t hNode, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue *value)
{
    cudaGraphKernelNodeSetAttribute(hNode, attr, value);
}

void call_688(cudaGraphNode_t node, const struct cudaKernelNodeParams *pNodeParams)
{
    cudaGraphKernelNodeSetParams(node, pNodeParams);
}

void call_689(cudaGraphExec_t graphExec, cudaStream_t stream)
{
    cudaGraphLaunch(graphExec, stream);
}

void call_690(cudaGraphNode_t node, struct cudaMemAllocNodeParams *params_out)
{
    cudaGraphMemAllocNodeGetParams(node, params_out);
}

void call_691(cudaGraphNode_t node, void *dptr_out)
{
    cudaGraphMemFreeNodeGetParams(node, dptr_out);
}

void call_692(cudaGraphNode_t node, struct cudaMemcpy3DParms *pNodeParams)
{
    cudaGraphMemcpyNodeGetParams(node, pNodeParams);
}

void call_693(cudaGraphNode_t node, const struct cudaMemcpy3DParms *pNodeParams)
{
    cudaGraphMemcpyNodeSetParams(node, pNodeParams);
}

void call_694(cudaGraphNode_t node, void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
    cudaGraphMemcpyNodeSetParams1D(node, dst, src, count, kind);
}

void call_695(cudaGraphNode_t node, void *dst, const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind)
{
    cudaGraphMemcpyNodeSetParamsFromSymbol(node, dst, symbol, count, offset, kind);
}

void call_696(cudaGraphNode_t node, const void *symbol, const void *src, size_t count, size_t offset, enum cudaMemcpyKind kind)
{
    cudaGraphMemcpyNodeSetParamsToSymbol(node, symbol, src, count, offset, kind);
}

void call_697(cudaGraphNode_t node, struct cudaMemsetParams *pNodeParams)
{
    cudaGraphMemsetNodeGetParams(node, pNodeParams);
}

void call_698(cudaGraphNode_t node, const struct cudaMemsetParams *pNodeParams)
{
    cudaGraphMemsetNodeSetParams(node, pNodeParams);
}

void call_699(cudaGraphNode_t *pNode, cudaGraphNode_t originalNode, cudaGraph_t clonedGraph)
{
    cudaGraphNodeFindInClone(pNode, originalNode, clonedGraph);
}

void call_700(cudaGraphNode_t hNode, cudaGraph_t *phGraph)
{
    cudaGraphNodeGetContainingGraph(hNode, phGraph);
}

void call_701(cudaGraphNode_t node, cudaGraphNode_t *pDependencies, cudaGraphEdgeData *edgeData, size_t *pNumDependencies)
{
    cudaGraphNodeGetDependencies(node, pDependencies, edgeData, pNumDependencies);
}

void call_702(cudaGraphNode_t node, cudaGraphNode_t *pDependencies, size_t *pNumDependencies)
{
    cudaGraphNodeGetDependencies(node, pDependencies, pNumDependencies);
}

void call_703(cudaGraphNode_t node, cudaGraphNode_t *pDependencies, cudaGraphEdgeData *edgeData, size_t *pNumDependencies)
{
    cudaGraphNodeGetDependencies_v2(node, pDependencies, edgeData, pNumDependencies);
}

void call_704(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes, size_t *pNumDependentNodes)
{
    cudaGraphNodeGetDependentNodes(node, pDependentNodes, pNumDependentNodes);
}

void call_705(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes, cudaGraphEdgeData *edgeData, size_t *pNumDependentNodes)
{
    cudaGraphNodeGetDependentNodes(node, pDependentNodes, edgeData, pNumDependentNodes);
}

void call_706(cudaGraphNode_t node, cudaGraphNode_t *pDependentNodes, cudaGraphEdgeData *edgeData, size_t *pNumDependentNodes)
{
    cudaGraphNodeGetDependentNodes_v2(node, pDependentNodes, edgeData, pNumDependentNodes);
}

void call_707(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int *isEnabled)
{
    cudaGraphNodeGetEnabled(hGraphExec, hNode, isEnabled);
}

void call_708(cudaGraphNode_t hNode, unsigned int *nodeId)
{
    cudaGraphNodeGetLocalId(hNode, nodeId);
}

void call_709(cudaGraphNode_t node, struct cudaGraphNodeParams *nodeParams)
{
    cudaGraphNodeGetParams(node, nodeParams);
}

void call_710(cudaGraphNode_t hNode, unsigned long long *toolsNodeId)
{
    cudaGraphNodeGetToolsId(hNode, toolsNodeId);
}

void call_711(cudaGraphNode_t node, enum cudaGraphNodeType *pType)
{
    cudaGraphNodeGetType(node, pType);
}

void call_712(cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode, unsigned int isEnabled)
{
    cudaGraphNodeSetEnabled(hGraphExec, hNode, isEnabled);
}

void call_713(cudaGraphNode_t node, struct cudaGraphNodeParams *nodeParams)
{
    cudaGraphNodeSetParams(node, nodeParams);
}

void call_714(cudaGraph_t graph, cudaUserObject_t object, unsigned int count)
{
    cudaGraphReleaseUserObject(graph, object, count);
}

void call_715(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, size_t numDependencies)
{
    cudaGraphRemoveDependencies(graph, from, to, numDependencies);
}

void call_716(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *edgeData, size_t numDependencies)
{
    cudaGraphRemoveDependencies(graph, from, to, edgeData, numDependencies);
}

void call_717(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, const cudaGraphEdgeData *edgeData, size_t numDependencies)
{
    cudaGraphRemoveDependencies_v2(graph, from, to, edgeData, numDependencies);
}

void call_718(cudaGraph_t graph, cudaUserObject_t object, unsigned int count, unsigned int flags)
{
    cudaGraphRetainUserObject(graph, object, count, flags);
}

void call_719(cudaGraphExec_t graphExec, cudaStream_t stream)
{
    cudaGraphUpload(graphExec, stream);
}

void call_720(int count, cudaGraphicsResource_t *resources, cudaStream_t stream)
{
    cudaGraphicsMapResources(count, resources, stream);
}

void call_721(cudaMipmappedArray_t *mipmappedArray, cudaGraphicsResource_t resource)
{
    cudaGraphicsResourceGetMappedMipmappedArray(mipmappedArray, resource);
}

void call_722(void **devPtr, size_t *size, cudaGraphicsResource_t resource)
{
    cudaGraphicsResourceGetMappedPointer(devPtr, size, resource);
}

void call_723(cudaGraphicsResource_t resource, unsigned int flags)
{
    cudaGraphicsResourceSetMapFlags(resource, flags);
}

void call_724(cudaArray_t *array, cudaGraphicsResource_t resource, unsigned int arrayIndex, unsigned int mipLevel)
{
    cudaGraphicsSubResourceGetMappedArray(array, resource, arrayIndex, mipLevel);
}

void call_725(int count, cudaGraphicsResource_t *resources, cudaStream_t stream)
{
    cudaGraphicsUnmapResources(count, resources, stream);
}

void call_726(cudaGraphicsResource_t resource)
{
    cudaGraphicsUnregisterResource(resource);
}

void call_727(cudaExecutionContext_t *phCtx, cudaDevResourceDesc_t desc, int device, unsigned int flags)
{
    cudaGreenCtxCreate(phCtx, desc, device, flags);
}

void call_728(void **pHost, size_t size, unsigned int flags)
{
    cudaHostAlloc(pHost, size, flags);
}

void call_729(void **pDevice, void *pHost, unsigned int flags)
{
    cudaHostGetDevicePointer(pDevice, pHost, flags);
}

void call_730(unsigned int *pFlags, void *pHost)
{
    cudaHostGetFlags(pFlags, pHost);
}

void call_731(void *ptr, size_t size, unsigned int flags)
{
    cudaHostRegister(ptr, size, flags);
}

void call_732(void *ptr)
{
    cudaHostUnregister(ptr);
}

void call_733(cudaExternalMemory_t *extMem_out, const struct cudaExternalMemoryHandleDesc *memHandleDesc)
{
    cudaImportExternalMemory(extMem_out, memHandleDesc);
}

void call_734(cudaExternalSemaphore_t *extSem_out, const struct cudaExternalSemaphoreHandleDesc *semHandleDesc)
{
    cudaImportExternalSemaphore(extSem_out, semHandleDesc);
}

void call_735(int device, unsigned int deviceFlags, unsigned int flags)
{
    cudaInitDevice(device, deviceFlags, flags);
}

void call_736(void *devPtr)
{
    cudaIpcCloseMemHandle(devPtr);
}

void call_737(cudaIpcEventHandle_t *handle, cudaEvent_t event)
{
    cudaIpcGetEventHandle(handle, event);
}

void call_738(cudaIpcMemHandle_t *handle, void *devPtr)
{
    cudaIpcGetMemHandle(handle, devPtr);
}

void call_739(cudaEvent_t *event, cudaIpcEventHandle_t handle)
{
    cudaIpcOpenEventHandle(event, handle);
}

void call_740(void **devPtr, cudaIpcMemHandle_t handle, unsigned int flags)
{
    cudaIpcOpenMemHandle(devPtr, handle, flags);
}

void call_741(cudaKernel_t kernel, enum cudaFuncAttribute attr, int value, int device)
{
    cudaKernelSetAttributeForDevice(kernel, attr, value, device);
}

void call_742(const void *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem, cudaStream_t stream)
{
    cudaLaunchCooperativeKernel(func, gridDim, blockDim, args, sharedMem, stream);
}

void call_743(struct cudaLaunchParams *launchParamsList, unsigned int numDevices, unsigned int flags)
{
    cudaLaunchCooperativeKernelMultiDevice(launchParamsList, numDevices, flags);
}

void call_744(cudaStream_t stream, cudaHostFn_t fn, void *userData)
{
    cudaLaunchHostFunc(stream, fn, userData);
}

void call_745(cudaStream_t stream, cudaHostFn_t fn, void *userData, unsigned int syncMode)
{
    cudaLaunchHostFunc_v2(stream, fn, userData, syncMode);
}

void call_746(const void *func, dim3 gridDim, dim3 blockDim, void **args, size_t sharedMem, cudaStream_t stream)
{
    cudaLaunchKernel(func, gridDim, blockDim, args, sharedMem, stream);
}

void call_747(const cudaLaunchConfig_t *config, const void *func, void **args)
{
    cudaLaunchKernelExC(config, func, args);
}

void call_748(cudaKernel_t *kernels, unsigned int numKernels, cudaLibrary_t lib)
{
    cudaLibraryEnumerateKernels(kernels, numKernels, lib);
}

void call_749(void **dptr, size_t *bytes, cudaLibrary_t library, const char *name)
{
    cudaLibraryGetGlobal(dptr, bytes, library, name);
}

void call_750(cudaKernel_t *pKernel, cudaLibrary_t library, const char *name)
{
    cudaLibraryGetKernel(pKernel, library, name);
}

void call_751(unsigned int *count, cudaLibrary_t lib)
{
    cudaLibraryGetKernelCount(count, lib);
}

void call_752(void **dptr, size_t *bytes, cudaLibrary_t library, const char *name)
{
    cudaLibraryGetManaged(dptr, bytes, library, name);
}

void call_753(void **fptr, cudaLibrary_t library, const char *symbol)
{
    cudaLibraryGetUnifiedFunction(fptr, library, symbol);
}

void call_754(cudaLibrary_t *library, const void *code, enum cudaJitOption *jitOptions, void **jitOptionsValues, unsigned int numJitOptions, enum cudaLibraryOption *libraryOptions, void **libraryOptionValues, unsigned int numLibraryOptions)
{
    cudaLibraryLoadData(library, code, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions);
}

void call_755(cudaLibrary_t *library, const char *fileName, enum cudaJitOption *jitOptions, void **jitOptionsValues, unsigned int numJitOptions, enum cudaLibraryOption *libraryOptions, void **libraryOptionValues, unsigned int numLibraryOptions)
{
    cudaLibraryLoadFromFile(library, fileName, jitOptions, jitOptionsValues, numJitOptions, libraryOptions, libraryOptionValues, numLibraryOptions);
}

void call_756(cudaLibrary_t library)
{
    cudaLibraryUnload(library);
}

void call_757(cudaLogIterator *iterator_out, unsigned int flags)
{
    cudaLogsCurrent(iterator_out, flags);
}

void call_758(cudaLogIterator *iterator, const char *pathToFile, unsigned int flags)
{
    cudaLogsDumpToFile(iterator, pathToFile, flags);
}

void call_759(cudaLogIterator *iterator, char *buffer, size_t *size, unsigned int flags)
{
    cudaLogsDumpToMemory(iterator, buffer, size, flags);
}

void call_760(cudaLogsCallback_t callbackFunc, void *userData, cudaLogsCallbackHandle *callback_out)
{
    cudaLogsRegisterCallback(callbackFunc, userData, callback_out);
}

void call_761(cudaLogsCallbackHandle callback)
{
    cudaLogsUnregisterCallback(callback);
}

void call_762(void **devPtr, size_t size)
{
    cudaMalloc(devPtr, size);
}

void call_763(struct cudaPitchedPtr *pitchedDevPtr, struct cudaExtent extent)
{
    cudaMalloc3D(pitchedDevPtr, extent);
}

void call_764(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent, unsigned int flags)
{
    cudaMalloc3DArray(array, desc, extent, flags);
}

void call_765(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width, size_t height, unsigned int flags)
{
    cudaMallocArray(array, desc, width, height, flags);
}

void call_766(void **devPtr, size_t size, cudaStream_t hStream)
{
    cudaMallocAsync(devPtr, size, hStream);
}

void call_767(void **ptr, size_t size, cudaMemPool_t memPool, cudaStream_t stream)
{
    cudaMallocFromPoolAsync(ptr, size, memPool, stream);
}

void call_768(void **ptr, size_t size)
{
    cudaMallocHost(ptr, size);
}

void call_769(void **devPtr, size_t size, unsigned int flags)
{
    cudaMallocManaged(devPtr, size, flags);
}

void call_770(cudaMipmappedArray_t *mipmappedArray, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent, unsigned int numLevels, unsigned int flags)
{
    cudaMallocMipmappedArray(mipmappedArray, desc, extent, numLevels, flags);
}

void call_771(void **devPtr, size_t *pitch, size_t width, size_t height)
{
    cudaMallocPitch(devPtr, pitch, width, height);
}

void call_772(const void *devPtr, size_t count, enum cudaMemoryAdvise advice, struct cudaMemLocation location)
{
    cudaMemAdvise(devPtr, count, advice, location);
}

void call_773(const void *devPtr, size_t count, enum cudaMemoryAdvise advice, struct cudaMemLocation location)
{
    cudaMemAdvise_v2(devPtr, count, advice, location);
}

void call_774(void **dptrs, size_t *sizes, size_t count, struct cudaMemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, cudaStream_t stream)
{
    cudaMemDiscardAndPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, stream);
}

void call_775(void **dptrs, size_t *sizes, size_t count, unsigned long long flags, cudaStream_t stream)
{
    cudaMemDiscardBatchAsync(dptrs, sizes, count, flags, stream);
}

void call_776(cudaMemPool_t *memPool, struct cudaMemLocation *location, enum cudaMemAllocationType type)
{
    cudaMemGetDefaultMemPool(memPool, location, type);
}

void call_777(size_t *free, size_t *total)
{
    cudaMemGetInfo(free, total);
}

void call_778(void *devPtr, size_t size, size_t summaryGranularity, size_t samplingGranularity, struct cudaMemLocation *location_out)
{
    cudaMemGetLocationInfo(devPtr, size, summaryGranularity, samplingGranularity, location_out);
}

void call_779(cudaMemPool_t *memPool, struct cudaMemLocation *location, enum cudaMemAllocationType type)
{
    cudaMemGetMemPool(memPool, location, type);
}

void call_780(cudaMemPool_t *memPool, const struct cudaMemPoolProps *poolProps)
{
    cudaMemPoolCreate(memPool, poolProps);
}

void call_781(cudaMemPool_t memPool)
{
    cudaMemPoolDestroy(memPool);
}

void call_782(struct cudaMemPoolPtrExportData *exportData, void *ptr)
{
    cudaMemPoolExportPointer(exportData, ptr);
}

void call_783(void *shareableHandle, cudaMemPool_t memPool, enum cudaMemAllocationHandleType handleType, unsigned int flags)
{
    cudaMemPoolExportToShareableHandle(shareableHandle, memPool, handleType, flags);
}

void call_784(enum cudaMemAccessFlags *flags, cudaMemPool_t memPool, struct cudaMemLocation *location)
{
    cudaMemPoolGetAccess(flags, memPool, location);
}

void call_785(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value)
{
    cudaMemPoolGetAttribute(memPool, attr, value);
}

void call_786(cudaMemPool_t *memPool, void *shareableHandle, enum cudaMemAllocationHandleType handleType, unsigned int flags)
{
    cudaMemPoolImportFromShareableHandle(memPool, shareableHandle, handleType, flags);
}

void call_787(void **ptr, cudaMemPool_t memPool, struct cudaMemPoolPtrExportData *exportData)
{
    cudaMemPoolImportPointer(ptr, memPool, exportData);
}

void call_788(cudaMemPool_t memPool, const struct cudaMemAccessDesc *descList, size_t count)
{
    cudaMemPoolSetAccess(memPool, descList, count);
}

void call_789(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value)
{
    cudaMemPoolSetAttribute(memPool, attr, value);
}

void call_790(cudaMemPool_t memPool, size_t minBytesToKeep)
{
    cudaMemPoolTrimTo(memPool, minBytesToKeep);
}

void call_791(const void *devPtr, size_t count, struct cudaMemLocation location, unsigned int flags, cudaStream_t stream)
{
    cudaMemPrefetchAsync(devPtr, count, location, flags, stream);
}

void call_792(const void *devPtr, size_t count, int dstDevice, cudaStream_t stream)
{
    cudaMemPrefetchAsync(devPtr, count, dstDevice, stream);
}

void call_793(const void *devPtr, size_t count, struct cudaMemLocation location, unsigned int flags, cudaStream_t stream)
{
    cudaMemPrefetchAsync_v2(devPtr, count, location, flags, stream);
}

void call_794(void **dptrs, size_t *sizes, size_t count, struct cudaMemLocation *prefetchLocs, size_t *prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, cudaStream_t stream)
{
    cudaMemPrefetchBatchAsync(dptrs, sizes, count, prefetchLocs, prefetchLocIdxs, numPrefetchLocs, flags, stream);
}

void call_795(void *data, size_t dataSize, enum cudaMemRangeAttribute attribute, const void *devPtr, size_t count)
{
    cudaMemRangeGetAttribute(data, dataSize, attribute, devPtr, count);
}

void call_796(void **data, size_t *dataSizes, enum cudaMemRangeAttribute *attributes, size_t numAttributes, const void *devPtr, size_t count)
{
    cudaMemRangeGetAttributes(data, dataSizes, attributes, numAttributes, devPtr, count);
}

void call_797(struct cudaMemLocation *location, enum cudaMemAllocationType type, cudaMemPool_t memPool)
{
    cudaMemSetMemPool(location, type, memPool);
}

void call_798(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind)
{
    cudaMemcpy(dst, src, count, kind);
}

void call_799(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    cudaMemcpy2D(dst, dpitch, src, spitch, width, height, kind);
}

void call_800(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    cudaMemcpy2DArrayToArray(dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, width, height, kind);
}

void call_801(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaMemcpy2DAsync(dst, dpitch, src, spitch, width, height, kind, stream);
}

void call_802(void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    cudaMemcpy2DFromArray(dst, dpitch, src, wOffset, hOffset, width, height, kind);
}

void call_803(void *dst, size_t dpitch, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaMemcpy2DFromArrayAsync(dst, dpitch, src, wOffset, hOffset, width, height, kind, stream);
}

void call_804(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, enum cudaMemcpyKind kind)
{
    cudaMemcpy2DToArray(dst, wOffset, hOffset, src, spitch, width, height, kind);
}

void call_805(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaMemcpy2DToArrayAsync(dst, wOffset, hOffset, src, spitch, width, height, kind, stream);
}

void call_806(const struct cudaMemcpy3DParms *p)
{
    cudaMemcpy3D(p);
}

void call_807(const struct cudaMemcpy3DParms *p, cudaStream_t stream)
{
    cudaMemcpy3DAsync(p, stream);
}

void call_808(size_t numOps, struct cudaMemcpy3DBatchOp *opList, size_t *failIdx, unsigned long long flags, cudaStream_t stream)
{
    cudaMemcpy3DBatchAsync(numOps, opList, failIdx, flags, stream);
}

void call_809(size_t numOps, struct cudaMemcpy3DBatchOp *opList, unsigned long long flags, cudaStream_t stream)
{
    cudaMemcpy3DBatchAsync(numOps, opList, flags, stream);
}

void call_810(const struct cudaMemcpy3DPeerParms *p)
{
    cudaMemcpy3DPeer(p);
}

void call_811(const struct cudaMemcpy3DPeerParms *p, cudaStream_t stream)
{
    cudaMemcpy3DPeerAsync(p, stream);
}

void call_812(struct cudaMemcpy3DBatchOp *op, unsigned long long flags, cudaStream_t stream)
{
    cudaMemcpy3DWithAttributesAsync(op, flags, stream);
}

void call_813(cudaArray_t dst, size_t wOffsetDst, size_t hOffsetDst, cudaArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t count, enum cudaMemcpyKind kind)
{
    cudaMemcpyArrayToArray(dst, wOffsetDst, hOffsetDst, src, wOffsetSrc, hOffsetSrc, count, kind);
}

void call_814(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaMemcpyAsync(dst, src, count, kind, stream);
}

void call_815(void *const *dsts, const void *const *srcs, const size_t *sizes, size_t count, struct cudaMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, cudaStream_t stream)
{
    cudaMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, stream);
}

void call_816(void **dsts, void **srcs, size_t *sizes, size_t count, struct cudaMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, cudaStream_t stream)
{
    cudaMemcpyBatchAsync(dsts, srcs, sizes, count, attrs, attrsIdxs, numAttrs, failIdx, stream);
}

void call_817(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count, enum cudaMemcpyKind kind)
{
    cudaMemcpyFromArray(dst, src, wOffset, hOffset, count, kind);
}

void call_818(void *dst, cudaArray_const_t src, size_t wOffset, size_t hOffset, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaMemcpyFromArrayAsync(dst, src, wOffset, hOffset, count, kind, stream);
}

void call_819(void *dst, const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind)
{
    cudaMemcpyFromSymbol(dst, symbol, count, offset, kind);
}

void call_820(void *dst, const void *symbol, size_t count, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaMemcpyFromSymbolAsync(dst, symbol, count, offset, kind, stream);
}

void call_821(void *dst, int dstDevice, const void *src, int srcDevice, size_t count)
{
    cudaMemcpyPeer(dst, dstDevice, src, srcDevice, count);
}

void call_822(void *dst, int dstDevice, const void *src, int srcDevice, size_t count, cudaStream_t stream)
{
    cudaMemcpyPeerAsync(dst, dstDevice, src, srcDevice, count, stream);
}

void call_823(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count, enum cudaMemcpyKind kind)
{
    cudaMemcpyToArray(dst, wOffset, hOffset, src, count, kind);
}

void call_824(cudaArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaMemcpyToArrayAsync(dst, wOffset, hOffset, src, count, kind, stream);
}

void call_825(const void *symbol, const void *src, size_t count, size_t offset, enum cudaMemcpyKind kind)
{
    cudaMemcpyToSymbol(symbol, src, count, offset, kind);
}

void call_826(const void *symbol, const void *src, size_t count, size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaMemcpyToSymbolAsync(symbol, src, count, offset, kind, stream);
}

void call_827(void *dst, const void *src, size_t size, struct cudaMemcpyAttributes *attr, cudaStream_t stream)
{
    cudaMemcpyWithAttributesAsync(dst, src, size, attr, stream);
}

void call_828(void *devPtr, int value, size_t count)
{
    cudaMemset(devPtr, value, count);
}

void call_829(void *devPtr, size_t pitch, int value, size_t width, size_t height)
{
    cudaMemset2D(devPtr, pitch, value, width, height);
}

void call_830(void *devPtr, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream)
{
    cudaMemset2DAsync(devPtr, pitch, value, width, height, stream);
}

void call_831(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent)
{
    cudaMemset3D(pitchedDevPtr, value, extent);
}

void call_832(struct cudaPitchedPtr pitchedDevPtr, int value, struct cudaExtent extent, cudaStream_t stream)
{
    cudaMemset3DAsync(pitchedDevPtr, value, extent, stream);
}

void call_833(void *devPtr, int value, size_t count, cudaStream_t stream)
{
    cudaMemsetAsync(devPtr, value, count, stream);
}

void call_834(struct cudaArrayMemoryRequirements *memoryRequirements, cudaMipmappedArray_t mipmap, int device)
{
    cudaMipmappedArrayGetMemoryRequirements(memoryRequirements, mipmap, device);
}

void call_835(struct cudaArraySparseProperties *sparseProperties, cudaMipmappedArray_t mipmap)
{
    cudaMipmappedArrayGetSparseProperties(sparseProperties, mipmap);
}

void call_836(size_t *dynamicSmemSize, const void *func, int numBlocks, int blockSize)
{
    cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, func, numBlocks, blockSize);
}

void call_837(int *numBlocks, const void *func, int blockSize, size_t dynamicSMemSize)
{
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, func, blockSize, dynamicSMemSize);
}

void call_838(int *numBlocks, const void *func, int blockSize, size_t dynamicSMemSize, unsigned int flags)
{
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSMemSize, flags);
}

void call_839(int *numClusters, const void *func, const cudaLaunchConfig_t *launchConfig)
{
    cudaOccupancyMaxActiveClusters(numClusters, func, launchConfig);
}

void call_840(int *clusterSize, const void *func, const cudaLaunchConfig_t *launchConfig)
{
    cudaOccupancyMaxPotentialClusterSize(clusterSize, func, launchConfig);
}

void call_841()
{
    cudaPeekAtLastError();
}

void call_842(struct cudaPointerAttributes *attributes, const void *ptr)
{
    cudaPointerGetAttributes(attributes, ptr);
}

void call_843(int *runtimeVersion)
{
    cudaRuntimeGetVersion(runtimeVersion);
}

void call_844(int device)
{
    cudaSetDevice(device);
}

void call_845(unsigned int flags)
{
    cudaSetDeviceFlags(flags);
}

void call_846(double *d)
{
    cudaSetDoubleForDevice(d);
}

void call_847(double *d)
{
    cudaSetDoubleForHost(d);
}

void call_848(int *device_arr, int len)
{
    cudaSetValidDevices(device_arr, len);
}

void call_849(const cudaExternalSemaphore_t *extSemArray, const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems, cudaStream_t stream)
{
    cudaSignalExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream);
}

void call_850(const cudaExternalSemaphore_t *extSemArray, const struct cudaExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems, cudaStream_t stream)
{
    cudaSignalExternalSemaphoresAsync_v2(extSemArray, paramsArray, numExtSems, stream);
}

void call_851(cudaStream_t stream, cudaStreamCallback_t callback, void *userData, unsigned int flags)
{
    cudaStreamAddCallback(stream, callback, userData, flags);
}

void call_852(cudaStream_t stream, void *devPtr, size_t length, unsigned int flags)
{
    cudaStreamAttachMemAsync(stream, devPtr, length, flags);
}

void call_853(cudaStream_t stream, enum cudaStreamCaptureMode mode)
{
    cudaStreamBeginCapture(stream, mode);
}

void call_854(cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *dependencies, const cudaGraphEdgeData *dependencyData, size_t numDependencies, enum cudaStreamCaptureMode mode)
{
    cudaStreamBeginCaptureToGraph(stream, graph, dependencies, dependencyData, numDependencies, mode);
}

void call_855(cudaStream_t stream, enum cudaStreamCaptureMode mode, cudaGraph_t graph, struct cudaGraphRecaptureCallbackData *callbackData)
{
    cudaStreamBeginRecaptureToGraph(stream, mode, graph, callbackData);
}

void call_856(cudaStream_t dst, cudaStream_t src)
{
    cudaStreamCopyAttributes(dst, src);
}

void call_857(cudaStream_t *pStream)
{
    cudaStreamCreate(pStream);
}

void call_858(cudaStream_t *pStream, unsigned int flags)
{
    cudaStreamCreateWithFlags(pStream, flags);
}

void call_859(cudaStream_t *pStream, unsigned int flags, int priority)
{
    cudaStreamCreateWithPriority(pStream, flags, priority);
}

void call_860(cudaStream_t stream)
{
    cudaStreamDestroy(stream);
}

void call_861(cudaStream_t stream, cudaGraph_t *pGraph)
{
    cudaStreamEndCapture(stream, pGraph);
}

void call_862(cudaStream_t hStream, cudaLaunchAttributeID attr, cudaLaunchAttributeValue *value_out)
{
    cudaStreamGetAttribute(hStream, attr, value_out);
}

void call_863(cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus_out, unsigned long long *id_out, cudaGraph_t *graph_out, const cudaGraphNode_t **dependencies_out, const cudaGraphEdgeData **edgeData_out, size_t *numDependencies_out)
{
    cudaStreamGetCaptureInfo(stream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out);
}

void call_864(cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus_out, unsigned long long *id_out, cudaGraph_t *graph_out, const cudaGraphNode_t **dependencies_out, size_t *numDependencies_out)
{
    cudaStreamGetCaptureInfo_v2(stream, captureStatus_out, id_out, graph_out, dependencies_out, numDependencies_out);
}

void call_865(cudaStream_t stream, enum cudaStreamCaptureStatus *captureStatus_out, unsigned long long *id_out, cudaGraph_t *graph_out, const cudaGraphNode_t **dependencies_out, const cudaGraphEdgeData **edgeData_out, size_t *numDependencies_out)
{
    cudaStreamGetCaptureInfo_v3(stream, captureStatus_out, id_out, graph_out, dependencies_out, edgeData_out, numDependencies_out);
}

void call_866(cudaStream_t hStream, cudaDevResource *resource, enum cudaDevResourceType type)
{
    cudaStreamGetDevResource(hStream, resource, type);
}

void call_867(cudaStream_t hStream, int *device)
{
    cudaStreamGetDevice(hStream, device);
}

void call_868(cudaStream_t hStream, unsigned int *flags)
{
    cudaStreamGetFlags(hStream, flags);
}

void call_869(cudaStream_t hStream, unsigned long long *streamId)
{
    cudaStreamGetId(hStream, streamId);
}

void call_870(cudaStream_t hStream, int *priority)
{
    cudaStreamGetPriority(hStream, priority);
}

void call_871(cudaStream_t stream, enum cudaStreamCaptureStatus *pCaptureStatus)
{
    cudaStreamIsCapturing(stream, pCaptureStatus);
}

void call_872(cudaStream_t stream)
{
    cudaStreamQuery(stream);
}

void call_873(cudaStream_t hStream, cudaLaunchAttributeID attr, const cudaLaunchAttributeValue *value)
{
    cudaStreamSetAttribute(hStream, attr, value);
}

void call_874(cudaStream_t stream)
{
    cudaStreamSynchronize(stream);
}

void call_875(cudaStream_t stream, cudaGraphNode_t *dependencies, size_t numDependencies, unsigned int flags)
{
    cudaStreamUpdateCaptureDependencies(stream, dependencies, numDependencies, flags);
}

void call_876(cudaStream_t stream, cudaGraphNode_t *dependencies, const cudaGraphEdgeData *dependencyData, size_t numDependencies, unsigned int flags)
{
    cudaStreamUpdateCaptureDependencies(stream, dependencies, dependencyData, numDependencies, flags);
}

void call_877(cudaStream_t stream, cudaGraphNode_t *dependencies, const cudaGraphEdgeData *dependencyData, size_t numDependencies, unsigned int flags)
{
    cudaStreamUpdateCaptureDependencies_v2(stream, dependencies, dependencyData, numDependencies, flags);
}

void call_878(cudaStream_t stream, cudaEvent_t event, unsigned int flags)
{
    cudaStreamWaitEvent(stream, event, flags);
}

void call_879(enum cudaStreamCaptureMode *mode)
{
    cudaThreadExchangeStreamCaptureMode(mode);
}

void call_880()
{
    cudaThreadExit();
}

void call_881(enum cudaFuncCache *pCacheConfig)
{
    cudaThreadGetCacheConfig(pCacheConfig);
}

void call_882(size_t *pValue, enum cudaLimit limit)
{
    cudaThreadGetLimit(pValue, limit);
}

void call_883(enum cudaFuncCache cacheConfig)
{
    cudaThreadSetCacheConfig(cacheConfig);
}

void call_884(enum cudaLimit limit, size_t value)
{
    cudaThreadSetLimit(limit, value);
}

void call_885()
{
    cudaThreadSynchronize();
}

void call_886(cudaUserObject_t *object_out, void *ptr, cudaHostFn_t destroy, unsigned int initialRefcount, unsigned int flags)
{
    cudaUserObjectCreate(object_out, ptr, destroy, initialRefcount, flags);
}

void call_887(cudaUserObject_t object, unsigned int count)
{
    cudaUserObjectRelease(object, count);
}

void call_888(cudaUserObject_t object, unsigned int count)
{
    cudaUserObjectRetain(object, count);
}

void call_889(const cudaExternalSemaphore_t *extSemArray, const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems, cudaStream_t stream)
{
    cudaWaitExternalSemaphoresAsync(extSemArray, paramsArray, numExtSems, stream);
}

void call_890(const cudaExternalSemaphore_t *extSemArray, const struct cudaExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems, cudaStream_t stream)
{
    cudaWaitExternalSemaphoresAsync_v2(extSemArray, paramsArray, numExtSems, stream);
}

//! Written by `cargo xtask check --write` from the tables in cuda-compat/api: change those.
//!
//! CUDA's driver functions that are HIP calls, those that are missing, and every spelling by name.

use crate::entry::{
    Address, NONE, PER_THREAD, Pointer, Spelling, aliases, forwards, named, per_thread, refusals,
};
use crate::own::*;
use cudart::entry::Ipc;
use cudart::own::edges;

#[rustfmt::skip]
forwards! {
    cuArray3DCreate_v2(a: Pointer, b: Pointer) context = hipArray3DCreate(a => Pointer, b => Pointer);
    cuArray3DGetDescriptor_v2(a: Pointer, b: Pointer) init = hipArray3DGetDescriptor(a => Pointer, b => Pointer);
    cuArrayCreate_v2(a: Pointer, b: Pointer) context = hipArrayCreate(a => Pointer, b => Pointer);
    cuArrayDestroy(a: Pointer) init = hipArrayDestroy(a => Pointer);
    cuArrayGetDescriptor_v2(a: Pointer, b: Pointer) init = hipArrayGetDescriptor(a => Pointer, b => Pointer);
    cuCtxAttach(a: Pointer, b: u32) context = hipExtCtxAttach(a => Pointer, b => u32);
    cuCtxCreate(a: Pointer, b: u32, c: u32) init = hipCtxCreate(a => Pointer, b => u32, c => u32);
    cuCtxCreate_v2(a: Pointer, b: u32, c: u32) init = hipCtxCreate(a => Pointer, b => u32, c => u32);
    cuCtxDestroy(a: Pointer) forget = hipCtxDestroy(a => Pointer);
    cuCtxDestroy_v2(a: Pointer) forget = hipCtxDestroy(a => Pointer);
    cuCtxDetach(a: Pointer) forget = hipExtCtxDetach(named(a) => Pointer);
    cuCtxDisablePeerAccess(a: Pointer) init = hipCtxDisablePeerAccess(named(a) => Pointer);
    cuCtxEnablePeerAccess(a: Pointer, b: u32) init = hipCtxEnablePeerAccess(named(a) => Pointer, b => u32);
    cuCtxGetCacheConfig(a: Pointer) context = hipCtxGetCacheConfig(a => Pointer);
    cuCtxGetDevResource(a: Pointer, b: Pointer, c: u32) init = hipExtCtxGetDevResource(named(a) => Pointer, b => Pointer, c => u32);
    cuCtxGetDevice(a: Pointer) context = hipCtxGetDevice(a => Pointer);
    cuCtxGetDevice_v2(a: Pointer, b: Pointer) init = hipExecutionCtxGetDevice(a => Pointer, named(b) => Pointer);
    cuCtxGetSharedMemConfig(a: Pointer) context = hipCtxGetSharedMemConfig(a => Pointer);
    cuCtxGetStreamPriorityRange(a: Pointer, b: Pointer) context = hipDeviceGetStreamPriorityRange(a => Pointer, b => Pointer);
    cuCtxPopCurrent(a: Pointer) forget = hipCtxPopCurrent(a => Pointer);
    cuCtxPopCurrent_v2(a: Pointer) forget = hipCtxPopCurrent(a => Pointer);
    cuCtxPushCurrent(a: Pointer) init = hipCtxPushCurrent(named(a) => Pointer);
    cuCtxPushCurrent_v2(a: Pointer) init = hipCtxPushCurrent(named(a) => Pointer);
    cuCtxRecordEvent(a: Pointer, b: Pointer) init = hipExtCtxRecordEvent(named(a) => Pointer, b => Pointer);
    cuCtxSetCacheConfig(a: u32) context = hipCtxSetCacheConfig(a => u32);
    cuCtxSetCurrent(a: Pointer) forget = hipCtxSetCurrent(named(a) => Pointer);
    cuCtxSetFlags(a: u32) context = hipSetDeviceFlags(a => u32);
    cuCtxSetLimit(a: u32, b: u64) context = hipDeviceSetLimit(a => u32, b => u64);
    cuCtxSetSharedMemConfig(a: u32) context = hipCtxSetSharedMemConfig(a => u32);
    cuCtxSynchronize() context = hipCtxSynchronize();
    cuCtxWaitEvent(a: Pointer, b: Pointer) init = hipExtCtxWaitEvent(named(a) => Pointer, b => Pointer);
    cuDestroyExternalMemory(a: Pointer) init = hipDestroyExternalMemory(a => Pointer);
    cuDestroyExternalSemaphore(a: Pointer) init = hipDestroyExternalSemaphore(a => Pointer);
    cuDevResourceGenerateDesc(a: Pointer, b: Pointer, c: u32) init = hipDevResourceGenerateDesc(a => Pointer, b => Pointer, c => u32);
    cuDevSmResourceSplit(a: Pointer, b: u32, c: Pointer, d: Pointer, e: u32, f: Pointer) init = hipDevSmResourceSplit(a => Pointer, b => u32, c => Pointer, d => Pointer, e => u32, f => Pointer);
    cuDevSmResourceSplitByCount(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u32, f: u32) init = hipDevSmResourceSplitByCount(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => u32, f => u32);
    cuDeviceCanAccessPeer(a: Pointer, b: u32, c: u32) init = hipDeviceCanAccessPeer(a => Pointer, b => u32, c => u32);
    cuDeviceComputeCapability(a: Pointer, b: Pointer, c: u32) init = hipDeviceComputeCapability(a => Pointer, b => Pointer, c => u32);
    cuDeviceGet(a: Pointer, b: u32) init = hipDeviceGet(a => Pointer, b => u32);
    cuDeviceGetByPCIBusId(a: Pointer, b: Pointer) init = hipDeviceGetByPCIBusId(a => Pointer, b => Pointer);
    cuDeviceGetCount(a: Pointer) init = hipGetDeviceCount(a => Pointer);
    cuDeviceGetDefaultMemPool(a: Pointer, b: u32) init = hipDeviceGetDefaultMemPool(a => Pointer, b => u32);
    cuDeviceGetDevResource(a: u32, b: Pointer, c: u32) init = hipDeviceGetDevResource(a => u32, b => Pointer, c => u32);
    cuDeviceGetGraphMemAttribute(a: u32, b: u32, c: Pointer) init = hipDeviceGetGraphMemAttribute(a => u32, b => u32, c => Pointer);
    cuDeviceGetMemPool(a: Pointer, b: u32) init = hipDeviceGetMemPool(a => Pointer, b => u32);
    cuDeviceGetName(a: Pointer, b: u32, c: u32) init = hipDeviceGetName(a => Pointer, b => u32, c => u32);
    cuDeviceGetPCIBusId(a: Pointer, b: u32, c: u32) init = hipDeviceGetPCIBusId(a => Pointer, b => u32, c => u32);
    cuDeviceGetUuid(a: Pointer, b: u32) init = hipDeviceGetUuid(a => Pointer, b => u32);
    cuDeviceGetUuid_v2(a: Pointer, b: u32) init = hipDeviceGetUuid(a => Pointer, b => u32);
    cuDeviceGraphMemTrim(a: u32) init = hipDeviceGraphMemTrim(a => u32);
    cuDevicePrimaryCtxGetState(a: u32, b: Pointer, c: Pointer) init = hipDevicePrimaryCtxGetState(a => u32, b => Pointer, c => Pointer);
    cuDevicePrimaryCtxRelease(a: u32) forget = hipDevicePrimaryCtxRelease(a => u32);
    cuDevicePrimaryCtxRelease_v2(a: u32) forget = hipDevicePrimaryCtxRelease(a => u32);
    cuDevicePrimaryCtxReset(a: u32) forget = hipDevicePrimaryCtxReset(a => u32);
    cuDevicePrimaryCtxReset_v2(a: u32) forget = hipDevicePrimaryCtxReset(a => u32);
    cuDevicePrimaryCtxRetain(a: Pointer, b: u32) init = hipDevicePrimaryCtxRetain(a => Pointer, b => u32);
    cuDevicePrimaryCtxSetFlags(a: u32, b: u32) init = hipDevicePrimaryCtxSetFlags(a => u32, b => u32);
    cuDevicePrimaryCtxSetFlags_v2(a: u32, b: u32) init = hipDevicePrimaryCtxSetFlags(a => u32, b => u32);
    cuDeviceSetGraphMemAttribute(a: u32, b: u32, c: Pointer) init = hipDeviceSetGraphMemAttribute(a => u32, b => u32, c => Pointer);
    cuDeviceSetMemPool(a: u32, b: Pointer) init = hipDeviceSetMemPool(a => u32, b => Pointer);
    cuDeviceTotalMem_v2(a: Pointer, b: u32) init = hipDeviceTotalMem(a => Pointer, b => u32);
    cuEventCreate(a: Pointer, b: u32) context = hipEventCreateWithFlags(a => Pointer, b => u32);
    cuEventDestroy(a: Pointer) init = hipEventDestroy(a => Pointer);
    cuEventDestroy_v2(a: Pointer) init = hipEventDestroy(a => Pointer);
    cuEventElapsedTime(a: Pointer, b: Pointer, c: Pointer) init = hipEventElapsedTime(a => Pointer, b => Pointer, c => Pointer);
    cuEventElapsedTime_v2(a: Pointer, b: Pointer, c: Pointer) init = hipEventElapsedTime(a => Pointer, b => Pointer, c => Pointer);
    cuEventQuery(a: Pointer) init = hipEventQuery(a => Pointer);
    cuEventRecord(a: Pointer, b: Pointer) init = hipEventRecord(a => Pointer, b => Pointer);
    cuEventRecordWithFlags(a: Pointer, b: Pointer, c: u32) init = hipEventRecordWithFlags(a => Pointer, b => Pointer, c => u32);
    cuEventRecordWithFlags_ptsz(a: Pointer, b: Pointer, c: u32) init = hipEventRecordWithFlags(a => Pointer, per_thread(b) => Pointer, c => u32);
    cuEventRecord_ptsz(a: Pointer, b: Pointer) init = hipEventRecord(a => Pointer, per_thread(b) => Pointer);
    cuEventSynchronize(a: Pointer) init = hipEventSynchronize(a => Pointer);
    cuFuncGetAttribute(a: Pointer, b: u32, c: Pointer) init = hipFuncGetAttribute(a => Pointer, b => u32, c => Pointer);
    cuFuncGetModule(a: Pointer, b: Pointer) init = __hipFrontFunctionModule(a => Pointer, b => Pointer);
    cuFuncGetName(a: Pointer, b: Pointer) init = hipKernelGetName(a => Pointer, b => Pointer);
    cuFuncGetParamCount(a: Pointer, b: Pointer) init = __hipFrontParamCount(a => Pointer, b => Pointer);
    cuFuncGetParamInfo(a: Pointer, b: u64, c: Pointer, d: Pointer) init = hipKernelGetParamInfo(a => Pointer, b => u64, c => Pointer, d => Pointer);
    cuFuncSetAttribute(a: Pointer, b: u32, c: u32) init = hipFuncSetAttribute(a => Pointer, b => u32, c => u32);
    cuFuncSetBlockShape(a: Pointer, b: u32, c: u32, d: u32) init = hipExtFuncSetBlockShape(a => Pointer, b => u32, c => u32, d => u32);
    cuFuncSetCacheConfig(a: Pointer, b: u32) init = hipExtFuncSetCacheConfig(a => Pointer, b => u32);
    cuFuncSetSharedMemConfig(a: Pointer, b: u32) init = hipFuncSetSharedMemConfig(a => Pointer, b => u32);
    cuFuncSetSharedSize(a: Pointer, b: u32) init = hipExtFuncSetSharedSize(a => Pointer, b => u32);
    cuGraphAddChildGraphNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) init = hipGraphAddChildGraphNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
    cuGraphAddDependencies(a: Pointer, b: Pointer, c: Pointer, d: u64) init = hipGraphAddDependencies(a => Pointer, b => Pointer, c => Pointer, d => u64);
    cuGraphAddDependencies_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64) init = hipExtGraphAddDependencies(a => Pointer, b => Pointer, c => Pointer, edges(d,e) => Pointer, e => u64);
    cuGraphAddEmptyNode(a: Pointer, b: Pointer, c: Pointer, d: u64) init = hipGraphAddEmptyNode(a => Pointer, b => Pointer, c => Pointer, d => u64);
    cuGraphAddEventRecordNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) init = hipGraphAddEventRecordNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
    cuGraphAddEventWaitNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) init = hipGraphAddEventWaitNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
    cuGraphAddHostNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) init = hipGraphAddHostNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
    cuGraphAddMemAllocNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) init = hipGraphAddMemAllocNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
    cuGraphAddMemFreeNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: u64) init = hipDrvGraphAddMemFreeNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e as usize as Pointer => Pointer);
    cuGraphChildGraphNodeGetGraph(a: Pointer, b: Pointer) init = hipGraphChildGraphNodeGetGraph(a => Pointer, b => Pointer);
    cuGraphClone(a: Pointer, b: Pointer) init = hipGraphClone(a => Pointer, b => Pointer);
    cuGraphConditionalHandleCreate(a: Pointer, b: Pointer, _c: Pointer, d: u32, e: u32) init = hipExtGraphConditionalHandleCreate(a => Pointer, b => Pointer, d => u32, e => u32);
    cuGraphCreate(a: Pointer, b: u32) init = hipGraphCreate(a => Pointer, b => u32);
    cuGraphDebugDotPrint(a: Pointer, b: Pointer, c: u32) init = hipGraphDebugDotPrint(a => Pointer, b => Pointer, c => u32);
    cuGraphDestroy(a: Pointer) init = hipGraphDestroy(a => Pointer);
    cuGraphDestroyNode(a: Pointer) init = hipGraphDestroyNode(a => Pointer);
    cuGraphEventRecordNodeGetEvent(a: Pointer, b: Pointer) init = hipGraphEventRecordNodeGetEvent(a => Pointer, b => Pointer);
    cuGraphEventRecordNodeSetEvent(a: Pointer, b: Pointer) init = hipGraphEventRecordNodeSetEvent(a => Pointer, b => Pointer);
    cuGraphEventWaitNodeGetEvent(a: Pointer, b: Pointer) init = hipGraphEventWaitNodeGetEvent(a => Pointer, b => Pointer);
    cuGraphEventWaitNodeSetEvent(a: Pointer, b: Pointer) init = hipGraphEventWaitNodeSetEvent(a => Pointer, b => Pointer);
    cuGraphExecChildGraphNodeSetParams(a: Pointer, b: Pointer, c: Pointer) init = hipGraphExecChildGraphNodeSetParams(a => Pointer, b => Pointer, c => Pointer);
    cuGraphExecDestroy(a: Pointer) init = hipGraphExecDestroy(a => Pointer);
    cuGraphExecEventRecordNodeSetEvent(a: Pointer, b: Pointer, c: Pointer) init = hipGraphExecEventRecordNodeSetEvent(a => Pointer, b => Pointer, c => Pointer);
    cuGraphExecEventWaitNodeSetEvent(a: Pointer, b: Pointer, c: Pointer) init = hipGraphExecEventWaitNodeSetEvent(a => Pointer, b => Pointer, c => Pointer);
    cuGraphExecGetFlags(a: Pointer, b: Pointer) init = hipGraphExecGetFlags(a => Pointer, b => Pointer);
    cuGraphExecHostNodeSetParams(a: Pointer, b: Pointer, c: Pointer) init = hipGraphExecHostNodeSetParams(a => Pointer, b => Pointer, c => Pointer);
    cuGraphExecUpdate(a: Pointer, b: Pointer, c: Pointer, d: Pointer) init = hipGraphExecUpdate(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
    cuGraphGetEdges(a: Pointer, b: Pointer, c: Pointer, d: Pointer) init = hipGraphGetEdges(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
    cuGraphGetEdges_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: Pointer) init = hipExtGraphGetEdges(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => Pointer) [cuda_edges(d, e)];
    cuGraphGetNodes(a: Pointer, b: Pointer, c: Pointer) init = hipGraphGetNodes(a => Pointer, b => Pointer, c => Pointer);
    cuGraphGetRootNodes(a: Pointer, b: Pointer, c: Pointer) init = hipGraphGetRootNodes(a => Pointer, b => Pointer, c => Pointer);
    cuGraphHostNodeGetParams(a: Pointer, b: Pointer) init = hipGraphHostNodeGetParams(a => Pointer, b => Pointer);
    cuGraphHostNodeSetParams(a: Pointer, b: Pointer) init = hipGraphHostNodeSetParams(a => Pointer, b => Pointer);
    cuGraphInstantiate(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64) init = hipGraphInstantiate(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => u64);
    cuGraphInstantiateWithFlags(a: Pointer, b: Pointer, c: u64) init = hipGraphInstantiateWithFlags(a => Pointer, b => Pointer, c => u64);
    cuGraphInstantiate_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64) init = hipGraphInstantiate(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => u64);
    cuGraphKernelNodeCopyAttributes(a: Pointer, b: Pointer) init = hipGraphKernelNodeCopyAttributes(b => Pointer, a => Pointer);
    cuGraphLaunch(a: Pointer, b: Pointer) init = hipGraphLaunch(a => Pointer, b => Pointer);
    cuGraphLaunch_ptsz(a: Pointer, b: Pointer) init = hipGraphLaunch(a => Pointer, per_thread(b) => Pointer);
    cuGraphMemAllocNodeGetParams(a: Pointer, b: Pointer) init = hipGraphMemAllocNodeGetParams(a => Pointer, b => Pointer);
    cuGraphMemFreeNodeGetParams(a: Pointer, b: Pointer) init = hipGraphMemFreeNodeGetParams(a => Pointer, b => Pointer);
    cuGraphNodeFindInClone(a: Pointer, b: Pointer, c: Pointer) init = hipGraphNodeFindInClone(a => Pointer, b => Pointer, c => Pointer);
    cuGraphNodeGetDependencies(a: Pointer, b: Pointer, c: Pointer) init = hipGraphNodeGetDependencies(a => Pointer, b => Pointer, c => Pointer);
    cuGraphNodeGetDependencies_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer) init = hipExtGraphNodeGetDependencies(a => Pointer, b => Pointer, c => Pointer, d => Pointer) [cuda_edges(c, d)];
    cuGraphNodeGetDependentNodes(a: Pointer, b: Pointer, c: Pointer) init = hipGraphNodeGetDependentNodes(a => Pointer, b => Pointer, c => Pointer);
    cuGraphNodeGetDependentNodes_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer) init = hipExtGraphNodeGetDependentNodes(a => Pointer, b => Pointer, c => Pointer, d => Pointer) [cuda_edges(c, d)];
    cuGraphNodeGetEnabled(a: Pointer, b: Pointer, c: Pointer) init = hipGraphNodeGetEnabled(a => Pointer, b => Pointer, c => Pointer);
    cuGraphNodeSetEnabled(a: Pointer, b: Pointer, c: u32) init = hipGraphNodeSetEnabled(a => Pointer, b => Pointer, c => u32);
    cuGraphReleaseUserObject(a: Pointer, b: Pointer, c: u32) init = hipGraphReleaseUserObject(a => Pointer, b => Pointer, c => u32);
    cuGraphRemoveDependencies(a: Pointer, b: Pointer, c: Pointer, d: u64) init = hipGraphRemoveDependencies(a => Pointer, b => Pointer, c => Pointer, d => u64);
    cuGraphRemoveDependencies_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64) init = hipExtGraphRemoveDependencies(a => Pointer, b => Pointer, c => Pointer, edges(d,e) => Pointer, e => u64);
    cuGraphRetainUserObject(a: Pointer, b: Pointer, c: u32, d: u32) init = hipGraphRetainUserObject(a => Pointer, b => Pointer, c => u32, d => u32);
    cuGraphUpload(a: Pointer, b: Pointer) init = hipGraphUpload(a => Pointer, b => Pointer);
    cuGraphUpload_ptsz(a: Pointer, b: Pointer) init = hipGraphUpload(a => Pointer, per_thread(b) => Pointer);
    cuGraphicsMapResources(a: u32, b: Pointer, c: Pointer) init = hipGraphicsMapResources(a => u32, b => Pointer, c => Pointer);
    cuGraphicsMapResources_ptsz(a: u32, b: Pointer, c: Pointer) init = hipGraphicsMapResources(a => u32, b => Pointer, per_thread(c) => Pointer);
    cuGraphicsResourceGetMappedPointer_v2(a: Pointer, b: Pointer, c: Pointer) init = hipGraphicsResourceGetMappedPointer(a => Pointer, b => Pointer, c => Pointer);
    cuGraphicsSubResourceGetMappedArray(a: Pointer, b: Pointer, c: u32, d: u32) init = hipGraphicsSubResourceGetMappedArray(a => Pointer, b => Pointer, c => u32, d => u32);
    cuGraphicsUnmapResources(a: u32, b: Pointer, c: Pointer) init = hipGraphicsUnmapResources(a => u32, b => Pointer, c => Pointer);
    cuGraphicsUnmapResources_ptsz(a: u32, b: Pointer, c: Pointer) init = hipGraphicsUnmapResources(a => u32, b => Pointer, per_thread(c) => Pointer);
    cuGraphicsUnregisterResource(a: Pointer) init = hipGraphicsUnregisterResource(a => Pointer);
    cuGreenCtxCreate(a: Pointer, b: Pointer, c: u32, d: u32) init = __hipFrontGreenCreate(a => Pointer, b => Pointer, c => u32, d => u32);
    cuGreenCtxDestroy(a: Pointer) init = hipExecutionCtxDestroy(a => Pointer);
    cuGreenCtxGetDevResource(a: Pointer, b: Pointer, c: u32) init = hipExecutionCtxGetDevResource(a => Pointer, b => Pointer, c => u32);
    cuGreenCtxGetId(a: Pointer, b: Pointer) init = hipExecutionCtxGetId(a => Pointer, b => Pointer);
    cuGreenCtxRecordEvent(a: Pointer, b: Pointer) init = hipExecutionCtxRecordEvent(a => Pointer, b => Pointer);
    cuGreenCtxStreamCreate(a: Pointer, b: Pointer, c: u32, d: u32) init = __hipFrontGreenStreamCreate(a => Pointer, b => Pointer, c => u32, d => u32);
    cuGreenCtxWaitEvent(a: Pointer, b: Pointer) init = hipExecutionCtxWaitEvent(a => Pointer, b => Pointer);
    cuIpcCloseMemHandle(a: u64) init = hipIpcCloseMemHandle(a as usize as Pointer => Pointer);
    cuIpcGetEventHandle(a: Pointer, b: Pointer) init = hipIpcGetEventHandle(a => Pointer, b => Pointer);
    cuIpcGetMemHandle(a: Pointer, b: u64) init = hipIpcGetMemHandle(a => Pointer, b as usize as Pointer => Pointer);
    cuIpcOpenEventHandle(a: Pointer, b: Ipc) init = hipIpcOpenEventHandle(a => Pointer, b => Ipc);
    cuIpcOpenMemHandle(a: Pointer, b: Ipc, c: u32) init = hipIpcOpenMemHandle(a => Pointer, b => Ipc, c => u32);
    cuIpcOpenMemHandle_v2(a: Pointer, b: Ipc, c: u32) init = hipIpcOpenMemHandle(a => Pointer, b => Ipc, c => u32);
    cuKernelGetAttribute(a: Pointer, b: u32, c: Pointer, d: u32) init = hipKernelGetAttribute(a => Pointer, b => u32, c => Pointer, d => u32);
    cuKernelGetFunction(a: Pointer, b: Pointer) init = hipKernelGetFunction(a => Pointer, b => Pointer);
    cuKernelGetLibrary(a: Pointer, b: Pointer) init = hipKernelGetLibrary(a => Pointer, b => Pointer);
    cuKernelGetName(a: Pointer, b: Pointer) init = hipKernelGetName(a => Pointer, b => Pointer);
    cuKernelGetParamCount(a: Pointer, b: Pointer) init = __hipFrontParamCount(a => Pointer, b => Pointer);
    cuKernelGetParamInfo(a: Pointer, b: u64, c: Pointer, d: Pointer) init = hipKernelGetParamInfo(a => Pointer, b => u64, c => Pointer, d => Pointer);
    cuKernelSetAttribute(a: u32, b: u32, c: Pointer, d: u32) init = hipKernelSetAttribute(a => u32, b => u32, c => Pointer, d => u32);
    cuKernelSetCacheConfig(a: Pointer, b: u32, _c: u32) init = hipExtFuncSetCacheConfig(a => Pointer, b => u32);
    cuLaunch(a: Pointer) init = hipExtLaunch(a => Pointer);
    cuLaunchCooperativeKernel(a: Pointer, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32, h: u32, i: Pointer, j: Pointer) init = hipModuleLaunchCooperativeKernel(a => Pointer, b => u32, c => u32, d => u32, e => u32, f => u32, g => u32, h => u32, i => Pointer, j => Pointer);
    cuLaunchCooperativeKernelMultiDevice(a: Pointer, b: u32, c: u32) init = hipModuleLaunchCooperativeKernelMultiDevice(a => Pointer, b => u32, c => u32);
    cuLaunchCooperativeKernel_ptsz(a: Pointer, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32, h: u32, i: Pointer, j: Pointer) init = hipModuleLaunchCooperativeKernel(a => Pointer, b => u32, c => u32, d => u32, e => u32, f => u32, g => u32, h => u32, per_thread(i) => Pointer, j => Pointer);
    cuLaunchGrid(a: Pointer, b: u32, c: u32) init = hipExtLaunchGrid(a => Pointer, b => u32, c => u32);
    cuLaunchGridAsync(a: Pointer, b: u32, c: u32, d: Pointer) init = hipExtLaunchGridAsync(a => Pointer, b => u32, c => u32, d => Pointer);
    cuLaunchHostFunc(a: Pointer, b: Pointer, c: Pointer) init = hipLaunchHostFunc(a => Pointer, b => Pointer, c => Pointer);
    cuLaunchHostFunc_ptsz(a: Pointer, b: Pointer, c: Pointer) init = hipLaunchHostFunc(per_thread(a) => Pointer, b => Pointer, c => Pointer);
    cuLaunchHostFunc_v2(a: Pointer, b: Pointer, c: Pointer, _d: u32) init = hipLaunchHostFunc(a => Pointer, b => Pointer, c => Pointer);
    cuLaunchHostFunc_v2_ptsz(a: Pointer, b: Pointer, c: Pointer, _d: u32) init = hipLaunchHostFunc(per_thread(a) => Pointer, b => Pointer, c => Pointer);
    cuLibraryEnumerateKernels(a: Pointer, b: u32, c: Pointer) init = hipLibraryEnumerateKernels(a => Pointer, b => u32, c => Pointer);
    cuLibraryGetGlobal(a: Pointer, b: Pointer, c: Pointer, d: Pointer) init = hipLibraryGetGlobal(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
    cuLibraryGetKernel(a: Pointer, b: Pointer, c: Pointer) init = hipLibraryGetKernel(a => Pointer, b => Pointer, c => Pointer);
    cuLibraryGetKernelCount(a: Pointer, b: Pointer) init = hipLibraryGetKernelCount(a => Pointer, b => Pointer);
    cuLibraryGetManaged(a: Pointer, b: Pointer, c: Pointer, d: Pointer) init = hipLibraryGetManaged(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
    cuLibraryGetModule(a: Pointer, b: Pointer) init = __hipFrontLibraryModule(a => Pointer, b => Pointer);
    cuLibraryLoadData(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u32, f: Pointer, g: Pointer, h: u32) init = hipLibraryLoadData(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => u32, f => Pointer, g => Pointer, h => u32);
    cuLibraryLoadFromFile(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u32, f: Pointer, g: Pointer, h: u32) init = hipLibraryLoadFromFile(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => u32, f => Pointer, g => Pointer, h => u32);
    cuLibraryUnload(a: Pointer) init = hipLibraryUnload(a => Pointer);
    cuLinkAddData(a: Pointer, b: u32, c: Pointer, d: u64, e: Pointer, f: u32, g: Pointer, h: Pointer) init = hipLinkAddData(a => Pointer, b => u32, c => Pointer, d => u64, e => Pointer, f => u32, g => Pointer, h => Pointer);
    cuLinkAddData_v2(a: Pointer, b: u32, c: Pointer, d: u64, e: Pointer, f: u32, g: Pointer, h: Pointer) init = hipLinkAddData(a => Pointer, b => u32, c => Pointer, d => u64, e => Pointer, f => u32, g => Pointer, h => Pointer);
    cuLinkAddFile(a: Pointer, b: u32, c: Pointer, d: u32, e: Pointer, f: Pointer) init = hipLinkAddFile(a => Pointer, b => u32, c => Pointer, d => u32, e => Pointer, f => Pointer);
    cuLinkAddFile_v2(a: Pointer, b: u32, c: Pointer, d: u32, e: Pointer, f: Pointer) init = hipLinkAddFile(a => Pointer, b => u32, c => Pointer, d => u32, e => Pointer, f => Pointer);
    cuLinkComplete(a: Pointer, b: Pointer, c: Pointer) init = hipLinkComplete(a => Pointer, b => Pointer, c => Pointer);
    cuLinkCreate(a: u32, b: Pointer, c: Pointer, d: Pointer) context = hipLinkCreate(a => u32, b => Pointer, c => Pointer, d => Pointer);
    cuLinkCreate_v2(a: u32, b: Pointer, c: Pointer, d: Pointer) context = hipLinkCreate(a => u32, b => Pointer, c => Pointer, d => Pointer);
    cuLinkDestroy(a: Pointer) init = hipLinkDestroy(a => Pointer);
    cuMemAddressFree(a: u64, b: u64) init = hipMemAddressFree(a as usize as Pointer => Pointer, b => u64);
    cuMemAddressReserve(a: Pointer, b: u64, c: u64, d: u64, e: u64) init = hipMemAddressReserve(a => Pointer, b => u64, c => u64, d as usize as Pointer => Pointer, e => u64);
    cuMemAdvise(a: u64, b: u64, c: u32, d: u32) init = hipMemAdvise(a as usize as Pointer => Pointer, b => u64, c => u32, d => u32);
    cuMemAdvise_v2(a: u64, b: u64, c: u32, d: u64) init = hipMemAdvise_v2(a as usize as Pointer => Pointer, b => u64, c => u32, d => u64);
    cuMemAllocAsync(a: Pointer, b: u64, c: Pointer) init = hipMallocAsync(a => Pointer, b => u64, c => Pointer);
    cuMemAllocAsync_ptsz(a: Pointer, b: u64, c: Pointer) init = hipMallocAsync(a => Pointer, b => u64, per_thread(c) => Pointer);
    cuMemAllocFromPoolAsync(a: Pointer, b: u64, c: Pointer, d: Pointer) init = hipMallocFromPoolAsync(a => Pointer, b => u64, c => Pointer, d => Pointer);
    cuMemAllocFromPoolAsync_ptsz(a: Pointer, b: u64, c: Pointer, d: Pointer) init = hipMallocFromPoolAsync(a => Pointer, b => u64, c => Pointer, per_thread(d) => Pointer);
    cuMemAllocHost_v2(a: Pointer, b: u64) context = hipMemAllocHost(a => Pointer, b => u64);
    cuMemAllocManaged(a: Pointer, b: u64, c: u32) context = hipMallocManaged(a => Pointer, b => u64, c => u32);
    cuMemAllocPitch_v2(a: Pointer, b: Pointer, c: u64, d: u64, e: u32) context = hipMemAllocPitch(a => Pointer, b => Pointer, c => u64, d => u64, e => u32);
    cuMemCreate(a: Pointer, b: u64, c: Pointer, d: u64) init = hipMemCreate(a => Pointer, b => u64, c => Pointer, d => u64);
    cuMemDiscardAndPrefetchBatchAsync(a: Pointer, b: Pointer, c: u64, d: Pointer, e: Pointer, f: u64, g: u64, h: Pointer) init = hipDrvMemDiscardAndPrefetchBatchAsync(a => Pointer, b => Pointer, c => u64, d => Pointer, e => Pointer, f => u64, g => u64, h => Pointer);
    cuMemDiscardAndPrefetchBatchAsync_ptsz(a: Pointer, b: Pointer, c: u64, d: Pointer, e: Pointer, f: u64, g: u64, h: Pointer) init = hipDrvMemDiscardAndPrefetchBatchAsync(a => Pointer, b => Pointer, c => u64, d => Pointer, e => Pointer, f => u64, g => u64, per_thread(h) => Pointer);
    cuMemDiscardBatchAsync(a: Pointer, b: Pointer, c: u64, d: u64, e: Pointer) init = hipDrvMemDiscardBatchAsync(a => Pointer, b => Pointer, c => u64, d => u64, e => Pointer);
    cuMemDiscardBatchAsync_ptsz(a: Pointer, b: Pointer, c: u64, d: u64, e: Pointer) init = hipDrvMemDiscardBatchAsync(a => Pointer, b => Pointer, c => u64, d => u64, per_thread(e) => Pointer);
    cuMemExportToShareableHandle(a: Pointer, b: u64, c: u32, d: u64) init = hipMemExportToShareableHandle(a => Pointer, b as usize as Pointer => Pointer, c => u32, d => u64);
    cuMemFreeAsync(a: u64, b: Pointer) init = hipFreeAsync(a as usize as Pointer => Pointer, b => Pointer);
    cuMemFreeAsync_ptsz(a: u64, b: Pointer) init = hipFreeAsync(a as usize as Pointer => Pointer, per_thread(b) => Pointer);
    cuMemFreeHost(a: Pointer) context = hipHostFree(a => Pointer);
    cuMemFree_v2(a: u64) init = hipFree(a as usize as Pointer => Pointer);
    cuMemGetAccess(a: Pointer, b: Pointer, c: u64) init = hipMemGetAccess(a => Pointer, b => Pointer, c as usize as Pointer => Pointer);
    cuMemGetAddressRange_v2(a: Pointer, b: Pointer, c: u64) init = hipMemGetAddressRange(a => Pointer, b => Pointer, c as usize as Pointer => Pointer);
    cuMemGetAllocationGranularity(a: Pointer, b: Pointer, c: u32) init = hipMemGetAllocationGranularity(a => Pointer, b => Pointer, c => u32);
    cuMemGetAllocationPropertiesFromHandle(a: Pointer, b: u64) init = hipMemGetAllocationPropertiesFromHandle(a => Pointer, b as usize as Pointer => Pointer);
    cuMemGetDefaultMemPool(a: Pointer, b: Pointer, c: u32) init = hipMemGetDefaultMemPool(a => Pointer, b => Pointer, c => u32);
    cuMemGetHandleForAddressRange(a: Pointer, b: u64, c: u64, d: u32, e: u64) init = hipMemGetHandleForAddressRange(a => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32, e => u64);
    cuMemGetInfo_v2(a: Pointer, b: Pointer) context = hipMemGetInfo(a => Pointer, b => Pointer);
    cuMemGetMemPool(a: Pointer, b: Pointer, c: u32) init = hipMemGetMemPool(a => Pointer, b => Pointer, c => u32);
    cuMemHostAlloc(a: Pointer, b: u64, c: u32) context = hipHostAlloc(a => Pointer, b => u64, c => u32);
    cuMemHostGetDevicePointer_v2(a: Pointer, b: Pointer, c: u32) init = hipHostGetDevicePointer(a => Pointer, b => Pointer, c => u32);
    cuMemHostGetFlags(a: Pointer, b: Pointer) init = hipHostGetFlags(a => Pointer, b => Pointer);
    cuMemHostRegister(a: Pointer, b: u64, c: u32) context = hipHostRegister(a => Pointer, b => u64, c => u32);
    cuMemHostRegister_v2(a: Pointer, b: u64, c: u32) context = hipHostRegister(a => Pointer, b => u64, c => u32);
    cuMemHostUnregister(a: Pointer) init = hipHostUnregister(a => Pointer);
    cuMemImportFromShareableHandle(a: Pointer, b: Pointer, c: u32) init = hipMemImportFromShareableHandle(a => Pointer, b => Pointer, c => u32);
    cuMemMap(a: u64, b: u64, c: u64, d: u64, e: u64) init = hipMemMap(a as usize as Pointer => Pointer, b => u64, c => u64, d as usize as Pointer => Pointer, e => u64);
    cuMemPoolCreate(a: Pointer, b: Pointer) init = hipMemPoolCreate(a => Pointer, b => Pointer);
    cuMemPoolDestroy(a: Pointer) init = hipMemPoolDestroy(a => Pointer);
    cuMemPoolExportPointer(a: Pointer, b: u64) init = hipMemPoolExportPointer(a => Pointer, b as usize as Pointer => Pointer);
    cuMemPoolExportToShareableHandle(a: Pointer, b: Pointer, c: u32, d: u64) init = hipMemPoolExportToShareableHandle(a => Pointer, b => Pointer, c => u32, d as u32 => u32);
    cuMemPoolGetAccess(a: Pointer, b: Pointer, c: Pointer) init = hipMemPoolGetAccess(a => Pointer, b => Pointer, c => Pointer);
    cuMemPoolGetAttribute(a: Pointer, b: u32, c: Pointer) init = hipMemPoolGetAttribute(a => Pointer, b => u32, c => Pointer);
    cuMemPoolImportFromShareableHandle(a: Pointer, b: Pointer, c: u32, d: u64) init = hipMemPoolImportFromShareableHandle(a => Pointer, b => Pointer, c => u32, d as u32 => u32);
    cuMemPoolImportPointer(a: Pointer, b: Pointer, c: Pointer) init = hipMemPoolImportPointer(a => Pointer, b => Pointer, c => Pointer);
    cuMemPoolSetAccess(a: Pointer, b: Pointer, c: u64) init = hipMemPoolSetAccess(a => Pointer, b => Pointer, c => u64);
    cuMemPoolSetAttribute(a: Pointer, b: u32, c: Pointer) init = hipMemPoolSetAttribute(a => Pointer, b => u32, c => Pointer);
    cuMemPoolTrimTo(a: Pointer, b: u64) init = hipMemPoolTrimTo(a => Pointer, b => u64);
    cuMemPrefetchAsync(a: u64, b: u64, c: u32, d: Pointer) init = hipMemPrefetchAsync(a as usize as Pointer => Pointer, b => u64, c => u32, d => Pointer);
    cuMemPrefetchAsync_ptsz(a: u64, b: u64, c: u32, d: Pointer) init = hipMemPrefetchAsync(a as usize as Pointer => Pointer, b => u64, c => u32, per_thread(d) => Pointer);
    cuMemPrefetchAsync_v2(a: u64, b: u64, c: u64, d: u32, e: Pointer) init = hipMemPrefetchAsync_v2(a as usize as Pointer => Pointer, b => u64, c => u64, d => u32, e => Pointer);
    cuMemPrefetchAsync_v2_ptsz(a: u64, b: u64, c: u64, d: u32, e: Pointer) init = hipMemPrefetchAsync_v2(a as usize as Pointer => Pointer, b => u64, c => u64, d => u32, per_thread(e) => Pointer);
    cuMemPrefetchBatchAsync(a: Pointer, b: Pointer, c: u64, d: Pointer, e: Pointer, f: u64, g: u64, h: Pointer) init = hipMemPrefetchBatchAsync(a => Pointer, b => Pointer, c => u64, d => Pointer, e => Pointer, f => u64, g => u64, h => Pointer);
    cuMemPrefetchBatchAsync_ptsz(a: Pointer, b: Pointer, c: u64, d: Pointer, e: Pointer, f: u64, g: u64, h: Pointer) init = hipMemPrefetchBatchAsync(a => Pointer, b => Pointer, c => u64, d => Pointer, e => Pointer, f => u64, g => u64, per_thread(h) => Pointer);
    cuMemRangeGetAttribute(a: Pointer, b: u64, c: u32, d: u64, e: u64) init = hipMemRangeGetAttribute(a => Pointer, b => u64, c => u32, d as usize as Pointer => Pointer, e => u64);
    cuMemRangeGetAttributes(a: Pointer, b: Pointer, c: Pointer, d: u64, e: u64, f: u64) init = hipMemRangeGetAttributes(a => Pointer, b => Pointer, c => Pointer, d => u64, e as usize as Pointer => Pointer, f => u64);
    cuMemRelease(a: u64) init = hipMemRelease(a as usize as Pointer => Pointer);
    cuMemRetainAllocationHandle(a: Pointer, b: Pointer) init = hipMemRetainAllocationHandle(a => Pointer, b => Pointer);
    cuMemSetAccess(a: u64, b: u64, c: Pointer, d: u64) init = hipMemSetAccess(a as usize as Pointer => Pointer, b => u64, c => Pointer, d => u64);
    cuMemSetMemPool(a: Pointer, b: u32, c: Pointer) init = hipMemSetMemPool(a => Pointer, b => u32, c => Pointer);
    cuMemUnmap(a: u64, b: u64) init = hipMemUnmap(a as usize as Pointer => Pointer, b => u64);
    cuMemcpy(a: u64, b: u64, c: u64) context = hipMemcpy(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, 4 => u32);
    cuMemcpy3DBatchAsync(a: u64, b: Pointer, c: Pointer, d: u64, e: Pointer) init = hipMemcpy3DBatchAsync(a => u64, b => Pointer, c => Pointer, d => u64, e => Pointer);
    cuMemcpy3DBatchAsync_ptsz(a: u64, b: Pointer, c: Pointer, d: u64, e: Pointer) init = hipMemcpy3DBatchAsync(a => u64, b => Pointer, c => Pointer, d => u64, per_thread(e) => Pointer);
    cuMemcpy3DBatchAsync_v2(a: u64, b: Pointer, c: u64, d: Pointer) init = hipMemcpy3DBatchAsync(a => u64, b => Pointer, NONE => Pointer, c => u64, d => Pointer);
    cuMemcpy3DBatchAsync_v2_ptsz(a: u64, b: Pointer, c: u64, d: Pointer) init = hipMemcpy3DBatchAsync(a => u64, b => Pointer, NONE => Pointer, c => u64, per_thread(d) => Pointer);
    cuMemcpyAsync(a: u64, b: u64, c: u64, d: Pointer) init = hipMemcpyAsync(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, 4 => u32, d => Pointer);
    cuMemcpyAsync_ptsz(a: u64, b: u64, c: u64, d: Pointer) init = hipMemcpyAsync(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, 4 => u32, per_thread(d) => Pointer);
    cuMemcpyAtoA_v2(a: Pointer, b: u64, c: Pointer, d: u64, e: u64) context = hipMemcpyAtoA(a => Pointer, b => u64, c => Pointer, d => u64, e => u64);
    cuMemcpyAtoA_v2_ptds(a: Pointer, b: u64, c: Pointer, d: u64, e: u64) context = hipMemcpyAtoA(a => Pointer, b => u64, c => Pointer, d => u64, e => u64) wait;
    cuMemcpyAtoD_v2(a: u64, b: Pointer, c: u64, d: u64) context = hipMemcpyAtoD(a as usize as Pointer => Pointer, b => Pointer, c => u64, d => u64);
    cuMemcpyAtoD_v2_ptds(a: u64, b: Pointer, c: u64, d: u64) context = hipMemcpyAtoD(a as usize as Pointer => Pointer, b => Pointer, c => u64, d => u64) wait;
    cuMemcpyAtoHAsync_v2(a: Pointer, b: Pointer, c: u64, d: u64, e: Pointer) init = hipMemcpyAtoHAsync(a => Pointer, b => Pointer, c => u64, d => u64, e => Pointer);
    cuMemcpyAtoHAsync_v2_ptsz(a: Pointer, b: Pointer, c: u64, d: u64, e: Pointer) init = hipMemcpyAtoHAsync(a => Pointer, b => Pointer, c => u64, d => u64, per_thread(e) => Pointer);
    cuMemcpyAtoH_v2(a: Pointer, b: Pointer, c: u64, d: u64) context = hipMemcpyAtoH(a => Pointer, b => Pointer, c => u64, d => u64);
    cuMemcpyAtoH_v2_ptds(a: Pointer, b: Pointer, c: u64, d: u64) context = hipMemcpyAtoHAsync(a => Pointer, b => Pointer, c => u64, d => u64, PER_THREAD => Pointer) wait;
    cuMemcpyBatchAsync(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer, f: Pointer, g: u64, h: Pointer, i: Pointer) init = hipMemcpyBatchAsync(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer, f => Pointer, g => u64, h => Pointer, i => Pointer);
    cuMemcpyBatchAsync_ptsz(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer, f: Pointer, g: u64, h: Pointer, i: Pointer) init = hipMemcpyBatchAsync(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer, f => Pointer, g => u64, h => Pointer, per_thread(i) => Pointer);
    cuMemcpyBatchAsync_v2(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer, f: Pointer, g: u64, h: Pointer) init = hipMemcpyBatchAsync(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer, f => Pointer, g => u64, NONE => Pointer, h => Pointer);
    cuMemcpyBatchAsync_v2_ptsz(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer, f: Pointer, g: u64, h: Pointer) init = hipMemcpyBatchAsync(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer, f => Pointer, g => u64, NONE => Pointer, per_thread(h) => Pointer);
    cuMemcpyDtoA_v2(a: Pointer, b: u64, c: u64, d: u64) context = hipMemcpyDtoA(a => Pointer, b => u64, c as usize as Pointer => Pointer, d => u64);
    cuMemcpyDtoA_v2_ptds(a: Pointer, b: u64, c: u64, d: u64) context = hipMemcpyDtoA(a => Pointer, b => u64, c as usize as Pointer => Pointer, d => u64) wait;
    cuMemcpyDtoDAsync_v2(a: u64, b: u64, c: u64, d: Pointer) init = hipMemcpyDtoDAsync(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, d => Pointer);
    cuMemcpyDtoDAsync_v2_ptsz(a: u64, b: u64, c: u64, d: Pointer) init = hipMemcpyDtoDAsync(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, per_thread(d) => Pointer);
    cuMemcpyDtoD_v2(a: u64, b: u64, c: u64) context = hipMemcpyDtoD(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64);
    cuMemcpyDtoD_v2_ptds(a: u64, b: u64, c: u64) context = hipMemcpyDtoDAsync(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, PER_THREAD => Pointer) wait;
    cuMemcpyDtoHAsync_v2(a: Pointer, b: u64, c: u64, d: Pointer) init = hipMemcpyDtoHAsync(a => Pointer, b as usize as Pointer => Pointer, c => u64, d => Pointer);
    cuMemcpyDtoHAsync_v2_ptsz(a: Pointer, b: u64, c: u64, d: Pointer) init = hipMemcpyDtoHAsync(a => Pointer, b as usize as Pointer => Pointer, c => u64, per_thread(d) => Pointer);
    cuMemcpyDtoH_v2(a: Pointer, b: u64, c: u64) context = hipMemcpyDtoH(a => Pointer, b as usize as Pointer => Pointer, c => u64);
    cuMemcpyDtoH_v2_ptds(a: Pointer, b: u64, c: u64) context = hipMemcpyDtoHAsync(a => Pointer, b as usize as Pointer => Pointer, c => u64, PER_THREAD => Pointer) wait;
    cuMemcpyHtoAAsync_v2(a: Pointer, b: u64, c: Pointer, d: u64, e: Pointer) init = hipMemcpyHtoAAsync(a => Pointer, b => u64, c => Pointer, d => u64, e => Pointer);
    cuMemcpyHtoAAsync_v2_ptsz(a: Pointer, b: u64, c: Pointer, d: u64, e: Pointer) init = hipMemcpyHtoAAsync(a => Pointer, b => u64, c => Pointer, d => u64, per_thread(e) => Pointer);
    cuMemcpyHtoA_v2(a: Pointer, b: u64, c: Pointer, d: u64) context = hipMemcpyHtoA(a => Pointer, b => u64, c => Pointer, d => u64);
    cuMemcpyHtoA_v2_ptds(a: Pointer, b: u64, c: Pointer, d: u64) context = hipMemcpyHtoAAsync(a => Pointer, b => u64, c => Pointer, d => u64, PER_THREAD => Pointer) wait;
    cuMemcpyHtoDAsync_v2(a: u64, b: Pointer, c: u64, d: Pointer) init = hipMemcpyHtoDAsync(a as usize as Pointer => Pointer, b => Pointer, c => u64, d => Pointer);
    cuMemcpyHtoDAsync_v2_ptsz(a: u64, b: Pointer, c: u64, d: Pointer) init = hipMemcpyHtoDAsync(a as usize as Pointer => Pointer, b => Pointer, c => u64, per_thread(d) => Pointer);
    cuMemcpyHtoD_v2(a: u64, b: Pointer, c: u64) context = hipMemcpyHtoD(a as usize as Pointer => Pointer, b => Pointer, c => u64);
    cuMemcpyHtoD_v2_ptds(a: u64, b: Pointer, c: u64) context = hipMemcpyHtoDAsync(a as usize as Pointer => Pointer, b => Pointer, c => u64, PER_THREAD => Pointer) wait;
    cuMemcpyPeer(a: u64, b: Pointer, c: u64, d: Pointer, e: u64) context = hipExtMemcpyPeer(a as usize as Pointer => Pointer, named(b) => Pointer, c as usize as Pointer => Pointer, named(d) => Pointer, e => u64);
    cuMemcpyPeerAsync(a: u64, b: Pointer, c: u64, d: Pointer, e: u64, f: Pointer) init = hipExtMemcpyPeerAsync(a as usize as Pointer => Pointer, named(b) => Pointer, c as usize as Pointer => Pointer, named(d) => Pointer, e => u64, f => Pointer);
    cuMemcpyPeerAsync_ptsz(a: u64, b: Pointer, c: u64, d: Pointer, e: u64, f: Pointer) init = hipExtMemcpyPeerAsync(a as usize as Pointer => Pointer, named(b) => Pointer, c as usize as Pointer => Pointer, named(d) => Pointer, e => u64, per_thread(f) => Pointer);
    cuMemcpyPeer_ptds(a: u64, b: Pointer, c: u64, d: Pointer, e: u64) context = hipExtMemcpyPeerAsync(a as usize as Pointer => Pointer, named(b) => Pointer, c as usize as Pointer => Pointer, named(d) => Pointer, e => u64, PER_THREAD => Pointer) wait;
    cuMemcpy_ptds(a: u64, b: u64, c: u64) context = hipMemcpyAsync(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, 4 => u32, PER_THREAD => Pointer) wait;
    cuMemsetD16Async(a: u64, b: u16, c: u64, d: Pointer) init = hipMemsetD16Async(a as usize as Pointer => Pointer, b => u16, c => u64, d => Pointer);
    cuMemsetD16Async_ptsz(a: u64, b: u16, c: u64, d: Pointer) init = hipMemsetD16Async(a as usize as Pointer => Pointer, b => u16, c => u64, per_thread(d) => Pointer);
    cuMemsetD16_v2(a: u64, b: u16, c: u64) context = hipMemsetD16(a as usize as Pointer => Pointer, b => u16, c => u64);
    cuMemsetD16_v2_ptds(a: u64, b: u16, c: u64) context = hipMemsetD16Async(a as usize as Pointer => Pointer, b => u16, c => u64, PER_THREAD => Pointer) wait;
    cuMemsetD2D16Async(a: u64, b: u64, c: u16, d: u64, e: u64, f: Pointer) init = hipMemsetD2D16Async(a as usize as Pointer => Pointer, b => u64, c => u16, d => u64, e => u64, f => Pointer);
    cuMemsetD2D16Async_ptsz(a: u64, b: u64, c: u16, d: u64, e: u64, f: Pointer) init = hipMemsetD2D16Async(a as usize as Pointer => Pointer, b => u64, c => u16, d => u64, e => u64, per_thread(f) => Pointer);
    cuMemsetD2D16_v2(a: u64, b: u64, c: u16, d: u64, e: u64) context = hipMemsetD2D16(a as usize as Pointer => Pointer, b => u64, c => u16, d => u64, e => u64);
    cuMemsetD2D16_v2_ptds(a: u64, b: u64, c: u16, d: u64, e: u64) context = hipMemsetD2D16Async(a as usize as Pointer => Pointer, b => u64, c => u16, d => u64, e => u64, PER_THREAD => Pointer) wait;
    cuMemsetD2D32Async(a: u64, b: u64, c: u32, d: u64, e: u64, f: Pointer) init = hipMemsetD2D32Async(a as usize as Pointer => Pointer, b => u64, c => u32, d => u64, e => u64, f => Pointer);
    cuMemsetD2D32Async_ptsz(a: u64, b: u64, c: u32, d: u64, e: u64, f: Pointer) init = hipMemsetD2D32Async(a as usize as Pointer => Pointer, b => u64, c => u32, d => u64, e => u64, per_thread(f) => Pointer);
    cuMemsetD2D32_v2(a: u64, b: u64, c: u32, d: u64, e: u64) context = hipMemsetD2D32(a as usize as Pointer => Pointer, b => u64, c => u32, d => u64, e => u64);
    cuMemsetD2D32_v2_ptds(a: u64, b: u64, c: u32, d: u64, e: u64) context = hipMemsetD2D32Async(a as usize as Pointer => Pointer, b => u64, c => u32, d => u64, e => u64, PER_THREAD => Pointer) wait;
    cuMemsetD2D8Async(a: u64, b: u64, c: u8, d: u64, e: u64, f: Pointer) init = hipMemsetD2D8Async(a as usize as Pointer => Pointer, b => u64, c => u8, d => u64, e => u64, f => Pointer);
    cuMemsetD2D8Async_ptsz(a: u64, b: u64, c: u8, d: u64, e: u64, f: Pointer) init = hipMemsetD2D8Async(a as usize as Pointer => Pointer, b => u64, c => u8, d => u64, e => u64, per_thread(f) => Pointer);
    cuMemsetD2D8_v2(a: u64, b: u64, c: u8, d: u64, e: u64) context = hipMemsetD2D8(a as usize as Pointer => Pointer, b => u64, c => u8, d => u64, e => u64);
    cuMemsetD2D8_v2_ptds(a: u64, b: u64, c: u8, d: u64, e: u64) context = hipMemsetD2D8Async(a as usize as Pointer => Pointer, b => u64, c => u8, d => u64, e => u64, PER_THREAD => Pointer) wait;
    cuMemsetD32Async(a: u64, b: u32, c: u64, d: Pointer) init = hipMemsetD32Async(a as usize as Pointer => Pointer, b => u32, c => u64, d => Pointer);
    cuMemsetD32Async_ptsz(a: u64, b: u32, c: u64, d: Pointer) init = hipMemsetD32Async(a as usize as Pointer => Pointer, b => u32, c => u64, per_thread(d) => Pointer);
    cuMemsetD32_v2(a: u64, b: u32, c: u64) context = hipMemsetD32(a as usize as Pointer => Pointer, b => u32, c => u64);
    cuMemsetD32_v2_ptds(a: u64, b: u32, c: u64) context = hipMemsetD32Async(a as usize as Pointer => Pointer, b => u32, c => u64, PER_THREAD => Pointer) wait;
    cuMemsetD8Async(a: u64, b: u8, c: u64, d: Pointer) init = hipMemsetD8Async(a as usize as Pointer => Pointer, b => u8, c => u64, d => Pointer);
    cuMemsetD8Async_ptsz(a: u64, b: u8, c: u64, d: Pointer) init = hipMemsetD8Async(a as usize as Pointer => Pointer, b => u8, c => u64, per_thread(d) => Pointer);
    cuMemsetD8_v2(a: u64, b: u8, c: u64) context = hipMemsetD8(a as usize as Pointer => Pointer, b => u8, c => u64);
    cuMemsetD8_v2_ptds(a: u64, b: u8, c: u64) context = hipMemsetD8Async(a as usize as Pointer => Pointer, b => u8, c => u64, PER_THREAD => Pointer) wait;
    cuMipmappedArrayCreate(a: Pointer, b: Pointer, c: u32) context = hipMipmappedArrayCreate(a => Pointer, b => Pointer, c => u32);
    cuMipmappedArrayDestroy(a: Pointer) init = hipMipmappedArrayDestroy(a => Pointer);
    cuMipmappedArrayGetLevel(a: Pointer, b: Pointer, c: u32) init = hipMipmappedArrayGetLevel(a => Pointer, b => Pointer, c => u32);
    cuMipmappedArrayGetMemoryRequirements(a: Pointer, b: Pointer, c: u32) init = hipMipmappedArrayGetMemoryRequirements(a => Pointer, b => Pointer, c => u32);
    cuModuleEnumerateFunctions(a: Pointer, b: u32, c: Pointer) init = __hipFrontModuleFunctions(a => Pointer, b => u32, c => Pointer);
    cuModuleGetFunction(a: Pointer, b: Pointer, c: Pointer) init = hipModuleGetFunction(a => Pointer, b => Pointer, c => Pointer);
    cuModuleGetFunctionCount(a: Pointer, b: Pointer) init = hipModuleGetFunctionCount(a => Pointer, b => Pointer);
    cuModuleGetGlobal_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer) init = hipModuleGetGlobal(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
    cuModuleGetTexRef(a: Pointer, b: Pointer, c: Pointer) init = hipModuleGetTexRef(a => Pointer, b => Pointer, c => Pointer);
    cuModuleLoad(a: Pointer, b: Pointer) context = hipModuleLoad(a => Pointer, b => Pointer);
    cuModuleLoadData(a: Pointer, b: Pointer) context = hipModuleLoadData(a => Pointer, b => Pointer);
    cuModuleLoadDataEx(a: Pointer, b: Pointer, c: u32, d: Pointer, e: Pointer) context = hipModuleLoadDataEx(a => Pointer, b => Pointer, c => u32, d => Pointer, e => Pointer);
    cuModuleLoadFatBinary(a: Pointer, b: Pointer) context = hipModuleLoadFatBinary(a => Pointer, b => Pointer);
    cuModuleUnload(a: Pointer) init = hipModuleUnload(a => Pointer);
    cuMulticastAddDevice(a: u64, b: u32) init = hipExtMulticastAddDevice(a => u64, b => u32);
    cuMulticastBindAddr(a: u64, b: u64, c: u64, d: u64, e: u64) init = hipExtMulticastBindAddr(a => u64, b => u64, c => u64, d => u64, e => u64);
    cuMulticastBindAddr_v2(a: u64, b: u32, c: u64, d: u64, e: u64, f: u64) init = hipExtMulticastBindAddr_v2(a => u64, b => u32, c => u64, d => u64, e => u64, f => u64);
    cuMulticastBindMem(a: u64, b: u64, c: u64, d: u64, e: u64, f: u64) init = hipExtMulticastBindMem(a => u64, b => u64, c => u64, d => u64, e => u64, f => u64);
    cuMulticastBindMem_v2(a: u64, b: u32, c: u64, d: u64, e: u64, f: u64, g: u64) init = hipExtMulticastBindMem_v2(a => u64, b => u32, c => u64, d => u64, e => u64, f => u64, g => u64);
    cuMulticastCreate(a: Pointer, b: Pointer) init = hipExtMulticastCreate(a => Pointer, b => Pointer);
    cuMulticastGetGranularity(a: Pointer, b: Pointer, c: u32) init = hipExtMulticastGetGranularity(a => Pointer, b => Pointer, c => u32);
    cuMulticastUnbind(a: u64, b: u32, c: u64, d: u64) init = hipExtMulticastUnbind(a => u64, b => u32, c => u64, d => u64);
    cuOccupancyAvailableDynamicSMemPerBlock(a: Pointer, b: Pointer, c: u32, d: u32) init = hipOccupancyAvailableDynamicSMemPerBlock(a => Pointer, b => Pointer, c => u32, d => u32);
    cuOccupancyMaxActiveBlocksPerMultiprocessor(a: Pointer, b: Pointer, c: u32, d: u64) init = hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(a => Pointer, b => Pointer, c => u32, d => u64);
    cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(a: Pointer, b: Pointer, c: u32, d: u64, e: u32) init = hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(a => Pointer, b => Pointer, c => u32, d => u64, e => u32);
    cuOccupancyMaxActiveClusters(a: Pointer, b: Pointer, c: Pointer) init = hipExtModuleOccupancyMaxActiveClusters(a => Pointer, b => Pointer, c => Pointer);
    cuOccupancyMaxPotentialClusterSize(a: Pointer, b: Pointer, c: Pointer) init = hipExtModuleOccupancyMaxPotentialClusterSize(a => Pointer, b => Pointer, c => Pointer);
    cuParamSetSize(a: Pointer, b: u32) init = hipExtParamSetSize(a => Pointer, b => u32);
    cuParamSetf(a: Pointer, b: u32, c: f32) init = hipExtParamSetf(a => Pointer, b => u32, c => f32);
    cuParamSeti(a: Pointer, b: u32, c: u32) init = hipExtParamSeti(a => Pointer, b => u32, c => u32);
    cuParamSetv(a: Pointer, b: u32, c: Pointer, d: u32) init = hipExtParamSetv(a => Pointer, b => u32, c => Pointer, d => u32);
    cuPointerSetAttribute(a: Pointer, b: u32, c: u64) init = hipPointerSetAttribute(a => Pointer, b => u32, c as usize as Pointer => Pointer);
    cuProfilerStart() init = hipProfilerStart();
    cuProfilerStop() init = hipProfilerStop();
    cuStreamAddCallback(a: Pointer, b: Pointer, c: Pointer, d: u32) init = hipStreamAddCallback(a => Pointer, b => Pointer, c => Pointer, d => u32);
    cuStreamAddCallback_ptsz(a: Pointer, b: Pointer, c: Pointer, d: u32) init = hipStreamAddCallback(per_thread(a) => Pointer, b => Pointer, c => Pointer, d => u32);
    cuStreamAttachMemAsync(a: Pointer, b: u64, c: u64, d: u32) init = hipStreamAttachMemAsync(a => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32);
    cuStreamAttachMemAsync_ptsz(a: Pointer, b: u64, c: u64, d: u32) init = hipStreamAttachMemAsync(per_thread(a) => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32);
    cuStreamBatchMemOp(a: Pointer, b: u32, c: Pointer, d: u32) init = hipStreamBatchMemOp(a => Pointer, b => u32, c => Pointer, d => u32);
    cuStreamBatchMemOp_ptsz(a: Pointer, b: u32, c: Pointer, d: u32) init = hipStreamBatchMemOp(per_thread(a) => Pointer, b => u32, c => Pointer, d => u32);
    cuStreamBatchMemOp_v2(a: Pointer, b: u32, c: Pointer, d: u32) init = hipStreamBatchMemOp(a => Pointer, b => u32, c => Pointer, d => u32);
    cuStreamBatchMemOp_v2_ptsz(a: Pointer, b: u32, c: Pointer, d: u32) init = hipStreamBatchMemOp(per_thread(a) => Pointer, b => u32, c => Pointer, d => u32);
    cuStreamBeginCaptureToGraph(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64, f: u32) init = hipStreamBeginCaptureToGraph(a => Pointer, b => Pointer, c => Pointer, edges(d,e) => Pointer, e => u64, f => u32);
    cuStreamBeginCaptureToGraph_ptsz(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64, f: u32) init = hipStreamBeginCaptureToGraph(per_thread(a) => Pointer, b => Pointer, c => Pointer, edges(d,e) => Pointer, e => u64, f => u32);
    cuStreamBeginCapture_v2(a: Pointer, b: u32) init = hipStreamBeginCapture(a => Pointer, b => u32);
    cuStreamBeginCapture_v2_ptsz(a: Pointer, b: u32) init = hipStreamBeginCapture(per_thread(a) => Pointer, b => u32);
    cuStreamCopyAttributes(a: Pointer, b: Pointer) init = hipStreamCopyAttributes(a => Pointer, b => Pointer);
    cuStreamCopyAttributes_ptsz(a: Pointer, b: Pointer) init = hipStreamCopyAttributes(per_thread(a) => Pointer, per_thread(b) => Pointer);
    cuStreamCreate(a: Pointer, b: u32) context = hipStreamCreateWithFlags(a => Pointer, b => u32);
    cuStreamCreateWithPriority(a: Pointer, b: u32, c: u32) context = hipStreamCreateWithPriority(a => Pointer, b => u32, c => u32);
    cuStreamDestroy(a: Pointer) init = hipStreamDestroy(a => Pointer);
    cuStreamDestroy_v2(a: Pointer) init = hipStreamDestroy(a => Pointer);
    cuStreamEndCapture(a: Pointer, b: Pointer) init = hipStreamEndCapture(a => Pointer, b => Pointer);
    cuStreamEndCapture_ptsz(a: Pointer, b: Pointer) init = hipStreamEndCapture(per_thread(a) => Pointer, b => Pointer);
    cuStreamGetCaptureInfo(a: Pointer, b: Pointer, c: Pointer) init = hipStreamGetCaptureInfo(a => Pointer, b => Pointer, c => Pointer);
    cuStreamGetCaptureInfo_ptsz(a: Pointer, b: Pointer, c: Pointer) init = hipStreamGetCaptureInfo(per_thread(a) => Pointer, b => Pointer, c => Pointer);
    cuStreamGetCaptureInfo_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: Pointer, f: Pointer) init = hipStreamGetCaptureInfo_v2(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => Pointer, f => Pointer);
    cuStreamGetCaptureInfo_v2_ptsz(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: Pointer, f: Pointer) init = hipStreamGetCaptureInfo_v2(per_thread(a) => Pointer, b => Pointer, c => Pointer, d => Pointer, e => Pointer, f => Pointer);
    cuStreamGetCaptureInfo_v3(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: Pointer, f: Pointer, g: Pointer) init = hipExtStreamGetCaptureInfo(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => Pointer, f => Pointer, g => Pointer) [cuda_edge_list(f, g)];
    cuStreamGetCaptureInfo_v3_ptsz(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: Pointer, f: Pointer, g: Pointer) init = hipExtStreamGetCaptureInfo(per_thread(a) => Pointer, b => Pointer, c => Pointer, d => Pointer, e => Pointer, f => Pointer, g => Pointer) [cuda_edge_list(f, g)];
    cuStreamGetDevResource(a: Pointer, b: Pointer, c: u32) init = hipStreamGetDevResource(a => Pointer, b => Pointer, c => u32);
    cuStreamGetDevResource_ptsz(a: Pointer, b: Pointer, c: u32) init = hipStreamGetDevResource(per_thread(a) => Pointer, b => Pointer, c => u32);
    cuStreamGetDevice(a: Pointer, b: Pointer) init = hipStreamGetDevice(a => Pointer, b => Pointer);
    cuStreamGetDevice_ptsz(a: Pointer, b: Pointer) init = hipStreamGetDevice(per_thread(a) => Pointer, b => Pointer);
    cuStreamGetFlags(a: Pointer, b: Pointer) init = hipStreamGetFlags(a => Pointer, b => Pointer);
    cuStreamGetFlags_ptsz(a: Pointer, b: Pointer) init = hipStreamGetFlags(per_thread(a) => Pointer, b => Pointer);
    cuStreamGetId(a: Pointer, b: Pointer) init = hipStreamGetId(a => Pointer, b => Pointer);
    cuStreamGetId_ptsz(a: Pointer, b: Pointer) init = hipStreamGetId(per_thread(a) => Pointer, b => Pointer);
    cuStreamGetPriority(a: Pointer, b: Pointer) init = hipStreamGetPriority(a => Pointer, b => Pointer);
    cuStreamGetPriority_ptsz(a: Pointer, b: Pointer) init = hipStreamGetPriority(per_thread(a) => Pointer, b => Pointer);
    cuStreamIsCapturing(a: Pointer, b: Pointer) init = hipStreamIsCapturing(a => Pointer, b => Pointer);
    cuStreamIsCapturing_ptsz(a: Pointer, b: Pointer) init = hipStreamIsCapturing(per_thread(a) => Pointer, b => Pointer);
    cuStreamQuery(a: Pointer) init = hipStreamQuery(a => Pointer);
    cuStreamQuery_ptsz(a: Pointer) init = hipStreamQuery(per_thread(a) => Pointer);
    cuStreamSynchronize(a: Pointer) init = hipStreamSynchronize(a => Pointer);
    cuStreamSynchronize_ptsz(a: Pointer) init = hipStreamSynchronize(per_thread(a) => Pointer);
    cuStreamUpdateCaptureDependencies(a: Pointer, b: Pointer, c: u64, d: u32) init = hipStreamUpdateCaptureDependencies(a => Pointer, b => Pointer, c => u64, d => u32);
    cuStreamUpdateCaptureDependencies_ptsz(a: Pointer, b: Pointer, c: u64, d: u32) init = hipStreamUpdateCaptureDependencies(per_thread(a) => Pointer, b => Pointer, c => u64, d => u32);
    cuStreamUpdateCaptureDependencies_v2(a: Pointer, b: Pointer, c: Pointer, d: u64, e: u32) init = hipExtStreamUpdateCaptureDependencies(a => Pointer, b => Pointer, edges(c,d) => Pointer, d => u64, e => u32);
    cuStreamUpdateCaptureDependencies_v2_ptsz(a: Pointer, b: Pointer, c: Pointer, d: u64, e: u32) init = hipExtStreamUpdateCaptureDependencies(per_thread(a) => Pointer, b => Pointer, edges(c,d) => Pointer, d => u64, e => u32);
    cuStreamWaitEvent(a: Pointer, b: Pointer, c: u32) init = hipStreamWaitEvent(a => Pointer, b => Pointer, c => u32);
    cuStreamWaitEvent_ptsz(a: Pointer, b: Pointer, c: u32) init = hipStreamWaitEvent(per_thread(a) => Pointer, b => Pointer, c => u32);
    cuStreamWaitValue32(a: Pointer, b: u64, c: u32, d: u32) init = hipStreamWaitValue32(a => Pointer, b as usize as Pointer => Pointer, c => u32, d => u32, 4294967295 => u32);
    cuStreamWaitValue32_ptsz(a: Pointer, b: u64, c: u32, d: u32) init = hipStreamWaitValue32(per_thread(a) => Pointer, b as usize as Pointer => Pointer, c => u32, d => u32, 4294967295 => u32);
    cuStreamWaitValue32_v2(a: Pointer, b: u64, c: u32, d: u32) init = hipStreamWaitValue32(a => Pointer, b as usize as Pointer => Pointer, c => u32, d => u32, 4294967295 => u32);
    cuStreamWaitValue32_v2_ptsz(a: Pointer, b: u64, c: u32, d: u32) init = hipStreamWaitValue32(per_thread(a) => Pointer, b as usize as Pointer => Pointer, c => u32, d => u32, 4294967295 => u32);
    cuStreamWaitValue64(a: Pointer, b: u64, c: u64, d: u32) init = hipStreamWaitValue64(a => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32, u64::MAX => u64);
    cuStreamWaitValue64_ptsz(a: Pointer, b: u64, c: u64, d: u32) init = hipStreamWaitValue64(per_thread(a) => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32, u64::MAX => u64);
    cuStreamWaitValue64_v2(a: Pointer, b: u64, c: u64, d: u32) init = hipStreamWaitValue64(a => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32, u64::MAX => u64);
    cuStreamWaitValue64_v2_ptsz(a: Pointer, b: u64, c: u64, d: u32) init = hipStreamWaitValue64(per_thread(a) => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32, u64::MAX => u64);
    cuStreamWriteValue32(a: Pointer, b: u64, c: u32, d: u32) init = hipStreamWriteValue32(a => Pointer, b as usize as Pointer => Pointer, c => u32, d => u32);
    cuStreamWriteValue32_ptsz(a: Pointer, b: u64, c: u32, d: u32) init = hipStreamWriteValue32(per_thread(a) => Pointer, b as usize as Pointer => Pointer, c => u32, d => u32);
    cuStreamWriteValue32_v2(a: Pointer, b: u64, c: u32, d: u32) init = hipStreamWriteValue32(a => Pointer, b as usize as Pointer => Pointer, c => u32, d => u32);
    cuStreamWriteValue32_v2_ptsz(a: Pointer, b: u64, c: u32, d: u32) init = hipStreamWriteValue32(per_thread(a) => Pointer, b as usize as Pointer => Pointer, c => u32, d => u32);
    cuStreamWriteValue64(a: Pointer, b: u64, c: u64, d: u32) init = hipStreamWriteValue64(a => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32);
    cuStreamWriteValue64_ptsz(a: Pointer, b: u64, c: u64, d: u32) init = hipStreamWriteValue64(per_thread(a) => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32);
    cuStreamWriteValue64_v2(a: Pointer, b: u64, c: u64, d: u32) init = hipStreamWriteValue64(a => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32);
    cuStreamWriteValue64_v2_ptsz(a: Pointer, b: u64, c: u64, d: u32) init = hipStreamWriteValue64(per_thread(a) => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32);
    cuSurfObjectCreate(a: Pointer, b: Pointer) context = hipCreateSurfaceObject(a => Pointer, b => Pointer);
    cuSurfObjectDestroy(a: u64) init = hipDestroySurfaceObject(a => u64);
    cuTensorMapEncodeIm2col(a: Pointer, b: u32, c: u32, d: Pointer, e: Pointer, f: Pointer, g: Pointer, h: Pointer, i: u32, j: u32, k: Pointer, l: u32, m: u32, n: u32, o: u32) init = hipExtTensorMapEncodeIm2col(a => Pointer, b => u32, c => u32, d => Pointer, e => Pointer, f => Pointer, g => Pointer, h => Pointer, i => u32, j => u32, k => Pointer, l => u32, m => u32, n => u32, o => u32);
    cuTensorMapEncodeTiled(a: Pointer, b: u32, c: u32, d: Pointer, e: Pointer, f: Pointer, g: Pointer, h: Pointer, i: u32, j: u32, k: u32, l: u32) init = hipExtTensorMapEncodeTiled(a => Pointer, b => u32, c => u32, d => Pointer, e => Pointer, f => Pointer, g => Pointer, h => Pointer, i => u32, j => u32, k => u32, l => u32);
    cuTensorMapReplaceAddress(a: Pointer, b: Pointer) init = hipExtTensorMapReplaceAddress(a => Pointer, b => Pointer);
    cuTexObjectCreate(a: Pointer, b: Pointer, c: Pointer, d: Pointer) context = hipTexObjectCreate(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
    cuTexObjectDestroy(a: u64) init = hipTexObjectDestroy(a => u64);
    cuTexObjectGetResourceDesc(a: Pointer, b: u64) init = hipTexObjectGetResourceDesc(a => Pointer, b => u64);
    cuTexObjectGetResourceViewDesc(a: Pointer, b: u64) init = hipTexObjectGetResourceViewDesc(a => Pointer, b => u64);
    cuTexObjectGetTextureDesc(a: Pointer, b: u64) init = hipTexObjectGetTextureDesc(a => Pointer, b => u64);
    cuTexRefGetAddressMode(a: Pointer, b: Pointer, c: u32) init = hipTexRefGetAddressMode(a => Pointer, b => Pointer, c => u32);
    cuTexRefGetAddress_v2(a: Pointer, b: Pointer) init = hipTexRefGetAddress(a => Pointer, b => Pointer);
    cuTexRefGetArray(a: Pointer, b: Pointer) init = hipTexRefGetArray(a => Pointer, b => Pointer);
    cuTexRefGetBorderColor(a: Pointer, b: Pointer) init = hipTexRefGetBorderColor(a => Pointer, b => Pointer);
    cuTexRefGetFilterMode(a: Pointer, b: Pointer) init = hipTexRefGetFilterMode(a => Pointer, b => Pointer);
    cuTexRefGetFlags(a: Pointer, b: Pointer) init = hipTexRefGetFlags(a => Pointer, b => Pointer);
    cuTexRefGetFormat(a: Pointer, b: Pointer, c: Pointer) init = hipTexRefGetFormat(a => Pointer, b => Pointer, c => Pointer);
    cuTexRefGetMaxAnisotropy(a: Pointer, b: Pointer) init = hipTexRefGetMaxAnisotropy(a => Pointer, b => Pointer);
    cuTexRefGetMipmapFilterMode(a: Pointer, b: Pointer) init = hipTexRefGetMipmapFilterMode(a => Pointer, b => Pointer);
    cuTexRefGetMipmapLevelBias(a: Pointer, b: Pointer) init = hipTexRefGetMipmapLevelBias(a => Pointer, b => Pointer);
    cuTexRefGetMipmapLevelClamp(a: Pointer, b: Pointer, c: Pointer) init = hipTexRefGetMipmapLevelClamp(a => Pointer, b => Pointer, c => Pointer);
    cuTexRefGetMipmappedArray(a: Pointer, b: Pointer) init = hipTexRefGetMipMappedArray(a => Pointer, b => Pointer);
    cuTexRefSetAddress2D_v2(a: Pointer, b: Pointer, c: u64, d: u64) init = hipTexRefSetAddress2D(a => Pointer, b => Pointer, c as usize as Pointer => Pointer, d => u64);
    cuTexRefSetAddress2D_v3(a: Pointer, b: Pointer, c: u64, d: u64) init = hipTexRefSetAddress2D(a => Pointer, b => Pointer, c as usize as Pointer => Pointer, d => u64);
    cuTexRefSetAddressMode(a: Pointer, b: u32, c: u32) init = hipTexRefSetAddressMode(a => Pointer, b => u32, c => u32);
    cuTexRefSetAddress_v2(a: Pointer, b: Pointer, c: u64, d: u64) init = hipTexRefSetAddress(a => Pointer, b => Pointer, c as usize as Pointer => Pointer, d => u64);
    cuTexRefSetArray(a: Pointer, b: Pointer, c: u32) init = hipTexRefSetArray(a => Pointer, b => Pointer, c => u32);
    cuTexRefSetBorderColor(a: Pointer, b: Pointer) init = hipTexRefSetBorderColor(a => Pointer, b => Pointer);
    cuTexRefSetFilterMode(a: Pointer, b: u32) init = hipTexRefSetFilterMode(a => Pointer, b => u32);
    cuTexRefSetFlags(a: Pointer, b: u32) init = hipTexRefSetFlags(a => Pointer, b => u32);
    cuTexRefSetFormat(a: Pointer, b: u32, c: u32) init = hipTexRefSetFormat(a => Pointer, b => u32, c => u32);
    cuTexRefSetMaxAnisotropy(a: Pointer, b: u32) init = hipTexRefSetMaxAnisotropy(a => Pointer, b => u32);
    cuTexRefSetMipmapFilterMode(a: Pointer, b: u32) init = hipTexRefSetMipmapFilterMode(a => Pointer, b => u32);
    cuTexRefSetMipmapLevelBias(a: Pointer, b: f32) init = hipTexRefSetMipmapLevelBias(a => Pointer, b => f32);
    cuTexRefSetMipmapLevelClamp(a: Pointer, b: f32, c: f32) init = hipTexRefSetMipmapLevelClamp(a => Pointer, b => f32, c => f32);
    cuTexRefSetMipmappedArray(a: Pointer, b: Pointer, c: u32) init = hipTexRefSetMipmappedArray(a => Pointer, b => Pointer, c => u32);
    cuThreadExchangeStreamCaptureMode(a: Pointer) init = hipThreadExchangeStreamCaptureMode(a => Pointer);
    cuUserObjectCreate(a: Pointer, b: Pointer, c: Pointer, d: u32, e: u32) init = hipUserObjectCreate(a => Pointer, b => Pointer, c => Pointer, d => u32, e => u32);
    cuUserObjectRelease(a: Pointer, b: u32) init = hipUserObjectRelease(a => Pointer, b => u32);
    cuUserObjectRetain(a: Pointer, b: u32) init = hipUserObjectRetain(a => Pointer, b => u32);
}

#[rustfmt::skip]
aliases! {
    cuCtxResetPersistingL2Cache() context = cudaCtxResetPersistingL2Cache();
    cuDeviceGetAttribute(a: Pointer, b: u32, c: u32) init = cudaDeviceGetAttribute(a.cast(), b as _, c as _);
    cuDeviceGetP2PAttribute(a: Pointer, b: u32, c: u32, d: u32) init = cudaDeviceGetP2PAttribute(a.cast(), b as _, c as _, d as _);
    cuGraphAddKernelNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) init = cudaGraphAddKernelNode(a.cast(), b.cast(), c.cast(), d as _, e.cast());
    cuGraphAddNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) init = graph_add_node(a.cast(), b.cast(), c.cast(), d as _, e.cast());
    cuGraphAddNode_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64, f: Pointer) init = graph_add_node_with_edges(a.cast(), b.cast(), c.cast(), d.cast(), e as _, f.cast());
    cuGraphAddNode_v3(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64, f: Pointer) init = graph_add_node_with_edges(a.cast(), b.cast(), c.cast(), d.cast(), e as _, f.cast());
    cuGraphExecKernelNodeSetParams(a: Pointer, b: Pointer, c: Pointer) init = cudaGraphExecKernelNodeSetParams(a.cast(), b.cast(), c.cast());
    cuGraphExecNodeSetParams(a: Pointer, b: Pointer, c: Pointer) init = cudaGraphExecNodeSetParams(a.cast(), b.cast(), c.cast());
    cuGraphExecUpdate_v2(a: Pointer, b: Pointer, c: Pointer) init = cudaGraphExecUpdate(a.cast(), b.cast(), c.cast());
    cuGraphInstantiateWithParams(a: Pointer, b: Pointer, c: Pointer) init = cudaGraphInstantiateWithParams(a.cast(), b.cast(), c.cast());
    cuGraphInstantiateWithParams_ptsz(a: Pointer, b: Pointer, c: Pointer) init = cudaGraphInstantiateWithParams_ptsz(a.cast(), b.cast(), c.cast());
    cuGraphKernelNodeGetAttribute(a: Pointer, b: u32, c: Pointer) init = cudaGraphKernelNodeGetAttribute(a.cast(), b as _, c.cast());
    cuGraphKernelNodeGetParams(a: Pointer, b: Pointer) init = cudaGraphKernelNodeGetParams(a.cast(), b.cast());
    cuGraphKernelNodeSetAttribute(a: Pointer, b: u32, c: Pointer) init = cudaGraphKernelNodeSetAttribute(a.cast(), b as _, c.cast());
    cuGraphKernelNodeSetParams(a: Pointer, b: Pointer) init = cudaGraphKernelNodeSetParams(a.cast(), b.cast());
    cuGraphMemsetNodeGetParams(a: Pointer, b: Pointer) init = cudaGraphMemsetNodeGetParams(a.cast(), b.cast());
    cuGraphMemsetNodeSetParams(a: Pointer, b: Pointer) init = cudaGraphMemsetNodeSetParams(a.cast(), b.cast());
    cuGraphNodeGetType(a: Pointer, b: Pointer) init = cudaGraphNodeGetType(a.cast(), b.cast());
    cuGraphNodeSetParams(a: Pointer, b: Pointer) init = cudaGraphNodeSetParams(a.cast(), b.cast());
    cuGraphNodeSetParams_v2(a: Pointer, b: Pointer) init = cudaGraphNodeSetParams(a.cast(), b.cast());
    cuStreamGetAttribute(a: Pointer, b: u32, c: Pointer) init = cudaStreamGetAttribute(a.cast(), b as _, c.cast());
    cuStreamGetAttribute_ptsz(a: Pointer, b: u32, c: Pointer) init = cudaStreamGetAttribute_ptsz(a.cast(), b as _, c.cast());
    cuStreamSetAttribute(a: Pointer, b: u32, c: Pointer) init = cudaStreamSetAttribute(a.cast(), b as _, c.cast());
    cuStreamSetAttribute_ptsz(a: Pointer, b: u32, c: Pointer) init = cudaStreamSetAttribute_ptsz(a.cast(), b as _, c.cast());
}

#[rustfmt::skip]
refusals! {
    cuArray3DCreate,
    cuArray3DGetDescriptor,
    cuArrayCreate,
    cuArrayGetDescriptor,
    cuArrayGetMemoryRequirements,
    cuArrayGetPlane,
    cuArrayGetSparseProperties,
    cuCheckpointOperationComplete,
    cuCheckpointProcessCheckpoint,
    cuCheckpointProcessGetRestoreThreadId,
    cuCheckpointProcessGetState,
    cuCheckpointProcessLock,
    cuCheckpointProcessRestore,
    cuCheckpointProcessUnlock,
    cuCoredumpDeregisterCompleteCallback,
    cuCoredumpDeregisterStartCallback,
    cuCoredumpGetAttribute,
    cuCoredumpGetAttributeGlobal,
    cuCoredumpRegisterCompleteCallback,
    cuCoredumpRegisterStartCallback,
    cuCoredumpSetAttribute,
    cuCoredumpSetAttributeGlobal,
    cuDeviceGetCliqueCount,
    cuDeviceGetCliqueInfo,
    cuDeviceGetFabricClusterUuid,
    cuDeviceGetHostAtomicCapabilities,
    cuDeviceGetNvSciSyncAttributes,
    cuDeviceGetP2PAtomicCapabilities,
    cuDeviceRegisterAsyncNotification,
    cuDeviceTotalMem,
    cuDeviceUnregisterAsyncNotification,
    cuEGLStreamConsumerAcquireFrame,
    cuEGLStreamConsumerConnect,
    cuEGLStreamConsumerConnectWithFlags,
    cuEGLStreamConsumerDisconnect,
    cuEGLStreamConsumerReleaseFrame,
    cuEGLStreamProducerConnect,
    cuEGLStreamProducerDisconnect,
    cuEGLStreamProducerPresentFrame,
    cuEGLStreamProducerReturnFrame,
    cuEventCreateFromEGLSync,
    cuExternalMemoryGetMappedBuffer,
    cuExternalMemoryGetMappedMipmappedArray,
    cuFabricCpyBatchAsync,
    cuFabricCpyBatchAsync_ptsz,
    cuFlushGPUDirectRDMAWrites,
    cuGLCtxCreate,
    cuGLCtxCreate_v2,
    cuGLGetDevices,
    cuGLGetDevices_v2,
    cuGLInit,
    cuGLMapBufferObject,
    cuGLMapBufferObjectAsync,
    cuGLMapBufferObjectAsync_v2,
    cuGLMapBufferObjectAsync_v2_ptsz,
    cuGLMapBufferObject_v2,
    cuGLMapBufferObject_v2_ptds,
    cuGLRegisterBufferObject,
    cuGLSetBufferObjectMapFlags,
    cuGLUnmapBufferObject,
    cuGLUnmapBufferObjectAsync,
    cuGLUnregisterBufferObject,
    cuGraphAddBatchMemOpNode,
    cuGraphAddExternalSemaphoresSignalNode,
    cuGraphAddExternalSemaphoresWaitNode,
    cuGraphBatchMemOpNodeGetParams,
    cuGraphBatchMemOpNodeSetParams,
    cuGraphExecBatchMemOpNodeSetParams,
    cuGraphExecExternalSemaphoresSignalNodeSetParams,
    cuGraphExecExternalSemaphoresWaitNodeSetParams,
    cuGraphExecGetId,
    cuGraphExternalSemaphoresSignalNodeGetParams,
    cuGraphExternalSemaphoresSignalNodeSetParams,
    cuGraphExternalSemaphoresWaitNodeGetParams,
    cuGraphExternalSemaphoresWaitNodeSetParams,
    cuGraphGetId,
    cuGraphNodeGetContainingGraph,
    cuGraphNodeGetLocalId,
    cuGraphNodeGetParams,
    cuGraphNodeGetToolsId,
    cuGraphicsEGLRegisterImage,
    cuGraphicsGLRegisterBuffer,
    cuGraphicsGLRegisterImage,
    cuGraphicsResourceGetMappedEglFrame,
    cuGraphicsResourceGetMappedMipmappedArray,
    cuGraphicsResourceGetMappedPointer,
    cuGraphicsResourceSetMapFlags,
    cuGraphicsResourceSetMapFlags_v2,
    cuGraphicsVDPAURegisterOutputSurface,
    cuGraphicsVDPAURegisterVideoSurface,
    cuImportExternalMemory,
    cuImportExternalSemaphore,
    cuLibraryGetUnifiedFunction,
    cuLogicalEndpointAddDevice,
    cuLogicalEndpointBindAddr,
    cuLogicalEndpointBindMem,
    cuLogicalEndpointCreate,
    cuLogicalEndpointDestroy,
    cuLogicalEndpointExport,
    cuLogicalEndpointGetLimits,
    cuLogicalEndpointIdRelease,
    cuLogicalEndpointIdReserve,
    cuLogicalEndpointImport,
    cuLogicalEndpointQuery,
    cuLogicalEndpointUnbind,
    cuLogsCurrent,
    cuLogsDumpToFile,
    cuLogsDumpToMemory,
    cuLogsRegisterCallback,
    cuLogsUnregisterCallback,
    cuMemAlloc,
    cuMemAllocHost,
    cuMemAllocPitch,
    cuMemBatchDecompressAsync,
    cuMemBatchDecompressAsync_ptsz,
    cuMemFree,
    cuMemGetAddressRange,
    cuMemGetInfo,
    cuMemGetLocationInfo,
    cuMemHostGetDevicePointer,
    cuMemMapArrayAsync,
    cuMemMapArrayAsync_ptsz,
    cuMemcpy2D,
    cuMemcpy2DAsync,
    cuMemcpy2DUnaligned,
    cuMemcpy3D,
    cuMemcpy3DAsync,
    cuMemcpy3DWithAttributesAsync,
    cuMemcpy3DWithAttributesAsync_ptsz,
    cuMemcpyAtoA,
    cuMemcpyAtoD,
    cuMemcpyAtoH,
    cuMemcpyAtoHAsync,
    cuMemcpyDtoA,
    cuMemcpyDtoD,
    cuMemcpyDtoDAsync,
    cuMemcpyDtoH,
    cuMemcpyDtoHAsync,
    cuMemcpyHtoA,
    cuMemcpyHtoAAsync,
    cuMemcpyHtoD,
    cuMemcpyHtoDAsync,
    cuMemcpyWithAttributesAsync,
    cuMemcpyWithAttributesAsync_ptsz,
    cuMemsetD16,
    cuMemsetD2D16,
    cuMemsetD2D32,
    cuMemsetD2D8,
    cuMemsetD32,
    cuMemsetD8,
    cuMipmappedArrayGetSparseProperties,
    cuModuleGetGlobal,
    cuModuleGetSurfRef,
    cuParamSetTexRef,
    cuProfilerInitialize,
    cuSignalExternalSemaphoresAsync,
    cuSignalExternalSemaphoresAsync_ptsz,
    cuStreamBeginCapture,
    cuStreamBeginCaptureToCig,
    cuStreamBeginCaptureToCig_ptsz,
    cuStreamBeginCapture_ptsz,
    cuStreamBeginRecaptureToGraph,
    cuStreamBeginRecaptureToGraph_ptsz,
    cuStreamEndCaptureToCig,
    cuStreamEndCaptureToCig_ptsz,
    cuSurfObjectGetResourceDesc,
    cuSurfRefGetArray,
    cuSurfRefSetArray,
    cuTensorMapEncodeIm2colWide,
    cuTensorMapSetAllocationClass,
    cuTexRefCreate,
    cuTexRefDestroy,
    cuTexRefGetAddress,
    cuTexRefSetAddress,
    cuTexRefSetAddress2D,
    cuVDPAUCtxCreate,
    cuVDPAUCtxCreate_v2,
    cuVDPAUGetDevice,
    cuWaitExternalSemaphoresAsync,
    cuWaitExternalSemaphoresAsync_ptsz,
}

/// What `cuGetProcAddress` finds, by function.
#[rustfmt::skip]
pub(crate) static SPELLINGS: &[Spelling] = &[
    Spelling { function: "cuArray3DCreate", symbol: "cuArray3DCreate", since: 2000, code: Address(cuArray3DCreate as *const ()) },
    Spelling { function: "cuArray3DCreate", symbol: "cuArray3DCreate_v2", since: 3020, code: Address(cuArray3DCreate_v2 as *const ()) },
    Spelling { function: "cuArray3DGetDescriptor", symbol: "cuArray3DGetDescriptor", since: 2000, code: Address(cuArray3DGetDescriptor as *const ()) },
    Spelling { function: "cuArray3DGetDescriptor", symbol: "cuArray3DGetDescriptor_v2", since: 3020, code: Address(cuArray3DGetDescriptor_v2 as *const ()) },
    Spelling { function: "cuArrayCreate", symbol: "cuArrayCreate", since: 2000, code: Address(cuArrayCreate as *const ()) },
    Spelling { function: "cuArrayCreate", symbol: "cuArrayCreate_v2", since: 3020, code: Address(cuArrayCreate_v2 as *const ()) },
    Spelling { function: "cuArrayDestroy", symbol: "cuArrayDestroy", since: 2000, code: Address(cuArrayDestroy as *const ()) },
    Spelling { function: "cuArrayGetDescriptor", symbol: "cuArrayGetDescriptor", since: 2000, code: Address(cuArrayGetDescriptor as *const ()) },
    Spelling { function: "cuArrayGetDescriptor", symbol: "cuArrayGetDescriptor_v2", since: 3020, code: Address(cuArrayGetDescriptor_v2 as *const ()) },
    Spelling { function: "cuArrayGetMemoryRequirements", symbol: "cuArrayGetMemoryRequirements", since: 11060, code: Address(cuArrayGetMemoryRequirements as *const ()) },
    Spelling { function: "cuArrayGetPlane", symbol: "cuArrayGetPlane", since: 11020, code: Address(cuArrayGetPlane as *const ()) },
    Spelling { function: "cuArrayGetSparseProperties", symbol: "cuArrayGetSparseProperties", since: 11010, code: Address(cuArrayGetSparseProperties as *const ()) },
    Spelling { function: "cuCheckpointOperationComplete", symbol: "cuCheckpointOperationComplete", since: 13040, code: Address(cuCheckpointOperationComplete as *const ()) },
    Spelling { function: "cuCheckpointProcessCheckpoint", symbol: "cuCheckpointProcessCheckpoint", since: 12080, code: Address(cuCheckpointProcessCheckpoint as *const ()) },
    Spelling { function: "cuCheckpointProcessGetRestoreThreadId", symbol: "cuCheckpointProcessGetRestoreThreadId", since: 12080, code: Address(cuCheckpointProcessGetRestoreThreadId as *const ()) },
    Spelling { function: "cuCheckpointProcessGetState", symbol: "cuCheckpointProcessGetState", since: 12080, code: Address(cuCheckpointProcessGetState as *const ()) },
    Spelling { function: "cuCheckpointProcessLock", symbol: "cuCheckpointProcessLock", since: 12080, code: Address(cuCheckpointProcessLock as *const ()) },
    Spelling { function: "cuCheckpointProcessRestore", symbol: "cuCheckpointProcessRestore", since: 12080, code: Address(cuCheckpointProcessRestore as *const ()) },
    Spelling { function: "cuCheckpointProcessUnlock", symbol: "cuCheckpointProcessUnlock", since: 12080, code: Address(cuCheckpointProcessUnlock as *const ()) },
    Spelling { function: "cuCoredumpDeregisterCompleteCallback", symbol: "cuCoredumpDeregisterCompleteCallback", since: 13020, code: Address(cuCoredumpDeregisterCompleteCallback as *const ()) },
    Spelling { function: "cuCoredumpDeregisterStartCallback", symbol: "cuCoredumpDeregisterStartCallback", since: 13020, code: Address(cuCoredumpDeregisterStartCallback as *const ()) },
    Spelling { function: "cuCoredumpGetAttribute", symbol: "cuCoredumpGetAttribute", since: 12010, code: Address(cuCoredumpGetAttribute as *const ()) },
    Spelling { function: "cuCoredumpGetAttributeGlobal", symbol: "cuCoredumpGetAttributeGlobal", since: 12010, code: Address(cuCoredumpGetAttributeGlobal as *const ()) },
    Spelling { function: "cuCoredumpRegisterCompleteCallback", symbol: "cuCoredumpRegisterCompleteCallback", since: 13020, code: Address(cuCoredumpRegisterCompleteCallback as *const ()) },
    Spelling { function: "cuCoredumpRegisterStartCallback", symbol: "cuCoredumpRegisterStartCallback", since: 13020, code: Address(cuCoredumpRegisterStartCallback as *const ()) },
    Spelling { function: "cuCoredumpSetAttribute", symbol: "cuCoredumpSetAttribute", since: 12010, code: Address(cuCoredumpSetAttribute as *const ()) },
    Spelling { function: "cuCoredumpSetAttributeGlobal", symbol: "cuCoredumpSetAttributeGlobal", since: 12010, code: Address(cuCoredumpSetAttributeGlobal as *const ()) },
    Spelling { function: "cuCtxAttach", symbol: "cuCtxAttach", since: 2000, code: Address(cuCtxAttach as *const ()) },
    Spelling { function: "cuCtxCreate", symbol: "cuCtxCreate", since: 2000, code: Address(cuCtxCreate as *const ()) },
    Spelling { function: "cuCtxCreate", symbol: "cuCtxCreate_v2", since: 3020, code: Address(cuCtxCreate_v2 as *const ()) },
    Spelling { function: "cuCtxCreate", symbol: "cuCtxCreate_v3", since: 11040, code: Address(cuCtxCreate_v3 as *const ()) },
    Spelling { function: "cuCtxCreate", symbol: "cuCtxCreate_v4", since: 12050, code: Address(cuCtxCreate_v4 as *const ()) },
    Spelling { function: "cuCtxDestroy", symbol: "cuCtxDestroy", since: 2000, code: Address(cuCtxDestroy as *const ()) },
    Spelling { function: "cuCtxDestroy", symbol: "cuCtxDestroy_v2", since: 4000, code: Address(cuCtxDestroy_v2 as *const ()) },
    Spelling { function: "cuCtxDetach", symbol: "cuCtxDetach", since: 2000, code: Address(cuCtxDetach as *const ()) },
    Spelling { function: "cuCtxDisablePeerAccess", symbol: "cuCtxDisablePeerAccess", since: 4000, code: Address(cuCtxDisablePeerAccess as *const ()) },
    Spelling { function: "cuCtxEnablePeerAccess", symbol: "cuCtxEnablePeerAccess", since: 4000, code: Address(cuCtxEnablePeerAccess as *const ()) },
    Spelling { function: "cuCtxFromGreenCtx", symbol: "cuCtxFromGreenCtx", since: 12040, code: Address(cuCtxFromGreenCtx as *const ()) },
    Spelling { function: "cuCtxGetApiVersion", symbol: "cuCtxGetApiVersion", since: 3020, code: Address(cuCtxGetApiVersion as *const ()) },
    Spelling { function: "cuCtxGetCacheConfig", symbol: "cuCtxGetCacheConfig", since: 3020, code: Address(cuCtxGetCacheConfig as *const ()) },
    Spelling { function: "cuCtxGetCurrent", symbol: "cuCtxGetCurrent", since: 4000, code: Address(cuCtxGetCurrent as *const ()) },
    Spelling { function: "cuCtxGetDevResource", symbol: "cuCtxGetDevResource", since: 12040, code: Address(cuCtxGetDevResource as *const ()) },
    Spelling { function: "cuCtxGetDevice", symbol: "cuCtxGetDevice", since: 2000, code: Address(cuCtxGetDevice as *const ()) },
    Spelling { function: "cuCtxGetDevice", symbol: "cuCtxGetDevice_v2", since: 13000, code: Address(cuCtxGetDevice_v2 as *const ()) },
    Spelling { function: "cuCtxGetExecAffinity", symbol: "cuCtxGetExecAffinity", since: 11040, code: Address(cuCtxGetExecAffinity as *const ()) },
    Spelling { function: "cuCtxGetFlags", symbol: "cuCtxGetFlags", since: 7000, code: Address(cuCtxGetFlags as *const ()) },
    Spelling { function: "cuCtxGetId", symbol: "cuCtxGetId", since: 12000, code: Address(cuCtxGetId as *const ()) },
    Spelling { function: "cuCtxGetLimit", symbol: "cuCtxGetLimit", since: 3010, code: Address(cuCtxGetLimit as *const ()) },
    Spelling { function: "cuCtxGetSharedMemConfig", symbol: "cuCtxGetSharedMemConfig", since: 4020, code: Address(cuCtxGetSharedMemConfig as *const ()) },
    Spelling { function: "cuCtxGetStreamPriorityRange", symbol: "cuCtxGetStreamPriorityRange", since: 5050, code: Address(cuCtxGetStreamPriorityRange as *const ()) },
    Spelling { function: "cuCtxPopCurrent", symbol: "cuCtxPopCurrent", since: 2000, code: Address(cuCtxPopCurrent as *const ()) },
    Spelling { function: "cuCtxPopCurrent", symbol: "cuCtxPopCurrent_v2", since: 4000, code: Address(cuCtxPopCurrent_v2 as *const ()) },
    Spelling { function: "cuCtxPushCurrent", symbol: "cuCtxPushCurrent", since: 2000, code: Address(cuCtxPushCurrent as *const ()) },
    Spelling { function: "cuCtxPushCurrent", symbol: "cuCtxPushCurrent_v2", since: 4000, code: Address(cuCtxPushCurrent_v2 as *const ()) },
    Spelling { function: "cuCtxRecordEvent", symbol: "cuCtxRecordEvent", since: 12050, code: Address(cuCtxRecordEvent as *const ()) },
    Spelling { function: "cuCtxResetPersistingL2Cache", symbol: "cuCtxResetPersistingL2Cache", since: 11000, code: Address(cuCtxResetPersistingL2Cache as *const ()) },
    Spelling { function: "cuCtxSetCacheConfig", symbol: "cuCtxSetCacheConfig", since: 3020, code: Address(cuCtxSetCacheConfig as *const ()) },
    Spelling { function: "cuCtxSetCurrent", symbol: "cuCtxSetCurrent", since: 4000, code: Address(cuCtxSetCurrent as *const ()) },
    Spelling { function: "cuCtxSetFlags", symbol: "cuCtxSetFlags", since: 12010, code: Address(cuCtxSetFlags as *const ()) },
    Spelling { function: "cuCtxSetLimit", symbol: "cuCtxSetLimit", since: 3010, code: Address(cuCtxSetLimit as *const ()) },
    Spelling { function: "cuCtxSetSharedMemConfig", symbol: "cuCtxSetSharedMemConfig", since: 4020, code: Address(cuCtxSetSharedMemConfig as *const ()) },
    Spelling { function: "cuCtxSynchronize", symbol: "cuCtxSynchronize", since: 2000, code: Address(cuCtxSynchronize as *const ()) },
    Spelling { function: "cuCtxSynchronize", symbol: "cuCtxSynchronize_v2", since: 13000, code: Address(cuCtxSynchronize_v2 as *const ()) },
    Spelling { function: "cuCtxWaitEvent", symbol: "cuCtxWaitEvent", since: 12050, code: Address(cuCtxWaitEvent as *const ()) },
    Spelling { function: "cuDestroyExternalMemory", symbol: "cuDestroyExternalMemory", since: 10000, code: Address(cuDestroyExternalMemory as *const ()) },
    Spelling { function: "cuDestroyExternalSemaphore", symbol: "cuDestroyExternalSemaphore", since: 10000, code: Address(cuDestroyExternalSemaphore as *const ()) },
    Spelling { function: "cuDevResourceGenerateDesc", symbol: "cuDevResourceGenerateDesc", since: 12040, code: Address(cuDevResourceGenerateDesc as *const ()) },
    Spelling { function: "cuDevSmResourceSplit", symbol: "cuDevSmResourceSplit", since: 13010, code: Address(cuDevSmResourceSplit as *const ()) },
    Spelling { function: "cuDevSmResourceSplitByCount", symbol: "cuDevSmResourceSplitByCount", since: 12040, code: Address(cuDevSmResourceSplitByCount as *const ()) },
    Spelling { function: "cuDeviceCanAccessPeer", symbol: "cuDeviceCanAccessPeer", since: 4000, code: Address(cuDeviceCanAccessPeer as *const ()) },
    Spelling { function: "cuDeviceComputeCapability", symbol: "cuDeviceComputeCapability", since: 2000, code: Address(cuDeviceComputeCapability as *const ()) },
    Spelling { function: "cuDeviceGet", symbol: "cuDeviceGet", since: 2000, code: Address(cuDeviceGet as *const ()) },
    Spelling { function: "cuDeviceGetAttribute", symbol: "cuDeviceGetAttribute", since: 2000, code: Address(cuDeviceGetAttribute as *const ()) },
    Spelling { function: "cuDeviceGetByPCIBusId", symbol: "cuDeviceGetByPCIBusId", since: 4010, code: Address(cuDeviceGetByPCIBusId as *const ()) },
    Spelling { function: "cuDeviceGetCliqueCount", symbol: "cuDeviceGetCliqueCount", since: 13040, code: Address(cuDeviceGetCliqueCount as *const ()) },
    Spelling { function: "cuDeviceGetCliqueInfo", symbol: "cuDeviceGetCliqueInfo", since: 13040, code: Address(cuDeviceGetCliqueInfo as *const ()) },
    Spelling { function: "cuDeviceGetCount", symbol: "cuDeviceGetCount", since: 2000, code: Address(cuDeviceGetCount as *const ()) },
    Spelling { function: "cuDeviceGetDefaultMemPool", symbol: "cuDeviceGetDefaultMemPool", since: 11020, code: Address(cuDeviceGetDefaultMemPool as *const ()) },
    Spelling { function: "cuDeviceGetDevResource", symbol: "cuDeviceGetDevResource", since: 12040, code: Address(cuDeviceGetDevResource as *const ()) },
    Spelling { function: "cuDeviceGetExecAffinitySupport", symbol: "cuDeviceGetExecAffinitySupport", since: 11040, code: Address(cuDeviceGetExecAffinitySupport as *const ()) },
    Spelling { function: "cuDeviceGetFabricClusterUuid", symbol: "cuDeviceGetFabricClusterUuid", since: 13040, code: Address(cuDeviceGetFabricClusterUuid as *const ()) },
    Spelling { function: "cuDeviceGetGraphMemAttribute", symbol: "cuDeviceGetGraphMemAttribute", since: 11040, code: Address(cuDeviceGetGraphMemAttribute as *const ()) },
    Spelling { function: "cuDeviceGetHostAtomicCapabilities", symbol: "cuDeviceGetHostAtomicCapabilities", since: 13000, code: Address(cuDeviceGetHostAtomicCapabilities as *const ()) },
    Spelling { function: "cuDeviceGetLuid", symbol: "cuDeviceGetLuid", since: 10000, code: Address(cuDeviceGetLuid as *const ()) },
    Spelling { function: "cuDeviceGetMemPool", symbol: "cuDeviceGetMemPool", since: 11020, code: Address(cuDeviceGetMemPool as *const ()) },
    Spelling { function: "cuDeviceGetName", symbol: "cuDeviceGetName", since: 2000, code: Address(cuDeviceGetName as *const ()) },
    Spelling { function: "cuDeviceGetNvSciSyncAttributes", symbol: "cuDeviceGetNvSciSyncAttributes", since: 10020, code: Address(cuDeviceGetNvSciSyncAttributes as *const ()) },
    Spelling { function: "cuDeviceGetP2PAtomicCapabilities", symbol: "cuDeviceGetP2PAtomicCapabilities", since: 13000, code: Address(cuDeviceGetP2PAtomicCapabilities as *const ()) },
    Spelling { function: "cuDeviceGetP2PAttribute", symbol: "cuDeviceGetP2PAttribute", since: 8000, code: Address(cuDeviceGetP2PAttribute as *const ()) },
    Spelling { function: "cuDeviceGetPCIBusId", symbol: "cuDeviceGetPCIBusId", since: 4010, code: Address(cuDeviceGetPCIBusId as *const ()) },
    Spelling { function: "cuDeviceGetProperties", symbol: "cuDeviceGetProperties", since: 2000, code: Address(cuDeviceGetProperties as *const ()) },
    Spelling { function: "cuDeviceGetTexture1DLinearMaxWidth", symbol: "cuDeviceGetTexture1DLinearMaxWidth", since: 11010, code: Address(cuDeviceGetTexture1DLinearMaxWidth as *const ()) },
    Spelling { function: "cuDeviceGetUuid", symbol: "cuDeviceGetUuid", since: 9020, code: Address(cuDeviceGetUuid as *const ()) },
    Spelling { function: "cuDeviceGetUuid", symbol: "cuDeviceGetUuid_v2", since: 11040, code: Address(cuDeviceGetUuid_v2 as *const ()) },
    Spelling { function: "cuDeviceGraphMemTrim", symbol: "cuDeviceGraphMemTrim", since: 11040, code: Address(cuDeviceGraphMemTrim as *const ()) },
    Spelling { function: "cuDevicePrimaryCtxGetState", symbol: "cuDevicePrimaryCtxGetState", since: 7000, code: Address(cuDevicePrimaryCtxGetState as *const ()) },
    Spelling { function: "cuDevicePrimaryCtxRelease", symbol: "cuDevicePrimaryCtxRelease", since: 7000, code: Address(cuDevicePrimaryCtxRelease as *const ()) },
    Spelling { function: "cuDevicePrimaryCtxRelease", symbol: "cuDevicePrimaryCtxRelease_v2", since: 11000, code: Address(cuDevicePrimaryCtxRelease_v2 as *const ()) },
    Spelling { function: "cuDevicePrimaryCtxReset", symbol: "cuDevicePrimaryCtxReset", since: 7000, code: Address(cuDevicePrimaryCtxReset as *const ()) },
    Spelling { function: "cuDevicePrimaryCtxReset", symbol: "cuDevicePrimaryCtxReset_v2", since: 11000, code: Address(cuDevicePrimaryCtxReset_v2 as *const ()) },
    Spelling { function: "cuDevicePrimaryCtxRetain", symbol: "cuDevicePrimaryCtxRetain", since: 7000, code: Address(cuDevicePrimaryCtxRetain as *const ()) },
    Spelling { function: "cuDevicePrimaryCtxSetFlags", symbol: "cuDevicePrimaryCtxSetFlags", since: 7000, code: Address(cuDevicePrimaryCtxSetFlags as *const ()) },
    Spelling { function: "cuDevicePrimaryCtxSetFlags", symbol: "cuDevicePrimaryCtxSetFlags_v2", since: 11000, code: Address(cuDevicePrimaryCtxSetFlags_v2 as *const ()) },
    Spelling { function: "cuDeviceRegisterAsyncNotification", symbol: "cuDeviceRegisterAsyncNotification", since: 12040, code: Address(cuDeviceRegisterAsyncNotification as *const ()) },
    Spelling { function: "cuDeviceSetGraphMemAttribute", symbol: "cuDeviceSetGraphMemAttribute", since: 11040, code: Address(cuDeviceSetGraphMemAttribute as *const ()) },
    Spelling { function: "cuDeviceSetMemPool", symbol: "cuDeviceSetMemPool", since: 11020, code: Address(cuDeviceSetMemPool as *const ()) },
    Spelling { function: "cuDeviceTotalMem", symbol: "cuDeviceTotalMem", since: 2000, code: Address(cuDeviceTotalMem as *const ()) },
    Spelling { function: "cuDeviceTotalMem", symbol: "cuDeviceTotalMem_v2", since: 3020, code: Address(cuDeviceTotalMem_v2 as *const ()) },
    Spelling { function: "cuDeviceUnregisterAsyncNotification", symbol: "cuDeviceUnregisterAsyncNotification", since: 12040, code: Address(cuDeviceUnregisterAsyncNotification as *const ()) },
    Spelling { function: "cuDriverGetVersion", symbol: "cuDriverGetVersion", since: 2020, code: Address(cuDriverGetVersion as *const ()) },
    Spelling { function: "cuEGLStreamConsumerAcquireFrame", symbol: "cuEGLStreamConsumerAcquireFrame", since: 7000, code: Address(cuEGLStreamConsumerAcquireFrame as *const ()) },
    Spelling { function: "cuEGLStreamConsumerConnect", symbol: "cuEGLStreamConsumerConnect", since: 7000, code: Address(cuEGLStreamConsumerConnect as *const ()) },
    Spelling { function: "cuEGLStreamConsumerConnectWithFlags", symbol: "cuEGLStreamConsumerConnectWithFlags", since: 8000, code: Address(cuEGLStreamConsumerConnectWithFlags as *const ()) },
    Spelling { function: "cuEGLStreamConsumerDisconnect", symbol: "cuEGLStreamConsumerDisconnect", since: 7000, code: Address(cuEGLStreamConsumerDisconnect as *const ()) },
    Spelling { function: "cuEGLStreamConsumerReleaseFrame", symbol: "cuEGLStreamConsumerReleaseFrame", since: 7000, code: Address(cuEGLStreamConsumerReleaseFrame as *const ()) },
    Spelling { function: "cuEGLStreamProducerConnect", symbol: "cuEGLStreamProducerConnect", since: 7000, code: Address(cuEGLStreamProducerConnect as *const ()) },
    Spelling { function: "cuEGLStreamProducerDisconnect", symbol: "cuEGLStreamProducerDisconnect", since: 7000, code: Address(cuEGLStreamProducerDisconnect as *const ()) },
    Spelling { function: "cuEGLStreamProducerPresentFrame", symbol: "cuEGLStreamProducerPresentFrame", since: 7000, code: Address(cuEGLStreamProducerPresentFrame as *const ()) },
    Spelling { function: "cuEGLStreamProducerReturnFrame", symbol: "cuEGLStreamProducerReturnFrame", since: 7000, code: Address(cuEGLStreamProducerReturnFrame as *const ()) },
    Spelling { function: "cuEventCreate", symbol: "cuEventCreate", since: 2000, code: Address(cuEventCreate as *const ()) },
    Spelling { function: "cuEventCreateFromEGLSync", symbol: "cuEventCreateFromEGLSync", since: 9000, code: Address(cuEventCreateFromEGLSync as *const ()) },
    Spelling { function: "cuEventDestroy", symbol: "cuEventDestroy", since: 2000, code: Address(cuEventDestroy as *const ()) },
    Spelling { function: "cuEventDestroy", symbol: "cuEventDestroy_v2", since: 4000, code: Address(cuEventDestroy_v2 as *const ()) },
    Spelling { function: "cuEventElapsedTime", symbol: "cuEventElapsedTime", since: 2000, code: Address(cuEventElapsedTime as *const ()) },
    Spelling { function: "cuEventElapsedTime", symbol: "cuEventElapsedTime_v2", since: 12080, code: Address(cuEventElapsedTime_v2 as *const ()) },
    Spelling { function: "cuEventQuery", symbol: "cuEventQuery", since: 2000, code: Address(cuEventQuery as *const ()) },
    Spelling { function: "cuEventRecord", symbol: "cuEventRecord", since: 2000, code: Address(cuEventRecord as *const ()) },
    Spelling { function: "cuEventRecord", symbol: "cuEventRecord_ptsz", since: 7000, code: Address(cuEventRecord_ptsz as *const ()) },
    Spelling { function: "cuEventRecordWithFlags", symbol: "cuEventRecordWithFlags", since: 11010, code: Address(cuEventRecordWithFlags as *const ()) },
    Spelling { function: "cuEventRecordWithFlags", symbol: "cuEventRecordWithFlags_ptsz", since: 11010, code: Address(cuEventRecordWithFlags_ptsz as *const ()) },
    Spelling { function: "cuEventSynchronize", symbol: "cuEventSynchronize", since: 2000, code: Address(cuEventSynchronize as *const ()) },
    Spelling { function: "cuExternalMemoryGetMappedBuffer", symbol: "cuExternalMemoryGetMappedBuffer", since: 10000, code: Address(cuExternalMemoryGetMappedBuffer as *const ()) },
    Spelling { function: "cuExternalMemoryGetMappedMipmappedArray", symbol: "cuExternalMemoryGetMappedMipmappedArray", since: 10000, code: Address(cuExternalMemoryGetMappedMipmappedArray as *const ()) },
    Spelling { function: "cuFabricCpyBatchAsync", symbol: "cuFabricCpyBatchAsync", since: 13050, code: Address(cuFabricCpyBatchAsync as *const ()) },
    Spelling { function: "cuFabricCpyBatchAsync", symbol: "cuFabricCpyBatchAsync_ptsz", since: 13050, code: Address(cuFabricCpyBatchAsync_ptsz as *const ()) },
    Spelling { function: "cuFlushGPUDirectRDMAWrites", symbol: "cuFlushGPUDirectRDMAWrites", since: 11030, code: Address(cuFlushGPUDirectRDMAWrites as *const ()) },
    Spelling { function: "cuFuncGetAttribute", symbol: "cuFuncGetAttribute", since: 2020, code: Address(cuFuncGetAttribute as *const ()) },
    Spelling { function: "cuFuncGetModule", symbol: "cuFuncGetModule", since: 11000, code: Address(cuFuncGetModule as *const ()) },
    Spelling { function: "cuFuncGetName", symbol: "cuFuncGetName", since: 12030, code: Address(cuFuncGetName as *const ()) },
    Spelling { function: "cuFuncGetParamCount", symbol: "cuFuncGetParamCount", since: 13020, code: Address(cuFuncGetParamCount as *const ()) },
    Spelling { function: "cuFuncGetParamInfo", symbol: "cuFuncGetParamInfo", since: 12040, code: Address(cuFuncGetParamInfo as *const ()) },
    Spelling { function: "cuFuncIsLoaded", symbol: "cuFuncIsLoaded", since: 12040, code: Address(cuFuncIsLoaded as *const ()) },
    Spelling { function: "cuFuncLoad", symbol: "cuFuncLoad", since: 12040, code: Address(cuFuncLoad as *const ()) },
    Spelling { function: "cuFuncSetAttribute", symbol: "cuFuncSetAttribute", since: 9000, code: Address(cuFuncSetAttribute as *const ()) },
    Spelling { function: "cuFuncSetBlockShape", symbol: "cuFuncSetBlockShape", since: 2000, code: Address(cuFuncSetBlockShape as *const ()) },
    Spelling { function: "cuFuncSetCacheConfig", symbol: "cuFuncSetCacheConfig", since: 3000, code: Address(cuFuncSetCacheConfig as *const ()) },
    Spelling { function: "cuFuncSetSharedMemConfig", symbol: "cuFuncSetSharedMemConfig", since: 4020, code: Address(cuFuncSetSharedMemConfig as *const ()) },
    Spelling { function: "cuFuncSetSharedSize", symbol: "cuFuncSetSharedSize", since: 2000, code: Address(cuFuncSetSharedSize as *const ()) },
    Spelling { function: "cuGLCtxCreate", symbol: "cuGLCtxCreate", since: 2000, code: Address(cuGLCtxCreate as *const ()) },
    Spelling { function: "cuGLCtxCreate", symbol: "cuGLCtxCreate_v2", since: 3020, code: Address(cuGLCtxCreate_v2 as *const ()) },
    Spelling { function: "cuGLGetDevices", symbol: "cuGLGetDevices", since: 4010, code: Address(cuGLGetDevices as *const ()) },
    Spelling { function: "cuGLGetDevices", symbol: "cuGLGetDevices_v2", since: 6050, code: Address(cuGLGetDevices_v2 as *const ()) },
    Spelling { function: "cuGLInit", symbol: "cuGLInit", since: 2000, code: Address(cuGLInit as *const ()) },
    Spelling { function: "cuGLMapBufferObject", symbol: "cuGLMapBufferObject", since: 2000, code: Address(cuGLMapBufferObject as *const ()) },
    Spelling { function: "cuGLMapBufferObject", symbol: "cuGLMapBufferObject_v2", since: 3020, code: Address(cuGLMapBufferObject_v2 as *const ()) },
    Spelling { function: "cuGLMapBufferObject", symbol: "cuGLMapBufferObject_v2_ptds", since: 7000, code: Address(cuGLMapBufferObject_v2_ptds as *const ()) },
    Spelling { function: "cuGLMapBufferObjectAsync", symbol: "cuGLMapBufferObjectAsync", since: 2030, code: Address(cuGLMapBufferObjectAsync as *const ()) },
    Spelling { function: "cuGLMapBufferObjectAsync", symbol: "cuGLMapBufferObjectAsync_v2", since: 3020, code: Address(cuGLMapBufferObjectAsync_v2 as *const ()) },
    Spelling { function: "cuGLMapBufferObjectAsync", symbol: "cuGLMapBufferObjectAsync_v2_ptsz", since: 7000, code: Address(cuGLMapBufferObjectAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuGLRegisterBufferObject", symbol: "cuGLRegisterBufferObject", since: 2000, code: Address(cuGLRegisterBufferObject as *const ()) },
    Spelling { function: "cuGLSetBufferObjectMapFlags", symbol: "cuGLSetBufferObjectMapFlags", since: 2030, code: Address(cuGLSetBufferObjectMapFlags as *const ()) },
    Spelling { function: "cuGLUnmapBufferObject", symbol: "cuGLUnmapBufferObject", since: 2000, code: Address(cuGLUnmapBufferObject as *const ()) },
    Spelling { function: "cuGLUnmapBufferObjectAsync", symbol: "cuGLUnmapBufferObjectAsync", since: 2030, code: Address(cuGLUnmapBufferObjectAsync as *const ()) },
    Spelling { function: "cuGLUnregisterBufferObject", symbol: "cuGLUnregisterBufferObject", since: 2000, code: Address(cuGLUnregisterBufferObject as *const ()) },
    Spelling { function: "cuGetErrorName", symbol: "cuGetErrorName", since: 6000, code: Address(cuGetErrorName as *const ()) },
    Spelling { function: "cuGetErrorString", symbol: "cuGetErrorString", since: 6000, code: Address(cuGetErrorString as *const ()) },
    Spelling { function: "cuGetExportTable", symbol: "cuGetExportTable", since: 3000, code: Address(cuGetExportTable as *const ()) },
    Spelling { function: "cuGetProcAddress", symbol: "cuGetProcAddress", since: 11030, code: Address(cuGetProcAddress as *const ()) },
    Spelling { function: "cuGetProcAddress", symbol: "cuGetProcAddress_v2", since: 12000, code: Address(cuGetProcAddress_v2 as *const ()) },
    Spelling { function: "cuGraphAddBatchMemOpNode", symbol: "cuGraphAddBatchMemOpNode", since: 11070, code: Address(cuGraphAddBatchMemOpNode as *const ()) },
    Spelling { function: "cuGraphAddChildGraphNode", symbol: "cuGraphAddChildGraphNode", since: 10000, code: Address(cuGraphAddChildGraphNode as *const ()) },
    Spelling { function: "cuGraphAddDependencies", symbol: "cuGraphAddDependencies", since: 10000, code: Address(cuGraphAddDependencies as *const ()) },
    Spelling { function: "cuGraphAddDependencies", symbol: "cuGraphAddDependencies_v2", since: 12030, code: Address(cuGraphAddDependencies_v2 as *const ()) },
    Spelling { function: "cuGraphAddEmptyNode", symbol: "cuGraphAddEmptyNode", since: 10000, code: Address(cuGraphAddEmptyNode as *const ()) },
    Spelling { function: "cuGraphAddEventRecordNode", symbol: "cuGraphAddEventRecordNode", since: 11010, code: Address(cuGraphAddEventRecordNode as *const ()) },
    Spelling { function: "cuGraphAddEventWaitNode", symbol: "cuGraphAddEventWaitNode", since: 11010, code: Address(cuGraphAddEventWaitNode as *const ()) },
    Spelling { function: "cuGraphAddExternalSemaphoresSignalNode", symbol: "cuGraphAddExternalSemaphoresSignalNode", since: 11020, code: Address(cuGraphAddExternalSemaphoresSignalNode as *const ()) },
    Spelling { function: "cuGraphAddExternalSemaphoresWaitNode", symbol: "cuGraphAddExternalSemaphoresWaitNode", since: 11020, code: Address(cuGraphAddExternalSemaphoresWaitNode as *const ()) },
    Spelling { function: "cuGraphAddHostNode", symbol: "cuGraphAddHostNode", since: 10000, code: Address(cuGraphAddHostNode as *const ()) },
    Spelling { function: "cuGraphAddKernelNode", symbol: "cuGraphAddKernelNode", since: 10000, code: Address(cuGraphAddKernelNode as *const ()) },
    Spelling { function: "cuGraphAddKernelNode", symbol: "cuGraphAddKernelNode_v2", since: 12000, code: Address(cuGraphAddKernelNode_v2 as *const ()) },
    Spelling { function: "cuGraphAddMemAllocNode", symbol: "cuGraphAddMemAllocNode", since: 11040, code: Address(cuGraphAddMemAllocNode as *const ()) },
    Spelling { function: "cuGraphAddMemFreeNode", symbol: "cuGraphAddMemFreeNode", since: 11040, code: Address(cuGraphAddMemFreeNode as *const ()) },
    Spelling { function: "cuGraphAddMemcpyNode", symbol: "cuGraphAddMemcpyNode", since: 10000, code: Address(cuGraphAddMemcpyNode as *const ()) },
    Spelling { function: "cuGraphAddMemsetNode", symbol: "cuGraphAddMemsetNode", since: 10000, code: Address(cuGraphAddMemsetNode as *const ()) },
    Spelling { function: "cuGraphAddNode", symbol: "cuGraphAddNode", since: 12020, code: Address(cuGraphAddNode as *const ()) },
    Spelling { function: "cuGraphAddNode", symbol: "cuGraphAddNode_v2", since: 12030, code: Address(cuGraphAddNode_v2 as *const ()) },
    Spelling { function: "cuGraphAddNode", symbol: "cuGraphAddNode_v3", since: 13040, code: Address(cuGraphAddNode_v3 as *const ()) },
    Spelling { function: "cuGraphBatchMemOpNodeGetParams", symbol: "cuGraphBatchMemOpNodeGetParams", since: 11070, code: Address(cuGraphBatchMemOpNodeGetParams as *const ()) },
    Spelling { function: "cuGraphBatchMemOpNodeSetParams", symbol: "cuGraphBatchMemOpNodeSetParams", since: 11070, code: Address(cuGraphBatchMemOpNodeSetParams as *const ()) },
    Spelling { function: "cuGraphChildGraphNodeGetGraph", symbol: "cuGraphChildGraphNodeGetGraph", since: 10000, code: Address(cuGraphChildGraphNodeGetGraph as *const ()) },
    Spelling { function: "cuGraphClone", symbol: "cuGraphClone", since: 10000, code: Address(cuGraphClone as *const ()) },
    Spelling { function: "cuGraphConditionalHandleCreate", symbol: "cuGraphConditionalHandleCreate", since: 12030, code: Address(cuGraphConditionalHandleCreate as *const ()) },
    Spelling { function: "cuGraphCreate", symbol: "cuGraphCreate", since: 10000, code: Address(cuGraphCreate as *const ()) },
    Spelling { function: "cuGraphDebugDotPrint", symbol: "cuGraphDebugDotPrint", since: 11030, code: Address(cuGraphDebugDotPrint as *const ()) },
    Spelling { function: "cuGraphDestroy", symbol: "cuGraphDestroy", since: 10000, code: Address(cuGraphDestroy as *const ()) },
    Spelling { function: "cuGraphDestroyNode", symbol: "cuGraphDestroyNode", since: 10000, code: Address(cuGraphDestroyNode as *const ()) },
    Spelling { function: "cuGraphEventRecordNodeGetEvent", symbol: "cuGraphEventRecordNodeGetEvent", since: 11010, code: Address(cuGraphEventRecordNodeGetEvent as *const ()) },
    Spelling { function: "cuGraphEventRecordNodeSetEvent", symbol: "cuGraphEventRecordNodeSetEvent", since: 11010, code: Address(cuGraphEventRecordNodeSetEvent as *const ()) },
    Spelling { function: "cuGraphEventWaitNodeGetEvent", symbol: "cuGraphEventWaitNodeGetEvent", since: 11010, code: Address(cuGraphEventWaitNodeGetEvent as *const ()) },
    Spelling { function: "cuGraphEventWaitNodeSetEvent", symbol: "cuGraphEventWaitNodeSetEvent", since: 11010, code: Address(cuGraphEventWaitNodeSetEvent as *const ()) },
    Spelling { function: "cuGraphExecBatchMemOpNodeSetParams", symbol: "cuGraphExecBatchMemOpNodeSetParams", since: 11070, code: Address(cuGraphExecBatchMemOpNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecChildGraphNodeSetParams", symbol: "cuGraphExecChildGraphNodeSetParams", since: 11010, code: Address(cuGraphExecChildGraphNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecDestroy", symbol: "cuGraphExecDestroy", since: 10000, code: Address(cuGraphExecDestroy as *const ()) },
    Spelling { function: "cuGraphExecEventRecordNodeSetEvent", symbol: "cuGraphExecEventRecordNodeSetEvent", since: 11010, code: Address(cuGraphExecEventRecordNodeSetEvent as *const ()) },
    Spelling { function: "cuGraphExecEventWaitNodeSetEvent", symbol: "cuGraphExecEventWaitNodeSetEvent", since: 11010, code: Address(cuGraphExecEventWaitNodeSetEvent as *const ()) },
    Spelling { function: "cuGraphExecExternalSemaphoresSignalNodeSetParams", symbol: "cuGraphExecExternalSemaphoresSignalNodeSetParams", since: 11020, code: Address(cuGraphExecExternalSemaphoresSignalNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecExternalSemaphoresWaitNodeSetParams", symbol: "cuGraphExecExternalSemaphoresWaitNodeSetParams", since: 11020, code: Address(cuGraphExecExternalSemaphoresWaitNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecGetFlags", symbol: "cuGraphExecGetFlags", since: 12000, code: Address(cuGraphExecGetFlags as *const ()) },
    Spelling { function: "cuGraphExecGetId", symbol: "cuGraphExecGetId", since: 13010, code: Address(cuGraphExecGetId as *const ()) },
    Spelling { function: "cuGraphExecHostNodeSetParams", symbol: "cuGraphExecHostNodeSetParams", since: 10020, code: Address(cuGraphExecHostNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecKernelNodeSetParams", symbol: "cuGraphExecKernelNodeSetParams", since: 10010, code: Address(cuGraphExecKernelNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecKernelNodeSetParams", symbol: "cuGraphExecKernelNodeSetParams_v2", since: 12000, code: Address(cuGraphExecKernelNodeSetParams_v2 as *const ()) },
    Spelling { function: "cuGraphExecMemcpyNodeSetParams", symbol: "cuGraphExecMemcpyNodeSetParams", since: 10020, code: Address(cuGraphExecMemcpyNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecMemsetNodeSetParams", symbol: "cuGraphExecMemsetNodeSetParams", since: 10020, code: Address(cuGraphExecMemsetNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecNodeSetParams", symbol: "cuGraphExecNodeSetParams", since: 12020, code: Address(cuGraphExecNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecUpdate", symbol: "cuGraphExecUpdate", since: 10020, code: Address(cuGraphExecUpdate as *const ()) },
    Spelling { function: "cuGraphExecUpdate", symbol: "cuGraphExecUpdate_v2", since: 12000, code: Address(cuGraphExecUpdate_v2 as *const ()) },
    Spelling { function: "cuGraphExternalSemaphoresSignalNodeGetParams", symbol: "cuGraphExternalSemaphoresSignalNodeGetParams", since: 11020, code: Address(cuGraphExternalSemaphoresSignalNodeGetParams as *const ()) },
    Spelling { function: "cuGraphExternalSemaphoresSignalNodeSetParams", symbol: "cuGraphExternalSemaphoresSignalNodeSetParams", since: 11020, code: Address(cuGraphExternalSemaphoresSignalNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExternalSemaphoresWaitNodeGetParams", symbol: "cuGraphExternalSemaphoresWaitNodeGetParams", since: 11020, code: Address(cuGraphExternalSemaphoresWaitNodeGetParams as *const ()) },
    Spelling { function: "cuGraphExternalSemaphoresWaitNodeSetParams", symbol: "cuGraphExternalSemaphoresWaitNodeSetParams", since: 11020, code: Address(cuGraphExternalSemaphoresWaitNodeSetParams as *const ()) },
    Spelling { function: "cuGraphGetEdges", symbol: "cuGraphGetEdges", since: 10000, code: Address(cuGraphGetEdges as *const ()) },
    Spelling { function: "cuGraphGetEdges", symbol: "cuGraphGetEdges_v2", since: 12030, code: Address(cuGraphGetEdges_v2 as *const ()) },
    Spelling { function: "cuGraphGetId", symbol: "cuGraphGetId", since: 13010, code: Address(cuGraphGetId as *const ()) },
    Spelling { function: "cuGraphGetNodes", symbol: "cuGraphGetNodes", since: 10000, code: Address(cuGraphGetNodes as *const ()) },
    Spelling { function: "cuGraphGetRootNodes", symbol: "cuGraphGetRootNodes", since: 10000, code: Address(cuGraphGetRootNodes as *const ()) },
    Spelling { function: "cuGraphHostNodeGetParams", symbol: "cuGraphHostNodeGetParams", since: 10000, code: Address(cuGraphHostNodeGetParams as *const ()) },
    Spelling { function: "cuGraphHostNodeSetParams", symbol: "cuGraphHostNodeSetParams", since: 10000, code: Address(cuGraphHostNodeSetParams as *const ()) },
    Spelling { function: "cuGraphInstantiate", symbol: "cuGraphInstantiate", since: 10000, code: Address(cuGraphInstantiate as *const ()) },
    Spelling { function: "cuGraphInstantiate", symbol: "cuGraphInstantiateWithFlags", since: 12000, code: Address(cuGraphInstantiateWithFlags as *const ()) },
    Spelling { function: "cuGraphInstantiate", symbol: "cuGraphInstantiate_v2", since: 11000, code: Address(cuGraphInstantiate_v2 as *const ()) },
    Spelling { function: "cuGraphInstantiateWithFlags", symbol: "cuGraphInstantiateWithFlags", since: 11040, code: Address(cuGraphInstantiateWithFlags as *const ()) },
    Spelling { function: "cuGraphInstantiateWithParams", symbol: "cuGraphInstantiateWithParams", since: 12000, code: Address(cuGraphInstantiateWithParams as *const ()) },
    Spelling { function: "cuGraphInstantiateWithParams", symbol: "cuGraphInstantiateWithParams_ptsz", since: 12000, code: Address(cuGraphInstantiateWithParams_ptsz as *const ()) },
    Spelling { function: "cuGraphKernelNodeCopyAttributes", symbol: "cuGraphKernelNodeCopyAttributes", since: 11000, code: Address(cuGraphKernelNodeCopyAttributes as *const ()) },
    Spelling { function: "cuGraphKernelNodeGetAttribute", symbol: "cuGraphKernelNodeGetAttribute", since: 11000, code: Address(cuGraphKernelNodeGetAttribute as *const ()) },
    Spelling { function: "cuGraphKernelNodeGetParams", symbol: "cuGraphKernelNodeGetParams", since: 10000, code: Address(cuGraphKernelNodeGetParams as *const ()) },
    Spelling { function: "cuGraphKernelNodeGetParams", symbol: "cuGraphKernelNodeGetParams_v2", since: 12000, code: Address(cuGraphKernelNodeGetParams_v2 as *const ()) },
    Spelling { function: "cuGraphKernelNodeSetAttribute", symbol: "cuGraphKernelNodeSetAttribute", since: 11000, code: Address(cuGraphKernelNodeSetAttribute as *const ()) },
    Spelling { function: "cuGraphKernelNodeSetParams", symbol: "cuGraphKernelNodeSetParams", since: 10000, code: Address(cuGraphKernelNodeSetParams as *const ()) },
    Spelling { function: "cuGraphKernelNodeSetParams", symbol: "cuGraphKernelNodeSetParams_v2", since: 12000, code: Address(cuGraphKernelNodeSetParams_v2 as *const ()) },
    Spelling { function: "cuGraphLaunch", symbol: "cuGraphLaunch", since: 10000, code: Address(cuGraphLaunch as *const ()) },
    Spelling { function: "cuGraphLaunch", symbol: "cuGraphLaunch_ptsz", since: 10000, code: Address(cuGraphLaunch_ptsz as *const ()) },
    Spelling { function: "cuGraphMemAllocNodeGetParams", symbol: "cuGraphMemAllocNodeGetParams", since: 11040, code: Address(cuGraphMemAllocNodeGetParams as *const ()) },
    Spelling { function: "cuGraphMemFreeNodeGetParams", symbol: "cuGraphMemFreeNodeGetParams", since: 11040, code: Address(cuGraphMemFreeNodeGetParams as *const ()) },
    Spelling { function: "cuGraphMemcpyNodeGetParams", symbol: "cuGraphMemcpyNodeGetParams", since: 10000, code: Address(cuGraphMemcpyNodeGetParams as *const ()) },
    Spelling { function: "cuGraphMemcpyNodeSetParams", symbol: "cuGraphMemcpyNodeSetParams", since: 10000, code: Address(cuGraphMemcpyNodeSetParams as *const ()) },
    Spelling { function: "cuGraphMemsetNodeGetParams", symbol: "cuGraphMemsetNodeGetParams", since: 10000, code: Address(cuGraphMemsetNodeGetParams as *const ()) },
    Spelling { function: "cuGraphMemsetNodeSetParams", symbol: "cuGraphMemsetNodeSetParams", since: 10000, code: Address(cuGraphMemsetNodeSetParams as *const ()) },
    Spelling { function: "cuGraphNodeFindInClone", symbol: "cuGraphNodeFindInClone", since: 10000, code: Address(cuGraphNodeFindInClone as *const ()) },
    Spelling { function: "cuGraphNodeGetContainingGraph", symbol: "cuGraphNodeGetContainingGraph", since: 13010, code: Address(cuGraphNodeGetContainingGraph as *const ()) },
    Spelling { function: "cuGraphNodeGetDependencies", symbol: "cuGraphNodeGetDependencies", since: 10000, code: Address(cuGraphNodeGetDependencies as *const ()) },
    Spelling { function: "cuGraphNodeGetDependencies", symbol: "cuGraphNodeGetDependencies_v2", since: 12030, code: Address(cuGraphNodeGetDependencies_v2 as *const ()) },
    Spelling { function: "cuGraphNodeGetDependentNodes", symbol: "cuGraphNodeGetDependentNodes", since: 10000, code: Address(cuGraphNodeGetDependentNodes as *const ()) },
    Spelling { function: "cuGraphNodeGetDependentNodes", symbol: "cuGraphNodeGetDependentNodes_v2", since: 12030, code: Address(cuGraphNodeGetDependentNodes_v2 as *const ()) },
    Spelling { function: "cuGraphNodeGetEnabled", symbol: "cuGraphNodeGetEnabled", since: 11060, code: Address(cuGraphNodeGetEnabled as *const ()) },
    Spelling { function: "cuGraphNodeGetLocalId", symbol: "cuGraphNodeGetLocalId", since: 13010, code: Address(cuGraphNodeGetLocalId as *const ()) },
    Spelling { function: "cuGraphNodeGetParams", symbol: "cuGraphNodeGetParams", since: 13020, code: Address(cuGraphNodeGetParams as *const ()) },
    Spelling { function: "cuGraphNodeGetToolsId", symbol: "cuGraphNodeGetToolsId", since: 13010, code: Address(cuGraphNodeGetToolsId as *const ()) },
    Spelling { function: "cuGraphNodeGetType", symbol: "cuGraphNodeGetType", since: 10000, code: Address(cuGraphNodeGetType as *const ()) },
    Spelling { function: "cuGraphNodeSetEnabled", symbol: "cuGraphNodeSetEnabled", since: 11060, code: Address(cuGraphNodeSetEnabled as *const ()) },
    Spelling { function: "cuGraphNodeSetParams", symbol: "cuGraphNodeSetParams", since: 12020, code: Address(cuGraphNodeSetParams as *const ()) },
    Spelling { function: "cuGraphNodeSetParams", symbol: "cuGraphNodeSetParams_v2", since: 13040, code: Address(cuGraphNodeSetParams_v2 as *const ()) },
    Spelling { function: "cuGraphReleaseUserObject", symbol: "cuGraphReleaseUserObject", since: 11030, code: Address(cuGraphReleaseUserObject as *const ()) },
    Spelling { function: "cuGraphRemoveDependencies", symbol: "cuGraphRemoveDependencies", since: 10000, code: Address(cuGraphRemoveDependencies as *const ()) },
    Spelling { function: "cuGraphRemoveDependencies", symbol: "cuGraphRemoveDependencies_v2", since: 12030, code: Address(cuGraphRemoveDependencies_v2 as *const ()) },
    Spelling { function: "cuGraphRetainUserObject", symbol: "cuGraphRetainUserObject", since: 11030, code: Address(cuGraphRetainUserObject as *const ()) },
    Spelling { function: "cuGraphUpload", symbol: "cuGraphUpload", since: 11010, code: Address(cuGraphUpload as *const ()) },
    Spelling { function: "cuGraphUpload", symbol: "cuGraphUpload_ptsz", since: 11010, code: Address(cuGraphUpload_ptsz as *const ()) },
    Spelling { function: "cuGraphicsEGLRegisterImage", symbol: "cuGraphicsEGLRegisterImage", since: 7000, code: Address(cuGraphicsEGLRegisterImage as *const ()) },
    Spelling { function: "cuGraphicsGLRegisterBuffer", symbol: "cuGraphicsGLRegisterBuffer", since: 3000, code: Address(cuGraphicsGLRegisterBuffer as *const ()) },
    Spelling { function: "cuGraphicsGLRegisterImage", symbol: "cuGraphicsGLRegisterImage", since: 3000, code: Address(cuGraphicsGLRegisterImage as *const ()) },
    Spelling { function: "cuGraphicsMapResources", symbol: "cuGraphicsMapResources", since: 3000, code: Address(cuGraphicsMapResources as *const ()) },
    Spelling { function: "cuGraphicsMapResources", symbol: "cuGraphicsMapResources_ptsz", since: 7000, code: Address(cuGraphicsMapResources_ptsz as *const ()) },
    Spelling { function: "cuGraphicsResourceGetMappedEglFrame", symbol: "cuGraphicsResourceGetMappedEglFrame", since: 7000, code: Address(cuGraphicsResourceGetMappedEglFrame as *const ()) },
    Spelling { function: "cuGraphicsResourceGetMappedMipmappedArray", symbol: "cuGraphicsResourceGetMappedMipmappedArray", since: 5000, code: Address(cuGraphicsResourceGetMappedMipmappedArray as *const ()) },
    Spelling { function: "cuGraphicsResourceGetMappedPointer", symbol: "cuGraphicsResourceGetMappedPointer", since: 3000, code: Address(cuGraphicsResourceGetMappedPointer as *const ()) },
    Spelling { function: "cuGraphicsResourceGetMappedPointer", symbol: "cuGraphicsResourceGetMappedPointer_v2", since: 3020, code: Address(cuGraphicsResourceGetMappedPointer_v2 as *const ()) },
    Spelling { function: "cuGraphicsResourceSetMapFlags", symbol: "cuGraphicsResourceSetMapFlags", since: 3000, code: Address(cuGraphicsResourceSetMapFlags as *const ()) },
    Spelling { function: "cuGraphicsResourceSetMapFlags", symbol: "cuGraphicsResourceSetMapFlags_v2", since: 6050, code: Address(cuGraphicsResourceSetMapFlags_v2 as *const ()) },
    Spelling { function: "cuGraphicsSubResourceGetMappedArray", symbol: "cuGraphicsSubResourceGetMappedArray", since: 3000, code: Address(cuGraphicsSubResourceGetMappedArray as *const ()) },
    Spelling { function: "cuGraphicsUnmapResources", symbol: "cuGraphicsUnmapResources", since: 3000, code: Address(cuGraphicsUnmapResources as *const ()) },
    Spelling { function: "cuGraphicsUnmapResources", symbol: "cuGraphicsUnmapResources_ptsz", since: 7000, code: Address(cuGraphicsUnmapResources_ptsz as *const ()) },
    Spelling { function: "cuGraphicsUnregisterResource", symbol: "cuGraphicsUnregisterResource", since: 3000, code: Address(cuGraphicsUnregisterResource as *const ()) },
    Spelling { function: "cuGraphicsVDPAURegisterOutputSurface", symbol: "cuGraphicsVDPAURegisterOutputSurface", since: 3010, code: Address(cuGraphicsVDPAURegisterOutputSurface as *const ()) },
    Spelling { function: "cuGraphicsVDPAURegisterVideoSurface", symbol: "cuGraphicsVDPAURegisterVideoSurface", since: 3010, code: Address(cuGraphicsVDPAURegisterVideoSurface as *const ()) },
    Spelling { function: "cuGreenCtxCreate", symbol: "cuGreenCtxCreate", since: 12040, code: Address(cuGreenCtxCreate as *const ()) },
    Spelling { function: "cuGreenCtxDestroy", symbol: "cuGreenCtxDestroy", since: 12040, code: Address(cuGreenCtxDestroy as *const ()) },
    Spelling { function: "cuGreenCtxGetDevResource", symbol: "cuGreenCtxGetDevResource", since: 12040, code: Address(cuGreenCtxGetDevResource as *const ()) },
    Spelling { function: "cuGreenCtxGetId", symbol: "cuGreenCtxGetId", since: 12090, code: Address(cuGreenCtxGetId as *const ()) },
    Spelling { function: "cuGreenCtxRecordEvent", symbol: "cuGreenCtxRecordEvent", since: 12040, code: Address(cuGreenCtxRecordEvent as *const ()) },
    Spelling { function: "cuGreenCtxStreamCreate", symbol: "cuGreenCtxStreamCreate", since: 12050, code: Address(cuGreenCtxStreamCreate as *const ()) },
    Spelling { function: "cuGreenCtxWaitEvent", symbol: "cuGreenCtxWaitEvent", since: 12040, code: Address(cuGreenCtxWaitEvent as *const ()) },
    Spelling { function: "cuImportExternalMemory", symbol: "cuImportExternalMemory", since: 10000, code: Address(cuImportExternalMemory as *const ()) },
    Spelling { function: "cuImportExternalSemaphore", symbol: "cuImportExternalSemaphore", since: 10000, code: Address(cuImportExternalSemaphore as *const ()) },
    Spelling { function: "cuInit", symbol: "cuInit", since: 2000, code: Address(cuInit as *const ()) },
    Spelling { function: "cuIpcCloseMemHandle", symbol: "cuIpcCloseMemHandle", since: 4010, code: Address(cuIpcCloseMemHandle as *const ()) },
    Spelling { function: "cuIpcGetEventHandle", symbol: "cuIpcGetEventHandle", since: 4010, code: Address(cuIpcGetEventHandle as *const ()) },
    Spelling { function: "cuIpcGetMemHandle", symbol: "cuIpcGetMemHandle", since: 4010, code: Address(cuIpcGetMemHandle as *const ()) },
    Spelling { function: "cuIpcOpenEventHandle", symbol: "cuIpcOpenEventHandle", since: 4010, code: Address(cuIpcOpenEventHandle as *const ()) },
    Spelling { function: "cuIpcOpenMemHandle", symbol: "cuIpcOpenMemHandle", since: 4010, code: Address(cuIpcOpenMemHandle as *const ()) },
    Spelling { function: "cuIpcOpenMemHandle", symbol: "cuIpcOpenMemHandle_v2", since: 11000, code: Address(cuIpcOpenMemHandle_v2 as *const ()) },
    Spelling { function: "cuKernelGetAttribute", symbol: "cuKernelGetAttribute", since: 12000, code: Address(cuKernelGetAttribute as *const ()) },
    Spelling { function: "cuKernelGetFunction", symbol: "cuKernelGetFunction", since: 12000, code: Address(cuKernelGetFunction as *const ()) },
    Spelling { function: "cuKernelGetLibrary", symbol: "cuKernelGetLibrary", since: 12050, code: Address(cuKernelGetLibrary as *const ()) },
    Spelling { function: "cuKernelGetName", symbol: "cuKernelGetName", since: 12030, code: Address(cuKernelGetName as *const ()) },
    Spelling { function: "cuKernelGetParamCount", symbol: "cuKernelGetParamCount", since: 13020, code: Address(cuKernelGetParamCount as *const ()) },
    Spelling { function: "cuKernelGetParamInfo", symbol: "cuKernelGetParamInfo", since: 12040, code: Address(cuKernelGetParamInfo as *const ()) },
    Spelling { function: "cuKernelSetAttribute", symbol: "cuKernelSetAttribute", since: 12000, code: Address(cuKernelSetAttribute as *const ()) },
    Spelling { function: "cuKernelSetCacheConfig", symbol: "cuKernelSetCacheConfig", since: 12000, code: Address(cuKernelSetCacheConfig as *const ()) },
    Spelling { function: "cuLaunch", symbol: "cuLaunch", since: 2000, code: Address(cuLaunch as *const ()) },
    Spelling { function: "cuLaunchCooperativeKernel", symbol: "cuLaunchCooperativeKernel", since: 9000, code: Address(cuLaunchCooperativeKernel as *const ()) },
    Spelling { function: "cuLaunchCooperativeKernel", symbol: "cuLaunchCooperativeKernel_ptsz", since: 9000, code: Address(cuLaunchCooperativeKernel_ptsz as *const ()) },
    Spelling { function: "cuLaunchCooperativeKernelMultiDevice", symbol: "cuLaunchCooperativeKernelMultiDevice", since: 9000, code: Address(cuLaunchCooperativeKernelMultiDevice as *const ()) },
    Spelling { function: "cuLaunchGrid", symbol: "cuLaunchGrid", since: 2000, code: Address(cuLaunchGrid as *const ()) },
    Spelling { function: "cuLaunchGridAsync", symbol: "cuLaunchGridAsync", since: 2000, code: Address(cuLaunchGridAsync as *const ()) },
    Spelling { function: "cuLaunchHostFunc", symbol: "cuLaunchHostFunc", since: 10000, code: Address(cuLaunchHostFunc as *const ()) },
    Spelling { function: "cuLaunchHostFunc", symbol: "cuLaunchHostFunc_ptsz", since: 10000, code: Address(cuLaunchHostFunc_ptsz as *const ()) },
    Spelling { function: "cuLaunchHostFunc", symbol: "cuLaunchHostFunc_v2", since: 13010, code: Address(cuLaunchHostFunc_v2 as *const ()) },
    Spelling { function: "cuLaunchHostFunc", symbol: "cuLaunchHostFunc_v2_ptsz", since: 13010, code: Address(cuLaunchHostFunc_v2_ptsz as *const ()) },
    Spelling { function: "cuLaunchKernel", symbol: "cuLaunchKernel", since: 4000, code: Address(cuLaunchKernel as *const ()) },
    Spelling { function: "cuLaunchKernel", symbol: "cuLaunchKernel_ptsz", since: 7000, code: Address(cuLaunchKernel_ptsz as *const ()) },
    Spelling { function: "cuLaunchKernelEx", symbol: "cuLaunchKernelEx", since: 11060, code: Address(cuLaunchKernelEx as *const ()) },
    Spelling { function: "cuLaunchKernelEx", symbol: "cuLaunchKernelEx_ptsz", since: 11060, code: Address(cuLaunchKernelEx_ptsz as *const ()) },
    Spelling { function: "cuLibraryEnumerateKernels", symbol: "cuLibraryEnumerateKernels", since: 12040, code: Address(cuLibraryEnumerateKernels as *const ()) },
    Spelling { function: "cuLibraryGetGlobal", symbol: "cuLibraryGetGlobal", since: 12000, code: Address(cuLibraryGetGlobal as *const ()) },
    Spelling { function: "cuLibraryGetKernel", symbol: "cuLibraryGetKernel", since: 12000, code: Address(cuLibraryGetKernel as *const ()) },
    Spelling { function: "cuLibraryGetKernelCount", symbol: "cuLibraryGetKernelCount", since: 12040, code: Address(cuLibraryGetKernelCount as *const ()) },
    Spelling { function: "cuLibraryGetManaged", symbol: "cuLibraryGetManaged", since: 12000, code: Address(cuLibraryGetManaged as *const ()) },
    Spelling { function: "cuLibraryGetModule", symbol: "cuLibraryGetModule", since: 12000, code: Address(cuLibraryGetModule as *const ()) },
    Spelling { function: "cuLibraryGetUnifiedFunction", symbol: "cuLibraryGetUnifiedFunction", since: 12000, code: Address(cuLibraryGetUnifiedFunction as *const ()) },
    Spelling { function: "cuLibraryLoadData", symbol: "cuLibraryLoadData", since: 12000, code: Address(cuLibraryLoadData as *const ()) },
    Spelling { function: "cuLibraryLoadFromFile", symbol: "cuLibraryLoadFromFile", since: 12000, code: Address(cuLibraryLoadFromFile as *const ()) },
    Spelling { function: "cuLibraryUnload", symbol: "cuLibraryUnload", since: 12000, code: Address(cuLibraryUnload as *const ()) },
    Spelling { function: "cuLinkAddData", symbol: "cuLinkAddData", since: 5050, code: Address(cuLinkAddData as *const ()) },
    Spelling { function: "cuLinkAddData", symbol: "cuLinkAddData_v2", since: 6050, code: Address(cuLinkAddData_v2 as *const ()) },
    Spelling { function: "cuLinkAddFile", symbol: "cuLinkAddFile", since: 5050, code: Address(cuLinkAddFile as *const ()) },
    Spelling { function: "cuLinkAddFile", symbol: "cuLinkAddFile_v2", since: 6050, code: Address(cuLinkAddFile_v2 as *const ()) },
    Spelling { function: "cuLinkComplete", symbol: "cuLinkComplete", since: 5050, code: Address(cuLinkComplete as *const ()) },
    Spelling { function: "cuLinkCreate", symbol: "cuLinkCreate", since: 5050, code: Address(cuLinkCreate as *const ()) },
    Spelling { function: "cuLinkCreate", symbol: "cuLinkCreate_v2", since: 6050, code: Address(cuLinkCreate_v2 as *const ()) },
    Spelling { function: "cuLinkDestroy", symbol: "cuLinkDestroy", since: 5050, code: Address(cuLinkDestroy as *const ()) },
    Spelling { function: "cuLogicalEndpointAddDevice", symbol: "cuLogicalEndpointAddDevice", since: 13030, code: Address(cuLogicalEndpointAddDevice as *const ()) },
    Spelling { function: "cuLogicalEndpointBindAddr", symbol: "cuLogicalEndpointBindAddr", since: 13030, code: Address(cuLogicalEndpointBindAddr as *const ()) },
    Spelling { function: "cuLogicalEndpointBindMem", symbol: "cuLogicalEndpointBindMem", since: 13030, code: Address(cuLogicalEndpointBindMem as *const ()) },
    Spelling { function: "cuLogicalEndpointCreate", symbol: "cuLogicalEndpointCreate", since: 13030, code: Address(cuLogicalEndpointCreate as *const ()) },
    Spelling { function: "cuLogicalEndpointDestroy", symbol: "cuLogicalEndpointDestroy", since: 13030, code: Address(cuLogicalEndpointDestroy as *const ()) },
    Spelling { function: "cuLogicalEndpointExport", symbol: "cuLogicalEndpointExport", since: 13030, code: Address(cuLogicalEndpointExport as *const ()) },
    Spelling { function: "cuLogicalEndpointGetLimits", symbol: "cuLogicalEndpointGetLimits", since: 13030, code: Address(cuLogicalEndpointGetLimits as *const ()) },
    Spelling { function: "cuLogicalEndpointIdRelease", symbol: "cuLogicalEndpointIdRelease", since: 13030, code: Address(cuLogicalEndpointIdRelease as *const ()) },
    Spelling { function: "cuLogicalEndpointIdReserve", symbol: "cuLogicalEndpointIdReserve", since: 13030, code: Address(cuLogicalEndpointIdReserve as *const ()) },
    Spelling { function: "cuLogicalEndpointImport", symbol: "cuLogicalEndpointImport", since: 13030, code: Address(cuLogicalEndpointImport as *const ()) },
    Spelling { function: "cuLogicalEndpointQuery", symbol: "cuLogicalEndpointQuery", since: 13030, code: Address(cuLogicalEndpointQuery as *const ()) },
    Spelling { function: "cuLogicalEndpointUnbind", symbol: "cuLogicalEndpointUnbind", since: 13030, code: Address(cuLogicalEndpointUnbind as *const ()) },
    Spelling { function: "cuLogsCurrent", symbol: "cuLogsCurrent", since: 12090, code: Address(cuLogsCurrent as *const ()) },
    Spelling { function: "cuLogsDumpToFile", symbol: "cuLogsDumpToFile", since: 12090, code: Address(cuLogsDumpToFile as *const ()) },
    Spelling { function: "cuLogsDumpToMemory", symbol: "cuLogsDumpToMemory", since: 12090, code: Address(cuLogsDumpToMemory as *const ()) },
    Spelling { function: "cuLogsRegisterCallback", symbol: "cuLogsRegisterCallback", since: 12090, code: Address(cuLogsRegisterCallback as *const ()) },
    Spelling { function: "cuLogsUnregisterCallback", symbol: "cuLogsUnregisterCallback", since: 12090, code: Address(cuLogsUnregisterCallback as *const ()) },
    Spelling { function: "cuMemAddressFree", symbol: "cuMemAddressFree", since: 10020, code: Address(cuMemAddressFree as *const ()) },
    Spelling { function: "cuMemAddressReserve", symbol: "cuMemAddressReserve", since: 10020, code: Address(cuMemAddressReserve as *const ()) },
    Spelling { function: "cuMemAdvise", symbol: "cuMemAdvise", since: 8000, code: Address(cuMemAdvise as *const ()) },
    Spelling { function: "cuMemAdvise", symbol: "cuMemAdvise_v2", since: 12020, code: Address(cuMemAdvise_v2 as *const ()) },
    Spelling { function: "cuMemAlloc", symbol: "cuMemAlloc", since: 2000, code: Address(cuMemAlloc as *const ()) },
    Spelling { function: "cuMemAlloc", symbol: "cuMemAlloc_v2", since: 3020, code: Address(cuMemAlloc_v2 as *const ()) },
    Spelling { function: "cuMemAllocAsync", symbol: "cuMemAllocAsync", since: 11020, code: Address(cuMemAllocAsync as *const ()) },
    Spelling { function: "cuMemAllocAsync", symbol: "cuMemAllocAsync_ptsz", since: 11020, code: Address(cuMemAllocAsync_ptsz as *const ()) },
    Spelling { function: "cuMemAllocFromPoolAsync", symbol: "cuMemAllocFromPoolAsync", since: 11020, code: Address(cuMemAllocFromPoolAsync as *const ()) },
    Spelling { function: "cuMemAllocFromPoolAsync", symbol: "cuMemAllocFromPoolAsync_ptsz", since: 11020, code: Address(cuMemAllocFromPoolAsync_ptsz as *const ()) },
    Spelling { function: "cuMemAllocHost", symbol: "cuMemAllocHost", since: 2000, code: Address(cuMemAllocHost as *const ()) },
    Spelling { function: "cuMemAllocHost", symbol: "cuMemAllocHost_v2", since: 3020, code: Address(cuMemAllocHost_v2 as *const ()) },
    Spelling { function: "cuMemAllocManaged", symbol: "cuMemAllocManaged", since: 6000, code: Address(cuMemAllocManaged as *const ()) },
    Spelling { function: "cuMemAllocPitch", symbol: "cuMemAllocPitch", since: 2000, code: Address(cuMemAllocPitch as *const ()) },
    Spelling { function: "cuMemAllocPitch", symbol: "cuMemAllocPitch_v2", since: 3020, code: Address(cuMemAllocPitch_v2 as *const ()) },
    Spelling { function: "cuMemBatchDecompressAsync", symbol: "cuMemBatchDecompressAsync", since: 12060, code: Address(cuMemBatchDecompressAsync as *const ()) },
    Spelling { function: "cuMemBatchDecompressAsync", symbol: "cuMemBatchDecompressAsync_ptsz", since: 12060, code: Address(cuMemBatchDecompressAsync_ptsz as *const ()) },
    Spelling { function: "cuMemCreate", symbol: "cuMemCreate", since: 10020, code: Address(cuMemCreate as *const ()) },
    Spelling { function: "cuMemDiscardAndPrefetchBatchAsync", symbol: "cuMemDiscardAndPrefetchBatchAsync", since: 13000, code: Address(cuMemDiscardAndPrefetchBatchAsync as *const ()) },
    Spelling { function: "cuMemDiscardAndPrefetchBatchAsync", symbol: "cuMemDiscardAndPrefetchBatchAsync_ptsz", since: 13000, code: Address(cuMemDiscardAndPrefetchBatchAsync_ptsz as *const ()) },
    Spelling { function: "cuMemDiscardBatchAsync", symbol: "cuMemDiscardBatchAsync", since: 13000, code: Address(cuMemDiscardBatchAsync as *const ()) },
    Spelling { function: "cuMemDiscardBatchAsync", symbol: "cuMemDiscardBatchAsync_ptsz", since: 13000, code: Address(cuMemDiscardBatchAsync_ptsz as *const ()) },
    Spelling { function: "cuMemExportToShareableHandle", symbol: "cuMemExportToShareableHandle", since: 10020, code: Address(cuMemExportToShareableHandle as *const ()) },
    Spelling { function: "cuMemFree", symbol: "cuMemFree", since: 2000, code: Address(cuMemFree as *const ()) },
    Spelling { function: "cuMemFree", symbol: "cuMemFree_v2", since: 3020, code: Address(cuMemFree_v2 as *const ()) },
    Spelling { function: "cuMemFreeAsync", symbol: "cuMemFreeAsync", since: 11020, code: Address(cuMemFreeAsync as *const ()) },
    Spelling { function: "cuMemFreeAsync", symbol: "cuMemFreeAsync_ptsz", since: 11020, code: Address(cuMemFreeAsync_ptsz as *const ()) },
    Spelling { function: "cuMemFreeHost", symbol: "cuMemFreeHost", since: 2000, code: Address(cuMemFreeHost as *const ()) },
    Spelling { function: "cuMemGetAccess", symbol: "cuMemGetAccess", since: 10020, code: Address(cuMemGetAccess as *const ()) },
    Spelling { function: "cuMemGetAddressRange", symbol: "cuMemGetAddressRange", since: 2000, code: Address(cuMemGetAddressRange as *const ()) },
    Spelling { function: "cuMemGetAddressRange", symbol: "cuMemGetAddressRange_v2", since: 3020, code: Address(cuMemGetAddressRange_v2 as *const ()) },
    Spelling { function: "cuMemGetAllocationGranularity", symbol: "cuMemGetAllocationGranularity", since: 10020, code: Address(cuMemGetAllocationGranularity as *const ()) },
    Spelling { function: "cuMemGetAllocationPropertiesFromHandle", symbol: "cuMemGetAllocationPropertiesFromHandle", since: 10020, code: Address(cuMemGetAllocationPropertiesFromHandle as *const ()) },
    Spelling { function: "cuMemGetDefaultMemPool", symbol: "cuMemGetDefaultMemPool", since: 13000, code: Address(cuMemGetDefaultMemPool as *const ()) },
    Spelling { function: "cuMemGetHandleForAddressRange", symbol: "cuMemGetHandleForAddressRange", since: 11070, code: Address(cuMemGetHandleForAddressRange as *const ()) },
    Spelling { function: "cuMemGetInfo", symbol: "cuMemGetInfo", since: 2000, code: Address(cuMemGetInfo as *const ()) },
    Spelling { function: "cuMemGetInfo", symbol: "cuMemGetInfo_v2", since: 3020, code: Address(cuMemGetInfo_v2 as *const ()) },
    Spelling { function: "cuMemGetLocationInfo", symbol: "cuMemGetLocationInfo", since: 13040, code: Address(cuMemGetLocationInfo as *const ()) },
    Spelling { function: "cuMemGetMemPool", symbol: "cuMemGetMemPool", since: 13000, code: Address(cuMemGetMemPool as *const ()) },
    Spelling { function: "cuMemHostAlloc", symbol: "cuMemHostAlloc", since: 2020, code: Address(cuMemHostAlloc as *const ()) },
    Spelling { function: "cuMemHostGetDevicePointer", symbol: "cuMemHostGetDevicePointer", since: 2020, code: Address(cuMemHostGetDevicePointer as *const ()) },
    Spelling { function: "cuMemHostGetDevicePointer", symbol: "cuMemHostGetDevicePointer_v2", since: 3020, code: Address(cuMemHostGetDevicePointer_v2 as *const ()) },
    Spelling { function: "cuMemHostGetFlags", symbol: "cuMemHostGetFlags", since: 2030, code: Address(cuMemHostGetFlags as *const ()) },
    Spelling { function: "cuMemHostRegister", symbol: "cuMemHostRegister", since: 4000, code: Address(cuMemHostRegister as *const ()) },
    Spelling { function: "cuMemHostRegister", symbol: "cuMemHostRegister_v2", since: 6050, code: Address(cuMemHostRegister_v2 as *const ()) },
    Spelling { function: "cuMemHostUnregister", symbol: "cuMemHostUnregister", since: 4000, code: Address(cuMemHostUnregister as *const ()) },
    Spelling { function: "cuMemImportFromShareableHandle", symbol: "cuMemImportFromShareableHandle", since: 10020, code: Address(cuMemImportFromShareableHandle as *const ()) },
    Spelling { function: "cuMemMap", symbol: "cuMemMap", since: 10020, code: Address(cuMemMap as *const ()) },
    Spelling { function: "cuMemMapArrayAsync", symbol: "cuMemMapArrayAsync", since: 11010, code: Address(cuMemMapArrayAsync as *const ()) },
    Spelling { function: "cuMemMapArrayAsync", symbol: "cuMemMapArrayAsync_ptsz", since: 11010, code: Address(cuMemMapArrayAsync_ptsz as *const ()) },
    Spelling { function: "cuMemPoolCreate", symbol: "cuMemPoolCreate", since: 11020, code: Address(cuMemPoolCreate as *const ()) },
    Spelling { function: "cuMemPoolDestroy", symbol: "cuMemPoolDestroy", since: 11020, code: Address(cuMemPoolDestroy as *const ()) },
    Spelling { function: "cuMemPoolExportPointer", symbol: "cuMemPoolExportPointer", since: 11020, code: Address(cuMemPoolExportPointer as *const ()) },
    Spelling { function: "cuMemPoolExportToShareableHandle", symbol: "cuMemPoolExportToShareableHandle", since: 11020, code: Address(cuMemPoolExportToShareableHandle as *const ()) },
    Spelling { function: "cuMemPoolGetAccess", symbol: "cuMemPoolGetAccess", since: 11020, code: Address(cuMemPoolGetAccess as *const ()) },
    Spelling { function: "cuMemPoolGetAttribute", symbol: "cuMemPoolGetAttribute", since: 11020, code: Address(cuMemPoolGetAttribute as *const ()) },
    Spelling { function: "cuMemPoolImportFromShareableHandle", symbol: "cuMemPoolImportFromShareableHandle", since: 11020, code: Address(cuMemPoolImportFromShareableHandle as *const ()) },
    Spelling { function: "cuMemPoolImportPointer", symbol: "cuMemPoolImportPointer", since: 11020, code: Address(cuMemPoolImportPointer as *const ()) },
    Spelling { function: "cuMemPoolSetAccess", symbol: "cuMemPoolSetAccess", since: 11020, code: Address(cuMemPoolSetAccess as *const ()) },
    Spelling { function: "cuMemPoolSetAttribute", symbol: "cuMemPoolSetAttribute", since: 11020, code: Address(cuMemPoolSetAttribute as *const ()) },
    Spelling { function: "cuMemPoolTrimTo", symbol: "cuMemPoolTrimTo", since: 11020, code: Address(cuMemPoolTrimTo as *const ()) },
    Spelling { function: "cuMemPrefetchAsync", symbol: "cuMemPrefetchAsync", since: 8000, code: Address(cuMemPrefetchAsync as *const ()) },
    Spelling { function: "cuMemPrefetchAsync", symbol: "cuMemPrefetchAsync_ptsz", since: 8000, code: Address(cuMemPrefetchAsync_ptsz as *const ()) },
    Spelling { function: "cuMemPrefetchAsync", symbol: "cuMemPrefetchAsync_v2", since: 12020, code: Address(cuMemPrefetchAsync_v2 as *const ()) },
    Spelling { function: "cuMemPrefetchAsync", symbol: "cuMemPrefetchAsync_v2_ptsz", since: 12020, code: Address(cuMemPrefetchAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemPrefetchBatchAsync", symbol: "cuMemPrefetchBatchAsync", since: 13000, code: Address(cuMemPrefetchBatchAsync as *const ()) },
    Spelling { function: "cuMemPrefetchBatchAsync", symbol: "cuMemPrefetchBatchAsync_ptsz", since: 13000, code: Address(cuMemPrefetchBatchAsync_ptsz as *const ()) },
    Spelling { function: "cuMemRangeGetAttribute", symbol: "cuMemRangeGetAttribute", since: 8000, code: Address(cuMemRangeGetAttribute as *const ()) },
    Spelling { function: "cuMemRangeGetAttributes", symbol: "cuMemRangeGetAttributes", since: 8000, code: Address(cuMemRangeGetAttributes as *const ()) },
    Spelling { function: "cuMemRelease", symbol: "cuMemRelease", since: 10020, code: Address(cuMemRelease as *const ()) },
    Spelling { function: "cuMemRetainAllocationHandle", symbol: "cuMemRetainAllocationHandle", since: 11000, code: Address(cuMemRetainAllocationHandle as *const ()) },
    Spelling { function: "cuMemSetAccess", symbol: "cuMemSetAccess", since: 10020, code: Address(cuMemSetAccess as *const ()) },
    Spelling { function: "cuMemSetMemPool", symbol: "cuMemSetMemPool", since: 13000, code: Address(cuMemSetMemPool as *const ()) },
    Spelling { function: "cuMemUnmap", symbol: "cuMemUnmap", since: 10020, code: Address(cuMemUnmap as *const ()) },
    Spelling { function: "cuMemcpy", symbol: "cuMemcpy", since: 4000, code: Address(cuMemcpy as *const ()) },
    Spelling { function: "cuMemcpy", symbol: "cuMemcpy_ptds", since: 7000, code: Address(cuMemcpy_ptds as *const ()) },
    Spelling { function: "cuMemcpy2D", symbol: "cuMemcpy2D", since: 2000, code: Address(cuMemcpy2D as *const ()) },
    Spelling { function: "cuMemcpy2D", symbol: "cuMemcpy2D_v2", since: 3020, code: Address(cuMemcpy2D_v2 as *const ()) },
    Spelling { function: "cuMemcpy2D", symbol: "cuMemcpy2D_v2_ptds", since: 7000, code: Address(cuMemcpy2D_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpy2DAsync", symbol: "cuMemcpy2DAsync", since: 2000, code: Address(cuMemcpy2DAsync as *const ()) },
    Spelling { function: "cuMemcpy2DAsync", symbol: "cuMemcpy2DAsync_v2", since: 3020, code: Address(cuMemcpy2DAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpy2DAsync", symbol: "cuMemcpy2DAsync_v2_ptsz", since: 7000, code: Address(cuMemcpy2DAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpy2DUnaligned", symbol: "cuMemcpy2DUnaligned", since: 2000, code: Address(cuMemcpy2DUnaligned as *const ()) },
    Spelling { function: "cuMemcpy2DUnaligned", symbol: "cuMemcpy2DUnaligned_v2", since: 3020, code: Address(cuMemcpy2DUnaligned_v2 as *const ()) },
    Spelling { function: "cuMemcpy2DUnaligned", symbol: "cuMemcpy2DUnaligned_v2_ptds", since: 7000, code: Address(cuMemcpy2DUnaligned_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpy3D", symbol: "cuMemcpy3D", since: 2000, code: Address(cuMemcpy3D as *const ()) },
    Spelling { function: "cuMemcpy3D", symbol: "cuMemcpy3D_v2", since: 3020, code: Address(cuMemcpy3D_v2 as *const ()) },
    Spelling { function: "cuMemcpy3D", symbol: "cuMemcpy3D_v2_ptds", since: 7000, code: Address(cuMemcpy3D_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpy3DAsync", symbol: "cuMemcpy3DAsync", since: 2000, code: Address(cuMemcpy3DAsync as *const ()) },
    Spelling { function: "cuMemcpy3DAsync", symbol: "cuMemcpy3DAsync_v2", since: 3020, code: Address(cuMemcpy3DAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpy3DAsync", symbol: "cuMemcpy3DAsync_v2_ptsz", since: 7000, code: Address(cuMemcpy3DAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpy3DBatchAsync", symbol: "cuMemcpy3DBatchAsync", since: 12080, code: Address(cuMemcpy3DBatchAsync as *const ()) },
    Spelling { function: "cuMemcpy3DBatchAsync", symbol: "cuMemcpy3DBatchAsync_ptsz", since: 12080, code: Address(cuMemcpy3DBatchAsync_ptsz as *const ()) },
    Spelling { function: "cuMemcpy3DBatchAsync", symbol: "cuMemcpy3DBatchAsync_v2", since: 13000, code: Address(cuMemcpy3DBatchAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpy3DBatchAsync", symbol: "cuMemcpy3DBatchAsync_v2_ptsz", since: 13000, code: Address(cuMemcpy3DBatchAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpy3DPeer", symbol: "cuMemcpy3DPeer", since: 4000, code: Address(cuMemcpy3DPeer as *const ()) },
    Spelling { function: "cuMemcpy3DPeer", symbol: "cuMemcpy3DPeer_ptds", since: 7000, code: Address(cuMemcpy3DPeer_ptds as *const ()) },
    Spelling { function: "cuMemcpy3DPeerAsync", symbol: "cuMemcpy3DPeerAsync", since: 4000, code: Address(cuMemcpy3DPeerAsync as *const ()) },
    Spelling { function: "cuMemcpy3DPeerAsync", symbol: "cuMemcpy3DPeerAsync_ptsz", since: 7000, code: Address(cuMemcpy3DPeerAsync_ptsz as *const ()) },
    Spelling { function: "cuMemcpy3DWithAttributesAsync", symbol: "cuMemcpy3DWithAttributesAsync", since: 13020, code: Address(cuMemcpy3DWithAttributesAsync as *const ()) },
    Spelling { function: "cuMemcpy3DWithAttributesAsync", symbol: "cuMemcpy3DWithAttributesAsync_ptsz", since: 13020, code: Address(cuMemcpy3DWithAttributesAsync_ptsz as *const ()) },
    Spelling { function: "cuMemcpyAsync", symbol: "cuMemcpyAsync", since: 4000, code: Address(cuMemcpyAsync as *const ()) },
    Spelling { function: "cuMemcpyAsync", symbol: "cuMemcpyAsync_ptsz", since: 7000, code: Address(cuMemcpyAsync_ptsz as *const ()) },
    Spelling { function: "cuMemcpyAtoA", symbol: "cuMemcpyAtoA", since: 2000, code: Address(cuMemcpyAtoA as *const ()) },
    Spelling { function: "cuMemcpyAtoA", symbol: "cuMemcpyAtoA_v2", since: 3020, code: Address(cuMemcpyAtoA_v2 as *const ()) },
    Spelling { function: "cuMemcpyAtoA", symbol: "cuMemcpyAtoA_v2_ptds", since: 7000, code: Address(cuMemcpyAtoA_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyAtoD", symbol: "cuMemcpyAtoD", since: 2000, code: Address(cuMemcpyAtoD as *const ()) },
    Spelling { function: "cuMemcpyAtoD", symbol: "cuMemcpyAtoD_v2", since: 3020, code: Address(cuMemcpyAtoD_v2 as *const ()) },
    Spelling { function: "cuMemcpyAtoD", symbol: "cuMemcpyAtoD_v2_ptds", since: 7000, code: Address(cuMemcpyAtoD_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyAtoH", symbol: "cuMemcpyAtoH", since: 2000, code: Address(cuMemcpyAtoH as *const ()) },
    Spelling { function: "cuMemcpyAtoH", symbol: "cuMemcpyAtoH_v2", since: 3020, code: Address(cuMemcpyAtoH_v2 as *const ()) },
    Spelling { function: "cuMemcpyAtoH", symbol: "cuMemcpyAtoH_v2_ptds", since: 7000, code: Address(cuMemcpyAtoH_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyAtoHAsync", symbol: "cuMemcpyAtoHAsync", since: 2000, code: Address(cuMemcpyAtoHAsync as *const ()) },
    Spelling { function: "cuMemcpyAtoHAsync", symbol: "cuMemcpyAtoHAsync_v2", since: 3020, code: Address(cuMemcpyAtoHAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpyAtoHAsync", symbol: "cuMemcpyAtoHAsync_v2_ptsz", since: 7000, code: Address(cuMemcpyAtoHAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpyBatchAsync", symbol: "cuMemcpyBatchAsync", since: 12080, code: Address(cuMemcpyBatchAsync as *const ()) },
    Spelling { function: "cuMemcpyBatchAsync", symbol: "cuMemcpyBatchAsync_ptsz", since: 12080, code: Address(cuMemcpyBatchAsync_ptsz as *const ()) },
    Spelling { function: "cuMemcpyBatchAsync", symbol: "cuMemcpyBatchAsync_v2", since: 13000, code: Address(cuMemcpyBatchAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpyBatchAsync", symbol: "cuMemcpyBatchAsync_v2_ptsz", since: 13000, code: Address(cuMemcpyBatchAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpyDtoA", symbol: "cuMemcpyDtoA", since: 2000, code: Address(cuMemcpyDtoA as *const ()) },
    Spelling { function: "cuMemcpyDtoA", symbol: "cuMemcpyDtoA_v2", since: 3020, code: Address(cuMemcpyDtoA_v2 as *const ()) },
    Spelling { function: "cuMemcpyDtoA", symbol: "cuMemcpyDtoA_v2_ptds", since: 7000, code: Address(cuMemcpyDtoA_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyDtoD", symbol: "cuMemcpyDtoD", since: 2000, code: Address(cuMemcpyDtoD as *const ()) },
    Spelling { function: "cuMemcpyDtoD", symbol: "cuMemcpyDtoD_v2", since: 3020, code: Address(cuMemcpyDtoD_v2 as *const ()) },
    Spelling { function: "cuMemcpyDtoD", symbol: "cuMemcpyDtoD_v2_ptds", since: 7000, code: Address(cuMemcpyDtoD_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyDtoDAsync", symbol: "cuMemcpyDtoDAsync", since: 3000, code: Address(cuMemcpyDtoDAsync as *const ()) },
    Spelling { function: "cuMemcpyDtoDAsync", symbol: "cuMemcpyDtoDAsync_v2", since: 3020, code: Address(cuMemcpyDtoDAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpyDtoDAsync", symbol: "cuMemcpyDtoDAsync_v2_ptsz", since: 7000, code: Address(cuMemcpyDtoDAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpyDtoH", symbol: "cuMemcpyDtoH", since: 2000, code: Address(cuMemcpyDtoH as *const ()) },
    Spelling { function: "cuMemcpyDtoH", symbol: "cuMemcpyDtoH_v2", since: 3020, code: Address(cuMemcpyDtoH_v2 as *const ()) },
    Spelling { function: "cuMemcpyDtoH", symbol: "cuMemcpyDtoH_v2_ptds", since: 7000, code: Address(cuMemcpyDtoH_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyDtoHAsync", symbol: "cuMemcpyDtoHAsync", since: 2000, code: Address(cuMemcpyDtoHAsync as *const ()) },
    Spelling { function: "cuMemcpyDtoHAsync", symbol: "cuMemcpyDtoHAsync_v2", since: 3020, code: Address(cuMemcpyDtoHAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpyDtoHAsync", symbol: "cuMemcpyDtoHAsync_v2_ptsz", since: 7000, code: Address(cuMemcpyDtoHAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpyHtoA", symbol: "cuMemcpyHtoA", since: 2000, code: Address(cuMemcpyHtoA as *const ()) },
    Spelling { function: "cuMemcpyHtoA", symbol: "cuMemcpyHtoA_v2", since: 3020, code: Address(cuMemcpyHtoA_v2 as *const ()) },
    Spelling { function: "cuMemcpyHtoA", symbol: "cuMemcpyHtoA_v2_ptds", since: 7000, code: Address(cuMemcpyHtoA_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyHtoAAsync", symbol: "cuMemcpyHtoAAsync", since: 2000, code: Address(cuMemcpyHtoAAsync as *const ()) },
    Spelling { function: "cuMemcpyHtoAAsync", symbol: "cuMemcpyHtoAAsync_v2", since: 3020, code: Address(cuMemcpyHtoAAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpyHtoAAsync", symbol: "cuMemcpyHtoAAsync_v2_ptsz", since: 7000, code: Address(cuMemcpyHtoAAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpyHtoD", symbol: "cuMemcpyHtoD", since: 2000, code: Address(cuMemcpyHtoD as *const ()) },
    Spelling { function: "cuMemcpyHtoD", symbol: "cuMemcpyHtoD_v2", since: 3020, code: Address(cuMemcpyHtoD_v2 as *const ()) },
    Spelling { function: "cuMemcpyHtoD", symbol: "cuMemcpyHtoD_v2_ptds", since: 7000, code: Address(cuMemcpyHtoD_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyHtoDAsync", symbol: "cuMemcpyHtoDAsync", since: 2000, code: Address(cuMemcpyHtoDAsync as *const ()) },
    Spelling { function: "cuMemcpyHtoDAsync", symbol: "cuMemcpyHtoDAsync_v2", since: 3020, code: Address(cuMemcpyHtoDAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpyHtoDAsync", symbol: "cuMemcpyHtoDAsync_v2_ptsz", since: 7000, code: Address(cuMemcpyHtoDAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpyPeer", symbol: "cuMemcpyPeer", since: 4000, code: Address(cuMemcpyPeer as *const ()) },
    Spelling { function: "cuMemcpyPeer", symbol: "cuMemcpyPeer_ptds", since: 7000, code: Address(cuMemcpyPeer_ptds as *const ()) },
    Spelling { function: "cuMemcpyPeerAsync", symbol: "cuMemcpyPeerAsync", since: 4000, code: Address(cuMemcpyPeerAsync as *const ()) },
    Spelling { function: "cuMemcpyPeerAsync", symbol: "cuMemcpyPeerAsync_ptsz", since: 7000, code: Address(cuMemcpyPeerAsync_ptsz as *const ()) },
    Spelling { function: "cuMemcpyWithAttributesAsync", symbol: "cuMemcpyWithAttributesAsync", since: 13020, code: Address(cuMemcpyWithAttributesAsync as *const ()) },
    Spelling { function: "cuMemcpyWithAttributesAsync", symbol: "cuMemcpyWithAttributesAsync_ptsz", since: 13020, code: Address(cuMemcpyWithAttributesAsync_ptsz as *const ()) },
    Spelling { function: "cuMemsetD16", symbol: "cuMemsetD16", since: 2000, code: Address(cuMemsetD16 as *const ()) },
    Spelling { function: "cuMemsetD16", symbol: "cuMemsetD16_v2", since: 3020, code: Address(cuMemsetD16_v2 as *const ()) },
    Spelling { function: "cuMemsetD16", symbol: "cuMemsetD16_v2_ptds", since: 7000, code: Address(cuMemsetD16_v2_ptds as *const ()) },
    Spelling { function: "cuMemsetD16Async", symbol: "cuMemsetD16Async", since: 3020, code: Address(cuMemsetD16Async as *const ()) },
    Spelling { function: "cuMemsetD16Async", symbol: "cuMemsetD16Async_ptsz", since: 7000, code: Address(cuMemsetD16Async_ptsz as *const ()) },
    Spelling { function: "cuMemsetD2D16", symbol: "cuMemsetD2D16", since: 2000, code: Address(cuMemsetD2D16 as *const ()) },
    Spelling { function: "cuMemsetD2D16", symbol: "cuMemsetD2D16_v2", since: 3020, code: Address(cuMemsetD2D16_v2 as *const ()) },
    Spelling { function: "cuMemsetD2D16", symbol: "cuMemsetD2D16_v2_ptds", since: 7000, code: Address(cuMemsetD2D16_v2_ptds as *const ()) },
    Spelling { function: "cuMemsetD2D16Async", symbol: "cuMemsetD2D16Async", since: 3020, code: Address(cuMemsetD2D16Async as *const ()) },
    Spelling { function: "cuMemsetD2D16Async", symbol: "cuMemsetD2D16Async_ptsz", since: 7000, code: Address(cuMemsetD2D16Async_ptsz as *const ()) },
    Spelling { function: "cuMemsetD2D32", symbol: "cuMemsetD2D32", since: 2000, code: Address(cuMemsetD2D32 as *const ()) },
    Spelling { function: "cuMemsetD2D32", symbol: "cuMemsetD2D32_v2", since: 3020, code: Address(cuMemsetD2D32_v2 as *const ()) },
    Spelling { function: "cuMemsetD2D32", symbol: "cuMemsetD2D32_v2_ptds", since: 7000, code: Address(cuMemsetD2D32_v2_ptds as *const ()) },
    Spelling { function: "cuMemsetD2D32Async", symbol: "cuMemsetD2D32Async", since: 3020, code: Address(cuMemsetD2D32Async as *const ()) },
    Spelling { function: "cuMemsetD2D32Async", symbol: "cuMemsetD2D32Async_ptsz", since: 7000, code: Address(cuMemsetD2D32Async_ptsz as *const ()) },
    Spelling { function: "cuMemsetD2D8", symbol: "cuMemsetD2D8", since: 2000, code: Address(cuMemsetD2D8 as *const ()) },
    Spelling { function: "cuMemsetD2D8", symbol: "cuMemsetD2D8_v2", since: 3020, code: Address(cuMemsetD2D8_v2 as *const ()) },
    Spelling { function: "cuMemsetD2D8", symbol: "cuMemsetD2D8_v2_ptds", since: 7000, code: Address(cuMemsetD2D8_v2_ptds as *const ()) },
    Spelling { function: "cuMemsetD2D8Async", symbol: "cuMemsetD2D8Async", since: 3020, code: Address(cuMemsetD2D8Async as *const ()) },
    Spelling { function: "cuMemsetD2D8Async", symbol: "cuMemsetD2D8Async_ptsz", since: 7000, code: Address(cuMemsetD2D8Async_ptsz as *const ()) },
    Spelling { function: "cuMemsetD32", symbol: "cuMemsetD32", since: 2000, code: Address(cuMemsetD32 as *const ()) },
    Spelling { function: "cuMemsetD32", symbol: "cuMemsetD32_v2", since: 3020, code: Address(cuMemsetD32_v2 as *const ()) },
    Spelling { function: "cuMemsetD32", symbol: "cuMemsetD32_v2_ptds", since: 7000, code: Address(cuMemsetD32_v2_ptds as *const ()) },
    Spelling { function: "cuMemsetD32Async", symbol: "cuMemsetD32Async", since: 3020, code: Address(cuMemsetD32Async as *const ()) },
    Spelling { function: "cuMemsetD32Async", symbol: "cuMemsetD32Async_ptsz", since: 7000, code: Address(cuMemsetD32Async_ptsz as *const ()) },
    Spelling { function: "cuMemsetD8", symbol: "cuMemsetD8", since: 2000, code: Address(cuMemsetD8 as *const ()) },
    Spelling { function: "cuMemsetD8", symbol: "cuMemsetD8_v2", since: 3020, code: Address(cuMemsetD8_v2 as *const ()) },
    Spelling { function: "cuMemsetD8", symbol: "cuMemsetD8_v2_ptds", since: 7000, code: Address(cuMemsetD8_v2_ptds as *const ()) },
    Spelling { function: "cuMemsetD8Async", symbol: "cuMemsetD8Async", since: 3020, code: Address(cuMemsetD8Async as *const ()) },
    Spelling { function: "cuMemsetD8Async", symbol: "cuMemsetD8Async_ptsz", since: 7000, code: Address(cuMemsetD8Async_ptsz as *const ()) },
    Spelling { function: "cuMipmappedArrayCreate", symbol: "cuMipmappedArrayCreate", since: 5000, code: Address(cuMipmappedArrayCreate as *const ()) },
    Spelling { function: "cuMipmappedArrayDestroy", symbol: "cuMipmappedArrayDestroy", since: 5000, code: Address(cuMipmappedArrayDestroy as *const ()) },
    Spelling { function: "cuMipmappedArrayGetLevel", symbol: "cuMipmappedArrayGetLevel", since: 5000, code: Address(cuMipmappedArrayGetLevel as *const ()) },
    Spelling { function: "cuMipmappedArrayGetMemoryRequirements", symbol: "cuMipmappedArrayGetMemoryRequirements", since: 11060, code: Address(cuMipmappedArrayGetMemoryRequirements as *const ()) },
    Spelling { function: "cuMipmappedArrayGetSparseProperties", symbol: "cuMipmappedArrayGetSparseProperties", since: 11010, code: Address(cuMipmappedArrayGetSparseProperties as *const ()) },
    Spelling { function: "cuModuleEnumerateFunctions", symbol: "cuModuleEnumerateFunctions", since: 12040, code: Address(cuModuleEnumerateFunctions as *const ()) },
    Spelling { function: "cuModuleGetFunction", symbol: "cuModuleGetFunction", since: 2000, code: Address(cuModuleGetFunction as *const ()) },
    Spelling { function: "cuModuleGetFunctionCount", symbol: "cuModuleGetFunctionCount", since: 12040, code: Address(cuModuleGetFunctionCount as *const ()) },
    Spelling { function: "cuModuleGetGlobal", symbol: "cuModuleGetGlobal", since: 2000, code: Address(cuModuleGetGlobal as *const ()) },
    Spelling { function: "cuModuleGetGlobal", symbol: "cuModuleGetGlobal_v2", since: 3020, code: Address(cuModuleGetGlobal_v2 as *const ()) },
    Spelling { function: "cuModuleGetLoadingMode", symbol: "cuModuleGetLoadingMode", since: 11070, code: Address(cuModuleGetLoadingMode as *const ()) },
    Spelling { function: "cuModuleGetSurfRef", symbol: "cuModuleGetSurfRef", since: 3000, code: Address(cuModuleGetSurfRef as *const ()) },
    Spelling { function: "cuModuleGetTexRef", symbol: "cuModuleGetTexRef", since: 2000, code: Address(cuModuleGetTexRef as *const ()) },
    Spelling { function: "cuModuleLoad", symbol: "cuModuleLoad", since: 2000, code: Address(cuModuleLoad as *const ()) },
    Spelling { function: "cuModuleLoadData", symbol: "cuModuleLoadData", since: 2000, code: Address(cuModuleLoadData as *const ()) },
    Spelling { function: "cuModuleLoadDataEx", symbol: "cuModuleLoadDataEx", since: 2010, code: Address(cuModuleLoadDataEx as *const ()) },
    Spelling { function: "cuModuleLoadFatBinary", symbol: "cuModuleLoadFatBinary", since: 2000, code: Address(cuModuleLoadFatBinary as *const ()) },
    Spelling { function: "cuModuleUnload", symbol: "cuModuleUnload", since: 2000, code: Address(cuModuleUnload as *const ()) },
    Spelling { function: "cuMulticastAddDevice", symbol: "cuMulticastAddDevice", since: 12010, code: Address(cuMulticastAddDevice as *const ()) },
    Spelling { function: "cuMulticastBindAddr", symbol: "cuMulticastBindAddr", since: 12010, code: Address(cuMulticastBindAddr as *const ()) },
    Spelling { function: "cuMulticastBindAddr", symbol: "cuMulticastBindAddr_v2", since: 13010, code: Address(cuMulticastBindAddr_v2 as *const ()) },
    Spelling { function: "cuMulticastBindMem", symbol: "cuMulticastBindMem", since: 12010, code: Address(cuMulticastBindMem as *const ()) },
    Spelling { function: "cuMulticastBindMem", symbol: "cuMulticastBindMem_v2", since: 13010, code: Address(cuMulticastBindMem_v2 as *const ()) },
    Spelling { function: "cuMulticastCreate", symbol: "cuMulticastCreate", since: 12010, code: Address(cuMulticastCreate as *const ()) },
    Spelling { function: "cuMulticastGetGranularity", symbol: "cuMulticastGetGranularity", since: 12010, code: Address(cuMulticastGetGranularity as *const ()) },
    Spelling { function: "cuMulticastUnbind", symbol: "cuMulticastUnbind", since: 12010, code: Address(cuMulticastUnbind as *const ()) },
    Spelling { function: "cuOccupancyAvailableDynamicSMemPerBlock", symbol: "cuOccupancyAvailableDynamicSMemPerBlock", since: 10020, code: Address(cuOccupancyAvailableDynamicSMemPerBlock as *const ()) },
    Spelling { function: "cuOccupancyMaxActiveBlocksPerMultiprocessor", symbol: "cuOccupancyMaxActiveBlocksPerMultiprocessor", since: 6050, code: Address(cuOccupancyMaxActiveBlocksPerMultiprocessor as *const ()) },
    Spelling { function: "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", symbol: "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", since: 7000, code: Address(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags as *const ()) },
    Spelling { function: "cuOccupancyMaxActiveClusters", symbol: "cuOccupancyMaxActiveClusters", since: 11070, code: Address(cuOccupancyMaxActiveClusters as *const ()) },
    Spelling { function: "cuOccupancyMaxPotentialBlockSize", symbol: "cuOccupancyMaxPotentialBlockSize", since: 6050, code: Address(cuOccupancyMaxPotentialBlockSize as *const ()) },
    Spelling { function: "cuOccupancyMaxPotentialBlockSizeWithFlags", symbol: "cuOccupancyMaxPotentialBlockSizeWithFlags", since: 7000, code: Address(cuOccupancyMaxPotentialBlockSizeWithFlags as *const ()) },
    Spelling { function: "cuOccupancyMaxPotentialClusterSize", symbol: "cuOccupancyMaxPotentialClusterSize", since: 11070, code: Address(cuOccupancyMaxPotentialClusterSize as *const ()) },
    Spelling { function: "cuParamSetSize", symbol: "cuParamSetSize", since: 2000, code: Address(cuParamSetSize as *const ()) },
    Spelling { function: "cuParamSetTexRef", symbol: "cuParamSetTexRef", since: 2000, code: Address(cuParamSetTexRef as *const ()) },
    Spelling { function: "cuParamSetf", symbol: "cuParamSetf", since: 2000, code: Address(cuParamSetf as *const ()) },
    Spelling { function: "cuParamSeti", symbol: "cuParamSeti", since: 2000, code: Address(cuParamSeti as *const ()) },
    Spelling { function: "cuParamSetv", symbol: "cuParamSetv", since: 2000, code: Address(cuParamSetv as *const ()) },
    Spelling { function: "cuPointerGetAttribute", symbol: "cuPointerGetAttribute", since: 4000, code: Address(cuPointerGetAttribute as *const ()) },
    Spelling { function: "cuPointerGetAttributes", symbol: "cuPointerGetAttributes", since: 7000, code: Address(cuPointerGetAttributes as *const ()) },
    Spelling { function: "cuPointerSetAttribute", symbol: "cuPointerSetAttribute", since: 6000, code: Address(cuPointerSetAttribute as *const ()) },
    Spelling { function: "cuProfilerInitialize", symbol: "cuProfilerInitialize", since: 4000, code: Address(cuProfilerInitialize as *const ()) },
    Spelling { function: "cuProfilerStart", symbol: "cuProfilerStart", since: 4000, code: Address(cuProfilerStart as *const ()) },
    Spelling { function: "cuProfilerStop", symbol: "cuProfilerStop", since: 4000, code: Address(cuProfilerStop as *const ()) },
    Spelling { function: "cuSignalExternalSemaphoresAsync", symbol: "cuSignalExternalSemaphoresAsync", since: 10000, code: Address(cuSignalExternalSemaphoresAsync as *const ()) },
    Spelling { function: "cuSignalExternalSemaphoresAsync", symbol: "cuSignalExternalSemaphoresAsync_ptsz", since: 10000, code: Address(cuSignalExternalSemaphoresAsync_ptsz as *const ()) },
    Spelling { function: "cuStreamAddCallback", symbol: "cuStreamAddCallback", since: 5000, code: Address(cuStreamAddCallback as *const ()) },
    Spelling { function: "cuStreamAddCallback", symbol: "cuStreamAddCallback_ptsz", since: 7000, code: Address(cuStreamAddCallback_ptsz as *const ()) },
    Spelling { function: "cuStreamAttachMemAsync", symbol: "cuStreamAttachMemAsync", since: 6000, code: Address(cuStreamAttachMemAsync as *const ()) },
    Spelling { function: "cuStreamAttachMemAsync", symbol: "cuStreamAttachMemAsync_ptsz", since: 7000, code: Address(cuStreamAttachMemAsync_ptsz as *const ()) },
    Spelling { function: "cuStreamBatchMemOp", symbol: "cuStreamBatchMemOp", since: 8000, code: Address(cuStreamBatchMemOp as *const ()) },
    Spelling { function: "cuStreamBatchMemOp", symbol: "cuStreamBatchMemOp_ptsz", since: 8000, code: Address(cuStreamBatchMemOp_ptsz as *const ()) },
    Spelling { function: "cuStreamBatchMemOp", symbol: "cuStreamBatchMemOp_v2", since: 11070, code: Address(cuStreamBatchMemOp_v2 as *const ()) },
    Spelling { function: "cuStreamBatchMemOp", symbol: "cuStreamBatchMemOp_v2_ptsz", since: 11070, code: Address(cuStreamBatchMemOp_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamBeginCapture", symbol: "cuStreamBeginCapture", since: 10000, code: Address(cuStreamBeginCapture as *const ()) },
    Spelling { function: "cuStreamBeginCapture", symbol: "cuStreamBeginCapture_ptsz", since: 10000, code: Address(cuStreamBeginCapture_ptsz as *const ()) },
    Spelling { function: "cuStreamBeginCapture", symbol: "cuStreamBeginCapture_v2", since: 10010, code: Address(cuStreamBeginCapture_v2 as *const ()) },
    Spelling { function: "cuStreamBeginCapture", symbol: "cuStreamBeginCapture_v2_ptsz", since: 10010, code: Address(cuStreamBeginCapture_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamBeginCaptureToCig", symbol: "cuStreamBeginCaptureToCig", since: 13010, code: Address(cuStreamBeginCaptureToCig as *const ()) },
    Spelling { function: "cuStreamBeginCaptureToCig", symbol: "cuStreamBeginCaptureToCig_ptsz", since: 13010, code: Address(cuStreamBeginCaptureToCig_ptsz as *const ()) },
    Spelling { function: "cuStreamBeginCaptureToGraph", symbol: "cuStreamBeginCaptureToGraph", since: 12030, code: Address(cuStreamBeginCaptureToGraph as *const ()) },
    Spelling { function: "cuStreamBeginCaptureToGraph", symbol: "cuStreamBeginCaptureToGraph_ptsz", since: 12030, code: Address(cuStreamBeginCaptureToGraph_ptsz as *const ()) },
    Spelling { function: "cuStreamBeginRecaptureToGraph", symbol: "cuStreamBeginRecaptureToGraph", since: 13030, code: Address(cuStreamBeginRecaptureToGraph as *const ()) },
    Spelling { function: "cuStreamBeginRecaptureToGraph", symbol: "cuStreamBeginRecaptureToGraph_ptsz", since: 13030, code: Address(cuStreamBeginRecaptureToGraph_ptsz as *const ()) },
    Spelling { function: "cuStreamCopyAttributes", symbol: "cuStreamCopyAttributes", since: 11000, code: Address(cuStreamCopyAttributes as *const ()) },
    Spelling { function: "cuStreamCopyAttributes", symbol: "cuStreamCopyAttributes_ptsz", since: 11000, code: Address(cuStreamCopyAttributes_ptsz as *const ()) },
    Spelling { function: "cuStreamCreate", symbol: "cuStreamCreate", since: 2000, code: Address(cuStreamCreate as *const ()) },
    Spelling { function: "cuStreamCreateWithPriority", symbol: "cuStreamCreateWithPriority", since: 5050, code: Address(cuStreamCreateWithPriority as *const ()) },
    Spelling { function: "cuStreamDestroy", symbol: "cuStreamDestroy", since: 2000, code: Address(cuStreamDestroy as *const ()) },
    Spelling { function: "cuStreamDestroy", symbol: "cuStreamDestroy_v2", since: 4000, code: Address(cuStreamDestroy_v2 as *const ()) },
    Spelling { function: "cuStreamEndCapture", symbol: "cuStreamEndCapture", since: 10000, code: Address(cuStreamEndCapture as *const ()) },
    Spelling { function: "cuStreamEndCapture", symbol: "cuStreamEndCapture_ptsz", since: 10000, code: Address(cuStreamEndCapture_ptsz as *const ()) },
    Spelling { function: "cuStreamEndCaptureToCig", symbol: "cuStreamEndCaptureToCig", since: 13010, code: Address(cuStreamEndCaptureToCig as *const ()) },
    Spelling { function: "cuStreamEndCaptureToCig", symbol: "cuStreamEndCaptureToCig_ptsz", since: 13010, code: Address(cuStreamEndCaptureToCig_ptsz as *const ()) },
    Spelling { function: "cuStreamGetAttribute", symbol: "cuStreamGetAttribute", since: 11000, code: Address(cuStreamGetAttribute as *const ()) },
    Spelling { function: "cuStreamGetAttribute", symbol: "cuStreamGetAttribute_ptsz", since: 11000, code: Address(cuStreamGetAttribute_ptsz as *const ()) },
    Spelling { function: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo", since: 10010, code: Address(cuStreamGetCaptureInfo as *const ()) },
    Spelling { function: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_ptsz", since: 10010, code: Address(cuStreamGetCaptureInfo_ptsz as *const ()) },
    Spelling { function: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_v2", since: 11030, code: Address(cuStreamGetCaptureInfo_v2 as *const ()) },
    Spelling { function: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_v2_ptsz", since: 11030, code: Address(cuStreamGetCaptureInfo_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_v3", since: 12030, code: Address(cuStreamGetCaptureInfo_v3 as *const ()) },
    Spelling { function: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_v3_ptsz", since: 12030, code: Address(cuStreamGetCaptureInfo_v3_ptsz as *const ()) },
    Spelling { function: "cuStreamGetCtx", symbol: "cuStreamGetCtx", since: 9020, code: Address(cuStreamGetCtx as *const ()) },
    Spelling { function: "cuStreamGetCtx", symbol: "cuStreamGetCtx_ptsz", since: 9020, code: Address(cuStreamGetCtx_ptsz as *const ()) },
    Spelling { function: "cuStreamGetCtx", symbol: "cuStreamGetCtx_v2", since: 12050, code: Address(cuStreamGetCtx_v2 as *const ()) },
    Spelling { function: "cuStreamGetCtx", symbol: "cuStreamGetCtx_v2_ptsz", since: 12050, code: Address(cuStreamGetCtx_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamGetDevResource", symbol: "cuStreamGetDevResource", since: 13010, code: Address(cuStreamGetDevResource as *const ()) },
    Spelling { function: "cuStreamGetDevResource", symbol: "cuStreamGetDevResource_ptsz", since: 13010, code: Address(cuStreamGetDevResource_ptsz as *const ()) },
    Spelling { function: "cuStreamGetDevice", symbol: "cuStreamGetDevice", since: 12080, code: Address(cuStreamGetDevice as *const ()) },
    Spelling { function: "cuStreamGetDevice", symbol: "cuStreamGetDevice_ptsz", since: 12080, code: Address(cuStreamGetDevice_ptsz as *const ()) },
    Spelling { function: "cuStreamGetFlags", symbol: "cuStreamGetFlags", since: 5050, code: Address(cuStreamGetFlags as *const ()) },
    Spelling { function: "cuStreamGetFlags", symbol: "cuStreamGetFlags_ptsz", since: 7000, code: Address(cuStreamGetFlags_ptsz as *const ()) },
    Spelling { function: "cuStreamGetGreenCtx", symbol: "cuStreamGetGreenCtx", since: 12040, code: Address(cuStreamGetGreenCtx as *const ()) },
    Spelling { function: "cuStreamGetId", symbol: "cuStreamGetId", since: 12000, code: Address(cuStreamGetId as *const ()) },
    Spelling { function: "cuStreamGetId", symbol: "cuStreamGetId_ptsz", since: 12000, code: Address(cuStreamGetId_ptsz as *const ()) },
    Spelling { function: "cuStreamGetPriority", symbol: "cuStreamGetPriority", since: 5050, code: Address(cuStreamGetPriority as *const ()) },
    Spelling { function: "cuStreamGetPriority", symbol: "cuStreamGetPriority_ptsz", since: 7000, code: Address(cuStreamGetPriority_ptsz as *const ()) },
    Spelling { function: "cuStreamIsCapturing", symbol: "cuStreamIsCapturing", since: 10000, code: Address(cuStreamIsCapturing as *const ()) },
    Spelling { function: "cuStreamIsCapturing", symbol: "cuStreamIsCapturing_ptsz", since: 10000, code: Address(cuStreamIsCapturing_ptsz as *const ()) },
    Spelling { function: "cuStreamQuery", symbol: "cuStreamQuery", since: 2000, code: Address(cuStreamQuery as *const ()) },
    Spelling { function: "cuStreamQuery", symbol: "cuStreamQuery_ptsz", since: 7000, code: Address(cuStreamQuery_ptsz as *const ()) },
    Spelling { function: "cuStreamSetAttribute", symbol: "cuStreamSetAttribute", since: 11000, code: Address(cuStreamSetAttribute as *const ()) },
    Spelling { function: "cuStreamSetAttribute", symbol: "cuStreamSetAttribute_ptsz", since: 11000, code: Address(cuStreamSetAttribute_ptsz as *const ()) },
    Spelling { function: "cuStreamSynchronize", symbol: "cuStreamSynchronize", since: 2000, code: Address(cuStreamSynchronize as *const ()) },
    Spelling { function: "cuStreamSynchronize", symbol: "cuStreamSynchronize_ptsz", since: 7000, code: Address(cuStreamSynchronize_ptsz as *const ()) },
    Spelling { function: "cuStreamUpdateCaptureDependencies", symbol: "cuStreamUpdateCaptureDependencies", since: 11030, code: Address(cuStreamUpdateCaptureDependencies as *const ()) },
    Spelling { function: "cuStreamUpdateCaptureDependencies", symbol: "cuStreamUpdateCaptureDependencies_ptsz", since: 11030, code: Address(cuStreamUpdateCaptureDependencies_ptsz as *const ()) },
    Spelling { function: "cuStreamUpdateCaptureDependencies", symbol: "cuStreamUpdateCaptureDependencies_v2", since: 12030, code: Address(cuStreamUpdateCaptureDependencies_v2 as *const ()) },
    Spelling { function: "cuStreamUpdateCaptureDependencies", symbol: "cuStreamUpdateCaptureDependencies_v2_ptsz", since: 12030, code: Address(cuStreamUpdateCaptureDependencies_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamWaitEvent", symbol: "cuStreamWaitEvent", since: 3020, code: Address(cuStreamWaitEvent as *const ()) },
    Spelling { function: "cuStreamWaitEvent", symbol: "cuStreamWaitEvent_ptsz", since: 7000, code: Address(cuStreamWaitEvent_ptsz as *const ()) },
    Spelling { function: "cuStreamWaitValue32", symbol: "cuStreamWaitValue32", since: 8000, code: Address(cuStreamWaitValue32 as *const ()) },
    Spelling { function: "cuStreamWaitValue32", symbol: "cuStreamWaitValue32_ptsz", since: 8000, code: Address(cuStreamWaitValue32_ptsz as *const ()) },
    Spelling { function: "cuStreamWaitValue32", symbol: "cuStreamWaitValue32_v2", since: 11070, code: Address(cuStreamWaitValue32_v2 as *const ()) },
    Spelling { function: "cuStreamWaitValue32", symbol: "cuStreamWaitValue32_v2_ptsz", since: 11070, code: Address(cuStreamWaitValue32_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamWaitValue64", symbol: "cuStreamWaitValue64", since: 9000, code: Address(cuStreamWaitValue64 as *const ()) },
    Spelling { function: "cuStreamWaitValue64", symbol: "cuStreamWaitValue64_ptsz", since: 9000, code: Address(cuStreamWaitValue64_ptsz as *const ()) },
    Spelling { function: "cuStreamWaitValue64", symbol: "cuStreamWaitValue64_v2", since: 11070, code: Address(cuStreamWaitValue64_v2 as *const ()) },
    Spelling { function: "cuStreamWaitValue64", symbol: "cuStreamWaitValue64_v2_ptsz", since: 11070, code: Address(cuStreamWaitValue64_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamWriteValue32", symbol: "cuStreamWriteValue32", since: 8000, code: Address(cuStreamWriteValue32 as *const ()) },
    Spelling { function: "cuStreamWriteValue32", symbol: "cuStreamWriteValue32_ptsz", since: 8000, code: Address(cuStreamWriteValue32_ptsz as *const ()) },
    Spelling { function: "cuStreamWriteValue32", symbol: "cuStreamWriteValue32_v2", since: 11070, code: Address(cuStreamWriteValue32_v2 as *const ()) },
    Spelling { function: "cuStreamWriteValue32", symbol: "cuStreamWriteValue32_v2_ptsz", since: 11070, code: Address(cuStreamWriteValue32_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamWriteValue64", symbol: "cuStreamWriteValue64", since: 9000, code: Address(cuStreamWriteValue64 as *const ()) },
    Spelling { function: "cuStreamWriteValue64", symbol: "cuStreamWriteValue64_ptsz", since: 9000, code: Address(cuStreamWriteValue64_ptsz as *const ()) },
    Spelling { function: "cuStreamWriteValue64", symbol: "cuStreamWriteValue64_v2", since: 11070, code: Address(cuStreamWriteValue64_v2 as *const ()) },
    Spelling { function: "cuStreamWriteValue64", symbol: "cuStreamWriteValue64_v2_ptsz", since: 11070, code: Address(cuStreamWriteValue64_v2_ptsz as *const ()) },
    Spelling { function: "cuSurfObjectCreate", symbol: "cuSurfObjectCreate", since: 5000, code: Address(cuSurfObjectCreate as *const ()) },
    Spelling { function: "cuSurfObjectDestroy", symbol: "cuSurfObjectDestroy", since: 5000, code: Address(cuSurfObjectDestroy as *const ()) },
    Spelling { function: "cuSurfObjectGetResourceDesc", symbol: "cuSurfObjectGetResourceDesc", since: 5000, code: Address(cuSurfObjectGetResourceDesc as *const ()) },
    Spelling { function: "cuSurfRefGetArray", symbol: "cuSurfRefGetArray", since: 3000, code: Address(cuSurfRefGetArray as *const ()) },
    Spelling { function: "cuSurfRefSetArray", symbol: "cuSurfRefSetArray", since: 3000, code: Address(cuSurfRefSetArray as *const ()) },
    Spelling { function: "cuTensorMapEncodeIm2col", symbol: "cuTensorMapEncodeIm2col", since: 12000, code: Address(cuTensorMapEncodeIm2col as *const ()) },
    Spelling { function: "cuTensorMapEncodeIm2colWide", symbol: "cuTensorMapEncodeIm2colWide", since: 12080, code: Address(cuTensorMapEncodeIm2colWide as *const ()) },
    Spelling { function: "cuTensorMapEncodeTiled", symbol: "cuTensorMapEncodeTiled", since: 12000, code: Address(cuTensorMapEncodeTiled as *const ()) },
    Spelling { function: "cuTensorMapReplaceAddress", symbol: "cuTensorMapReplaceAddress", since: 12000, code: Address(cuTensorMapReplaceAddress as *const ()) },
    Spelling { function: "cuTensorMapSetAllocationClass", symbol: "cuTensorMapSetAllocationClass", since: 13050, code: Address(cuTensorMapSetAllocationClass as *const ()) },
    Spelling { function: "cuTexObjectCreate", symbol: "cuTexObjectCreate", since: 5000, code: Address(cuTexObjectCreate as *const ()) },
    Spelling { function: "cuTexObjectDestroy", symbol: "cuTexObjectDestroy", since: 5000, code: Address(cuTexObjectDestroy as *const ()) },
    Spelling { function: "cuTexObjectGetResourceDesc", symbol: "cuTexObjectGetResourceDesc", since: 5000, code: Address(cuTexObjectGetResourceDesc as *const ()) },
    Spelling { function: "cuTexObjectGetResourceViewDesc", symbol: "cuTexObjectGetResourceViewDesc", since: 5000, code: Address(cuTexObjectGetResourceViewDesc as *const ()) },
    Spelling { function: "cuTexObjectGetTextureDesc", symbol: "cuTexObjectGetTextureDesc", since: 5000, code: Address(cuTexObjectGetTextureDesc as *const ()) },
    Spelling { function: "cuTexRefCreate", symbol: "cuTexRefCreate", since: 2000, code: Address(cuTexRefCreate as *const ()) },
    Spelling { function: "cuTexRefDestroy", symbol: "cuTexRefDestroy", since: 2000, code: Address(cuTexRefDestroy as *const ()) },
    Spelling { function: "cuTexRefGetAddress", symbol: "cuTexRefGetAddress", since: 2000, code: Address(cuTexRefGetAddress as *const ()) },
    Spelling { function: "cuTexRefGetAddress", symbol: "cuTexRefGetAddress_v2", since: 3020, code: Address(cuTexRefGetAddress_v2 as *const ()) },
    Spelling { function: "cuTexRefGetAddressMode", symbol: "cuTexRefGetAddressMode", since: 2000, code: Address(cuTexRefGetAddressMode as *const ()) },
    Spelling { function: "cuTexRefGetArray", symbol: "cuTexRefGetArray", since: 2000, code: Address(cuTexRefGetArray as *const ()) },
    Spelling { function: "cuTexRefGetBorderColor", symbol: "cuTexRefGetBorderColor", since: 8000, code: Address(cuTexRefGetBorderColor as *const ()) },
    Spelling { function: "cuTexRefGetFilterMode", symbol: "cuTexRefGetFilterMode", since: 2000, code: Address(cuTexRefGetFilterMode as *const ()) },
    Spelling { function: "cuTexRefGetFlags", symbol: "cuTexRefGetFlags", since: 2000, code: Address(cuTexRefGetFlags as *const ()) },
    Spelling { function: "cuTexRefGetFormat", symbol: "cuTexRefGetFormat", since: 2000, code: Address(cuTexRefGetFormat as *const ()) },
    Spelling { function: "cuTexRefGetMaxAnisotropy", symbol: "cuTexRefGetMaxAnisotropy", since: 5000, code: Address(cuTexRefGetMaxAnisotropy as *const ()) },
    Spelling { function: "cuTexRefGetMipmapFilterMode", symbol: "cuTexRefGetMipmapFilterMode", since: 5000, code: Address(cuTexRefGetMipmapFilterMode as *const ()) },
    Spelling { function: "cuTexRefGetMipmapLevelBias", symbol: "cuTexRefGetMipmapLevelBias", since: 5000, code: Address(cuTexRefGetMipmapLevelBias as *const ()) },
    Spelling { function: "cuTexRefGetMipmapLevelClamp", symbol: "cuTexRefGetMipmapLevelClamp", since: 5000, code: Address(cuTexRefGetMipmapLevelClamp as *const ()) },
    Spelling { function: "cuTexRefGetMipmappedArray", symbol: "cuTexRefGetMipmappedArray", since: 5000, code: Address(cuTexRefGetMipmappedArray as *const ()) },
    Spelling { function: "cuTexRefSetAddress", symbol: "cuTexRefSetAddress", since: 2000, code: Address(cuTexRefSetAddress as *const ()) },
    Spelling { function: "cuTexRefSetAddress", symbol: "cuTexRefSetAddress_v2", since: 3020, code: Address(cuTexRefSetAddress_v2 as *const ()) },
    Spelling { function: "cuTexRefSetAddress2D", symbol: "cuTexRefSetAddress2D", since: 2020, code: Address(cuTexRefSetAddress2D as *const ()) },
    Spelling { function: "cuTexRefSetAddress2D", symbol: "cuTexRefSetAddress2D_v2", since: 3020, code: Address(cuTexRefSetAddress2D_v2 as *const ()) },
    Spelling { function: "cuTexRefSetAddress2D", symbol: "cuTexRefSetAddress2D_v3", since: 4010, code: Address(cuTexRefSetAddress2D_v3 as *const ()) },
    Spelling { function: "cuTexRefSetAddressMode", symbol: "cuTexRefSetAddressMode", since: 2000, code: Address(cuTexRefSetAddressMode as *const ()) },
    Spelling { function: "cuTexRefSetArray", symbol: "cuTexRefSetArray", since: 2000, code: Address(cuTexRefSetArray as *const ()) },
    Spelling { function: "cuTexRefSetBorderColor", symbol: "cuTexRefSetBorderColor", since: 8000, code: Address(cuTexRefSetBorderColor as *const ()) },
    Spelling { function: "cuTexRefSetFilterMode", symbol: "cuTexRefSetFilterMode", since: 2000, code: Address(cuTexRefSetFilterMode as *const ()) },
    Spelling { function: "cuTexRefSetFlags", symbol: "cuTexRefSetFlags", since: 2000, code: Address(cuTexRefSetFlags as *const ()) },
    Spelling { function: "cuTexRefSetFormat", symbol: "cuTexRefSetFormat", since: 2000, code: Address(cuTexRefSetFormat as *const ()) },
    Spelling { function: "cuTexRefSetMaxAnisotropy", symbol: "cuTexRefSetMaxAnisotropy", since: 5000, code: Address(cuTexRefSetMaxAnisotropy as *const ()) },
    Spelling { function: "cuTexRefSetMipmapFilterMode", symbol: "cuTexRefSetMipmapFilterMode", since: 5000, code: Address(cuTexRefSetMipmapFilterMode as *const ()) },
    Spelling { function: "cuTexRefSetMipmapLevelBias", symbol: "cuTexRefSetMipmapLevelBias", since: 5000, code: Address(cuTexRefSetMipmapLevelBias as *const ()) },
    Spelling { function: "cuTexRefSetMipmapLevelClamp", symbol: "cuTexRefSetMipmapLevelClamp", since: 5000, code: Address(cuTexRefSetMipmapLevelClamp as *const ()) },
    Spelling { function: "cuTexRefSetMipmappedArray", symbol: "cuTexRefSetMipmappedArray", since: 5000, code: Address(cuTexRefSetMipmappedArray as *const ()) },
    Spelling { function: "cuThreadExchangeStreamCaptureMode", symbol: "cuThreadExchangeStreamCaptureMode", since: 10010, code: Address(cuThreadExchangeStreamCaptureMode as *const ()) },
    Spelling { function: "cuUserObjectCreate", symbol: "cuUserObjectCreate", since: 11030, code: Address(cuUserObjectCreate as *const ()) },
    Spelling { function: "cuUserObjectRelease", symbol: "cuUserObjectRelease", since: 11030, code: Address(cuUserObjectRelease as *const ()) },
    Spelling { function: "cuUserObjectRetain", symbol: "cuUserObjectRetain", since: 11030, code: Address(cuUserObjectRetain as *const ()) },
    Spelling { function: "cuVDPAUCtxCreate", symbol: "cuVDPAUCtxCreate", since: 3010, code: Address(cuVDPAUCtxCreate as *const ()) },
    Spelling { function: "cuVDPAUCtxCreate", symbol: "cuVDPAUCtxCreate_v2", since: 3020, code: Address(cuVDPAUCtxCreate_v2 as *const ()) },
    Spelling { function: "cuVDPAUGetDevice", symbol: "cuVDPAUGetDevice", since: 3010, code: Address(cuVDPAUGetDevice as *const ()) },
    Spelling { function: "cuWaitExternalSemaphoresAsync", symbol: "cuWaitExternalSemaphoresAsync", since: 10000, code: Address(cuWaitExternalSemaphoresAsync as *const ()) },
    Spelling { function: "cuWaitExternalSemaphoresAsync", symbol: "cuWaitExternalSemaphoresAsync_ptsz", since: 10000, code: Address(cuWaitExternalSemaphoresAsync_ptsz as *const ()) },
];

//! Written by `cargo xtask check --write` from the tables in cuda-compat/api: change those.
//!
//! CUDA's driver functions that are HIP calls, those that are missing, and every spelling by name.

use crate::entry::{Address, PER_THREAD, Pointer, Spelling, forwards, per_thread, refusals};
use crate::own::*;

#[rustfmt::skip]
forwards! {
    cuArray3DCreate_v2(a: Pointer, b: Pointer) = hipArray3DCreate(a => Pointer, b => Pointer);
    cuArray3DGetDescriptor_v2(a: Pointer, b: Pointer) = hipArray3DGetDescriptor(a => Pointer, b => Pointer);
    cuArrayCreate_v2(a: Pointer, b: Pointer) = hipArrayCreate(a => Pointer, b => Pointer);
    cuArrayDestroy(a: Pointer) = hipArrayDestroy(a => Pointer);
    cuArrayGetDescriptor_v2(a: Pointer, b: Pointer) = hipArrayGetDescriptor(a => Pointer, b => Pointer);
    cuCtxCreate(a: Pointer, b: u32, c: u32) = hipCtxCreate(a => Pointer, b => u32, c => u32);
    cuCtxCreate_v2(a: Pointer, b: u32, c: u32) = hipCtxCreate(a => Pointer, b => u32, c => u32);
    cuCtxDestroy(a: Pointer) = hipCtxDestroy(a => Pointer);
    cuCtxDestroy_v2(a: Pointer) = hipCtxDestroy(a => Pointer);
    cuCtxDisablePeerAccess(a: Pointer) = hipCtxDisablePeerAccess(a => Pointer);
    cuCtxEnablePeerAccess(a: Pointer, b: u32) = hipCtxEnablePeerAccess(a => Pointer, b => u32);
    cuCtxGetCacheConfig(a: Pointer) = hipCtxGetCacheConfig(a => Pointer);
    cuCtxGetCurrent(a: Pointer) = hipCtxGetCurrent(a => Pointer);
    cuCtxGetDevice(a: Pointer) = hipCtxGetDevice(a => Pointer);
    cuCtxGetFlags(a: Pointer) = hipCtxGetFlags(a => Pointer);
    cuCtxGetLimit(a: Pointer, b: u32) = hipDeviceGetLimit(a => Pointer, b => u32);
    cuCtxGetSharedMemConfig(a: Pointer) = hipCtxGetSharedMemConfig(a => Pointer);
    cuCtxGetStreamPriorityRange(a: Pointer, b: Pointer) = hipDeviceGetStreamPriorityRange(a => Pointer, b => Pointer);
    cuCtxPopCurrent(a: Pointer) = hipCtxPopCurrent(a => Pointer);
    cuCtxPopCurrent_v2(a: Pointer) = hipCtxPopCurrent(a => Pointer);
    cuCtxPushCurrent(a: Pointer) = hipCtxPushCurrent(a => Pointer);
    cuCtxPushCurrent_v2(a: Pointer) = hipCtxPushCurrent(a => Pointer);
    cuCtxSetCacheConfig(a: u32) = hipCtxSetCacheConfig(a => u32);
    cuCtxSetCurrent(a: Pointer) = hipCtxSetCurrent(a => Pointer);
    cuCtxSetLimit(a: u32, b: u64) = hipDeviceSetLimit(a => u32, b => u64);
    cuCtxSetSharedMemConfig(a: u32) = hipCtxSetSharedMemConfig(a => u32);
    cuCtxSynchronize() = hipCtxSynchronize();
    cuDestroyExternalMemory(a: Pointer) = hipDestroyExternalMemory(a => Pointer);
    cuDestroyExternalSemaphore(a: Pointer) = hipDestroyExternalSemaphore(a => Pointer);
    cuDeviceCanAccessPeer(a: Pointer, b: u32, c: u32) = hipDeviceCanAccessPeer(a => Pointer, b => u32, c => u32);
    cuDeviceComputeCapability(a: Pointer, b: Pointer, c: u32) = hipDeviceComputeCapability(a => Pointer, b => Pointer, c => u32);
    cuDeviceGet(a: Pointer, b: u32) = hipDeviceGet(a => Pointer, b => u32);
    cuDeviceGetByPCIBusId(a: Pointer, b: Pointer) = hipDeviceGetByPCIBusId(a => Pointer, b => Pointer);
    cuDeviceGetCount(a: Pointer) = hipGetDeviceCount(a => Pointer);
    cuDeviceGetDefaultMemPool(a: Pointer, b: u32) = hipDeviceGetDefaultMemPool(a => Pointer, b => u32);
    cuDeviceGetGraphMemAttribute(a: u32, b: u32, c: Pointer) = hipDeviceGetGraphMemAttribute(a => u32, b => u32, c => Pointer);
    cuDeviceGetMemPool(a: Pointer, b: u32) = hipDeviceGetMemPool(a => Pointer, b => u32);
    cuDeviceGetName(a: Pointer, b: u32, c: u32) = hipDeviceGetName(a => Pointer, b => u32, c => u32);
    cuDeviceGetPCIBusId(a: Pointer, b: u32, c: u32) = hipDeviceGetPCIBusId(a => Pointer, b => u32, c => u32);
    cuDeviceGetUuid(a: Pointer, b: u32) = hipDeviceGetUuid(a => Pointer, b => u32);
    cuDeviceGetUuid_v2(a: Pointer, b: u32) = hipDeviceGetUuid(a => Pointer, b => u32);
    cuDeviceGraphMemTrim(a: u32) = hipDeviceGraphMemTrim(a => u32);
    cuDevicePrimaryCtxGetState(a: u32, b: Pointer, c: Pointer) = hipDevicePrimaryCtxGetState(a => u32, b => Pointer, c => Pointer);
    cuDevicePrimaryCtxRelease(a: u32) = hipDevicePrimaryCtxRelease(a => u32);
    cuDevicePrimaryCtxRelease_v2(a: u32) = hipDevicePrimaryCtxRelease(a => u32);
    cuDevicePrimaryCtxReset(a: u32) = hipDevicePrimaryCtxReset(a => u32);
    cuDevicePrimaryCtxReset_v2(a: u32) = hipDevicePrimaryCtxReset(a => u32);
    cuDevicePrimaryCtxRetain(a: Pointer, b: u32) = hipDevicePrimaryCtxRetain(a => Pointer, b => u32);
    cuDevicePrimaryCtxSetFlags(a: u32, b: u32) = hipDevicePrimaryCtxSetFlags(a => u32, b => u32);
    cuDevicePrimaryCtxSetFlags_v2(a: u32, b: u32) = hipDevicePrimaryCtxSetFlags(a => u32, b => u32);
    cuDeviceSetGraphMemAttribute(a: u32, b: u32, c: Pointer) = hipDeviceSetGraphMemAttribute(a => u32, b => u32, c => Pointer);
    cuDeviceSetMemPool(a: u32, b: Pointer) = hipDeviceSetMemPool(a => u32, b => Pointer);
    cuDeviceTotalMem_v2(a: Pointer, b: u32) = hipDeviceTotalMem(a => Pointer, b => u32);
    cuEventCreate(a: Pointer, b: u32) = hipEventCreateWithFlags(a => Pointer, b => u32);
    cuEventDestroy(a: Pointer) = hipEventDestroy(a => Pointer);
    cuEventDestroy_v2(a: Pointer) = hipEventDestroy(a => Pointer);
    cuEventElapsedTime(a: Pointer, b: Pointer, c: Pointer) = hipEventElapsedTime(a => Pointer, b => Pointer, c => Pointer);
    cuEventElapsedTime_v2(a: Pointer, b: Pointer, c: Pointer) = hipEventElapsedTime(a => Pointer, b => Pointer, c => Pointer);
    cuEventQuery(a: Pointer) = hipEventQuery(a => Pointer);
    cuEventRecord(a: Pointer, b: Pointer) = hipEventRecord(a => Pointer, b => Pointer);
    cuEventRecordWithFlags(a: Pointer, b: Pointer, c: u32) = hipEventRecordWithFlags(a => Pointer, b => Pointer, c => u32);
    cuEventRecordWithFlags_ptsz(a: Pointer, b: Pointer, c: u32) = hipEventRecordWithFlags(a => Pointer, per_thread(b) => Pointer, c => u32);
    cuEventRecord_ptsz(a: Pointer, b: Pointer) = hipEventRecord(a => Pointer, per_thread(b) => Pointer);
    cuEventSynchronize(a: Pointer) = hipEventSynchronize(a => Pointer);
    cuFuncGetAttribute(a: Pointer, b: u32, c: Pointer) = hipFuncGetAttribute(a => Pointer, b => u32, c => Pointer);
    cuFuncSetAttribute(a: Pointer, b: u32, c: u32) = hipFuncSetAttribute(a => Pointer, b => u32, c => u32);
    cuFuncSetCacheConfig(a: Pointer, b: u32) = hipFuncSetCacheConfig(a => Pointer, b => u32);
    cuFuncSetSharedMemConfig(a: Pointer, b: u32) = hipFuncSetSharedMemConfig(a => Pointer, b => u32);
    cuGraphAddChildGraphNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipGraphAddChildGraphNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
    cuGraphAddDependencies(a: Pointer, b: Pointer, c: Pointer, d: u64) = hipGraphAddDependencies(a => Pointer, b => Pointer, c => Pointer, d => u64);
    cuGraphAddEmptyNode(a: Pointer, b: Pointer, c: Pointer, d: u64) = hipGraphAddEmptyNode(a => Pointer, b => Pointer, c => Pointer, d => u64);
    cuGraphAddEventRecordNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipGraphAddEventRecordNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
    cuGraphAddEventWaitNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipGraphAddEventWaitNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
    cuGraphAddHostNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipGraphAddHostNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
    cuGraphAddMemFreeNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: u64) = hipDrvGraphAddMemFreeNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e as usize as Pointer => Pointer);
    cuGraphChildGraphNodeGetGraph(a: Pointer, b: Pointer) = hipGraphChildGraphNodeGetGraph(a => Pointer, b => Pointer);
    cuGraphClone(a: Pointer, b: Pointer) = hipGraphClone(a => Pointer, b => Pointer);
    cuGraphCreate(a: Pointer, b: u32) = hipGraphCreate(a => Pointer, b => u32);
    cuGraphDebugDotPrint(a: Pointer, b: Pointer, c: u32) = hipGraphDebugDotPrint(a => Pointer, b => Pointer, c => u32);
    cuGraphDestroy(a: Pointer) = hipGraphDestroy(a => Pointer);
    cuGraphDestroyNode(a: Pointer) = hipGraphDestroyNode(a => Pointer);
    cuGraphEventRecordNodeGetEvent(a: Pointer, b: Pointer) = hipGraphEventRecordNodeGetEvent(a => Pointer, b => Pointer);
    cuGraphEventRecordNodeSetEvent(a: Pointer, b: Pointer) = hipGraphEventRecordNodeSetEvent(a => Pointer, b => Pointer);
    cuGraphEventWaitNodeGetEvent(a: Pointer, b: Pointer) = hipGraphEventWaitNodeGetEvent(a => Pointer, b => Pointer);
    cuGraphEventWaitNodeSetEvent(a: Pointer, b: Pointer) = hipGraphEventWaitNodeSetEvent(a => Pointer, b => Pointer);
    cuGraphExecChildGraphNodeSetParams(a: Pointer, b: Pointer, c: Pointer) = hipGraphExecChildGraphNodeSetParams(a => Pointer, b => Pointer, c => Pointer);
    cuGraphExecDestroy(a: Pointer) = hipGraphExecDestroy(a => Pointer);
    cuGraphExecEventRecordNodeSetEvent(a: Pointer, b: Pointer, c: Pointer) = hipGraphExecEventRecordNodeSetEvent(a => Pointer, b => Pointer, c => Pointer);
    cuGraphExecEventWaitNodeSetEvent(a: Pointer, b: Pointer, c: Pointer) = hipGraphExecEventWaitNodeSetEvent(a => Pointer, b => Pointer, c => Pointer);
    cuGraphExecGetFlags(a: Pointer, b: Pointer) = hipGraphExecGetFlags(a => Pointer, b => Pointer);
    cuGraphExecHostNodeSetParams(a: Pointer, b: Pointer, c: Pointer) = hipGraphExecHostNodeSetParams(a => Pointer, b => Pointer, c => Pointer);
    cuGraphGetEdges(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipGraphGetEdges(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
    cuGraphGetNodes(a: Pointer, b: Pointer, c: Pointer) = hipGraphGetNodes(a => Pointer, b => Pointer, c => Pointer);
    cuGraphGetRootNodes(a: Pointer, b: Pointer, c: Pointer) = hipGraphGetRootNodes(a => Pointer, b => Pointer, c => Pointer);
    cuGraphHostNodeGetParams(a: Pointer, b: Pointer) = hipGraphHostNodeGetParams(a => Pointer, b => Pointer);
    cuGraphHostNodeSetParams(a: Pointer, b: Pointer) = hipGraphHostNodeSetParams(a => Pointer, b => Pointer);
    cuGraphInstantiateWithFlags(a: Pointer, b: Pointer, c: u64) = hipGraphInstantiateWithFlags(a => Pointer, b => Pointer, c => u64);
    cuGraphKernelNodeCopyAttributes(a: Pointer, b: Pointer) = hipGraphKernelNodeCopyAttributes(a => Pointer, b => Pointer);
    cuGraphLaunch(a: Pointer, b: Pointer) = hipGraphLaunch(a => Pointer, b => Pointer);
    cuGraphLaunch_ptsz(a: Pointer, b: Pointer) = hipGraphLaunch(a => Pointer, per_thread(b) => Pointer);
    cuGraphMemFreeNodeGetParams(a: Pointer, b: Pointer) = hipGraphMemFreeNodeGetParams(a => Pointer, b => Pointer);
    cuGraphNodeFindInClone(a: Pointer, b: Pointer, c: Pointer) = hipGraphNodeFindInClone(a => Pointer, b => Pointer, c => Pointer);
    cuGraphNodeGetDependencies(a: Pointer, b: Pointer, c: Pointer) = hipGraphNodeGetDependencies(a => Pointer, b => Pointer, c => Pointer);
    cuGraphNodeGetDependentNodes(a: Pointer, b: Pointer, c: Pointer) = hipGraphNodeGetDependentNodes(a => Pointer, b => Pointer, c => Pointer);
    cuGraphNodeGetEnabled(a: Pointer, b: Pointer, c: Pointer) = hipGraphNodeGetEnabled(a => Pointer, b => Pointer, c => Pointer);
    cuGraphNodeSetEnabled(a: Pointer, b: Pointer, c: u32) = hipGraphNodeSetEnabled(a => Pointer, b => Pointer, c => u32);
    cuGraphReleaseUserObject(a: Pointer, b: Pointer, c: u32) = hipGraphReleaseUserObject(a => Pointer, b => Pointer, c => u32);
    cuGraphRemoveDependencies(a: Pointer, b: Pointer, c: Pointer, d: u64) = hipGraphRemoveDependencies(a => Pointer, b => Pointer, c => Pointer, d => u64);
    cuGraphRetainUserObject(a: Pointer, b: Pointer, c: u32, d: u32) = hipGraphRetainUserObject(a => Pointer, b => Pointer, c => u32, d => u32);
    cuGraphUpload(a: Pointer, b: Pointer) = hipGraphUpload(a => Pointer, b => Pointer);
    cuGraphUpload_ptsz(a: Pointer, b: Pointer) = hipGraphUpload(a => Pointer, per_thread(b) => Pointer);
    cuGraphicsMapResources(a: u32, b: Pointer, c: Pointer) = hipGraphicsMapResources(a => u32, b => Pointer, c => Pointer);
    cuGraphicsMapResources_ptsz(a: u32, b: Pointer, c: Pointer) = hipGraphicsMapResources(a => u32, b => Pointer, per_thread(c) => Pointer);
    cuGraphicsResourceGetMappedPointer_v2(a: Pointer, b: Pointer, c: Pointer) = hipGraphicsResourceGetMappedPointer(a => Pointer, b => Pointer, c => Pointer);
    cuGraphicsSubResourceGetMappedArray(a: Pointer, b: Pointer, c: u32, d: u32) = hipGraphicsSubResourceGetMappedArray(a => Pointer, b => Pointer, c => u32, d => u32);
    cuGraphicsUnmapResources(a: u32, b: Pointer, c: Pointer) = hipGraphicsUnmapResources(a => u32, b => Pointer, c => Pointer);
    cuGraphicsUnmapResources_ptsz(a: u32, b: Pointer, c: Pointer) = hipGraphicsUnmapResources(a => u32, b => Pointer, per_thread(c) => Pointer);
    cuGraphicsUnregisterResource(a: Pointer) = hipGraphicsUnregisterResource(a => Pointer);
    cuGreenCtxCreate(a: Pointer, b: Pointer, c: u32, d: u32) = hipGreenCtxCreate(a => Pointer, b => Pointer, c => u32, d => u32);
    cuInit(a: u32) = hipInit(a => u32);
    cuIpcCloseMemHandle(a: u64) = hipIpcCloseMemHandle(a as usize as Pointer => Pointer);
    cuIpcGetEventHandle(a: Pointer, b: Pointer) = hipIpcGetEventHandle(a => Pointer, b => Pointer);
    cuIpcGetMemHandle(a: Pointer, b: u64) = hipIpcGetMemHandle(a => Pointer, b as usize as Pointer => Pointer);
    cuKernelGetAttribute(a: Pointer, b: u32, c: Pointer, d: u32) = hipKernelGetAttribute(a => Pointer, b => u32, c => Pointer, d => u32);
    cuKernelGetFunction(a: Pointer, b: Pointer) = hipKernelGetFunction(a => Pointer, b => Pointer);
    cuKernelGetLibrary(a: Pointer, b: Pointer) = hipKernelGetLibrary(a => Pointer, b => Pointer);
    cuKernelGetName(a: Pointer, b: Pointer) = hipKernelGetName(a => Pointer, b => Pointer);
    cuKernelGetParamInfo(a: Pointer, b: u64, c: Pointer, d: Pointer) = hipKernelGetParamInfo(a => Pointer, b => u64, c => Pointer, d => Pointer);
    cuKernelSetAttribute(a: u32, b: u32, c: Pointer, d: u32) = hipKernelSetAttribute(a => u32, b => u32, c => Pointer, d => u32);
    cuLaunchCooperativeKernel(a: Pointer, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32, h: u32, i: Pointer, j: Pointer) = hipModuleLaunchCooperativeKernel(a => Pointer, b => u32, c => u32, d => u32, e => u32, f => u32, g => u32, h => u32, i => Pointer, j => Pointer);
    cuLaunchCooperativeKernel_ptsz(a: Pointer, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32, h: u32, i: Pointer, j: Pointer) = hipModuleLaunchCooperativeKernel(a => Pointer, b => u32, c => u32, d => u32, e => u32, f => u32, g => u32, h => u32, per_thread(i) => Pointer, j => Pointer);
    cuLaunchHostFunc(a: Pointer, b: Pointer, c: Pointer) = hipLaunchHostFunc(a => Pointer, b => Pointer, c => Pointer);
    cuLaunchHostFunc_ptsz(a: Pointer, b: Pointer, c: Pointer) = hipLaunchHostFunc(per_thread(a) => Pointer, b => Pointer, c => Pointer);
    cuLaunchKernel(a: Pointer, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32, h: u32, i: Pointer, j: Pointer, k: Pointer) = hipModuleLaunchKernel(a => Pointer, b => u32, c => u32, d => u32, e => u32, f => u32, g => u32, h => u32, i => Pointer, j => Pointer, k => Pointer);
    cuLaunchKernel_ptsz(a: Pointer, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32, h: u32, i: Pointer, j: Pointer, k: Pointer) = hipModuleLaunchKernel(a => Pointer, b => u32, c => u32, d => u32, e => u32, f => u32, g => u32, h => u32, per_thread(i) => Pointer, j => Pointer, k => Pointer);
    cuLibraryEnumerateKernels(a: Pointer, b: u32, c: Pointer) = hipLibraryEnumerateKernels(a => Pointer, b => u32, c => Pointer);
    cuLibraryGetGlobal(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipLibraryGetGlobal(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
    cuLibraryGetKernel(a: Pointer, b: Pointer, c: Pointer) = hipLibraryGetKernel(a => Pointer, b => Pointer, c => Pointer);
    cuLibraryGetKernelCount(a: Pointer, b: Pointer) = hipLibraryGetKernelCount(a => Pointer, b => Pointer);
    cuLibraryGetManaged(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipLibraryGetManaged(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
    cuLibraryLoadData(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u32, f: Pointer, g: Pointer, h: u32) = hipLibraryLoadData(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => u32, f => Pointer, g => Pointer, h => u32);
    cuLibraryLoadFromFile(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u32, f: Pointer, g: Pointer, h: u32) = hipLibraryLoadFromFile(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => u32, f => Pointer, g => Pointer, h => u32);
    cuLibraryUnload(a: Pointer) = hipLibraryUnload(a => Pointer);
    cuMemAddressFree(a: u64, b: u64) = hipMemAddressFree(a as usize as Pointer => Pointer, b => u64);
    cuMemAddressReserve(a: Pointer, b: u64, c: u64, d: u64, e: u64) = hipMemAddressReserve(a => Pointer, b => u64, c => u64, d as usize as Pointer => Pointer, e => u64);
    cuMemAdvise(a: u64, b: u64, c: u32, d: u32) = hipMemAdvise(a as usize as Pointer => Pointer, b => u64, c => u32, d => u32);
    cuMemAllocAsync(a: Pointer, b: u64, c: Pointer) = hipMallocAsync(a => Pointer, b => u64, c => Pointer);
    cuMemAllocAsync_ptsz(a: Pointer, b: u64, c: Pointer) = hipMallocAsync(a => Pointer, b => u64, per_thread(c) => Pointer);
    cuMemAllocFromPoolAsync(a: Pointer, b: u64, c: Pointer, d: Pointer) = hipMallocFromPoolAsync(a => Pointer, b => u64, c => Pointer, d => Pointer);
    cuMemAllocFromPoolAsync_ptsz(a: Pointer, b: u64, c: Pointer, d: Pointer) = hipMallocFromPoolAsync(a => Pointer, b => u64, c => Pointer, per_thread(d) => Pointer);
    cuMemAllocHost_v2(a: Pointer, b: u64) = hipMemAllocHost(a => Pointer, b => u64);
    cuMemAllocManaged(a: Pointer, b: u64, c: u32) = hipMallocManaged(a => Pointer, b => u64, c => u32);
    cuMemAllocPitch_v2(a: Pointer, b: Pointer, c: u64, d: u64, e: u32) = hipMemAllocPitch(a => Pointer, b => Pointer, c => u64, d => u64, e => u32);
    cuMemAlloc_v2(a: Pointer, b: u64) = hipMalloc(a => Pointer, b => u64);
    cuMemExportToShareableHandle(a: Pointer, b: u64, c: u32, d: u64) = hipMemExportToShareableHandle(a => Pointer, b as usize as Pointer => Pointer, c => u32, d => u64);
    cuMemFreeAsync(a: u64, b: Pointer) = hipFreeAsync(a as usize as Pointer => Pointer, b => Pointer);
    cuMemFreeAsync_ptsz(a: u64, b: Pointer) = hipFreeAsync(a as usize as Pointer => Pointer, per_thread(b) => Pointer);
    cuMemFreeHost(a: Pointer) = hipHostFree(a => Pointer);
    cuMemFree_v2(a: u64) = hipFree(a as usize as Pointer => Pointer);
    cuMemGetAddressRange_v2(a: Pointer, b: Pointer, c: u64) = hipMemGetAddressRange(a => Pointer, b => Pointer, c as usize as Pointer => Pointer);
    cuMemGetHandleForAddressRange(a: Pointer, b: u64, c: u64, d: u32, e: u64) = hipMemGetHandleForAddressRange(a => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32, e => u64);
    cuMemGetInfo_v2(a: Pointer, b: Pointer) = hipMemGetInfo(a => Pointer, b => Pointer);
    cuMemHostAlloc(a: Pointer, b: u64, c: u32) = hipHostAlloc(a => Pointer, b => u64, c => u32);
    cuMemHostGetDevicePointer_v2(a: Pointer, b: Pointer, c: u32) = hipHostGetDevicePointer(a => Pointer, b => Pointer, c => u32);
    cuMemHostGetFlags(a: Pointer, b: Pointer) = hipHostGetFlags(a => Pointer, b => Pointer);
    cuMemHostRegister(a: Pointer, b: u64, c: u32) = hipHostRegister(a => Pointer, b => u64, c => u32);
    cuMemHostRegister_v2(a: Pointer, b: u64, c: u32) = hipHostRegister(a => Pointer, b => u64, c => u32);
    cuMemHostUnregister(a: Pointer) = hipHostUnregister(a => Pointer);
    cuMemImportFromShareableHandle(a: Pointer, b: Pointer, c: u32) = hipMemImportFromShareableHandle(a => Pointer, b => Pointer, c => u32);
    cuMemMap(a: u64, b: u64, c: u64, d: u64, e: u64) = hipMemMap(a as usize as Pointer => Pointer, b => u64, c => u64, d as usize as Pointer => Pointer, e => u64);
    cuMemPoolDestroy(a: Pointer) = hipMemPoolDestroy(a => Pointer);
    cuMemPoolGetAttribute(a: Pointer, b: u32, c: Pointer) = hipMemPoolGetAttribute(a => Pointer, b => u32, c => Pointer);
    cuMemPoolSetAccess(a: Pointer, b: Pointer, c: u64) = hipMemPoolSetAccess(a => Pointer, b => Pointer, c => u64);
    cuMemPoolSetAttribute(a: Pointer, b: u32, c: Pointer) = hipMemPoolSetAttribute(a => Pointer, b => u32, c => Pointer);
    cuMemPoolTrimTo(a: Pointer, b: u64) = hipMemPoolTrimTo(a => Pointer, b => u64);
    cuMemPrefetchAsync(a: u64, b: u64, c: u32, d: Pointer) = hipMemPrefetchAsync(a as usize as Pointer => Pointer, b => u64, c => u32, d => Pointer);
    cuMemPrefetchAsync_ptsz(a: u64, b: u64, c: u32, d: Pointer) = hipMemPrefetchAsync(a as usize as Pointer => Pointer, b => u64, c => u32, per_thread(d) => Pointer);
    cuMemRangeGetAttribute(a: Pointer, b: u64, c: u32, d: u64, e: u64) = hipMemRangeGetAttribute(a => Pointer, b => u64, c => u32, d as usize as Pointer => Pointer, e => u64);
    cuMemRangeGetAttributes(a: Pointer, b: Pointer, c: Pointer, d: u64, e: u64, f: u64) = hipMemRangeGetAttributes(a => Pointer, b => Pointer, c => Pointer, d => u64, e as usize as Pointer => Pointer, f => u64);
    cuMemRelease(a: u64) = hipMemRelease(a as usize as Pointer => Pointer);
    cuMemRetainAllocationHandle(a: Pointer, b: Pointer) = hipMemRetainAllocationHandle(a => Pointer, b => Pointer);
    cuMemSetAccess(a: u64, b: u64, c: Pointer, d: u64) = hipMemSetAccess(a as usize as Pointer => Pointer, b => u64, c => Pointer, d => u64);
    cuMemUnmap(a: u64, b: u64) = hipMemUnmap(a as usize as Pointer => Pointer, b => u64);
    cuMemcpy(a: u64, b: u64, c: u64) = hipMemcpy(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, 4 => u32);
    cuMemcpyAsync(a: u64, b: u64, c: u64, d: Pointer) = hipMemcpyAsync(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, 4 => u32, d => Pointer);
    cuMemcpyAsync_ptsz(a: u64, b: u64, c: u64, d: Pointer) = hipMemcpyAsync(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, 4 => u32, per_thread(d) => Pointer);
    cuMemcpyAtoA_v2(a: Pointer, b: u64, c: Pointer, d: u64, e: u64) = hipMemcpyAtoA(a => Pointer, b => u64, c => Pointer, d => u64, e => u64);
    cuMemcpyAtoD_v2(a: u64, b: Pointer, c: u64, d: u64) = hipMemcpyAtoD(a as usize as Pointer => Pointer, b => Pointer, c => u64, d => u64);
    cuMemcpyAtoHAsync_v2(a: Pointer, b: Pointer, c: u64, d: u64, e: Pointer) = hipMemcpyAtoHAsync(a => Pointer, b => Pointer, c => u64, d => u64, e => Pointer);
    cuMemcpyAtoHAsync_v2_ptsz(a: Pointer, b: Pointer, c: u64, d: u64, e: Pointer) = hipMemcpyAtoHAsync(a => Pointer, b => Pointer, c => u64, d => u64, per_thread(e) => Pointer);
    cuMemcpyAtoH_v2(a: Pointer, b: Pointer, c: u64, d: u64) = hipMemcpyAtoH(a => Pointer, b => Pointer, c => u64, d => u64);
    cuMemcpyAtoH_v2_ptds(a: Pointer, b: Pointer, c: u64, d: u64) = hipMemcpyAtoHAsync(a => Pointer, b => Pointer, c => u64, d => u64, PER_THREAD => Pointer) wait;
    cuMemcpyDtoA_v2(a: Pointer, b: u64, c: u64, d: u64) = hipMemcpyDtoA(a => Pointer, b => u64, c as usize as Pointer => Pointer, d => u64);
    cuMemcpyDtoDAsync_v2(a: u64, b: u64, c: u64, d: Pointer) = hipMemcpyDtoDAsync(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, d => Pointer);
    cuMemcpyDtoDAsync_v2_ptsz(a: u64, b: u64, c: u64, d: Pointer) = hipMemcpyDtoDAsync(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, per_thread(d) => Pointer);
    cuMemcpyDtoD_v2(a: u64, b: u64, c: u64) = hipMemcpyDtoD(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64);
    cuMemcpyDtoD_v2_ptds(a: u64, b: u64, c: u64) = hipMemcpyDtoDAsync(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, PER_THREAD => Pointer) wait;
    cuMemcpyDtoHAsync_v2(a: Pointer, b: u64, c: u64, d: Pointer) = hipMemcpyDtoHAsync(a => Pointer, b as usize as Pointer => Pointer, c => u64, d => Pointer);
    cuMemcpyDtoHAsync_v2_ptsz(a: Pointer, b: u64, c: u64, d: Pointer) = hipMemcpyDtoHAsync(a => Pointer, b as usize as Pointer => Pointer, c => u64, per_thread(d) => Pointer);
    cuMemcpyDtoH_v2(a: Pointer, b: u64, c: u64) = hipMemcpyDtoH(a => Pointer, b as usize as Pointer => Pointer, c => u64);
    cuMemcpyDtoH_v2_ptds(a: Pointer, b: u64, c: u64) = hipMemcpyDtoHAsync(a => Pointer, b as usize as Pointer => Pointer, c => u64, PER_THREAD => Pointer) wait;
    cuMemcpyHtoAAsync_v2(a: Pointer, b: u64, c: Pointer, d: u64, e: Pointer) = hipMemcpyHtoAAsync(a => Pointer, b => u64, c => Pointer, d => u64, e => Pointer);
    cuMemcpyHtoAAsync_v2_ptsz(a: Pointer, b: u64, c: Pointer, d: u64, e: Pointer) = hipMemcpyHtoAAsync(a => Pointer, b => u64, c => Pointer, d => u64, per_thread(e) => Pointer);
    cuMemcpyHtoA_v2(a: Pointer, b: u64, c: Pointer, d: u64) = hipMemcpyHtoA(a => Pointer, b => u64, c => Pointer, d => u64);
    cuMemcpyHtoA_v2_ptds(a: Pointer, b: u64, c: Pointer, d: u64) = hipMemcpyHtoAAsync(a => Pointer, b => u64, c => Pointer, d => u64, PER_THREAD => Pointer) wait;
    cuMemcpyHtoDAsync_v2(a: u64, b: Pointer, c: u64, d: Pointer) = hipMemcpyHtoDAsync(a as usize as Pointer => Pointer, b => Pointer, c => u64, d => Pointer);
    cuMemcpyHtoDAsync_v2_ptsz(a: u64, b: Pointer, c: u64, d: Pointer) = hipMemcpyHtoDAsync(a as usize as Pointer => Pointer, b => Pointer, c => u64, per_thread(d) => Pointer);
    cuMemcpyHtoD_v2(a: u64, b: Pointer, c: u64) = hipMemcpyHtoD(a as usize as Pointer => Pointer, b => Pointer, c => u64);
    cuMemcpyHtoD_v2_ptds(a: u64, b: Pointer, c: u64) = hipMemcpyHtoDAsync(a as usize as Pointer => Pointer, b => Pointer, c => u64, PER_THREAD => Pointer) wait;
    cuMemcpy_ptds(a: u64, b: u64, c: u64) = hipMemcpyAsync(a as usize as Pointer => Pointer, b as usize as Pointer => Pointer, c => u64, 4 => u32, PER_THREAD => Pointer) wait;
    cuMemsetD16Async(a: u64, b: u16, c: u64, d: Pointer) = hipMemsetD16Async(a as usize as Pointer => Pointer, b => u16, c => u64, d => Pointer);
    cuMemsetD16Async_ptsz(a: u64, b: u16, c: u64, d: Pointer) = hipMemsetD16Async(a as usize as Pointer => Pointer, b => u16, c => u64, per_thread(d) => Pointer);
    cuMemsetD16_v2(a: u64, b: u16, c: u64) = hipMemsetD16(a as usize as Pointer => Pointer, b => u16, c => u64);
    cuMemsetD16_v2_ptds(a: u64, b: u16, c: u64) = hipMemsetD16Async(a as usize as Pointer => Pointer, b => u16, c => u64, PER_THREAD => Pointer) wait;
    cuMemsetD2D16Async(a: u64, b: u64, c: u16, d: u64, e: u64, f: Pointer) = hipMemsetD2D16Async(a as usize as Pointer => Pointer, b => u64, c => u16, d => u64, e => u64, f => Pointer);
    cuMemsetD2D16Async_ptsz(a: u64, b: u64, c: u16, d: u64, e: u64, f: Pointer) = hipMemsetD2D16Async(a as usize as Pointer => Pointer, b => u64, c => u16, d => u64, e => u64, per_thread(f) => Pointer);
    cuMemsetD2D16_v2(a: u64, b: u64, c: u16, d: u64, e: u64) = hipMemsetD2D16(a as usize as Pointer => Pointer, b => u64, c => u16, d => u64, e => u64);
    cuMemsetD2D16_v2_ptds(a: u64, b: u64, c: u16, d: u64, e: u64) = hipMemsetD2D16Async(a as usize as Pointer => Pointer, b => u64, c => u16, d => u64, e => u64, PER_THREAD => Pointer) wait;
    cuMemsetD2D32Async(a: u64, b: u64, c: u32, d: u64, e: u64, f: Pointer) = hipMemsetD2D32Async(a as usize as Pointer => Pointer, b => u64, c => u32, d => u64, e => u64, f => Pointer);
    cuMemsetD2D32Async_ptsz(a: u64, b: u64, c: u32, d: u64, e: u64, f: Pointer) = hipMemsetD2D32Async(a as usize as Pointer => Pointer, b => u64, c => u32, d => u64, e => u64, per_thread(f) => Pointer);
    cuMemsetD2D32_v2(a: u64, b: u64, c: u32, d: u64, e: u64) = hipMemsetD2D32(a as usize as Pointer => Pointer, b => u64, c => u32, d => u64, e => u64);
    cuMemsetD2D32_v2_ptds(a: u64, b: u64, c: u32, d: u64, e: u64) = hipMemsetD2D32Async(a as usize as Pointer => Pointer, b => u64, c => u32, d => u64, e => u64, PER_THREAD => Pointer) wait;
    cuMemsetD2D8Async(a: u64, b: u64, c: u8, d: u64, e: u64, f: Pointer) = hipMemsetD2D8Async(a as usize as Pointer => Pointer, b => u64, c => u8, d => u64, e => u64, f => Pointer);
    cuMemsetD2D8Async_ptsz(a: u64, b: u64, c: u8, d: u64, e: u64, f: Pointer) = hipMemsetD2D8Async(a as usize as Pointer => Pointer, b => u64, c => u8, d => u64, e => u64, per_thread(f) => Pointer);
    cuMemsetD2D8_v2(a: u64, b: u64, c: u8, d: u64, e: u64) = hipMemsetD2D8(a as usize as Pointer => Pointer, b => u64, c => u8, d => u64, e => u64);
    cuMemsetD2D8_v2_ptds(a: u64, b: u64, c: u8, d: u64, e: u64) = hipMemsetD2D8Async(a as usize as Pointer => Pointer, b => u64, c => u8, d => u64, e => u64, PER_THREAD => Pointer) wait;
    cuMemsetD32Async(a: u64, b: u32, c: u64, d: Pointer) = hipMemsetD32Async(a as usize as Pointer => Pointer, b => u32, c => u64, d => Pointer);
    cuMemsetD32Async_ptsz(a: u64, b: u32, c: u64, d: Pointer) = hipMemsetD32Async(a as usize as Pointer => Pointer, b => u32, c => u64, per_thread(d) => Pointer);
    cuMemsetD32_v2(a: u64, b: u32, c: u64) = hipMemsetD32(a as usize as Pointer => Pointer, b => u32, c => u64);
    cuMemsetD32_v2_ptds(a: u64, b: u32, c: u64) = hipMemsetD32Async(a as usize as Pointer => Pointer, b => u32, c => u64, PER_THREAD => Pointer) wait;
    cuMemsetD8Async(a: u64, b: u8, c: u64, d: Pointer) = hipMemsetD8Async(a as usize as Pointer => Pointer, b => u8, c => u64, d => Pointer);
    cuMemsetD8Async_ptsz(a: u64, b: u8, c: u64, d: Pointer) = hipMemsetD8Async(a as usize as Pointer => Pointer, b => u8, c => u64, per_thread(d) => Pointer);
    cuMemsetD8_v2(a: u64, b: u8, c: u64) = hipMemsetD8(a as usize as Pointer => Pointer, b => u8, c => u64);
    cuMemsetD8_v2_ptds(a: u64, b: u8, c: u64) = hipMemsetD8Async(a as usize as Pointer => Pointer, b => u8, c => u64, PER_THREAD => Pointer) wait;
    cuMipmappedArrayCreate(a: Pointer, b: Pointer, c: u32) = hipMipmappedArrayCreate(a => Pointer, b => Pointer, c => u32);
    cuMipmappedArrayDestroy(a: Pointer) = hipMipmappedArrayDestroy(a => Pointer);
    cuMipmappedArrayGetLevel(a: Pointer, b: Pointer, c: u32) = hipMipmappedArrayGetLevel(a => Pointer, b => Pointer, c => u32);
    cuModuleGetFunction(a: Pointer, b: Pointer, c: Pointer) = hipModuleGetFunction(a => Pointer, b => Pointer, c => Pointer);
    cuModuleGetFunctionCount(a: Pointer, b: Pointer) = hipModuleGetFunctionCount(a => Pointer, b => Pointer);
    cuModuleGetGlobal_v2(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipModuleGetGlobal(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
    cuModuleGetTexRef(a: Pointer, b: Pointer, c: Pointer) = hipModuleGetTexRef(a => Pointer, b => Pointer, c => Pointer);
    cuModuleLoad(a: Pointer, b: Pointer) = hipModuleLoad(a => Pointer, b => Pointer);
    cuModuleLoadData(a: Pointer, b: Pointer) = hipModuleLoadData(a => Pointer, b => Pointer);
    cuModuleLoadDataEx(a: Pointer, b: Pointer, c: u32, d: Pointer, e: Pointer) = hipModuleLoadDataEx(a => Pointer, b => Pointer, c => u32, d => Pointer, e => Pointer);
    cuModuleLoadFatBinary(a: Pointer, b: Pointer) = hipModuleLoadFatBinary(a => Pointer, b => Pointer);
    cuModuleUnload(a: Pointer) = hipModuleUnload(a => Pointer);
    cuOccupancyMaxActiveBlocksPerMultiprocessor(a: Pointer, b: Pointer, c: u32, d: u64) = hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(a => Pointer, b => Pointer, c => u32, d => u64);
    cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(a: Pointer, b: Pointer, c: u32, d: u64, e: u32) = hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(a => Pointer, b => Pointer, c => u32, d => u64, e => u32);
    cuPointerGetAttribute(a: Pointer, b: u32, c: u64) = hipPointerGetAttribute(a => Pointer, b => u32, c as usize as Pointer => Pointer);
    cuPointerGetAttributes(a: u32, b: Pointer, c: Pointer, d: u64) = hipDrvPointerGetAttributes(a => u32, b => Pointer, c => Pointer, d as usize as Pointer => Pointer);
    cuPointerSetAttribute(a: Pointer, b: u32, c: u64) = hipPointerSetAttribute(a => Pointer, b => u32, c as usize as Pointer => Pointer);
    cuProfilerStart() = hipProfilerStart();
    cuProfilerStop() = hipProfilerStop();
    cuStreamAddCallback(a: Pointer, b: Pointer, c: Pointer, d: u32) = hipStreamAddCallback(a => Pointer, b => Pointer, c => Pointer, d => u32);
    cuStreamAddCallback_ptsz(a: Pointer, b: Pointer, c: Pointer, d: u32) = hipStreamAddCallback(per_thread(a) => Pointer, b => Pointer, c => Pointer, d => u32);
    cuStreamAttachMemAsync(a: Pointer, b: u64, c: u64, d: u32) = hipStreamAttachMemAsync(a => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32);
    cuStreamAttachMemAsync_ptsz(a: Pointer, b: u64, c: u64, d: u32) = hipStreamAttachMemAsync(per_thread(a) => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32);
    cuStreamBeginCapture_v2(a: Pointer, b: u32) = hipStreamBeginCapture(a => Pointer, b => u32);
    cuStreamBeginCapture_v2_ptsz(a: Pointer, b: u32) = hipStreamBeginCapture(per_thread(a) => Pointer, b => u32);
    cuStreamCopyAttributes(a: Pointer, b: Pointer) = hipStreamCopyAttributes(a => Pointer, b => Pointer);
    cuStreamCopyAttributes_ptsz(a: Pointer, b: Pointer) = hipStreamCopyAttributes(per_thread(a) => Pointer, per_thread(b) => Pointer);
    cuStreamCreate(a: Pointer, b: u32) = hipStreamCreateWithFlags(a => Pointer, b => u32);
    cuStreamCreateWithPriority(a: Pointer, b: u32, c: u32) = hipStreamCreateWithPriority(a => Pointer, b => u32, c => u32);
    cuStreamDestroy(a: Pointer) = hipStreamDestroy(a => Pointer);
    cuStreamDestroy_v2(a: Pointer) = hipStreamDestroy(a => Pointer);
    cuStreamEndCapture(a: Pointer, b: Pointer) = hipStreamEndCapture(a => Pointer, b => Pointer);
    cuStreamEndCapture_ptsz(a: Pointer, b: Pointer) = hipStreamEndCapture(per_thread(a) => Pointer, b => Pointer);
    cuStreamGetDevice(a: Pointer, b: Pointer) = hipStreamGetDevice(a => Pointer, b => Pointer);
    cuStreamGetDevice_ptsz(a: Pointer, b: Pointer) = hipStreamGetDevice(per_thread(a) => Pointer, b => Pointer);
    cuStreamGetFlags(a: Pointer, b: Pointer) = hipStreamGetFlags(a => Pointer, b => Pointer);
    cuStreamGetFlags_ptsz(a: Pointer, b: Pointer) = hipStreamGetFlags(per_thread(a) => Pointer, b => Pointer);
    cuStreamGetId(a: Pointer, b: Pointer) = hipStreamGetId(a => Pointer, b => Pointer);
    cuStreamGetId_ptsz(a: Pointer, b: Pointer) = hipStreamGetId(per_thread(a) => Pointer, b => Pointer);
    cuStreamGetPriority(a: Pointer, b: Pointer) = hipStreamGetPriority(a => Pointer, b => Pointer);
    cuStreamGetPriority_ptsz(a: Pointer, b: Pointer) = hipStreamGetPriority(per_thread(a) => Pointer, b => Pointer);
    cuStreamIsCapturing(a: Pointer, b: Pointer) = hipStreamIsCapturing(a => Pointer, b => Pointer);
    cuStreamIsCapturing_ptsz(a: Pointer, b: Pointer) = hipStreamIsCapturing(per_thread(a) => Pointer, b => Pointer);
    cuStreamQuery(a: Pointer) = hipStreamQuery(a => Pointer);
    cuStreamQuery_ptsz(a: Pointer) = hipStreamQuery(per_thread(a) => Pointer);
    cuStreamSynchronize(a: Pointer) = hipStreamSynchronize(a => Pointer);
    cuStreamSynchronize_ptsz(a: Pointer) = hipStreamSynchronize(per_thread(a) => Pointer);
    cuStreamUpdateCaptureDependencies(a: Pointer, b: Pointer, c: u64, d: u32) = hipStreamUpdateCaptureDependencies(a => Pointer, b => Pointer, c => u64, d => u32);
    cuStreamUpdateCaptureDependencies_ptsz(a: Pointer, b: Pointer, c: u64, d: u32) = hipStreamUpdateCaptureDependencies(per_thread(a) => Pointer, b => Pointer, c => u64, d => u32);
    cuStreamWaitEvent(a: Pointer, b: Pointer, c: u32) = hipStreamWaitEvent(a => Pointer, b => Pointer, c => u32);
    cuStreamWaitEvent_ptsz(a: Pointer, b: Pointer, c: u32) = hipStreamWaitEvent(per_thread(a) => Pointer, b => Pointer, c => u32);
    cuStreamWriteValue32_v2(a: Pointer, b: u64, c: u32, d: u32) = hipStreamWriteValue32(a => Pointer, b as usize as Pointer => Pointer, c => u32, d => u32);
    cuStreamWriteValue32_v2_ptsz(a: Pointer, b: u64, c: u32, d: u32) = hipStreamWriteValue32(per_thread(a) => Pointer, b as usize as Pointer => Pointer, c => u32, d => u32);
    cuStreamWriteValue64_v2(a: Pointer, b: u64, c: u64, d: u32) = hipStreamWriteValue64(a => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32);
    cuStreamWriteValue64_v2_ptsz(a: Pointer, b: u64, c: u64, d: u32) = hipStreamWriteValue64(per_thread(a) => Pointer, b as usize as Pointer => Pointer, c => u64, d => u32);
    cuTexObjectCreate(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipTexObjectCreate(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
    cuTexObjectDestroy(a: u64) = hipTexObjectDestroy(a => u64);
    cuTexObjectGetResourceDesc(a: Pointer, b: u64) = hipTexObjectGetResourceDesc(a => Pointer, b => u64);
    cuTexObjectGetResourceViewDesc(a: Pointer, b: u64) = hipTexObjectGetResourceViewDesc(a => Pointer, b => u64);
    cuTexObjectGetTextureDesc(a: Pointer, b: u64) = hipTexObjectGetTextureDesc(a => Pointer, b => u64);
    cuTexRefGetAddressMode(a: Pointer, b: Pointer, c: u32) = hipTexRefGetAddressMode(a => Pointer, b => Pointer, c => u32);
    cuTexRefGetAddress_v2(a: Pointer, b: Pointer) = hipTexRefGetAddress(a => Pointer, b => Pointer);
    cuTexRefGetArray(a: Pointer, b: Pointer) = hipTexRefGetArray(a => Pointer, b => Pointer);
    cuTexRefGetBorderColor(a: Pointer, b: Pointer) = hipTexRefGetBorderColor(a => Pointer, b => Pointer);
    cuTexRefGetFilterMode(a: Pointer, b: Pointer) = hipTexRefGetFilterMode(a => Pointer, b => Pointer);
    cuTexRefGetFlags(a: Pointer, b: Pointer) = hipTexRefGetFlags(a => Pointer, b => Pointer);
    cuTexRefGetFormat(a: Pointer, b: Pointer, c: Pointer) = hipTexRefGetFormat(a => Pointer, b => Pointer, c => Pointer);
    cuTexRefGetMaxAnisotropy(a: Pointer, b: Pointer) = hipTexRefGetMaxAnisotropy(a => Pointer, b => Pointer);
    cuTexRefGetMipmapFilterMode(a: Pointer, b: Pointer) = hipTexRefGetMipmapFilterMode(a => Pointer, b => Pointer);
    cuTexRefGetMipmapLevelBias(a: Pointer, b: Pointer) = hipTexRefGetMipmapLevelBias(a => Pointer, b => Pointer);
    cuTexRefGetMipmapLevelClamp(a: Pointer, b: Pointer, c: Pointer) = hipTexRefGetMipmapLevelClamp(a => Pointer, b => Pointer, c => Pointer);
    cuTexRefGetMipmappedArray(a: Pointer, b: Pointer) = hipTexRefGetMipMappedArray(a => Pointer, b => Pointer);
    cuTexRefSetAddress2D_v3(a: Pointer, b: Pointer, c: u64, d: u64) = hipTexRefSetAddress2D(a => Pointer, b => Pointer, c as usize as Pointer => Pointer, d => u64);
    cuTexRefSetAddressMode(a: Pointer, b: u32, c: u32) = hipTexRefSetAddressMode(a => Pointer, b => u32, c => u32);
    cuTexRefSetAddress_v2(a: Pointer, b: Pointer, c: u64, d: u64) = hipTexRefSetAddress(a => Pointer, b => Pointer, c as usize as Pointer => Pointer, d => u64);
    cuTexRefSetArray(a: Pointer, b: Pointer, c: u32) = hipTexRefSetArray(a => Pointer, b => Pointer, c => u32);
    cuTexRefSetBorderColor(a: Pointer, b: Pointer) = hipTexRefSetBorderColor(a => Pointer, b => Pointer);
    cuTexRefSetFilterMode(a: Pointer, b: u32) = hipTexRefSetFilterMode(a => Pointer, b => u32);
    cuTexRefSetFlags(a: Pointer, b: u32) = hipTexRefSetFlags(a => Pointer, b => u32);
    cuTexRefSetFormat(a: Pointer, b: u32, c: u32) = hipTexRefSetFormat(a => Pointer, b => u32, c => u32);
    cuTexRefSetMaxAnisotropy(a: Pointer, b: u32) = hipTexRefSetMaxAnisotropy(a => Pointer, b => u32);
    cuTexRefSetMipmapFilterMode(a: Pointer, b: u32) = hipTexRefSetMipmapFilterMode(a => Pointer, b => u32);
    cuTexRefSetMipmapLevelBias(a: Pointer, b: f32) = hipTexRefSetMipmapLevelBias(a => Pointer, b => f32);
    cuTexRefSetMipmapLevelClamp(a: Pointer, b: f32, c: f32) = hipTexRefSetMipmapLevelClamp(a => Pointer, b => f32, c => f32);
    cuTexRefSetMipmappedArray(a: Pointer, b: Pointer, c: u32) = hipTexRefSetMipmappedArray(a => Pointer, b => Pointer, c => u32);
    cuThreadExchangeStreamCaptureMode(a: Pointer) = hipThreadExchangeStreamCaptureMode(a => Pointer);
    cuUserObjectCreate(a: Pointer, b: Pointer, c: Pointer, d: u32, e: u32) = hipUserObjectCreate(a => Pointer, b => Pointer, c => Pointer, d => u32, e => u32);
    cuUserObjectRelease(a: Pointer, b: u32) = hipUserObjectRelease(a => Pointer, b => u32);
    cuUserObjectRetain(a: Pointer, b: u32) = hipUserObjectRetain(a => Pointer, b => u32);
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
    cuCtxAttach,
    cuCtxDetach,
    cuCtxFromGreenCtx,
    cuCtxGetApiVersion,
    cuCtxGetDevResource,
    cuCtxGetDevice_v2,
    cuCtxGetExecAffinity,
    cuCtxGetId,
    cuCtxRecordEvent,
    cuCtxResetPersistingL2Cache,
    cuCtxSetFlags,
    cuCtxSynchronize_v2,
    cuCtxWaitEvent,
    cuDevResourceGenerateDesc,
    cuDevSmResourceSplit,
    cuDevSmResourceSplitByCount,
    cuDeviceGetCliqueCount,
    cuDeviceGetCliqueInfo,
    cuDeviceGetDevResource,
    cuDeviceGetExecAffinitySupport,
    cuDeviceGetFabricClusterUuid,
    cuDeviceGetHostAtomicCapabilities,
    cuDeviceGetLuid,
    cuDeviceGetNvSciSyncAttributes,
    cuDeviceGetP2PAtomicCapabilities,
    cuDeviceGetProperties,
    cuDeviceGetTexture1DLinearMaxWidth,
    cuDeviceRegisterAsyncNotification,
    cuDeviceTotalMem,
    cuDeviceUnregisterAsyncNotification,
    cuExternalMemoryGetMappedBuffer,
    cuExternalMemoryGetMappedMipmappedArray,
    cuFabricCpyBatchAsync,
    cuFabricCpyBatchAsync_ptsz,
    cuFlushGPUDirectRDMAWrites,
    cuFuncGetModule,
    cuFuncGetName,
    cuFuncGetParamCount,
    cuFuncGetParamInfo,
    cuFuncIsLoaded,
    cuFuncLoad,
    cuFuncSetBlockShape,
    cuFuncSetSharedSize,
    cuGraphAddBatchMemOpNode,
    cuGraphAddDependencies_v2,
    cuGraphAddExternalSemaphoresSignalNode,
    cuGraphAddExternalSemaphoresWaitNode,
    cuGraphAddKernelNode,
    cuGraphAddKernelNode_v2,
    cuGraphAddMemAllocNode,
    cuGraphAddMemcpyNode,
    cuGraphAddMemsetNode,
    cuGraphAddNode,
    cuGraphAddNode_v2,
    cuGraphAddNode_v3,
    cuGraphBatchMemOpNodeGetParams,
    cuGraphBatchMemOpNodeSetParams,
    cuGraphConditionalHandleCreate,
    cuGraphExecBatchMemOpNodeSetParams,
    cuGraphExecExternalSemaphoresSignalNodeSetParams,
    cuGraphExecExternalSemaphoresWaitNodeSetParams,
    cuGraphExecGetId,
    cuGraphExecKernelNodeSetParams,
    cuGraphExecKernelNodeSetParams_v2,
    cuGraphExecMemcpyNodeSetParams,
    cuGraphExecMemsetNodeSetParams,
    cuGraphExecNodeSetParams,
    cuGraphExecUpdate,
    cuGraphExecUpdate_v2,
    cuGraphExternalSemaphoresSignalNodeGetParams,
    cuGraphExternalSemaphoresSignalNodeSetParams,
    cuGraphExternalSemaphoresWaitNodeGetParams,
    cuGraphExternalSemaphoresWaitNodeSetParams,
    cuGraphGetEdges_v2,
    cuGraphGetId,
    cuGraphInstantiate,
    cuGraphInstantiateWithParams,
    cuGraphInstantiateWithParams_ptsz,
    cuGraphKernelNodeGetAttribute,
    cuGraphKernelNodeGetParams,
    cuGraphKernelNodeGetParams_v2,
    cuGraphKernelNodeSetAttribute,
    cuGraphKernelNodeSetParams,
    cuGraphKernelNodeSetParams_v2,
    cuGraphMemAllocNodeGetParams,
    cuGraphMemcpyNodeGetParams,
    cuGraphMemcpyNodeSetParams,
    cuGraphMemsetNodeGetParams,
    cuGraphMemsetNodeSetParams,
    cuGraphNodeGetContainingGraph,
    cuGraphNodeGetDependencies_v2,
    cuGraphNodeGetDependentNodes_v2,
    cuGraphNodeGetLocalId,
    cuGraphNodeGetParams,
    cuGraphNodeGetToolsId,
    cuGraphNodeGetType,
    cuGraphNodeSetParams,
    cuGraphNodeSetParams_v2,
    cuGraphRemoveDependencies_v2,
    cuGraphicsResourceGetMappedMipmappedArray,
    cuGraphicsResourceGetMappedPointer,
    cuGraphicsResourceSetMapFlags,
    cuGraphicsResourceSetMapFlags_v2,
    cuGreenCtxDestroy,
    cuGreenCtxGetDevResource,
    cuGreenCtxGetId,
    cuGreenCtxRecordEvent,
    cuGreenCtxStreamCreate,
    cuGreenCtxWaitEvent,
    cuImportExternalMemory,
    cuImportExternalSemaphore,
    cuIpcOpenEventHandle,
    cuIpcOpenMemHandle,
    cuIpcOpenMemHandle_v2,
    cuKernelGetParamCount,
    cuKernelSetCacheConfig,
    cuLaunch,
    cuLaunchCooperativeKernelMultiDevice,
    cuLaunchGrid,
    cuLaunchGridAsync,
    cuLaunchHostFunc_v2,
    cuLaunchHostFunc_v2_ptsz,
    cuLibraryGetModule,
    cuLibraryGetUnifiedFunction,
    cuLinkAddData,
    cuLinkAddData_v2,
    cuLinkAddFile,
    cuLinkAddFile_v2,
    cuLinkComplete,
    cuLinkCreate,
    cuLinkCreate_v2,
    cuLinkDestroy,
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
    cuMemAdvise_v2,
    cuMemAlloc,
    cuMemAllocHost,
    cuMemAllocPitch,
    cuMemBatchDecompressAsync,
    cuMemBatchDecompressAsync_ptsz,
    cuMemCreate,
    cuMemDiscardAndPrefetchBatchAsync,
    cuMemDiscardAndPrefetchBatchAsync_ptsz,
    cuMemDiscardBatchAsync,
    cuMemDiscardBatchAsync_ptsz,
    cuMemFree,
    cuMemGetAccess,
    cuMemGetAddressRange,
    cuMemGetAllocationGranularity,
    cuMemGetAllocationPropertiesFromHandle,
    cuMemGetDefaultMemPool,
    cuMemGetInfo,
    cuMemGetLocationInfo,
    cuMemGetMemPool,
    cuMemHostGetDevicePointer,
    cuMemMapArrayAsync,
    cuMemMapArrayAsync_ptsz,
    cuMemPoolCreate,
    cuMemPoolExportPointer,
    cuMemPoolExportToShareableHandle,
    cuMemPoolGetAccess,
    cuMemPoolImportFromShareableHandle,
    cuMemPoolImportPointer,
    cuMemPrefetchAsync_v2,
    cuMemPrefetchAsync_v2_ptsz,
    cuMemPrefetchBatchAsync,
    cuMemPrefetchBatchAsync_ptsz,
    cuMemSetMemPool,
    cuMemcpy2D,
    cuMemcpy2DAsync,
    cuMemcpy2DUnaligned,
    cuMemcpy3D,
    cuMemcpy3DAsync,
    cuMemcpy3DAsync_v2,
    cuMemcpy3DAsync_v2_ptsz,
    cuMemcpy3DBatchAsync,
    cuMemcpy3DBatchAsync_ptsz,
    cuMemcpy3DBatchAsync_v2,
    cuMemcpy3DBatchAsync_v2_ptsz,
    cuMemcpy3DPeer,
    cuMemcpy3DPeerAsync,
    cuMemcpy3DPeerAsync_ptsz,
    cuMemcpy3DPeer_ptds,
    cuMemcpy3DWithAttributesAsync,
    cuMemcpy3DWithAttributesAsync_ptsz,
    cuMemcpy3D_v2,
    cuMemcpy3D_v2_ptds,
    cuMemcpyAtoA,
    cuMemcpyAtoA_v2_ptds,
    cuMemcpyAtoD,
    cuMemcpyAtoD_v2_ptds,
    cuMemcpyAtoH,
    cuMemcpyAtoHAsync,
    cuMemcpyBatchAsync,
    cuMemcpyBatchAsync_ptsz,
    cuMemcpyBatchAsync_v2,
    cuMemcpyBatchAsync_v2_ptsz,
    cuMemcpyDtoA,
    cuMemcpyDtoA_v2_ptds,
    cuMemcpyDtoD,
    cuMemcpyDtoDAsync,
    cuMemcpyDtoH,
    cuMemcpyDtoHAsync,
    cuMemcpyHtoA,
    cuMemcpyHtoAAsync,
    cuMemcpyHtoD,
    cuMemcpyHtoDAsync,
    cuMemcpyPeer,
    cuMemcpyPeerAsync,
    cuMemcpyPeerAsync_ptsz,
    cuMemcpyPeer_ptds,
    cuMemcpyWithAttributesAsync,
    cuMemcpyWithAttributesAsync_ptsz,
    cuMemsetD16,
    cuMemsetD2D16,
    cuMemsetD2D32,
    cuMemsetD2D8,
    cuMemsetD32,
    cuMemsetD8,
    cuMipmappedArrayGetMemoryRequirements,
    cuMipmappedArrayGetSparseProperties,
    cuModuleEnumerateFunctions,
    cuModuleGetGlobal,
    cuModuleGetSurfRef,
    cuMulticastAddDevice,
    cuMulticastBindAddr,
    cuMulticastBindAddr_v2,
    cuMulticastBindMem,
    cuMulticastBindMem_v2,
    cuMulticastCreate,
    cuMulticastGetGranularity,
    cuMulticastUnbind,
    cuOccupancyAvailableDynamicSMemPerBlock,
    cuOccupancyMaxActiveClusters,
    cuOccupancyMaxPotentialBlockSize,
    cuOccupancyMaxPotentialBlockSizeWithFlags,
    cuOccupancyMaxPotentialClusterSize,
    cuParamSetSize,
    cuParamSetTexRef,
    cuParamSetf,
    cuParamSeti,
    cuParamSetv,
    cuProfilerInitialize,
    cuSignalExternalSemaphoresAsync,
    cuSignalExternalSemaphoresAsync_ptsz,
    cuStreamBatchMemOp,
    cuStreamBatchMemOp_v2,
    cuStreamBatchMemOp_v2_ptsz,
    cuStreamBeginCapture,
    cuStreamBeginCaptureToCig,
    cuStreamBeginCaptureToCig_ptsz,
    cuStreamBeginCaptureToGraph,
    cuStreamBeginCaptureToGraph_ptsz,
    cuStreamBeginRecaptureToGraph,
    cuStreamBeginRecaptureToGraph_ptsz,
    cuStreamEndCaptureToCig,
    cuStreamEndCaptureToCig_ptsz,
    cuStreamGetAttribute,
    cuStreamGetAttribute_ptsz,
    cuStreamGetCaptureInfo,
    cuStreamGetCaptureInfo_v2,
    cuStreamGetCaptureInfo_v2_ptsz,
    cuStreamGetCaptureInfo_v3,
    cuStreamGetCaptureInfo_v3_ptsz,
    cuStreamGetCtx,
    cuStreamGetCtx_ptsz,
    cuStreamGetCtx_v2,
    cuStreamGetCtx_v2_ptsz,
    cuStreamGetDevResource,
    cuStreamGetDevResource_ptsz,
    cuStreamGetGreenCtx,
    cuStreamSetAttribute,
    cuStreamSetAttribute_ptsz,
    cuStreamUpdateCaptureDependencies_v2,
    cuStreamUpdateCaptureDependencies_v2_ptsz,
    cuStreamWaitValue32,
    cuStreamWaitValue32_v2,
    cuStreamWaitValue32_v2_ptsz,
    cuStreamWaitValue64,
    cuStreamWaitValue64_v2,
    cuStreamWaitValue64_v2_ptsz,
    cuStreamWriteValue32,
    cuStreamWriteValue64,
    cuSurfObjectCreate,
    cuSurfObjectDestroy,
    cuSurfObjectGetResourceDesc,
    cuSurfRefGetArray,
    cuSurfRefSetArray,
    cuTensorMapEncodeIm2col,
    cuTensorMapEncodeIm2colWide,
    cuTensorMapEncodeTiled,
    cuTensorMapReplaceAddress,
    cuTensorMapSetAllocationClass,
    cuTexRefCreate,
    cuTexRefDestroy,
    cuTexRefGetAddress,
    cuTexRefSetAddress,
    cuTexRefSetAddress2D,
    cuWaitExternalSemaphoresAsync,
    cuWaitExternalSemaphoresAsync_ptsz,
}

/// What `cuGetProcAddress` finds, by function.
#[rustfmt::skip]
pub(crate) static SPELLINGS: &[Spelling] = &[
    Spelling { function: "cuArray3DCreate", symbol: "cuArray3DCreate_v2", since: 0, code: Address(cuArray3DCreate_v2 as *const ()) },
    Spelling { function: "cuArray3DGetDescriptor", symbol: "cuArray3DGetDescriptor_v2", since: 0, code: Address(cuArray3DGetDescriptor_v2 as *const ()) },
    Spelling { function: "cuArrayCreate", symbol: "cuArrayCreate_v2", since: 0, code: Address(cuArrayCreate_v2 as *const ()) },
    Spelling { function: "cuArrayDestroy", symbol: "cuArrayDestroy", since: 0, code: Address(cuArrayDestroy as *const ()) },
    Spelling { function: "cuArrayGetDescriptor", symbol: "cuArrayGetDescriptor_v2", since: 0, code: Address(cuArrayGetDescriptor_v2 as *const ()) },
    Spelling { function: "cuArrayGetMemoryRequirements", symbol: "cuArrayGetMemoryRequirements", since: 0, code: Address(cuArrayGetMemoryRequirements as *const ()) },
    Spelling { function: "cuArrayGetPlane", symbol: "cuArrayGetPlane", since: 0, code: Address(cuArrayGetPlane as *const ()) },
    Spelling { function: "cuArrayGetSparseProperties", symbol: "cuArrayGetSparseProperties", since: 0, code: Address(cuArrayGetSparseProperties as *const ()) },
    Spelling { function: "cuCheckpointOperationComplete", symbol: "cuCheckpointOperationComplete", since: 0, code: Address(cuCheckpointOperationComplete as *const ()) },
    Spelling { function: "cuCheckpointProcessCheckpoint", symbol: "cuCheckpointProcessCheckpoint", since: 0, code: Address(cuCheckpointProcessCheckpoint as *const ()) },
    Spelling { function: "cuCheckpointProcessGetRestoreThreadId", symbol: "cuCheckpointProcessGetRestoreThreadId", since: 0, code: Address(cuCheckpointProcessGetRestoreThreadId as *const ()) },
    Spelling { function: "cuCheckpointProcessGetState", symbol: "cuCheckpointProcessGetState", since: 0, code: Address(cuCheckpointProcessGetState as *const ()) },
    Spelling { function: "cuCheckpointProcessLock", symbol: "cuCheckpointProcessLock", since: 0, code: Address(cuCheckpointProcessLock as *const ()) },
    Spelling { function: "cuCheckpointProcessRestore", symbol: "cuCheckpointProcessRestore", since: 0, code: Address(cuCheckpointProcessRestore as *const ()) },
    Spelling { function: "cuCheckpointProcessUnlock", symbol: "cuCheckpointProcessUnlock", since: 0, code: Address(cuCheckpointProcessUnlock as *const ()) },
    Spelling { function: "cuCoredumpDeregisterCompleteCallback", symbol: "cuCoredumpDeregisterCompleteCallback", since: 0, code: Address(cuCoredumpDeregisterCompleteCallback as *const ()) },
    Spelling { function: "cuCoredumpDeregisterStartCallback", symbol: "cuCoredumpDeregisterStartCallback", since: 0, code: Address(cuCoredumpDeregisterStartCallback as *const ()) },
    Spelling { function: "cuCoredumpGetAttribute", symbol: "cuCoredumpGetAttribute", since: 0, code: Address(cuCoredumpGetAttribute as *const ()) },
    Spelling { function: "cuCoredumpGetAttributeGlobal", symbol: "cuCoredumpGetAttributeGlobal", since: 0, code: Address(cuCoredumpGetAttributeGlobal as *const ()) },
    Spelling { function: "cuCoredumpRegisterCompleteCallback", symbol: "cuCoredumpRegisterCompleteCallback", since: 0, code: Address(cuCoredumpRegisterCompleteCallback as *const ()) },
    Spelling { function: "cuCoredumpRegisterStartCallback", symbol: "cuCoredumpRegisterStartCallback", since: 0, code: Address(cuCoredumpRegisterStartCallback as *const ()) },
    Spelling { function: "cuCoredumpSetAttribute", symbol: "cuCoredumpSetAttribute", since: 0, code: Address(cuCoredumpSetAttribute as *const ()) },
    Spelling { function: "cuCoredumpSetAttributeGlobal", symbol: "cuCoredumpSetAttributeGlobal", since: 0, code: Address(cuCoredumpSetAttributeGlobal as *const ()) },
    Spelling { function: "cuCtxAttach", symbol: "cuCtxAttach", since: 0, code: Address(cuCtxAttach as *const ()) },
    Spelling { function: "cuCtxCreate", symbol: "cuCtxCreate_v2", since: 0, code: Address(cuCtxCreate_v2 as *const ()) },
    Spelling { function: "cuCtxCreate", symbol: "cuCtxCreate_v4", since: 13000, code: Address(cuCtxCreate_v4 as *const ()) },
    Spelling { function: "cuCtxCreate_v3", symbol: "cuCtxCreate_v3", since: 0, code: Address(cuCtxCreate_v3 as *const ()) },
    Spelling { function: "cuCtxDestroy", symbol: "cuCtxDestroy_v2", since: 0, code: Address(cuCtxDestroy_v2 as *const ()) },
    Spelling { function: "cuCtxDetach", symbol: "cuCtxDetach", since: 0, code: Address(cuCtxDetach as *const ()) },
    Spelling { function: "cuCtxDisablePeerAccess", symbol: "cuCtxDisablePeerAccess", since: 0, code: Address(cuCtxDisablePeerAccess as *const ()) },
    Spelling { function: "cuCtxEnablePeerAccess", symbol: "cuCtxEnablePeerAccess", since: 0, code: Address(cuCtxEnablePeerAccess as *const ()) },
    Spelling { function: "cuCtxFromGreenCtx", symbol: "cuCtxFromGreenCtx", since: 0, code: Address(cuCtxFromGreenCtx as *const ()) },
    Spelling { function: "cuCtxGetApiVersion", symbol: "cuCtxGetApiVersion", since: 0, code: Address(cuCtxGetApiVersion as *const ()) },
    Spelling { function: "cuCtxGetCacheConfig", symbol: "cuCtxGetCacheConfig", since: 0, code: Address(cuCtxGetCacheConfig as *const ()) },
    Spelling { function: "cuCtxGetCurrent", symbol: "cuCtxGetCurrent", since: 0, code: Address(cuCtxGetCurrent as *const ()) },
    Spelling { function: "cuCtxGetDevResource", symbol: "cuCtxGetDevResource", since: 0, code: Address(cuCtxGetDevResource as *const ()) },
    Spelling { function: "cuCtxGetDevice", symbol: "cuCtxGetDevice", since: 0, code: Address(cuCtxGetDevice as *const ()) },
    Spelling { function: "cuCtxGetDevice_v2", symbol: "cuCtxGetDevice_v2", since: 0, code: Address(cuCtxGetDevice_v2 as *const ()) },
    Spelling { function: "cuCtxGetExecAffinity", symbol: "cuCtxGetExecAffinity", since: 0, code: Address(cuCtxGetExecAffinity as *const ()) },
    Spelling { function: "cuCtxGetFlags", symbol: "cuCtxGetFlags", since: 0, code: Address(cuCtxGetFlags as *const ()) },
    Spelling { function: "cuCtxGetId", symbol: "cuCtxGetId", since: 0, code: Address(cuCtxGetId as *const ()) },
    Spelling { function: "cuCtxGetLimit", symbol: "cuCtxGetLimit", since: 0, code: Address(cuCtxGetLimit as *const ()) },
    Spelling { function: "cuCtxGetSharedMemConfig", symbol: "cuCtxGetSharedMemConfig", since: 0, code: Address(cuCtxGetSharedMemConfig as *const ()) },
    Spelling { function: "cuCtxGetStreamPriorityRange", symbol: "cuCtxGetStreamPriorityRange", since: 0, code: Address(cuCtxGetStreamPriorityRange as *const ()) },
    Spelling { function: "cuCtxPopCurrent", symbol: "cuCtxPopCurrent_v2", since: 0, code: Address(cuCtxPopCurrent_v2 as *const ()) },
    Spelling { function: "cuCtxPushCurrent", symbol: "cuCtxPushCurrent_v2", since: 0, code: Address(cuCtxPushCurrent_v2 as *const ()) },
    Spelling { function: "cuCtxRecordEvent", symbol: "cuCtxRecordEvent", since: 0, code: Address(cuCtxRecordEvent as *const ()) },
    Spelling { function: "cuCtxResetPersistingL2Cache", symbol: "cuCtxResetPersistingL2Cache", since: 0, code: Address(cuCtxResetPersistingL2Cache as *const ()) },
    Spelling { function: "cuCtxSetCacheConfig", symbol: "cuCtxSetCacheConfig", since: 0, code: Address(cuCtxSetCacheConfig as *const ()) },
    Spelling { function: "cuCtxSetCurrent", symbol: "cuCtxSetCurrent", since: 0, code: Address(cuCtxSetCurrent as *const ()) },
    Spelling { function: "cuCtxSetFlags", symbol: "cuCtxSetFlags", since: 0, code: Address(cuCtxSetFlags as *const ()) },
    Spelling { function: "cuCtxSetLimit", symbol: "cuCtxSetLimit", since: 0, code: Address(cuCtxSetLimit as *const ()) },
    Spelling { function: "cuCtxSetSharedMemConfig", symbol: "cuCtxSetSharedMemConfig", since: 0, code: Address(cuCtxSetSharedMemConfig as *const ()) },
    Spelling { function: "cuCtxSynchronize", symbol: "cuCtxSynchronize", since: 0, code: Address(cuCtxSynchronize as *const ()) },
    Spelling { function: "cuCtxSynchronize_v2", symbol: "cuCtxSynchronize_v2", since: 0, code: Address(cuCtxSynchronize_v2 as *const ()) },
    Spelling { function: "cuCtxWaitEvent", symbol: "cuCtxWaitEvent", since: 0, code: Address(cuCtxWaitEvent as *const ()) },
    Spelling { function: "cuDestroyExternalMemory", symbol: "cuDestroyExternalMemory", since: 0, code: Address(cuDestroyExternalMemory as *const ()) },
    Spelling { function: "cuDestroyExternalSemaphore", symbol: "cuDestroyExternalSemaphore", since: 0, code: Address(cuDestroyExternalSemaphore as *const ()) },
    Spelling { function: "cuDevResourceGenerateDesc", symbol: "cuDevResourceGenerateDesc", since: 0, code: Address(cuDevResourceGenerateDesc as *const ()) },
    Spelling { function: "cuDevSmResourceSplit", symbol: "cuDevSmResourceSplit", since: 0, code: Address(cuDevSmResourceSplit as *const ()) },
    Spelling { function: "cuDevSmResourceSplitByCount", symbol: "cuDevSmResourceSplitByCount", since: 0, code: Address(cuDevSmResourceSplitByCount as *const ()) },
    Spelling { function: "cuDeviceCanAccessPeer", symbol: "cuDeviceCanAccessPeer", since: 0, code: Address(cuDeviceCanAccessPeer as *const ()) },
    Spelling { function: "cuDeviceComputeCapability", symbol: "cuDeviceComputeCapability", since: 0, code: Address(cuDeviceComputeCapability as *const ()) },
    Spelling { function: "cuDeviceGet", symbol: "cuDeviceGet", since: 0, code: Address(cuDeviceGet as *const ()) },
    Spelling { function: "cuDeviceGetAttribute", symbol: "cuDeviceGetAttribute", since: 0, code: Address(cuDeviceGetAttribute as *const ()) },
    Spelling { function: "cuDeviceGetByPCIBusId", symbol: "cuDeviceGetByPCIBusId", since: 0, code: Address(cuDeviceGetByPCIBusId as *const ()) },
    Spelling { function: "cuDeviceGetCliqueCount", symbol: "cuDeviceGetCliqueCount", since: 0, code: Address(cuDeviceGetCliqueCount as *const ()) },
    Spelling { function: "cuDeviceGetCliqueInfo", symbol: "cuDeviceGetCliqueInfo", since: 0, code: Address(cuDeviceGetCliqueInfo as *const ()) },
    Spelling { function: "cuDeviceGetCount", symbol: "cuDeviceGetCount", since: 0, code: Address(cuDeviceGetCount as *const ()) },
    Spelling { function: "cuDeviceGetDefaultMemPool", symbol: "cuDeviceGetDefaultMemPool", since: 0, code: Address(cuDeviceGetDefaultMemPool as *const ()) },
    Spelling { function: "cuDeviceGetDevResource", symbol: "cuDeviceGetDevResource", since: 0, code: Address(cuDeviceGetDevResource as *const ()) },
    Spelling { function: "cuDeviceGetExecAffinitySupport", symbol: "cuDeviceGetExecAffinitySupport", since: 0, code: Address(cuDeviceGetExecAffinitySupport as *const ()) },
    Spelling { function: "cuDeviceGetFabricClusterUuid", symbol: "cuDeviceGetFabricClusterUuid", since: 0, code: Address(cuDeviceGetFabricClusterUuid as *const ()) },
    Spelling { function: "cuDeviceGetGraphMemAttribute", symbol: "cuDeviceGetGraphMemAttribute", since: 0, code: Address(cuDeviceGetGraphMemAttribute as *const ()) },
    Spelling { function: "cuDeviceGetHostAtomicCapabilities", symbol: "cuDeviceGetHostAtomicCapabilities", since: 0, code: Address(cuDeviceGetHostAtomicCapabilities as *const ()) },
    Spelling { function: "cuDeviceGetLuid", symbol: "cuDeviceGetLuid", since: 0, code: Address(cuDeviceGetLuid as *const ()) },
    Spelling { function: "cuDeviceGetMemPool", symbol: "cuDeviceGetMemPool", since: 0, code: Address(cuDeviceGetMemPool as *const ()) },
    Spelling { function: "cuDeviceGetName", symbol: "cuDeviceGetName", since: 0, code: Address(cuDeviceGetName as *const ()) },
    Spelling { function: "cuDeviceGetNvSciSyncAttributes", symbol: "cuDeviceGetNvSciSyncAttributes", since: 0, code: Address(cuDeviceGetNvSciSyncAttributes as *const ()) },
    Spelling { function: "cuDeviceGetP2PAtomicCapabilities", symbol: "cuDeviceGetP2PAtomicCapabilities", since: 0, code: Address(cuDeviceGetP2PAtomicCapabilities as *const ()) },
    Spelling { function: "cuDeviceGetP2PAttribute", symbol: "cuDeviceGetP2PAttribute", since: 0, code: Address(cuDeviceGetP2PAttribute as *const ()) },
    Spelling { function: "cuDeviceGetPCIBusId", symbol: "cuDeviceGetPCIBusId", since: 0, code: Address(cuDeviceGetPCIBusId as *const ()) },
    Spelling { function: "cuDeviceGetProperties", symbol: "cuDeviceGetProperties", since: 0, code: Address(cuDeviceGetProperties as *const ()) },
    Spelling { function: "cuDeviceGetTexture1DLinearMaxWidth", symbol: "cuDeviceGetTexture1DLinearMaxWidth", since: 0, code: Address(cuDeviceGetTexture1DLinearMaxWidth as *const ()) },
    Spelling { function: "cuDeviceGetUuid", symbol: "cuDeviceGetUuid", since: 0, code: Address(cuDeviceGetUuid as *const ()) },
    Spelling { function: "cuDeviceGetUuid", symbol: "cuDeviceGetUuid_v2", since: 13000, code: Address(cuDeviceGetUuid_v2 as *const ()) },
    Spelling { function: "cuDeviceGraphMemTrim", symbol: "cuDeviceGraphMemTrim", since: 0, code: Address(cuDeviceGraphMemTrim as *const ()) },
    Spelling { function: "cuDevicePrimaryCtxGetState", symbol: "cuDevicePrimaryCtxGetState", since: 0, code: Address(cuDevicePrimaryCtxGetState as *const ()) },
    Spelling { function: "cuDevicePrimaryCtxRelease", symbol: "cuDevicePrimaryCtxRelease_v2", since: 0, code: Address(cuDevicePrimaryCtxRelease_v2 as *const ()) },
    Spelling { function: "cuDevicePrimaryCtxReset", symbol: "cuDevicePrimaryCtxReset_v2", since: 0, code: Address(cuDevicePrimaryCtxReset_v2 as *const ()) },
    Spelling { function: "cuDevicePrimaryCtxRetain", symbol: "cuDevicePrimaryCtxRetain", since: 0, code: Address(cuDevicePrimaryCtxRetain as *const ()) },
    Spelling { function: "cuDevicePrimaryCtxSetFlags", symbol: "cuDevicePrimaryCtxSetFlags_v2", since: 0, code: Address(cuDevicePrimaryCtxSetFlags_v2 as *const ()) },
    Spelling { function: "cuDeviceRegisterAsyncNotification", symbol: "cuDeviceRegisterAsyncNotification", since: 0, code: Address(cuDeviceRegisterAsyncNotification as *const ()) },
    Spelling { function: "cuDeviceSetGraphMemAttribute", symbol: "cuDeviceSetGraphMemAttribute", since: 0, code: Address(cuDeviceSetGraphMemAttribute as *const ()) },
    Spelling { function: "cuDeviceSetMemPool", symbol: "cuDeviceSetMemPool", since: 0, code: Address(cuDeviceSetMemPool as *const ()) },
    Spelling { function: "cuDeviceTotalMem", symbol: "cuDeviceTotalMem_v2", since: 0, code: Address(cuDeviceTotalMem_v2 as *const ()) },
    Spelling { function: "cuDeviceUnregisterAsyncNotification", symbol: "cuDeviceUnregisterAsyncNotification", since: 0, code: Address(cuDeviceUnregisterAsyncNotification as *const ()) },
    Spelling { function: "cuDriverGetVersion", symbol: "cuDriverGetVersion", since: 0, code: Address(cuDriverGetVersion as *const ()) },
    Spelling { function: "cuEventCreate", symbol: "cuEventCreate", since: 0, code: Address(cuEventCreate as *const ()) },
    Spelling { function: "cuEventDestroy", symbol: "cuEventDestroy_v2", since: 0, code: Address(cuEventDestroy_v2 as *const ()) },
    Spelling { function: "cuEventElapsedTime", symbol: "cuEventElapsedTime", since: 0, code: Address(cuEventElapsedTime as *const ()) },
    Spelling { function: "cuEventElapsedTime", symbol: "cuEventElapsedTime_v2", since: 13000, code: Address(cuEventElapsedTime_v2 as *const ()) },
    Spelling { function: "cuEventQuery", symbol: "cuEventQuery", since: 0, code: Address(cuEventQuery as *const ()) },
    Spelling { function: "cuEventRecord", symbol: "cuEventRecord", since: 0, code: Address(cuEventRecord as *const ()) },
    Spelling { function: "cuEventRecord", symbol: "cuEventRecord_ptsz", since: 0, code: Address(cuEventRecord_ptsz as *const ()) },
    Spelling { function: "cuEventRecordWithFlags", symbol: "cuEventRecordWithFlags", since: 0, code: Address(cuEventRecordWithFlags as *const ()) },
    Spelling { function: "cuEventRecordWithFlags", symbol: "cuEventRecordWithFlags_ptsz", since: 0, code: Address(cuEventRecordWithFlags_ptsz as *const ()) },
    Spelling { function: "cuEventSynchronize", symbol: "cuEventSynchronize", since: 0, code: Address(cuEventSynchronize as *const ()) },
    Spelling { function: "cuExternalMemoryGetMappedBuffer", symbol: "cuExternalMemoryGetMappedBuffer", since: 0, code: Address(cuExternalMemoryGetMappedBuffer as *const ()) },
    Spelling { function: "cuExternalMemoryGetMappedMipmappedArray", symbol: "cuExternalMemoryGetMappedMipmappedArray", since: 0, code: Address(cuExternalMemoryGetMappedMipmappedArray as *const ()) },
    Spelling { function: "cuFabricCpyBatchAsync", symbol: "cuFabricCpyBatchAsync", since: 0, code: Address(cuFabricCpyBatchAsync as *const ()) },
    Spelling { function: "cuFabricCpyBatchAsync", symbol: "cuFabricCpyBatchAsync_ptsz", since: 0, code: Address(cuFabricCpyBatchAsync_ptsz as *const ()) },
    Spelling { function: "cuFlushGPUDirectRDMAWrites", symbol: "cuFlushGPUDirectRDMAWrites", since: 0, code: Address(cuFlushGPUDirectRDMAWrites as *const ()) },
    Spelling { function: "cuFuncGetAttribute", symbol: "cuFuncGetAttribute", since: 0, code: Address(cuFuncGetAttribute as *const ()) },
    Spelling { function: "cuFuncGetModule", symbol: "cuFuncGetModule", since: 0, code: Address(cuFuncGetModule as *const ()) },
    Spelling { function: "cuFuncGetName", symbol: "cuFuncGetName", since: 0, code: Address(cuFuncGetName as *const ()) },
    Spelling { function: "cuFuncGetParamCount", symbol: "cuFuncGetParamCount", since: 0, code: Address(cuFuncGetParamCount as *const ()) },
    Spelling { function: "cuFuncGetParamInfo", symbol: "cuFuncGetParamInfo", since: 0, code: Address(cuFuncGetParamInfo as *const ()) },
    Spelling { function: "cuFuncIsLoaded", symbol: "cuFuncIsLoaded", since: 0, code: Address(cuFuncIsLoaded as *const ()) },
    Spelling { function: "cuFuncLoad", symbol: "cuFuncLoad", since: 0, code: Address(cuFuncLoad as *const ()) },
    Spelling { function: "cuFuncSetAttribute", symbol: "cuFuncSetAttribute", since: 0, code: Address(cuFuncSetAttribute as *const ()) },
    Spelling { function: "cuFuncSetBlockShape", symbol: "cuFuncSetBlockShape", since: 0, code: Address(cuFuncSetBlockShape as *const ()) },
    Spelling { function: "cuFuncSetCacheConfig", symbol: "cuFuncSetCacheConfig", since: 0, code: Address(cuFuncSetCacheConfig as *const ()) },
    Spelling { function: "cuFuncSetSharedMemConfig", symbol: "cuFuncSetSharedMemConfig", since: 0, code: Address(cuFuncSetSharedMemConfig as *const ()) },
    Spelling { function: "cuFuncSetSharedSize", symbol: "cuFuncSetSharedSize", since: 0, code: Address(cuFuncSetSharedSize as *const ()) },
    Spelling { function: "cuGetErrorName", symbol: "cuGetErrorName", since: 0, code: Address(cuGetErrorName as *const ()) },
    Spelling { function: "cuGetErrorString", symbol: "cuGetErrorString", since: 0, code: Address(cuGetErrorString as *const ()) },
    Spelling { function: "cuGetExportTable", symbol: "cuGetExportTable", since: 0, code: Address(cuGetExportTable as *const ()) },
    Spelling { function: "cuGetProcAddress", symbol: "cuGetProcAddress_v2", since: 0, code: Address(cuGetProcAddress_v2 as *const ()) },
    Spelling { function: "cuGetProcAddress", symbol: "cuGetProcAddress_v2_ptsz", since: 0, code: Address(cuGetProcAddress_v2_ptsz as *const ()) },
    Spelling { function: "cuGraphAddBatchMemOpNode", symbol: "cuGraphAddBatchMemOpNode", since: 0, code: Address(cuGraphAddBatchMemOpNode as *const ()) },
    Spelling { function: "cuGraphAddChildGraphNode", symbol: "cuGraphAddChildGraphNode", since: 0, code: Address(cuGraphAddChildGraphNode as *const ()) },
    Spelling { function: "cuGraphAddDependencies", symbol: "cuGraphAddDependencies", since: 0, code: Address(cuGraphAddDependencies as *const ()) },
    Spelling { function: "cuGraphAddDependencies", symbol: "cuGraphAddDependencies_v2", since: 13000, code: Address(cuGraphAddDependencies_v2 as *const ()) },
    Spelling { function: "cuGraphAddEmptyNode", symbol: "cuGraphAddEmptyNode", since: 0, code: Address(cuGraphAddEmptyNode as *const ()) },
    Spelling { function: "cuGraphAddEventRecordNode", symbol: "cuGraphAddEventRecordNode", since: 0, code: Address(cuGraphAddEventRecordNode as *const ()) },
    Spelling { function: "cuGraphAddEventWaitNode", symbol: "cuGraphAddEventWaitNode", since: 0, code: Address(cuGraphAddEventWaitNode as *const ()) },
    Spelling { function: "cuGraphAddExternalSemaphoresSignalNode", symbol: "cuGraphAddExternalSemaphoresSignalNode", since: 0, code: Address(cuGraphAddExternalSemaphoresSignalNode as *const ()) },
    Spelling { function: "cuGraphAddExternalSemaphoresWaitNode", symbol: "cuGraphAddExternalSemaphoresWaitNode", since: 0, code: Address(cuGraphAddExternalSemaphoresWaitNode as *const ()) },
    Spelling { function: "cuGraphAddHostNode", symbol: "cuGraphAddHostNode", since: 0, code: Address(cuGraphAddHostNode as *const ()) },
    Spelling { function: "cuGraphAddKernelNode", symbol: "cuGraphAddKernelNode_v2", since: 0, code: Address(cuGraphAddKernelNode_v2 as *const ()) },
    Spelling { function: "cuGraphAddMemAllocNode", symbol: "cuGraphAddMemAllocNode", since: 0, code: Address(cuGraphAddMemAllocNode as *const ()) },
    Spelling { function: "cuGraphAddMemFreeNode", symbol: "cuGraphAddMemFreeNode", since: 0, code: Address(cuGraphAddMemFreeNode as *const ()) },
    Spelling { function: "cuGraphAddMemcpyNode", symbol: "cuGraphAddMemcpyNode", since: 0, code: Address(cuGraphAddMemcpyNode as *const ()) },
    Spelling { function: "cuGraphAddMemsetNode", symbol: "cuGraphAddMemsetNode", since: 0, code: Address(cuGraphAddMemsetNode as *const ()) },
    Spelling { function: "cuGraphAddNode", symbol: "cuGraphAddNode", since: 0, code: Address(cuGraphAddNode as *const ()) },
    Spelling { function: "cuGraphAddNode", symbol: "cuGraphAddNode_v2", since: 13000, code: Address(cuGraphAddNode_v2 as *const ()) },
    Spelling { function: "cuGraphAddNode_v3", symbol: "cuGraphAddNode_v3", since: 0, code: Address(cuGraphAddNode_v3 as *const ()) },
    Spelling { function: "cuGraphBatchMemOpNodeGetParams", symbol: "cuGraphBatchMemOpNodeGetParams", since: 0, code: Address(cuGraphBatchMemOpNodeGetParams as *const ()) },
    Spelling { function: "cuGraphBatchMemOpNodeSetParams", symbol: "cuGraphBatchMemOpNodeSetParams", since: 0, code: Address(cuGraphBatchMemOpNodeSetParams as *const ()) },
    Spelling { function: "cuGraphChildGraphNodeGetGraph", symbol: "cuGraphChildGraphNodeGetGraph", since: 0, code: Address(cuGraphChildGraphNodeGetGraph as *const ()) },
    Spelling { function: "cuGraphClone", symbol: "cuGraphClone", since: 0, code: Address(cuGraphClone as *const ()) },
    Spelling { function: "cuGraphConditionalHandleCreate", symbol: "cuGraphConditionalHandleCreate", since: 0, code: Address(cuGraphConditionalHandleCreate as *const ()) },
    Spelling { function: "cuGraphCreate", symbol: "cuGraphCreate", since: 0, code: Address(cuGraphCreate as *const ()) },
    Spelling { function: "cuGraphDebugDotPrint", symbol: "cuGraphDebugDotPrint", since: 0, code: Address(cuGraphDebugDotPrint as *const ()) },
    Spelling { function: "cuGraphDestroy", symbol: "cuGraphDestroy", since: 0, code: Address(cuGraphDestroy as *const ()) },
    Spelling { function: "cuGraphDestroyNode", symbol: "cuGraphDestroyNode", since: 0, code: Address(cuGraphDestroyNode as *const ()) },
    Spelling { function: "cuGraphEventRecordNodeGetEvent", symbol: "cuGraphEventRecordNodeGetEvent", since: 0, code: Address(cuGraphEventRecordNodeGetEvent as *const ()) },
    Spelling { function: "cuGraphEventRecordNodeSetEvent", symbol: "cuGraphEventRecordNodeSetEvent", since: 0, code: Address(cuGraphEventRecordNodeSetEvent as *const ()) },
    Spelling { function: "cuGraphEventWaitNodeGetEvent", symbol: "cuGraphEventWaitNodeGetEvent", since: 0, code: Address(cuGraphEventWaitNodeGetEvent as *const ()) },
    Spelling { function: "cuGraphEventWaitNodeSetEvent", symbol: "cuGraphEventWaitNodeSetEvent", since: 0, code: Address(cuGraphEventWaitNodeSetEvent as *const ()) },
    Spelling { function: "cuGraphExecBatchMemOpNodeSetParams", symbol: "cuGraphExecBatchMemOpNodeSetParams", since: 0, code: Address(cuGraphExecBatchMemOpNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecChildGraphNodeSetParams", symbol: "cuGraphExecChildGraphNodeSetParams", since: 0, code: Address(cuGraphExecChildGraphNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecDestroy", symbol: "cuGraphExecDestroy", since: 0, code: Address(cuGraphExecDestroy as *const ()) },
    Spelling { function: "cuGraphExecEventRecordNodeSetEvent", symbol: "cuGraphExecEventRecordNodeSetEvent", since: 0, code: Address(cuGraphExecEventRecordNodeSetEvent as *const ()) },
    Spelling { function: "cuGraphExecEventWaitNodeSetEvent", symbol: "cuGraphExecEventWaitNodeSetEvent", since: 0, code: Address(cuGraphExecEventWaitNodeSetEvent as *const ()) },
    Spelling { function: "cuGraphExecExternalSemaphoresSignalNodeSetParams", symbol: "cuGraphExecExternalSemaphoresSignalNodeSetParams", since: 0, code: Address(cuGraphExecExternalSemaphoresSignalNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecExternalSemaphoresWaitNodeSetParams", symbol: "cuGraphExecExternalSemaphoresWaitNodeSetParams", since: 0, code: Address(cuGraphExecExternalSemaphoresWaitNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecGetFlags", symbol: "cuGraphExecGetFlags", since: 0, code: Address(cuGraphExecGetFlags as *const ()) },
    Spelling { function: "cuGraphExecGetId", symbol: "cuGraphExecGetId", since: 0, code: Address(cuGraphExecGetId as *const ()) },
    Spelling { function: "cuGraphExecHostNodeSetParams", symbol: "cuGraphExecHostNodeSetParams", since: 0, code: Address(cuGraphExecHostNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecKernelNodeSetParams", symbol: "cuGraphExecKernelNodeSetParams_v2", since: 0, code: Address(cuGraphExecKernelNodeSetParams_v2 as *const ()) },
    Spelling { function: "cuGraphExecMemcpyNodeSetParams", symbol: "cuGraphExecMemcpyNodeSetParams", since: 0, code: Address(cuGraphExecMemcpyNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecMemsetNodeSetParams", symbol: "cuGraphExecMemsetNodeSetParams", since: 0, code: Address(cuGraphExecMemsetNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecNodeSetParams", symbol: "cuGraphExecNodeSetParams", since: 0, code: Address(cuGraphExecNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExecUpdate", symbol: "cuGraphExecUpdate_v2", since: 0, code: Address(cuGraphExecUpdate_v2 as *const ()) },
    Spelling { function: "cuGraphExternalSemaphoresSignalNodeGetParams", symbol: "cuGraphExternalSemaphoresSignalNodeGetParams", since: 0, code: Address(cuGraphExternalSemaphoresSignalNodeGetParams as *const ()) },
    Spelling { function: "cuGraphExternalSemaphoresSignalNodeSetParams", symbol: "cuGraphExternalSemaphoresSignalNodeSetParams", since: 0, code: Address(cuGraphExternalSemaphoresSignalNodeSetParams as *const ()) },
    Spelling { function: "cuGraphExternalSemaphoresWaitNodeGetParams", symbol: "cuGraphExternalSemaphoresWaitNodeGetParams", since: 0, code: Address(cuGraphExternalSemaphoresWaitNodeGetParams as *const ()) },
    Spelling { function: "cuGraphExternalSemaphoresWaitNodeSetParams", symbol: "cuGraphExternalSemaphoresWaitNodeSetParams", since: 0, code: Address(cuGraphExternalSemaphoresWaitNodeSetParams as *const ()) },
    Spelling { function: "cuGraphGetEdges", symbol: "cuGraphGetEdges", since: 0, code: Address(cuGraphGetEdges as *const ()) },
    Spelling { function: "cuGraphGetEdges", symbol: "cuGraphGetEdges_v2", since: 13000, code: Address(cuGraphGetEdges_v2 as *const ()) },
    Spelling { function: "cuGraphGetId", symbol: "cuGraphGetId", since: 0, code: Address(cuGraphGetId as *const ()) },
    Spelling { function: "cuGraphGetNodes", symbol: "cuGraphGetNodes", since: 0, code: Address(cuGraphGetNodes as *const ()) },
    Spelling { function: "cuGraphGetRootNodes", symbol: "cuGraphGetRootNodes", since: 0, code: Address(cuGraphGetRootNodes as *const ()) },
    Spelling { function: "cuGraphHostNodeGetParams", symbol: "cuGraphHostNodeGetParams", since: 0, code: Address(cuGraphHostNodeGetParams as *const ()) },
    Spelling { function: "cuGraphHostNodeSetParams", symbol: "cuGraphHostNodeSetParams", since: 0, code: Address(cuGraphHostNodeSetParams as *const ()) },
    Spelling { function: "cuGraphInstantiate", symbol: "cuGraphInstantiateWithFlags", since: 0, code: Address(cuGraphInstantiateWithFlags as *const ()) },
    Spelling { function: "cuGraphInstantiateWithParams", symbol: "cuGraphInstantiateWithParams", since: 0, code: Address(cuGraphInstantiateWithParams as *const ()) },
    Spelling { function: "cuGraphInstantiateWithParams", symbol: "cuGraphInstantiateWithParams_ptsz", since: 0, code: Address(cuGraphInstantiateWithParams_ptsz as *const ()) },
    Spelling { function: "cuGraphKernelNodeCopyAttributes", symbol: "cuGraphKernelNodeCopyAttributes", since: 0, code: Address(cuGraphKernelNodeCopyAttributes as *const ()) },
    Spelling { function: "cuGraphKernelNodeGetAttribute", symbol: "cuGraphKernelNodeGetAttribute", since: 0, code: Address(cuGraphKernelNodeGetAttribute as *const ()) },
    Spelling { function: "cuGraphKernelNodeGetParams", symbol: "cuGraphKernelNodeGetParams_v2", since: 0, code: Address(cuGraphKernelNodeGetParams_v2 as *const ()) },
    Spelling { function: "cuGraphKernelNodeSetAttribute", symbol: "cuGraphKernelNodeSetAttribute", since: 0, code: Address(cuGraphKernelNodeSetAttribute as *const ()) },
    Spelling { function: "cuGraphKernelNodeSetParams", symbol: "cuGraphKernelNodeSetParams_v2", since: 0, code: Address(cuGraphKernelNodeSetParams_v2 as *const ()) },
    Spelling { function: "cuGraphLaunch", symbol: "cuGraphLaunch", since: 0, code: Address(cuGraphLaunch as *const ()) },
    Spelling { function: "cuGraphLaunch", symbol: "cuGraphLaunch_ptsz", since: 0, code: Address(cuGraphLaunch_ptsz as *const ()) },
    Spelling { function: "cuGraphMemAllocNodeGetParams", symbol: "cuGraphMemAllocNodeGetParams", since: 0, code: Address(cuGraphMemAllocNodeGetParams as *const ()) },
    Spelling { function: "cuGraphMemFreeNodeGetParams", symbol: "cuGraphMemFreeNodeGetParams", since: 0, code: Address(cuGraphMemFreeNodeGetParams as *const ()) },
    Spelling { function: "cuGraphMemcpyNodeGetParams", symbol: "cuGraphMemcpyNodeGetParams", since: 0, code: Address(cuGraphMemcpyNodeGetParams as *const ()) },
    Spelling { function: "cuGraphMemcpyNodeSetParams", symbol: "cuGraphMemcpyNodeSetParams", since: 0, code: Address(cuGraphMemcpyNodeSetParams as *const ()) },
    Spelling { function: "cuGraphMemsetNodeGetParams", symbol: "cuGraphMemsetNodeGetParams", since: 0, code: Address(cuGraphMemsetNodeGetParams as *const ()) },
    Spelling { function: "cuGraphMemsetNodeSetParams", symbol: "cuGraphMemsetNodeSetParams", since: 0, code: Address(cuGraphMemsetNodeSetParams as *const ()) },
    Spelling { function: "cuGraphNodeFindInClone", symbol: "cuGraphNodeFindInClone", since: 0, code: Address(cuGraphNodeFindInClone as *const ()) },
    Spelling { function: "cuGraphNodeGetContainingGraph", symbol: "cuGraphNodeGetContainingGraph", since: 0, code: Address(cuGraphNodeGetContainingGraph as *const ()) },
    Spelling { function: "cuGraphNodeGetDependencies", symbol: "cuGraphNodeGetDependencies", since: 0, code: Address(cuGraphNodeGetDependencies as *const ()) },
    Spelling { function: "cuGraphNodeGetDependencies", symbol: "cuGraphNodeGetDependencies_v2", since: 13000, code: Address(cuGraphNodeGetDependencies_v2 as *const ()) },
    Spelling { function: "cuGraphNodeGetDependentNodes", symbol: "cuGraphNodeGetDependentNodes", since: 0, code: Address(cuGraphNodeGetDependentNodes as *const ()) },
    Spelling { function: "cuGraphNodeGetDependentNodes", symbol: "cuGraphNodeGetDependentNodes_v2", since: 13000, code: Address(cuGraphNodeGetDependentNodes_v2 as *const ()) },
    Spelling { function: "cuGraphNodeGetEnabled", symbol: "cuGraphNodeGetEnabled", since: 0, code: Address(cuGraphNodeGetEnabled as *const ()) },
    Spelling { function: "cuGraphNodeGetLocalId", symbol: "cuGraphNodeGetLocalId", since: 0, code: Address(cuGraphNodeGetLocalId as *const ()) },
    Spelling { function: "cuGraphNodeGetParams", symbol: "cuGraphNodeGetParams", since: 0, code: Address(cuGraphNodeGetParams as *const ()) },
    Spelling { function: "cuGraphNodeGetToolsId", symbol: "cuGraphNodeGetToolsId", since: 0, code: Address(cuGraphNodeGetToolsId as *const ()) },
    Spelling { function: "cuGraphNodeGetType", symbol: "cuGraphNodeGetType", since: 0, code: Address(cuGraphNodeGetType as *const ()) },
    Spelling { function: "cuGraphNodeSetEnabled", symbol: "cuGraphNodeSetEnabled", since: 0, code: Address(cuGraphNodeSetEnabled as *const ()) },
    Spelling { function: "cuGraphNodeSetParams", symbol: "cuGraphNodeSetParams", since: 0, code: Address(cuGraphNodeSetParams as *const ()) },
    Spelling { function: "cuGraphNodeSetParams_v2", symbol: "cuGraphNodeSetParams_v2", since: 0, code: Address(cuGraphNodeSetParams_v2 as *const ()) },
    Spelling { function: "cuGraphReleaseUserObject", symbol: "cuGraphReleaseUserObject", since: 0, code: Address(cuGraphReleaseUserObject as *const ()) },
    Spelling { function: "cuGraphRemoveDependencies", symbol: "cuGraphRemoveDependencies", since: 0, code: Address(cuGraphRemoveDependencies as *const ()) },
    Spelling { function: "cuGraphRemoveDependencies", symbol: "cuGraphRemoveDependencies_v2", since: 13000, code: Address(cuGraphRemoveDependencies_v2 as *const ()) },
    Spelling { function: "cuGraphRetainUserObject", symbol: "cuGraphRetainUserObject", since: 0, code: Address(cuGraphRetainUserObject as *const ()) },
    Spelling { function: "cuGraphUpload", symbol: "cuGraphUpload", since: 0, code: Address(cuGraphUpload as *const ()) },
    Spelling { function: "cuGraphUpload", symbol: "cuGraphUpload_ptsz", since: 0, code: Address(cuGraphUpload_ptsz as *const ()) },
    Spelling { function: "cuGraphicsMapResources", symbol: "cuGraphicsMapResources", since: 0, code: Address(cuGraphicsMapResources as *const ()) },
    Spelling { function: "cuGraphicsMapResources", symbol: "cuGraphicsMapResources_ptsz", since: 0, code: Address(cuGraphicsMapResources_ptsz as *const ()) },
    Spelling { function: "cuGraphicsResourceGetMappedMipmappedArray", symbol: "cuGraphicsResourceGetMappedMipmappedArray", since: 0, code: Address(cuGraphicsResourceGetMappedMipmappedArray as *const ()) },
    Spelling { function: "cuGraphicsResourceGetMappedPointer", symbol: "cuGraphicsResourceGetMappedPointer_v2", since: 0, code: Address(cuGraphicsResourceGetMappedPointer_v2 as *const ()) },
    Spelling { function: "cuGraphicsResourceSetMapFlags", symbol: "cuGraphicsResourceSetMapFlags_v2", since: 0, code: Address(cuGraphicsResourceSetMapFlags_v2 as *const ()) },
    Spelling { function: "cuGraphicsSubResourceGetMappedArray", symbol: "cuGraphicsSubResourceGetMappedArray", since: 0, code: Address(cuGraphicsSubResourceGetMappedArray as *const ()) },
    Spelling { function: "cuGraphicsUnmapResources", symbol: "cuGraphicsUnmapResources", since: 0, code: Address(cuGraphicsUnmapResources as *const ()) },
    Spelling { function: "cuGraphicsUnmapResources", symbol: "cuGraphicsUnmapResources_ptsz", since: 0, code: Address(cuGraphicsUnmapResources_ptsz as *const ()) },
    Spelling { function: "cuGraphicsUnregisterResource", symbol: "cuGraphicsUnregisterResource", since: 0, code: Address(cuGraphicsUnregisterResource as *const ()) },
    Spelling { function: "cuGreenCtxCreate", symbol: "cuGreenCtxCreate", since: 0, code: Address(cuGreenCtxCreate as *const ()) },
    Spelling { function: "cuGreenCtxDestroy", symbol: "cuGreenCtxDestroy", since: 0, code: Address(cuGreenCtxDestroy as *const ()) },
    Spelling { function: "cuGreenCtxGetDevResource", symbol: "cuGreenCtxGetDevResource", since: 0, code: Address(cuGreenCtxGetDevResource as *const ()) },
    Spelling { function: "cuGreenCtxGetId", symbol: "cuGreenCtxGetId", since: 0, code: Address(cuGreenCtxGetId as *const ()) },
    Spelling { function: "cuGreenCtxRecordEvent", symbol: "cuGreenCtxRecordEvent", since: 0, code: Address(cuGreenCtxRecordEvent as *const ()) },
    Spelling { function: "cuGreenCtxStreamCreate", symbol: "cuGreenCtxStreamCreate", since: 0, code: Address(cuGreenCtxStreamCreate as *const ()) },
    Spelling { function: "cuGreenCtxWaitEvent", symbol: "cuGreenCtxWaitEvent", since: 0, code: Address(cuGreenCtxWaitEvent as *const ()) },
    Spelling { function: "cuImportExternalMemory", symbol: "cuImportExternalMemory", since: 0, code: Address(cuImportExternalMemory as *const ()) },
    Spelling { function: "cuImportExternalSemaphore", symbol: "cuImportExternalSemaphore", since: 0, code: Address(cuImportExternalSemaphore as *const ()) },
    Spelling { function: "cuInit", symbol: "cuInit", since: 0, code: Address(cuInit as *const ()) },
    Spelling { function: "cuIpcCloseMemHandle", symbol: "cuIpcCloseMemHandle", since: 0, code: Address(cuIpcCloseMemHandle as *const ()) },
    Spelling { function: "cuIpcGetEventHandle", symbol: "cuIpcGetEventHandle", since: 0, code: Address(cuIpcGetEventHandle as *const ()) },
    Spelling { function: "cuIpcGetMemHandle", symbol: "cuIpcGetMemHandle", since: 0, code: Address(cuIpcGetMemHandle as *const ()) },
    Spelling { function: "cuIpcOpenEventHandle", symbol: "cuIpcOpenEventHandle", since: 0, code: Address(cuIpcOpenEventHandle as *const ()) },
    Spelling { function: "cuIpcOpenMemHandle", symbol: "cuIpcOpenMemHandle_v2", since: 0, code: Address(cuIpcOpenMemHandle_v2 as *const ()) },
    Spelling { function: "cuKernelGetAttribute", symbol: "cuKernelGetAttribute", since: 0, code: Address(cuKernelGetAttribute as *const ()) },
    Spelling { function: "cuKernelGetFunction", symbol: "cuKernelGetFunction", since: 0, code: Address(cuKernelGetFunction as *const ()) },
    Spelling { function: "cuKernelGetLibrary", symbol: "cuKernelGetLibrary", since: 0, code: Address(cuKernelGetLibrary as *const ()) },
    Spelling { function: "cuKernelGetName", symbol: "cuKernelGetName", since: 0, code: Address(cuKernelGetName as *const ()) },
    Spelling { function: "cuKernelGetParamCount", symbol: "cuKernelGetParamCount", since: 0, code: Address(cuKernelGetParamCount as *const ()) },
    Spelling { function: "cuKernelGetParamInfo", symbol: "cuKernelGetParamInfo", since: 0, code: Address(cuKernelGetParamInfo as *const ()) },
    Spelling { function: "cuKernelSetAttribute", symbol: "cuKernelSetAttribute", since: 0, code: Address(cuKernelSetAttribute as *const ()) },
    Spelling { function: "cuKernelSetCacheConfig", symbol: "cuKernelSetCacheConfig", since: 0, code: Address(cuKernelSetCacheConfig as *const ()) },
    Spelling { function: "cuLaunch", symbol: "cuLaunch", since: 0, code: Address(cuLaunch as *const ()) },
    Spelling { function: "cuLaunchCooperativeKernel", symbol: "cuLaunchCooperativeKernel", since: 0, code: Address(cuLaunchCooperativeKernel as *const ()) },
    Spelling { function: "cuLaunchCooperativeKernel", symbol: "cuLaunchCooperativeKernel_ptsz", since: 0, code: Address(cuLaunchCooperativeKernel_ptsz as *const ()) },
    Spelling { function: "cuLaunchCooperativeKernelMultiDevice", symbol: "cuLaunchCooperativeKernelMultiDevice", since: 0, code: Address(cuLaunchCooperativeKernelMultiDevice as *const ()) },
    Spelling { function: "cuLaunchGrid", symbol: "cuLaunchGrid", since: 0, code: Address(cuLaunchGrid as *const ()) },
    Spelling { function: "cuLaunchGridAsync", symbol: "cuLaunchGridAsync", since: 0, code: Address(cuLaunchGridAsync as *const ()) },
    Spelling { function: "cuLaunchHostFunc", symbol: "cuLaunchHostFunc", since: 0, code: Address(cuLaunchHostFunc as *const ()) },
    Spelling { function: "cuLaunchHostFunc", symbol: "cuLaunchHostFunc_ptsz", since: 0, code: Address(cuLaunchHostFunc_ptsz as *const ()) },
    Spelling { function: "cuLaunchHostFunc_v2", symbol: "cuLaunchHostFunc_v2", since: 0, code: Address(cuLaunchHostFunc_v2 as *const ()) },
    Spelling { function: "cuLaunchHostFunc_v2", symbol: "cuLaunchHostFunc_v2_ptsz", since: 0, code: Address(cuLaunchHostFunc_v2_ptsz as *const ()) },
    Spelling { function: "cuLaunchKernel", symbol: "cuLaunchKernel", since: 0, code: Address(cuLaunchKernel as *const ()) },
    Spelling { function: "cuLaunchKernel", symbol: "cuLaunchKernel_ptsz", since: 0, code: Address(cuLaunchKernel_ptsz as *const ()) },
    Spelling { function: "cuLaunchKernelEx", symbol: "cuLaunchKernelEx", since: 0, code: Address(cuLaunchKernelEx as *const ()) },
    Spelling { function: "cuLaunchKernelEx", symbol: "cuLaunchKernelEx_ptsz", since: 0, code: Address(cuLaunchKernelEx_ptsz as *const ()) },
    Spelling { function: "cuLibraryEnumerateKernels", symbol: "cuLibraryEnumerateKernels", since: 0, code: Address(cuLibraryEnumerateKernels as *const ()) },
    Spelling { function: "cuLibraryGetGlobal", symbol: "cuLibraryGetGlobal", since: 0, code: Address(cuLibraryGetGlobal as *const ()) },
    Spelling { function: "cuLibraryGetKernel", symbol: "cuLibraryGetKernel", since: 0, code: Address(cuLibraryGetKernel as *const ()) },
    Spelling { function: "cuLibraryGetKernelCount", symbol: "cuLibraryGetKernelCount", since: 0, code: Address(cuLibraryGetKernelCount as *const ()) },
    Spelling { function: "cuLibraryGetManaged", symbol: "cuLibraryGetManaged", since: 0, code: Address(cuLibraryGetManaged as *const ()) },
    Spelling { function: "cuLibraryGetModule", symbol: "cuLibraryGetModule", since: 0, code: Address(cuLibraryGetModule as *const ()) },
    Spelling { function: "cuLibraryGetUnifiedFunction", symbol: "cuLibraryGetUnifiedFunction", since: 0, code: Address(cuLibraryGetUnifiedFunction as *const ()) },
    Spelling { function: "cuLibraryLoadData", symbol: "cuLibraryLoadData", since: 0, code: Address(cuLibraryLoadData as *const ()) },
    Spelling { function: "cuLibraryLoadFromFile", symbol: "cuLibraryLoadFromFile", since: 0, code: Address(cuLibraryLoadFromFile as *const ()) },
    Spelling { function: "cuLibraryUnload", symbol: "cuLibraryUnload", since: 0, code: Address(cuLibraryUnload as *const ()) },
    Spelling { function: "cuLinkAddData", symbol: "cuLinkAddData_v2", since: 0, code: Address(cuLinkAddData_v2 as *const ()) },
    Spelling { function: "cuLinkAddFile", symbol: "cuLinkAddFile_v2", since: 0, code: Address(cuLinkAddFile_v2 as *const ()) },
    Spelling { function: "cuLinkComplete", symbol: "cuLinkComplete", since: 0, code: Address(cuLinkComplete as *const ()) },
    Spelling { function: "cuLinkCreate", symbol: "cuLinkCreate_v2", since: 0, code: Address(cuLinkCreate_v2 as *const ()) },
    Spelling { function: "cuLinkDestroy", symbol: "cuLinkDestroy", since: 0, code: Address(cuLinkDestroy as *const ()) },
    Spelling { function: "cuLogicalEndpointAddDevice", symbol: "cuLogicalEndpointAddDevice", since: 0, code: Address(cuLogicalEndpointAddDevice as *const ()) },
    Spelling { function: "cuLogicalEndpointBindAddr", symbol: "cuLogicalEndpointBindAddr", since: 0, code: Address(cuLogicalEndpointBindAddr as *const ()) },
    Spelling { function: "cuLogicalEndpointBindMem", symbol: "cuLogicalEndpointBindMem", since: 0, code: Address(cuLogicalEndpointBindMem as *const ()) },
    Spelling { function: "cuLogicalEndpointCreate", symbol: "cuLogicalEndpointCreate", since: 0, code: Address(cuLogicalEndpointCreate as *const ()) },
    Spelling { function: "cuLogicalEndpointDestroy", symbol: "cuLogicalEndpointDestroy", since: 0, code: Address(cuLogicalEndpointDestroy as *const ()) },
    Spelling { function: "cuLogicalEndpointExport", symbol: "cuLogicalEndpointExport", since: 0, code: Address(cuLogicalEndpointExport as *const ()) },
    Spelling { function: "cuLogicalEndpointGetLimits", symbol: "cuLogicalEndpointGetLimits", since: 0, code: Address(cuLogicalEndpointGetLimits as *const ()) },
    Spelling { function: "cuLogicalEndpointIdRelease", symbol: "cuLogicalEndpointIdRelease", since: 0, code: Address(cuLogicalEndpointIdRelease as *const ()) },
    Spelling { function: "cuLogicalEndpointIdReserve", symbol: "cuLogicalEndpointIdReserve", since: 0, code: Address(cuLogicalEndpointIdReserve as *const ()) },
    Spelling { function: "cuLogicalEndpointImport", symbol: "cuLogicalEndpointImport", since: 0, code: Address(cuLogicalEndpointImport as *const ()) },
    Spelling { function: "cuLogicalEndpointQuery", symbol: "cuLogicalEndpointQuery", since: 0, code: Address(cuLogicalEndpointQuery as *const ()) },
    Spelling { function: "cuLogicalEndpointUnbind", symbol: "cuLogicalEndpointUnbind", since: 0, code: Address(cuLogicalEndpointUnbind as *const ()) },
    Spelling { function: "cuLogsCurrent", symbol: "cuLogsCurrent", since: 0, code: Address(cuLogsCurrent as *const ()) },
    Spelling { function: "cuLogsDumpToFile", symbol: "cuLogsDumpToFile", since: 0, code: Address(cuLogsDumpToFile as *const ()) },
    Spelling { function: "cuLogsDumpToMemory", symbol: "cuLogsDumpToMemory", since: 0, code: Address(cuLogsDumpToMemory as *const ()) },
    Spelling { function: "cuLogsRegisterCallback", symbol: "cuLogsRegisterCallback", since: 0, code: Address(cuLogsRegisterCallback as *const ()) },
    Spelling { function: "cuLogsUnregisterCallback", symbol: "cuLogsUnregisterCallback", since: 0, code: Address(cuLogsUnregisterCallback as *const ()) },
    Spelling { function: "cuMemAddressFree", symbol: "cuMemAddressFree", since: 0, code: Address(cuMemAddressFree as *const ()) },
    Spelling { function: "cuMemAddressReserve", symbol: "cuMemAddressReserve", since: 0, code: Address(cuMemAddressReserve as *const ()) },
    Spelling { function: "cuMemAdvise", symbol: "cuMemAdvise", since: 0, code: Address(cuMemAdvise as *const ()) },
    Spelling { function: "cuMemAdvise", symbol: "cuMemAdvise_v2", since: 13000, code: Address(cuMemAdvise_v2 as *const ()) },
    Spelling { function: "cuMemAlloc", symbol: "cuMemAlloc_v2", since: 0, code: Address(cuMemAlloc_v2 as *const ()) },
    Spelling { function: "cuMemAllocAsync", symbol: "cuMemAllocAsync", since: 0, code: Address(cuMemAllocAsync as *const ()) },
    Spelling { function: "cuMemAllocAsync", symbol: "cuMemAllocAsync_ptsz", since: 0, code: Address(cuMemAllocAsync_ptsz as *const ()) },
    Spelling { function: "cuMemAllocFromPoolAsync", symbol: "cuMemAllocFromPoolAsync", since: 0, code: Address(cuMemAllocFromPoolAsync as *const ()) },
    Spelling { function: "cuMemAllocFromPoolAsync", symbol: "cuMemAllocFromPoolAsync_ptsz", since: 0, code: Address(cuMemAllocFromPoolAsync_ptsz as *const ()) },
    Spelling { function: "cuMemAllocHost", symbol: "cuMemAllocHost_v2", since: 0, code: Address(cuMemAllocHost_v2 as *const ()) },
    Spelling { function: "cuMemAllocManaged", symbol: "cuMemAllocManaged", since: 0, code: Address(cuMemAllocManaged as *const ()) },
    Spelling { function: "cuMemAllocPitch", symbol: "cuMemAllocPitch_v2", since: 0, code: Address(cuMemAllocPitch_v2 as *const ()) },
    Spelling { function: "cuMemBatchDecompressAsync", symbol: "cuMemBatchDecompressAsync", since: 0, code: Address(cuMemBatchDecompressAsync as *const ()) },
    Spelling { function: "cuMemBatchDecompressAsync", symbol: "cuMemBatchDecompressAsync_ptsz", since: 0, code: Address(cuMemBatchDecompressAsync_ptsz as *const ()) },
    Spelling { function: "cuMemCreate", symbol: "cuMemCreate", since: 0, code: Address(cuMemCreate as *const ()) },
    Spelling { function: "cuMemDiscardAndPrefetchBatchAsync", symbol: "cuMemDiscardAndPrefetchBatchAsync", since: 0, code: Address(cuMemDiscardAndPrefetchBatchAsync as *const ()) },
    Spelling { function: "cuMemDiscardAndPrefetchBatchAsync", symbol: "cuMemDiscardAndPrefetchBatchAsync_ptsz", since: 0, code: Address(cuMemDiscardAndPrefetchBatchAsync_ptsz as *const ()) },
    Spelling { function: "cuMemDiscardBatchAsync", symbol: "cuMemDiscardBatchAsync", since: 0, code: Address(cuMemDiscardBatchAsync as *const ()) },
    Spelling { function: "cuMemDiscardBatchAsync", symbol: "cuMemDiscardBatchAsync_ptsz", since: 0, code: Address(cuMemDiscardBatchAsync_ptsz as *const ()) },
    Spelling { function: "cuMemExportToShareableHandle", symbol: "cuMemExportToShareableHandle", since: 0, code: Address(cuMemExportToShareableHandle as *const ()) },
    Spelling { function: "cuMemFree", symbol: "cuMemFree_v2", since: 0, code: Address(cuMemFree_v2 as *const ()) },
    Spelling { function: "cuMemFreeAsync", symbol: "cuMemFreeAsync", since: 0, code: Address(cuMemFreeAsync as *const ()) },
    Spelling { function: "cuMemFreeAsync", symbol: "cuMemFreeAsync_ptsz", since: 0, code: Address(cuMemFreeAsync_ptsz as *const ()) },
    Spelling { function: "cuMemFreeHost", symbol: "cuMemFreeHost", since: 0, code: Address(cuMemFreeHost as *const ()) },
    Spelling { function: "cuMemGetAccess", symbol: "cuMemGetAccess", since: 0, code: Address(cuMemGetAccess as *const ()) },
    Spelling { function: "cuMemGetAddressRange", symbol: "cuMemGetAddressRange_v2", since: 0, code: Address(cuMemGetAddressRange_v2 as *const ()) },
    Spelling { function: "cuMemGetAllocationGranularity", symbol: "cuMemGetAllocationGranularity", since: 0, code: Address(cuMemGetAllocationGranularity as *const ()) },
    Spelling { function: "cuMemGetAllocationPropertiesFromHandle", symbol: "cuMemGetAllocationPropertiesFromHandle", since: 0, code: Address(cuMemGetAllocationPropertiesFromHandle as *const ()) },
    Spelling { function: "cuMemGetDefaultMemPool", symbol: "cuMemGetDefaultMemPool", since: 0, code: Address(cuMemGetDefaultMemPool as *const ()) },
    Spelling { function: "cuMemGetHandleForAddressRange", symbol: "cuMemGetHandleForAddressRange", since: 0, code: Address(cuMemGetHandleForAddressRange as *const ()) },
    Spelling { function: "cuMemGetInfo", symbol: "cuMemGetInfo_v2", since: 0, code: Address(cuMemGetInfo_v2 as *const ()) },
    Spelling { function: "cuMemGetLocationInfo", symbol: "cuMemGetLocationInfo", since: 0, code: Address(cuMemGetLocationInfo as *const ()) },
    Spelling { function: "cuMemGetMemPool", symbol: "cuMemGetMemPool", since: 0, code: Address(cuMemGetMemPool as *const ()) },
    Spelling { function: "cuMemHostAlloc", symbol: "cuMemHostAlloc", since: 0, code: Address(cuMemHostAlloc as *const ()) },
    Spelling { function: "cuMemHostGetDevicePointer", symbol: "cuMemHostGetDevicePointer_v2", since: 0, code: Address(cuMemHostGetDevicePointer_v2 as *const ()) },
    Spelling { function: "cuMemHostGetFlags", symbol: "cuMemHostGetFlags", since: 0, code: Address(cuMemHostGetFlags as *const ()) },
    Spelling { function: "cuMemHostRegister", symbol: "cuMemHostRegister_v2", since: 0, code: Address(cuMemHostRegister_v2 as *const ()) },
    Spelling { function: "cuMemHostUnregister", symbol: "cuMemHostUnregister", since: 0, code: Address(cuMemHostUnregister as *const ()) },
    Spelling { function: "cuMemImportFromShareableHandle", symbol: "cuMemImportFromShareableHandle", since: 0, code: Address(cuMemImportFromShareableHandle as *const ()) },
    Spelling { function: "cuMemMap", symbol: "cuMemMap", since: 0, code: Address(cuMemMap as *const ()) },
    Spelling { function: "cuMemMapArrayAsync", symbol: "cuMemMapArrayAsync", since: 0, code: Address(cuMemMapArrayAsync as *const ()) },
    Spelling { function: "cuMemMapArrayAsync", symbol: "cuMemMapArrayAsync_ptsz", since: 0, code: Address(cuMemMapArrayAsync_ptsz as *const ()) },
    Spelling { function: "cuMemPoolCreate", symbol: "cuMemPoolCreate", since: 0, code: Address(cuMemPoolCreate as *const ()) },
    Spelling { function: "cuMemPoolDestroy", symbol: "cuMemPoolDestroy", since: 0, code: Address(cuMemPoolDestroy as *const ()) },
    Spelling { function: "cuMemPoolExportPointer", symbol: "cuMemPoolExportPointer", since: 0, code: Address(cuMemPoolExportPointer as *const ()) },
    Spelling { function: "cuMemPoolExportToShareableHandle", symbol: "cuMemPoolExportToShareableHandle", since: 0, code: Address(cuMemPoolExportToShareableHandle as *const ()) },
    Spelling { function: "cuMemPoolGetAccess", symbol: "cuMemPoolGetAccess", since: 0, code: Address(cuMemPoolGetAccess as *const ()) },
    Spelling { function: "cuMemPoolGetAttribute", symbol: "cuMemPoolGetAttribute", since: 0, code: Address(cuMemPoolGetAttribute as *const ()) },
    Spelling { function: "cuMemPoolImportFromShareableHandle", symbol: "cuMemPoolImportFromShareableHandle", since: 0, code: Address(cuMemPoolImportFromShareableHandle as *const ()) },
    Spelling { function: "cuMemPoolImportPointer", symbol: "cuMemPoolImportPointer", since: 0, code: Address(cuMemPoolImportPointer as *const ()) },
    Spelling { function: "cuMemPoolSetAccess", symbol: "cuMemPoolSetAccess", since: 0, code: Address(cuMemPoolSetAccess as *const ()) },
    Spelling { function: "cuMemPoolSetAttribute", symbol: "cuMemPoolSetAttribute", since: 0, code: Address(cuMemPoolSetAttribute as *const ()) },
    Spelling { function: "cuMemPoolTrimTo", symbol: "cuMemPoolTrimTo", since: 0, code: Address(cuMemPoolTrimTo as *const ()) },
    Spelling { function: "cuMemPrefetchAsync", symbol: "cuMemPrefetchAsync", since: 0, code: Address(cuMemPrefetchAsync as *const ()) },
    Spelling { function: "cuMemPrefetchAsync", symbol: "cuMemPrefetchAsync_ptsz", since: 0, code: Address(cuMemPrefetchAsync_ptsz as *const ()) },
    Spelling { function: "cuMemPrefetchAsync", symbol: "cuMemPrefetchAsync_v2", since: 13000, code: Address(cuMemPrefetchAsync_v2 as *const ()) },
    Spelling { function: "cuMemPrefetchAsync", symbol: "cuMemPrefetchAsync_v2_ptsz", since: 13000, code: Address(cuMemPrefetchAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemPrefetchBatchAsync", symbol: "cuMemPrefetchBatchAsync", since: 0, code: Address(cuMemPrefetchBatchAsync as *const ()) },
    Spelling { function: "cuMemPrefetchBatchAsync", symbol: "cuMemPrefetchBatchAsync_ptsz", since: 0, code: Address(cuMemPrefetchBatchAsync_ptsz as *const ()) },
    Spelling { function: "cuMemRangeGetAttribute", symbol: "cuMemRangeGetAttribute", since: 0, code: Address(cuMemRangeGetAttribute as *const ()) },
    Spelling { function: "cuMemRangeGetAttributes", symbol: "cuMemRangeGetAttributes", since: 0, code: Address(cuMemRangeGetAttributes as *const ()) },
    Spelling { function: "cuMemRelease", symbol: "cuMemRelease", since: 0, code: Address(cuMemRelease as *const ()) },
    Spelling { function: "cuMemRetainAllocationHandle", symbol: "cuMemRetainAllocationHandle", since: 0, code: Address(cuMemRetainAllocationHandle as *const ()) },
    Spelling { function: "cuMemSetAccess", symbol: "cuMemSetAccess", since: 0, code: Address(cuMemSetAccess as *const ()) },
    Spelling { function: "cuMemSetMemPool", symbol: "cuMemSetMemPool", since: 0, code: Address(cuMemSetMemPool as *const ()) },
    Spelling { function: "cuMemUnmap", symbol: "cuMemUnmap", since: 0, code: Address(cuMemUnmap as *const ()) },
    Spelling { function: "cuMemcpy", symbol: "cuMemcpy", since: 0, code: Address(cuMemcpy as *const ()) },
    Spelling { function: "cuMemcpy", symbol: "cuMemcpy_ptds", since: 0, code: Address(cuMemcpy_ptds as *const ()) },
    Spelling { function: "cuMemcpy2D", symbol: "cuMemcpy2D_v2", since: 0, code: Address(cuMemcpy2D_v2 as *const ()) },
    Spelling { function: "cuMemcpy2D", symbol: "cuMemcpy2D_v2_ptds", since: 0, code: Address(cuMemcpy2D_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpy2DAsync", symbol: "cuMemcpy2DAsync_v2", since: 0, code: Address(cuMemcpy2DAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpy2DAsync", symbol: "cuMemcpy2DAsync_v2_ptsz", since: 0, code: Address(cuMemcpy2DAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpy2DUnaligned", symbol: "cuMemcpy2DUnaligned_v2", since: 0, code: Address(cuMemcpy2DUnaligned_v2 as *const ()) },
    Spelling { function: "cuMemcpy2DUnaligned", symbol: "cuMemcpy2DUnaligned_v2_ptds", since: 0, code: Address(cuMemcpy2DUnaligned_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpy3D", symbol: "cuMemcpy3D_v2", since: 0, code: Address(cuMemcpy3D_v2 as *const ()) },
    Spelling { function: "cuMemcpy3D", symbol: "cuMemcpy3D_v2_ptds", since: 0, code: Address(cuMemcpy3D_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpy3DAsync", symbol: "cuMemcpy3DAsync_v2", since: 0, code: Address(cuMemcpy3DAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpy3DAsync", symbol: "cuMemcpy3DAsync_v2_ptsz", since: 0, code: Address(cuMemcpy3DAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpy3DBatchAsync", symbol: "cuMemcpy3DBatchAsync", since: 0, code: Address(cuMemcpy3DBatchAsync as *const ()) },
    Spelling { function: "cuMemcpy3DBatchAsync", symbol: "cuMemcpy3DBatchAsync_ptsz", since: 0, code: Address(cuMemcpy3DBatchAsync_ptsz as *const ()) },
    Spelling { function: "cuMemcpy3DBatchAsync", symbol: "cuMemcpy3DBatchAsync_v2", since: 13000, code: Address(cuMemcpy3DBatchAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpy3DBatchAsync", symbol: "cuMemcpy3DBatchAsync_v2_ptsz", since: 13000, code: Address(cuMemcpy3DBatchAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpy3DPeer", symbol: "cuMemcpy3DPeer", since: 0, code: Address(cuMemcpy3DPeer as *const ()) },
    Spelling { function: "cuMemcpy3DPeer", symbol: "cuMemcpy3DPeer_ptds", since: 0, code: Address(cuMemcpy3DPeer_ptds as *const ()) },
    Spelling { function: "cuMemcpy3DPeerAsync", symbol: "cuMemcpy3DPeerAsync", since: 0, code: Address(cuMemcpy3DPeerAsync as *const ()) },
    Spelling { function: "cuMemcpy3DPeerAsync", symbol: "cuMemcpy3DPeerAsync_ptsz", since: 0, code: Address(cuMemcpy3DPeerAsync_ptsz as *const ()) },
    Spelling { function: "cuMemcpy3DWithAttributesAsync", symbol: "cuMemcpy3DWithAttributesAsync", since: 0, code: Address(cuMemcpy3DWithAttributesAsync as *const ()) },
    Spelling { function: "cuMemcpy3DWithAttributesAsync", symbol: "cuMemcpy3DWithAttributesAsync_ptsz", since: 0, code: Address(cuMemcpy3DWithAttributesAsync_ptsz as *const ()) },
    Spelling { function: "cuMemcpyAsync", symbol: "cuMemcpyAsync", since: 0, code: Address(cuMemcpyAsync as *const ()) },
    Spelling { function: "cuMemcpyAsync", symbol: "cuMemcpyAsync_ptsz", since: 0, code: Address(cuMemcpyAsync_ptsz as *const ()) },
    Spelling { function: "cuMemcpyAtoA", symbol: "cuMemcpyAtoA_v2", since: 0, code: Address(cuMemcpyAtoA_v2 as *const ()) },
    Spelling { function: "cuMemcpyAtoA", symbol: "cuMemcpyAtoA_v2_ptds", since: 0, code: Address(cuMemcpyAtoA_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyAtoD", symbol: "cuMemcpyAtoD_v2", since: 0, code: Address(cuMemcpyAtoD_v2 as *const ()) },
    Spelling { function: "cuMemcpyAtoD", symbol: "cuMemcpyAtoD_v2_ptds", since: 0, code: Address(cuMemcpyAtoD_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyAtoH", symbol: "cuMemcpyAtoH_v2", since: 0, code: Address(cuMemcpyAtoH_v2 as *const ()) },
    Spelling { function: "cuMemcpyAtoH", symbol: "cuMemcpyAtoH_v2_ptds", since: 0, code: Address(cuMemcpyAtoH_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyAtoHAsync", symbol: "cuMemcpyAtoHAsync_v2", since: 0, code: Address(cuMemcpyAtoHAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpyAtoHAsync", symbol: "cuMemcpyAtoHAsync_v2_ptsz", since: 0, code: Address(cuMemcpyAtoHAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpyBatchAsync", symbol: "cuMemcpyBatchAsync", since: 0, code: Address(cuMemcpyBatchAsync as *const ()) },
    Spelling { function: "cuMemcpyBatchAsync", symbol: "cuMemcpyBatchAsync_ptsz", since: 0, code: Address(cuMemcpyBatchAsync_ptsz as *const ()) },
    Spelling { function: "cuMemcpyBatchAsync", symbol: "cuMemcpyBatchAsync_v2", since: 13000, code: Address(cuMemcpyBatchAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpyBatchAsync", symbol: "cuMemcpyBatchAsync_v2_ptsz", since: 13000, code: Address(cuMemcpyBatchAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpyDtoA", symbol: "cuMemcpyDtoA_v2", since: 0, code: Address(cuMemcpyDtoA_v2 as *const ()) },
    Spelling { function: "cuMemcpyDtoA", symbol: "cuMemcpyDtoA_v2_ptds", since: 0, code: Address(cuMemcpyDtoA_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyDtoD", symbol: "cuMemcpyDtoD_v2", since: 0, code: Address(cuMemcpyDtoD_v2 as *const ()) },
    Spelling { function: "cuMemcpyDtoD", symbol: "cuMemcpyDtoD_v2_ptds", since: 0, code: Address(cuMemcpyDtoD_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyDtoDAsync", symbol: "cuMemcpyDtoDAsync_v2", since: 0, code: Address(cuMemcpyDtoDAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpyDtoDAsync", symbol: "cuMemcpyDtoDAsync_v2_ptsz", since: 0, code: Address(cuMemcpyDtoDAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpyDtoH", symbol: "cuMemcpyDtoH_v2", since: 0, code: Address(cuMemcpyDtoH_v2 as *const ()) },
    Spelling { function: "cuMemcpyDtoH", symbol: "cuMemcpyDtoH_v2_ptds", since: 0, code: Address(cuMemcpyDtoH_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyDtoHAsync", symbol: "cuMemcpyDtoHAsync_v2", since: 0, code: Address(cuMemcpyDtoHAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpyDtoHAsync", symbol: "cuMemcpyDtoHAsync_v2_ptsz", since: 0, code: Address(cuMemcpyDtoHAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpyHtoA", symbol: "cuMemcpyHtoA_v2", since: 0, code: Address(cuMemcpyHtoA_v2 as *const ()) },
    Spelling { function: "cuMemcpyHtoA", symbol: "cuMemcpyHtoA_v2_ptds", since: 0, code: Address(cuMemcpyHtoA_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyHtoAAsync", symbol: "cuMemcpyHtoAAsync_v2", since: 0, code: Address(cuMemcpyHtoAAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpyHtoAAsync", symbol: "cuMemcpyHtoAAsync_v2_ptsz", since: 0, code: Address(cuMemcpyHtoAAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpyHtoD", symbol: "cuMemcpyHtoD_v2", since: 0, code: Address(cuMemcpyHtoD_v2 as *const ()) },
    Spelling { function: "cuMemcpyHtoD", symbol: "cuMemcpyHtoD_v2_ptds", since: 0, code: Address(cuMemcpyHtoD_v2_ptds as *const ()) },
    Spelling { function: "cuMemcpyHtoDAsync", symbol: "cuMemcpyHtoDAsync_v2", since: 0, code: Address(cuMemcpyHtoDAsync_v2 as *const ()) },
    Spelling { function: "cuMemcpyHtoDAsync", symbol: "cuMemcpyHtoDAsync_v2_ptsz", since: 0, code: Address(cuMemcpyHtoDAsync_v2_ptsz as *const ()) },
    Spelling { function: "cuMemcpyPeer", symbol: "cuMemcpyPeer", since: 0, code: Address(cuMemcpyPeer as *const ()) },
    Spelling { function: "cuMemcpyPeer", symbol: "cuMemcpyPeer_ptds", since: 0, code: Address(cuMemcpyPeer_ptds as *const ()) },
    Spelling { function: "cuMemcpyPeerAsync", symbol: "cuMemcpyPeerAsync", since: 0, code: Address(cuMemcpyPeerAsync as *const ()) },
    Spelling { function: "cuMemcpyPeerAsync", symbol: "cuMemcpyPeerAsync_ptsz", since: 0, code: Address(cuMemcpyPeerAsync_ptsz as *const ()) },
    Spelling { function: "cuMemcpyWithAttributesAsync", symbol: "cuMemcpyWithAttributesAsync", since: 0, code: Address(cuMemcpyWithAttributesAsync as *const ()) },
    Spelling { function: "cuMemcpyWithAttributesAsync", symbol: "cuMemcpyWithAttributesAsync_ptsz", since: 0, code: Address(cuMemcpyWithAttributesAsync_ptsz as *const ()) },
    Spelling { function: "cuMemsetD16", symbol: "cuMemsetD16_v2", since: 0, code: Address(cuMemsetD16_v2 as *const ()) },
    Spelling { function: "cuMemsetD16", symbol: "cuMemsetD16_v2_ptds", since: 0, code: Address(cuMemsetD16_v2_ptds as *const ()) },
    Spelling { function: "cuMemsetD16Async", symbol: "cuMemsetD16Async", since: 0, code: Address(cuMemsetD16Async as *const ()) },
    Spelling { function: "cuMemsetD16Async", symbol: "cuMemsetD16Async_ptsz", since: 0, code: Address(cuMemsetD16Async_ptsz as *const ()) },
    Spelling { function: "cuMemsetD2D16", symbol: "cuMemsetD2D16_v2", since: 0, code: Address(cuMemsetD2D16_v2 as *const ()) },
    Spelling { function: "cuMemsetD2D16", symbol: "cuMemsetD2D16_v2_ptds", since: 0, code: Address(cuMemsetD2D16_v2_ptds as *const ()) },
    Spelling { function: "cuMemsetD2D16Async", symbol: "cuMemsetD2D16Async", since: 0, code: Address(cuMemsetD2D16Async as *const ()) },
    Spelling { function: "cuMemsetD2D16Async", symbol: "cuMemsetD2D16Async_ptsz", since: 0, code: Address(cuMemsetD2D16Async_ptsz as *const ()) },
    Spelling { function: "cuMemsetD2D32", symbol: "cuMemsetD2D32_v2", since: 0, code: Address(cuMemsetD2D32_v2 as *const ()) },
    Spelling { function: "cuMemsetD2D32", symbol: "cuMemsetD2D32_v2_ptds", since: 0, code: Address(cuMemsetD2D32_v2_ptds as *const ()) },
    Spelling { function: "cuMemsetD2D32Async", symbol: "cuMemsetD2D32Async", since: 0, code: Address(cuMemsetD2D32Async as *const ()) },
    Spelling { function: "cuMemsetD2D32Async", symbol: "cuMemsetD2D32Async_ptsz", since: 0, code: Address(cuMemsetD2D32Async_ptsz as *const ()) },
    Spelling { function: "cuMemsetD2D8", symbol: "cuMemsetD2D8_v2", since: 0, code: Address(cuMemsetD2D8_v2 as *const ()) },
    Spelling { function: "cuMemsetD2D8", symbol: "cuMemsetD2D8_v2_ptds", since: 0, code: Address(cuMemsetD2D8_v2_ptds as *const ()) },
    Spelling { function: "cuMemsetD2D8Async", symbol: "cuMemsetD2D8Async", since: 0, code: Address(cuMemsetD2D8Async as *const ()) },
    Spelling { function: "cuMemsetD2D8Async", symbol: "cuMemsetD2D8Async_ptsz", since: 0, code: Address(cuMemsetD2D8Async_ptsz as *const ()) },
    Spelling { function: "cuMemsetD32", symbol: "cuMemsetD32_v2", since: 0, code: Address(cuMemsetD32_v2 as *const ()) },
    Spelling { function: "cuMemsetD32", symbol: "cuMemsetD32_v2_ptds", since: 0, code: Address(cuMemsetD32_v2_ptds as *const ()) },
    Spelling { function: "cuMemsetD32Async", symbol: "cuMemsetD32Async", since: 0, code: Address(cuMemsetD32Async as *const ()) },
    Spelling { function: "cuMemsetD32Async", symbol: "cuMemsetD32Async_ptsz", since: 0, code: Address(cuMemsetD32Async_ptsz as *const ()) },
    Spelling { function: "cuMemsetD8", symbol: "cuMemsetD8_v2", since: 0, code: Address(cuMemsetD8_v2 as *const ()) },
    Spelling { function: "cuMemsetD8", symbol: "cuMemsetD8_v2_ptds", since: 0, code: Address(cuMemsetD8_v2_ptds as *const ()) },
    Spelling { function: "cuMemsetD8Async", symbol: "cuMemsetD8Async", since: 0, code: Address(cuMemsetD8Async as *const ()) },
    Spelling { function: "cuMemsetD8Async", symbol: "cuMemsetD8Async_ptsz", since: 0, code: Address(cuMemsetD8Async_ptsz as *const ()) },
    Spelling { function: "cuMipmappedArrayCreate", symbol: "cuMipmappedArrayCreate", since: 0, code: Address(cuMipmappedArrayCreate as *const ()) },
    Spelling { function: "cuMipmappedArrayDestroy", symbol: "cuMipmappedArrayDestroy", since: 0, code: Address(cuMipmappedArrayDestroy as *const ()) },
    Spelling { function: "cuMipmappedArrayGetLevel", symbol: "cuMipmappedArrayGetLevel", since: 0, code: Address(cuMipmappedArrayGetLevel as *const ()) },
    Spelling { function: "cuMipmappedArrayGetMemoryRequirements", symbol: "cuMipmappedArrayGetMemoryRequirements", since: 0, code: Address(cuMipmappedArrayGetMemoryRequirements as *const ()) },
    Spelling { function: "cuMipmappedArrayGetSparseProperties", symbol: "cuMipmappedArrayGetSparseProperties", since: 0, code: Address(cuMipmappedArrayGetSparseProperties as *const ()) },
    Spelling { function: "cuModuleEnumerateFunctions", symbol: "cuModuleEnumerateFunctions", since: 0, code: Address(cuModuleEnumerateFunctions as *const ()) },
    Spelling { function: "cuModuleGetFunction", symbol: "cuModuleGetFunction", since: 0, code: Address(cuModuleGetFunction as *const ()) },
    Spelling { function: "cuModuleGetFunctionCount", symbol: "cuModuleGetFunctionCount", since: 0, code: Address(cuModuleGetFunctionCount as *const ()) },
    Spelling { function: "cuModuleGetGlobal", symbol: "cuModuleGetGlobal_v2", since: 0, code: Address(cuModuleGetGlobal_v2 as *const ()) },
    Spelling { function: "cuModuleGetLoadingMode", symbol: "cuModuleGetLoadingMode", since: 0, code: Address(cuModuleGetLoadingMode as *const ()) },
    Spelling { function: "cuModuleGetSurfRef", symbol: "cuModuleGetSurfRef", since: 0, code: Address(cuModuleGetSurfRef as *const ()) },
    Spelling { function: "cuModuleGetTexRef", symbol: "cuModuleGetTexRef", since: 0, code: Address(cuModuleGetTexRef as *const ()) },
    Spelling { function: "cuModuleLoad", symbol: "cuModuleLoad", since: 0, code: Address(cuModuleLoad as *const ()) },
    Spelling { function: "cuModuleLoadData", symbol: "cuModuleLoadData", since: 0, code: Address(cuModuleLoadData as *const ()) },
    Spelling { function: "cuModuleLoadDataEx", symbol: "cuModuleLoadDataEx", since: 0, code: Address(cuModuleLoadDataEx as *const ()) },
    Spelling { function: "cuModuleLoadFatBinary", symbol: "cuModuleLoadFatBinary", since: 0, code: Address(cuModuleLoadFatBinary as *const ()) },
    Spelling { function: "cuModuleUnload", symbol: "cuModuleUnload", since: 0, code: Address(cuModuleUnload as *const ()) },
    Spelling { function: "cuMulticastAddDevice", symbol: "cuMulticastAddDevice", since: 0, code: Address(cuMulticastAddDevice as *const ()) },
    Spelling { function: "cuMulticastBindAddr", symbol: "cuMulticastBindAddr", since: 0, code: Address(cuMulticastBindAddr as *const ()) },
    Spelling { function: "cuMulticastBindAddr_v2", symbol: "cuMulticastBindAddr_v2", since: 0, code: Address(cuMulticastBindAddr_v2 as *const ()) },
    Spelling { function: "cuMulticastBindMem", symbol: "cuMulticastBindMem", since: 0, code: Address(cuMulticastBindMem as *const ()) },
    Spelling { function: "cuMulticastBindMem_v2", symbol: "cuMulticastBindMem_v2", since: 0, code: Address(cuMulticastBindMem_v2 as *const ()) },
    Spelling { function: "cuMulticastCreate", symbol: "cuMulticastCreate", since: 0, code: Address(cuMulticastCreate as *const ()) },
    Spelling { function: "cuMulticastGetGranularity", symbol: "cuMulticastGetGranularity", since: 0, code: Address(cuMulticastGetGranularity as *const ()) },
    Spelling { function: "cuMulticastUnbind", symbol: "cuMulticastUnbind", since: 0, code: Address(cuMulticastUnbind as *const ()) },
    Spelling { function: "cuOccupancyAvailableDynamicSMemPerBlock", symbol: "cuOccupancyAvailableDynamicSMemPerBlock", since: 0, code: Address(cuOccupancyAvailableDynamicSMemPerBlock as *const ()) },
    Spelling { function: "cuOccupancyMaxActiveBlocksPerMultiprocessor", symbol: "cuOccupancyMaxActiveBlocksPerMultiprocessor", since: 0, code: Address(cuOccupancyMaxActiveBlocksPerMultiprocessor as *const ()) },
    Spelling { function: "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", symbol: "cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags", since: 0, code: Address(cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags as *const ()) },
    Spelling { function: "cuOccupancyMaxActiveClusters", symbol: "cuOccupancyMaxActiveClusters", since: 0, code: Address(cuOccupancyMaxActiveClusters as *const ()) },
    Spelling { function: "cuOccupancyMaxPotentialBlockSize", symbol: "cuOccupancyMaxPotentialBlockSize", since: 0, code: Address(cuOccupancyMaxPotentialBlockSize as *const ()) },
    Spelling { function: "cuOccupancyMaxPotentialBlockSizeWithFlags", symbol: "cuOccupancyMaxPotentialBlockSizeWithFlags", since: 0, code: Address(cuOccupancyMaxPotentialBlockSizeWithFlags as *const ()) },
    Spelling { function: "cuOccupancyMaxPotentialClusterSize", symbol: "cuOccupancyMaxPotentialClusterSize", since: 0, code: Address(cuOccupancyMaxPotentialClusterSize as *const ()) },
    Spelling { function: "cuParamSetSize", symbol: "cuParamSetSize", since: 0, code: Address(cuParamSetSize as *const ()) },
    Spelling { function: "cuParamSetTexRef", symbol: "cuParamSetTexRef", since: 0, code: Address(cuParamSetTexRef as *const ()) },
    Spelling { function: "cuParamSetf", symbol: "cuParamSetf", since: 0, code: Address(cuParamSetf as *const ()) },
    Spelling { function: "cuParamSeti", symbol: "cuParamSeti", since: 0, code: Address(cuParamSeti as *const ()) },
    Spelling { function: "cuParamSetv", symbol: "cuParamSetv", since: 0, code: Address(cuParamSetv as *const ()) },
    Spelling { function: "cuPointerGetAttribute", symbol: "cuPointerGetAttribute", since: 0, code: Address(cuPointerGetAttribute as *const ()) },
    Spelling { function: "cuPointerGetAttributes", symbol: "cuPointerGetAttributes", since: 0, code: Address(cuPointerGetAttributes as *const ()) },
    Spelling { function: "cuPointerSetAttribute", symbol: "cuPointerSetAttribute", since: 0, code: Address(cuPointerSetAttribute as *const ()) },
    Spelling { function: "cuProfilerInitialize", symbol: "cuProfilerInitialize", since: 0, code: Address(cuProfilerInitialize as *const ()) },
    Spelling { function: "cuProfilerStart", symbol: "cuProfilerStart", since: 0, code: Address(cuProfilerStart as *const ()) },
    Spelling { function: "cuProfilerStop", symbol: "cuProfilerStop", since: 0, code: Address(cuProfilerStop as *const ()) },
    Spelling { function: "cuSignalExternalSemaphoresAsync", symbol: "cuSignalExternalSemaphoresAsync", since: 0, code: Address(cuSignalExternalSemaphoresAsync as *const ()) },
    Spelling { function: "cuSignalExternalSemaphoresAsync", symbol: "cuSignalExternalSemaphoresAsync_ptsz", since: 0, code: Address(cuSignalExternalSemaphoresAsync_ptsz as *const ()) },
    Spelling { function: "cuStreamAddCallback", symbol: "cuStreamAddCallback", since: 0, code: Address(cuStreamAddCallback as *const ()) },
    Spelling { function: "cuStreamAddCallback", symbol: "cuStreamAddCallback_ptsz", since: 0, code: Address(cuStreamAddCallback_ptsz as *const ()) },
    Spelling { function: "cuStreamAttachMemAsync", symbol: "cuStreamAttachMemAsync", since: 0, code: Address(cuStreamAttachMemAsync as *const ()) },
    Spelling { function: "cuStreamAttachMemAsync", symbol: "cuStreamAttachMemAsync_ptsz", since: 0, code: Address(cuStreamAttachMemAsync_ptsz as *const ()) },
    Spelling { function: "cuStreamBatchMemOp", symbol: "cuStreamBatchMemOp_v2", since: 0, code: Address(cuStreamBatchMemOp_v2 as *const ()) },
    Spelling { function: "cuStreamBatchMemOp", symbol: "cuStreamBatchMemOp_v2_ptsz", since: 0, code: Address(cuStreamBatchMemOp_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamBeginCapture", symbol: "cuStreamBeginCapture_v2", since: 0, code: Address(cuStreamBeginCapture_v2 as *const ()) },
    Spelling { function: "cuStreamBeginCapture", symbol: "cuStreamBeginCapture_v2_ptsz", since: 0, code: Address(cuStreamBeginCapture_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamBeginCaptureToCig", symbol: "cuStreamBeginCaptureToCig", since: 0, code: Address(cuStreamBeginCaptureToCig as *const ()) },
    Spelling { function: "cuStreamBeginCaptureToCig", symbol: "cuStreamBeginCaptureToCig_ptsz", since: 0, code: Address(cuStreamBeginCaptureToCig_ptsz as *const ()) },
    Spelling { function: "cuStreamBeginCaptureToGraph", symbol: "cuStreamBeginCaptureToGraph", since: 0, code: Address(cuStreamBeginCaptureToGraph as *const ()) },
    Spelling { function: "cuStreamBeginCaptureToGraph", symbol: "cuStreamBeginCaptureToGraph_ptsz", since: 0, code: Address(cuStreamBeginCaptureToGraph_ptsz as *const ()) },
    Spelling { function: "cuStreamBeginRecaptureToGraph", symbol: "cuStreamBeginRecaptureToGraph", since: 0, code: Address(cuStreamBeginRecaptureToGraph as *const ()) },
    Spelling { function: "cuStreamBeginRecaptureToGraph", symbol: "cuStreamBeginRecaptureToGraph_ptsz", since: 0, code: Address(cuStreamBeginRecaptureToGraph_ptsz as *const ()) },
    Spelling { function: "cuStreamCopyAttributes", symbol: "cuStreamCopyAttributes", since: 0, code: Address(cuStreamCopyAttributes as *const ()) },
    Spelling { function: "cuStreamCopyAttributes", symbol: "cuStreamCopyAttributes_ptsz", since: 0, code: Address(cuStreamCopyAttributes_ptsz as *const ()) },
    Spelling { function: "cuStreamCreate", symbol: "cuStreamCreate", since: 0, code: Address(cuStreamCreate as *const ()) },
    Spelling { function: "cuStreamCreateWithPriority", symbol: "cuStreamCreateWithPriority", since: 0, code: Address(cuStreamCreateWithPriority as *const ()) },
    Spelling { function: "cuStreamDestroy", symbol: "cuStreamDestroy_v2", since: 0, code: Address(cuStreamDestroy_v2 as *const ()) },
    Spelling { function: "cuStreamEndCapture", symbol: "cuStreamEndCapture", since: 0, code: Address(cuStreamEndCapture as *const ()) },
    Spelling { function: "cuStreamEndCapture", symbol: "cuStreamEndCapture_ptsz", since: 0, code: Address(cuStreamEndCapture_ptsz as *const ()) },
    Spelling { function: "cuStreamEndCaptureToCig", symbol: "cuStreamEndCaptureToCig", since: 0, code: Address(cuStreamEndCaptureToCig as *const ()) },
    Spelling { function: "cuStreamEndCaptureToCig", symbol: "cuStreamEndCaptureToCig_ptsz", since: 0, code: Address(cuStreamEndCaptureToCig_ptsz as *const ()) },
    Spelling { function: "cuStreamGetAttribute", symbol: "cuStreamGetAttribute", since: 0, code: Address(cuStreamGetAttribute as *const ()) },
    Spelling { function: "cuStreamGetAttribute", symbol: "cuStreamGetAttribute_ptsz", since: 0, code: Address(cuStreamGetAttribute_ptsz as *const ()) },
    Spelling { function: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_v2", since: 0, code: Address(cuStreamGetCaptureInfo_v2 as *const ()) },
    Spelling { function: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_v2_ptsz", since: 0, code: Address(cuStreamGetCaptureInfo_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_v3", since: 13000, code: Address(cuStreamGetCaptureInfo_v3 as *const ()) },
    Spelling { function: "cuStreamGetCaptureInfo", symbol: "cuStreamGetCaptureInfo_v3_ptsz", since: 13000, code: Address(cuStreamGetCaptureInfo_v3_ptsz as *const ()) },
    Spelling { function: "cuStreamGetCtx", symbol: "cuStreamGetCtx", since: 0, code: Address(cuStreamGetCtx as *const ()) },
    Spelling { function: "cuStreamGetCtx", symbol: "cuStreamGetCtx_ptsz", since: 0, code: Address(cuStreamGetCtx_ptsz as *const ()) },
    Spelling { function: "cuStreamGetCtx_v2", symbol: "cuStreamGetCtx_v2", since: 0, code: Address(cuStreamGetCtx_v2 as *const ()) },
    Spelling { function: "cuStreamGetCtx_v2", symbol: "cuStreamGetCtx_v2_ptsz", since: 0, code: Address(cuStreamGetCtx_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamGetDevResource", symbol: "cuStreamGetDevResource", since: 0, code: Address(cuStreamGetDevResource as *const ()) },
    Spelling { function: "cuStreamGetDevResource", symbol: "cuStreamGetDevResource_ptsz", since: 0, code: Address(cuStreamGetDevResource_ptsz as *const ()) },
    Spelling { function: "cuStreamGetDevice", symbol: "cuStreamGetDevice", since: 0, code: Address(cuStreamGetDevice as *const ()) },
    Spelling { function: "cuStreamGetDevice", symbol: "cuStreamGetDevice_ptsz", since: 0, code: Address(cuStreamGetDevice_ptsz as *const ()) },
    Spelling { function: "cuStreamGetFlags", symbol: "cuStreamGetFlags", since: 0, code: Address(cuStreamGetFlags as *const ()) },
    Spelling { function: "cuStreamGetFlags", symbol: "cuStreamGetFlags_ptsz", since: 0, code: Address(cuStreamGetFlags_ptsz as *const ()) },
    Spelling { function: "cuStreamGetGreenCtx", symbol: "cuStreamGetGreenCtx", since: 0, code: Address(cuStreamGetGreenCtx as *const ()) },
    Spelling { function: "cuStreamGetId", symbol: "cuStreamGetId", since: 0, code: Address(cuStreamGetId as *const ()) },
    Spelling { function: "cuStreamGetId", symbol: "cuStreamGetId_ptsz", since: 0, code: Address(cuStreamGetId_ptsz as *const ()) },
    Spelling { function: "cuStreamGetPriority", symbol: "cuStreamGetPriority", since: 0, code: Address(cuStreamGetPriority as *const ()) },
    Spelling { function: "cuStreamGetPriority", symbol: "cuStreamGetPriority_ptsz", since: 0, code: Address(cuStreamGetPriority_ptsz as *const ()) },
    Spelling { function: "cuStreamIsCapturing", symbol: "cuStreamIsCapturing", since: 0, code: Address(cuStreamIsCapturing as *const ()) },
    Spelling { function: "cuStreamIsCapturing", symbol: "cuStreamIsCapturing_ptsz", since: 0, code: Address(cuStreamIsCapturing_ptsz as *const ()) },
    Spelling { function: "cuStreamQuery", symbol: "cuStreamQuery", since: 0, code: Address(cuStreamQuery as *const ()) },
    Spelling { function: "cuStreamQuery", symbol: "cuStreamQuery_ptsz", since: 0, code: Address(cuStreamQuery_ptsz as *const ()) },
    Spelling { function: "cuStreamSetAttribute", symbol: "cuStreamSetAttribute", since: 0, code: Address(cuStreamSetAttribute as *const ()) },
    Spelling { function: "cuStreamSetAttribute", symbol: "cuStreamSetAttribute_ptsz", since: 0, code: Address(cuStreamSetAttribute_ptsz as *const ()) },
    Spelling { function: "cuStreamSynchronize", symbol: "cuStreamSynchronize", since: 0, code: Address(cuStreamSynchronize as *const ()) },
    Spelling { function: "cuStreamSynchronize", symbol: "cuStreamSynchronize_ptsz", since: 0, code: Address(cuStreamSynchronize_ptsz as *const ()) },
    Spelling { function: "cuStreamUpdateCaptureDependencies", symbol: "cuStreamUpdateCaptureDependencies", since: 0, code: Address(cuStreamUpdateCaptureDependencies as *const ()) },
    Spelling { function: "cuStreamUpdateCaptureDependencies", symbol: "cuStreamUpdateCaptureDependencies_ptsz", since: 0, code: Address(cuStreamUpdateCaptureDependencies_ptsz as *const ()) },
    Spelling { function: "cuStreamUpdateCaptureDependencies", symbol: "cuStreamUpdateCaptureDependencies_v2", since: 13000, code: Address(cuStreamUpdateCaptureDependencies_v2 as *const ()) },
    Spelling { function: "cuStreamUpdateCaptureDependencies", symbol: "cuStreamUpdateCaptureDependencies_v2_ptsz", since: 13000, code: Address(cuStreamUpdateCaptureDependencies_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamWaitEvent", symbol: "cuStreamWaitEvent", since: 0, code: Address(cuStreamWaitEvent as *const ()) },
    Spelling { function: "cuStreamWaitEvent", symbol: "cuStreamWaitEvent_ptsz", since: 0, code: Address(cuStreamWaitEvent_ptsz as *const ()) },
    Spelling { function: "cuStreamWaitValue32", symbol: "cuStreamWaitValue32_v2", since: 0, code: Address(cuStreamWaitValue32_v2 as *const ()) },
    Spelling { function: "cuStreamWaitValue32", symbol: "cuStreamWaitValue32_v2_ptsz", since: 0, code: Address(cuStreamWaitValue32_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamWaitValue64", symbol: "cuStreamWaitValue64_v2", since: 0, code: Address(cuStreamWaitValue64_v2 as *const ()) },
    Spelling { function: "cuStreamWaitValue64", symbol: "cuStreamWaitValue64_v2_ptsz", since: 0, code: Address(cuStreamWaitValue64_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamWriteValue32", symbol: "cuStreamWriteValue32_v2", since: 0, code: Address(cuStreamWriteValue32_v2 as *const ()) },
    Spelling { function: "cuStreamWriteValue32", symbol: "cuStreamWriteValue32_v2_ptsz", since: 0, code: Address(cuStreamWriteValue32_v2_ptsz as *const ()) },
    Spelling { function: "cuStreamWriteValue64", symbol: "cuStreamWriteValue64_v2", since: 0, code: Address(cuStreamWriteValue64_v2 as *const ()) },
    Spelling { function: "cuStreamWriteValue64", symbol: "cuStreamWriteValue64_v2_ptsz", since: 0, code: Address(cuStreamWriteValue64_v2_ptsz as *const ()) },
    Spelling { function: "cuSurfObjectCreate", symbol: "cuSurfObjectCreate", since: 0, code: Address(cuSurfObjectCreate as *const ()) },
    Spelling { function: "cuSurfObjectDestroy", symbol: "cuSurfObjectDestroy", since: 0, code: Address(cuSurfObjectDestroy as *const ()) },
    Spelling { function: "cuSurfObjectGetResourceDesc", symbol: "cuSurfObjectGetResourceDesc", since: 0, code: Address(cuSurfObjectGetResourceDesc as *const ()) },
    Spelling { function: "cuSurfRefGetArray", symbol: "cuSurfRefGetArray", since: 0, code: Address(cuSurfRefGetArray as *const ()) },
    Spelling { function: "cuSurfRefSetArray", symbol: "cuSurfRefSetArray", since: 0, code: Address(cuSurfRefSetArray as *const ()) },
    Spelling { function: "cuTensorMapEncodeIm2col", symbol: "cuTensorMapEncodeIm2col", since: 0, code: Address(cuTensorMapEncodeIm2col as *const ()) },
    Spelling { function: "cuTensorMapEncodeIm2colWide", symbol: "cuTensorMapEncodeIm2colWide", since: 0, code: Address(cuTensorMapEncodeIm2colWide as *const ()) },
    Spelling { function: "cuTensorMapEncodeTiled", symbol: "cuTensorMapEncodeTiled", since: 0, code: Address(cuTensorMapEncodeTiled as *const ()) },
    Spelling { function: "cuTensorMapReplaceAddress", symbol: "cuTensorMapReplaceAddress", since: 0, code: Address(cuTensorMapReplaceAddress as *const ()) },
    Spelling { function: "cuTensorMapSetAllocationClass", symbol: "cuTensorMapSetAllocationClass", since: 0, code: Address(cuTensorMapSetAllocationClass as *const ()) },
    Spelling { function: "cuTexObjectCreate", symbol: "cuTexObjectCreate", since: 0, code: Address(cuTexObjectCreate as *const ()) },
    Spelling { function: "cuTexObjectDestroy", symbol: "cuTexObjectDestroy", since: 0, code: Address(cuTexObjectDestroy as *const ()) },
    Spelling { function: "cuTexObjectGetResourceDesc", symbol: "cuTexObjectGetResourceDesc", since: 0, code: Address(cuTexObjectGetResourceDesc as *const ()) },
    Spelling { function: "cuTexObjectGetResourceViewDesc", symbol: "cuTexObjectGetResourceViewDesc", since: 0, code: Address(cuTexObjectGetResourceViewDesc as *const ()) },
    Spelling { function: "cuTexObjectGetTextureDesc", symbol: "cuTexObjectGetTextureDesc", since: 0, code: Address(cuTexObjectGetTextureDesc as *const ()) },
    Spelling { function: "cuTexRefCreate", symbol: "cuTexRefCreate", since: 0, code: Address(cuTexRefCreate as *const ()) },
    Spelling { function: "cuTexRefDestroy", symbol: "cuTexRefDestroy", since: 0, code: Address(cuTexRefDestroy as *const ()) },
    Spelling { function: "cuTexRefGetAddress", symbol: "cuTexRefGetAddress_v2", since: 0, code: Address(cuTexRefGetAddress_v2 as *const ()) },
    Spelling { function: "cuTexRefGetAddressMode", symbol: "cuTexRefGetAddressMode", since: 0, code: Address(cuTexRefGetAddressMode as *const ()) },
    Spelling { function: "cuTexRefGetArray", symbol: "cuTexRefGetArray", since: 0, code: Address(cuTexRefGetArray as *const ()) },
    Spelling { function: "cuTexRefGetBorderColor", symbol: "cuTexRefGetBorderColor", since: 0, code: Address(cuTexRefGetBorderColor as *const ()) },
    Spelling { function: "cuTexRefGetFilterMode", symbol: "cuTexRefGetFilterMode", since: 0, code: Address(cuTexRefGetFilterMode as *const ()) },
    Spelling { function: "cuTexRefGetFlags", symbol: "cuTexRefGetFlags", since: 0, code: Address(cuTexRefGetFlags as *const ()) },
    Spelling { function: "cuTexRefGetFormat", symbol: "cuTexRefGetFormat", since: 0, code: Address(cuTexRefGetFormat as *const ()) },
    Spelling { function: "cuTexRefGetMaxAnisotropy", symbol: "cuTexRefGetMaxAnisotropy", since: 0, code: Address(cuTexRefGetMaxAnisotropy as *const ()) },
    Spelling { function: "cuTexRefGetMipmapFilterMode", symbol: "cuTexRefGetMipmapFilterMode", since: 0, code: Address(cuTexRefGetMipmapFilterMode as *const ()) },
    Spelling { function: "cuTexRefGetMipmapLevelBias", symbol: "cuTexRefGetMipmapLevelBias", since: 0, code: Address(cuTexRefGetMipmapLevelBias as *const ()) },
    Spelling { function: "cuTexRefGetMipmapLevelClamp", symbol: "cuTexRefGetMipmapLevelClamp", since: 0, code: Address(cuTexRefGetMipmapLevelClamp as *const ()) },
    Spelling { function: "cuTexRefGetMipmappedArray", symbol: "cuTexRefGetMipmappedArray", since: 0, code: Address(cuTexRefGetMipmappedArray as *const ()) },
    Spelling { function: "cuTexRefSetAddress", symbol: "cuTexRefSetAddress_v2", since: 0, code: Address(cuTexRefSetAddress_v2 as *const ()) },
    Spelling { function: "cuTexRefSetAddress2D", symbol: "cuTexRefSetAddress2D_v3", since: 0, code: Address(cuTexRefSetAddress2D_v3 as *const ()) },
    Spelling { function: "cuTexRefSetAddressMode", symbol: "cuTexRefSetAddressMode", since: 0, code: Address(cuTexRefSetAddressMode as *const ()) },
    Spelling { function: "cuTexRefSetArray", symbol: "cuTexRefSetArray", since: 0, code: Address(cuTexRefSetArray as *const ()) },
    Spelling { function: "cuTexRefSetBorderColor", symbol: "cuTexRefSetBorderColor", since: 0, code: Address(cuTexRefSetBorderColor as *const ()) },
    Spelling { function: "cuTexRefSetFilterMode", symbol: "cuTexRefSetFilterMode", since: 0, code: Address(cuTexRefSetFilterMode as *const ()) },
    Spelling { function: "cuTexRefSetFlags", symbol: "cuTexRefSetFlags", since: 0, code: Address(cuTexRefSetFlags as *const ()) },
    Spelling { function: "cuTexRefSetFormat", symbol: "cuTexRefSetFormat", since: 0, code: Address(cuTexRefSetFormat as *const ()) },
    Spelling { function: "cuTexRefSetMaxAnisotropy", symbol: "cuTexRefSetMaxAnisotropy", since: 0, code: Address(cuTexRefSetMaxAnisotropy as *const ()) },
    Spelling { function: "cuTexRefSetMipmapFilterMode", symbol: "cuTexRefSetMipmapFilterMode", since: 0, code: Address(cuTexRefSetMipmapFilterMode as *const ()) },
    Spelling { function: "cuTexRefSetMipmapLevelBias", symbol: "cuTexRefSetMipmapLevelBias", since: 0, code: Address(cuTexRefSetMipmapLevelBias as *const ()) },
    Spelling { function: "cuTexRefSetMipmapLevelClamp", symbol: "cuTexRefSetMipmapLevelClamp", since: 0, code: Address(cuTexRefSetMipmapLevelClamp as *const ()) },
    Spelling { function: "cuTexRefSetMipmappedArray", symbol: "cuTexRefSetMipmappedArray", since: 0, code: Address(cuTexRefSetMipmappedArray as *const ()) },
    Spelling { function: "cuThreadExchangeStreamCaptureMode", symbol: "cuThreadExchangeStreamCaptureMode", since: 0, code: Address(cuThreadExchangeStreamCaptureMode as *const ()) },
    Spelling { function: "cuUserObjectCreate", symbol: "cuUserObjectCreate", since: 0, code: Address(cuUserObjectCreate as *const ()) },
    Spelling { function: "cuUserObjectRelease", symbol: "cuUserObjectRelease", since: 0, code: Address(cuUserObjectRelease as *const ()) },
    Spelling { function: "cuUserObjectRetain", symbol: "cuUserObjectRetain", since: 0, code: Address(cuUserObjectRetain as *const ()) },
    Spelling { function: "cuWaitExternalSemaphoresAsync", symbol: "cuWaitExternalSemaphoresAsync", since: 0, code: Address(cuWaitExternalSemaphoresAsync as *const ()) },
    Spelling { function: "cuWaitExternalSemaphoresAsync", symbol: "cuWaitExternalSemaphoresAsync_ptsz", since: 0, code: Address(cuWaitExternalSemaphoresAsync_ptsz as *const ()) },
];

/// Devices' attributes by CUDA's numbers: HIP's number, or a value and the compute capability that it takes.
#[rustfmt::skip]
pub(crate) static DEVICE_ATTRIBUTES: &[(u32, Option<u32>, i32, i32)] = &[
    (1, Some(56), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK
    (2, Some(26), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X
    (3, Some(27), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y
    (4, Some(28), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z
    (5, Some(29), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X
    (6, Some(30), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y
    (7, Some(31), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z
    (8, Some(74), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK
    (9, Some(83), 0, 0), // CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY
    (10, Some(87), 0, 0), // CU_DEVICE_ATTRIBUTE_WARP_SIZE
    (11, Some(58), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_PITCH
    (12, Some(71), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK
    (13, Some(5), 0, 0), // CU_DEVICE_ATTRIBUTE_CLOCK_RATE
    (14, Some(81), 0, 0), // CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT
    (15, Some(2), 0, 0), // CU_DEVICE_ATTRIBUTE_GPU_OVERLAP
    (16, Some(63), 0, 0), // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
    (17, Some(18), 0, 0), // CU_DEVICE_ATTRIBUTE_KERNEL_EXEC_TIMEOUT
    (18, Some(16), 0, 0), // CU_DEVICE_ATTRIBUTE_INTEGRATED
    (19, Some(3), 0, 0), // CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY
    (20, Some(6), 0, 0), // CU_DEVICE_ATTRIBUTE_COMPUTE_MODE
    (21, Some(39), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH
    (22, Some(43), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH
    (23, Some(44), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT
    (24, Some(49), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH
    (25, Some(50), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT
    (26, Some(51), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH
    (27, Some(46), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH
    (28, Some(46), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT
    (29, None, 2048, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS
    (30, Some(79), 0, 0), // CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT
    (31, Some(8), 0, 0), // CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS
    (32, Some(0), 0, 0), // CU_DEVICE_ATTRIBUTE_ECC_ENABLED
    (33, Some(67), 0, 0), // CU_DEVICE_ATTRIBUTE_PCI_BUS_ID
    (34, Some(68), 0, 0), // CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID
    (35, Some(80), 0, 0), // CU_DEVICE_ATTRIBUTE_TCC_DRIVER
    (36, Some(60), 0, 0), // CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE
    (37, Some(59), 0, 0), // CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH
    (38, Some(19), 0, 0), // CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE
    (39, Some(57), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR
    (40, Some(2), 0, 0), // CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT
    (41, Some(85), 0, 0), // CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING
    (42, Some(40), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH
    (43, None, 2048, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS
    (44, None, 1, 0), // CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER
    (45, Some(45), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH
    (46, Some(45), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT
    (47, Some(52), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE
    (48, Some(52), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE
    (49, Some(52), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE
    (50, Some(69), 0, 0), // CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID
    (51, Some(82), 0, 0), // CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT
    (52, Some(53), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH
    (53, Some(54), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH
    (54, None, 2046, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS
    (55, Some(32), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH
    (56, Some(34), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH
    (57, Some(34), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT
    (58, Some(36), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH
    (59, Some(36), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT
    (60, Some(36), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH
    (61, Some(33), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH
    (62, None, 2048, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS
    (63, Some(35), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH
    (64, Some(35), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT
    (65, None, 2048, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS
    (66, Some(37), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH
    (67, Some(38), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH
    (68, None, 2046, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS
    (69, Some(41), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH
    (70, Some(47), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH
    (71, Some(47), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT
    (72, Some(47), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH
    (73, Some(48), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH
    (74, Some(48), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT
    (75, Some(23), 0, 0), // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR
    (76, Some(61), 0, 0), // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR
    (77, Some(42), 0, 0), // CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH
    (78, Some(78), 0, 0), // CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED
    (79, Some(14), 0, 0), // CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED
    (80, Some(20), 0, 0), // CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED
    (81, Some(10002), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR
    (82, Some(72), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR
    (83, Some(24), 0, 0), // CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY
    (84, Some(17), 0, 0), // CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD
    (85, Some(62), 0, 0), // CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID
    (86, Some(15), 0, 0), // CU_DEVICE_ATTRIBUTE_HOST_NATIVE_ATOMIC_SUPPORTED
    (87, Some(77), 0, 0), // CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO
    (88, Some(65), 0, 0), // CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS
    (89, Some(9), 0, 0), // CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS
    (90, Some(7), 0, 0), // CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED
    (91, Some(4), 0, 0), // CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM
    (92, None, 0, 0), // CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1
    (93, None, 0, 0), // CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1
    (94, Some(10013), 0, 0), // CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1
    (95, Some(10), 0, 0), // CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH
    (96, Some(11), 0, 0), // CU_DEVICE_ATTRIBUTE_COOPERATIVE_MULTI_DEVICE_LAUNCH
    (97, Some(75), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN
    (98, None, 0, 0), // CU_DEVICE_ATTRIBUTE_CAN_FLUSH_REMOTE_WRITES
    (99, Some(90), 0, 0), // CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED
    (100, Some(66), 0, 0), // CU_DEVICE_ATTRIBUTE_PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES
    (101, Some(13), 0, 0), // CU_DEVICE_ATTRIBUTE_DIRECT_MANAGED_MEM_ACCESS_FROM_HOST
    (102, Some(89), 0, 0), // CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED
    (103, None, 1, 0), // CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED
    (104, None, 0, 0), // CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED
    (105, None, 0, 0), // CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED
    (106, Some(25), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR
    (107, None, 0, 0), // CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED
    (108, Some(70), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE
    (109, Some(1), 0, 0), // CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE
    (110, Some(94), 0, 0), // CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED
    (111, Some(73), 0, 0), // CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK
    (112, None, 0, 0), // CU_DEVICE_ATTRIBUTE_SPARSE_CUDA_ARRAY_SUPPORTED
    (113, None, 1, 0), // CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED
    (114, None, 0, 0), // CU_DEVICE_ATTRIBUTE_TIMELINE_SEMAPHORE_INTEROP_SUPPORTED
    (115, Some(88), 0, 0), // CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED
    (116, None, 0, 0), // CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_SUPPORTED
    (117, None, 0, 0), // CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_FLUSH_WRITES_OPTIONS
    (118, None, 0, 0), // CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WRITES_ORDERING
    (119, Some(91), 0, 0), // CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES
    (120, None, 1, 90), // CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH
    (121, None, 0, 0), // CU_DEVICE_ATTRIBUTE_DEFERRED_MAPPING_CUDA_ARRAY_SUPPORTED
    (122, None, 1, 0), // CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS
    (123, Some(10013), 0, 0), // CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR
    (124, Some(93), 0, 0), // CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED
    (125, None, 1, 0), // CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED
    (126, None, 4, 90), // CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT
    (127, None, 0, 0), // CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED
    (128, Some(95), 0, 0), // CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED
    (129, None, 1, 0), // CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS
    (130, None, 0, 0), // CU_DEVICE_ATTRIBUTE_NUMA_CONFIG
    (131, None, -1, 0), // CU_DEVICE_ATTRIBUTE_NUMA_ID
    (132, None, 0, 0), // CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED
    (133, None, 0, 0), // CU_DEVICE_ATTRIBUTE_MPS_ENABLED
    (134, Some(92), 0, 0), // CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID
    (135, None, 0, 0), // CU_DEVICE_ATTRIBUTE_D3D12_CIG_SUPPORTED
    (136, None, 0, 0), // CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK
    (137, None, 0, 0), // CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH
    (138, None, 0, 0), // CU_DEVICE_ATTRIBUTE_VULKAN_CIG_SUPPORTED
    (139, None, 0, 0), // CU_DEVICE_ATTRIBUTE_GPU_PCI_DEVICE_ID
    (140, None, 0, 0), // CU_DEVICE_ATTRIBUTE_GPU_PCI_SUBSYSTEM_ID
    (141, None, 0, 0), // CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED
    (142, None, 0, 0), // CU_DEVICE_ATTRIBUTE_HOST_NUMA_MEMORY_POOLS_SUPPORTED
    (143, None, 0, 0), // CU_DEVICE_ATTRIBUTE_HOST_NUMA_MULTINODE_IPC_SUPPORTED
    (144, None, 0, 0), // CU_DEVICE_ATTRIBUTE_HOST_MEMORY_POOLS_SUPPORTED
    (145, None, 0, 0), // CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED
    (146, None, 0, 0), // CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED
    (147, None, 0, 0), // CU_DEVICE_ATTRIBUTE_ONLY_PARTIAL_HOST_NATIVE_ATOMIC_SUPPORTED
];

//! Written by `cargo xtask check --write` from the tables in cuda-compat/api: change those.
//!
//! CUDA's runtime functions that both versions have: those that are HIP calls, those of the library's `own`, and those that are missing.

/// The functions of both versions, where a library exports its own.
#[rustfmt::skip]
#[macro_export]
macro_rules! functions_of_both {
    () => {
        cudart::forwards! {
            cudaArrayGetInfo(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipArrayGetInfo(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
            cudaCreateSurfaceObject(a: Pointer, b: Pointer) = hipCreateSurfaceObject(a => Pointer, b => Pointer);
            cudaCreateTextureObject(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipCreateTextureObject(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
            cudaDestroySurfaceObject(a: u64) = hipDestroySurfaceObject(a => u64);
            cudaDestroyTextureObject(a: u64) = hipDestroyTextureObject(a => u64);
            cudaDeviceCanAccessPeer(a: Pointer, b: u32, c: u32) = hipDeviceCanAccessPeer(a => Pointer, b => u32, c => u32);
            cudaDeviceDisablePeerAccess(a: u32) = hipDeviceDisablePeerAccess(a => u32);
            cudaDeviceEnablePeerAccess(a: u32, b: u32) = hipDeviceEnablePeerAccess(a => u32, b => u32);
            cudaDeviceGetByPCIBusId(a: Pointer, b: Pointer) = hipDeviceGetByPCIBusId(a => Pointer, b => Pointer);
            cudaDeviceGetCacheConfig(a: Pointer) = hipDeviceGetCacheConfig(a => Pointer);
            cudaDeviceGetDefaultMemPool(a: Pointer, b: u32) = hipDeviceGetDefaultMemPool(a => Pointer, b => u32);
            cudaDeviceGetGraphMemAttribute(a: u32, b: u32, c: Pointer) = hipDeviceGetGraphMemAttribute(a => u32, b => u32, c => Pointer);
            cudaDeviceGetLimit(a: Pointer, b: u32) = hipDeviceGetLimit(a => Pointer, b => u32);
            cudaDeviceGetMemPool(a: Pointer, b: u32) = hipDeviceGetMemPool(a => Pointer, b => u32);
            cudaDeviceGetPCIBusId(a: Pointer, b: u32, c: u32) = hipDeviceGetPCIBusId(a => Pointer, b => u32, c => u32);
            cudaDeviceGetSharedMemConfig(a: Pointer) = hipDeviceGetSharedMemConfig(a => Pointer);
            cudaDeviceGetStreamPriorityRange(a: Pointer, b: Pointer) = hipDeviceGetStreamPriorityRange(a => Pointer, b => Pointer);
            cudaDeviceGetTexture1DLinearMaxWidth(a: Pointer, b: Pointer, c: u32) = hipDeviceGetTexture1DLinearMaxWidth(a => Pointer, b => Pointer, c => u32);
            cudaDeviceGraphMemTrim(a: u32) = hipDeviceGraphMemTrim(a => u32);
            cudaDeviceReset() = hipDeviceReset();
            cudaDeviceSetCacheConfig(a: u32) = hipDeviceSetCacheConfig(a => u32);
            cudaDeviceSetGraphMemAttribute(a: u32, b: u32, c: Pointer) = hipDeviceSetGraphMemAttribute(a => u32, b => u32, c => Pointer);
            cudaDeviceSetLimit(a: u32, b: u64) = hipDeviceSetLimit(a => u32, b => u64);
            cudaDeviceSetMemPool(a: u32, b: Pointer) = hipDeviceSetMemPool(a => u32, b => Pointer);
            cudaDeviceSetSharedMemConfig(a: u32) = hipDeviceSetSharedMemConfig(a => u32);
            cudaDeviceSynchronize() = hipDeviceSynchronize();
            cudaDriverGetVersion(a: Pointer) = hipDriverGetVersion(a => Pointer);
            cudaEventCreate(a: Pointer) = hipEventCreate(a => Pointer);
            cudaEventCreateWithFlags(a: Pointer, b: u32) = hipEventCreateWithFlags(a => Pointer, b => u32);
            cudaEventDestroy(a: Pointer) = hipEventDestroy(a => Pointer);
            cudaEventElapsedTime(a: Pointer, b: Pointer, c: Pointer) = hipEventElapsedTime(a => Pointer, b => Pointer, c => Pointer);
            cudaEventQuery(a: Pointer) = hipEventQuery(a => Pointer);
            cudaEventRecord(a: Pointer, b: Pointer) = hipEventRecord(a => Pointer, b => Pointer);
            cudaEventRecordWithFlags(a: Pointer, b: Pointer, c: u32) = hipEventRecordWithFlags(a => Pointer, b => Pointer, c => u32);
            cudaEventRecordWithFlags_ptsz(a: Pointer, b: Pointer, c: u32) = hipEventRecordWithFlags(a => Pointer, per_thread(b) => Pointer, c => u32);
            cudaEventRecord_ptsz(a: Pointer, b: Pointer) = hipEventRecord(a => Pointer, per_thread(b) => Pointer);
            cudaEventSynchronize(a: Pointer) = hipEventSynchronize(a => Pointer);
            cudaFree(a: Pointer) = hipFree(a => Pointer);
            cudaFreeArray(a: Pointer) = hipFreeArray(a => Pointer);
            cudaFreeAsync(a: Pointer, b: Pointer) = hipFreeAsync(a => Pointer, b => Pointer);
            cudaFreeAsync_ptsz(a: Pointer, b: Pointer) = hipFreeAsync(a => Pointer, per_thread(b) => Pointer);
            cudaFreeHost(a: Pointer) = hipHostFree(a => Pointer);
            cudaFreeMipmappedArray(a: Pointer) = hipFreeMipmappedArray(a => Pointer);
            cudaFuncSetAttribute(a: Pointer, b: u32, c: u32) = hipFuncSetAttribute(a => Pointer, b => u32, c => u32);
            cudaFuncSetCacheConfig(a: Pointer, b: u32) = hipFuncSetCacheConfig(a => Pointer, b => u32);
            cudaFuncSetSharedMemConfig(a: Pointer, b: u32) = hipFuncSetSharedMemConfig(a => Pointer, b => u32);
            cudaGetChannelDesc(a: Pointer, b: Pointer) = hipGetChannelDesc(a => Pointer, b => Pointer);
            cudaGetDevice(a: Pointer) = hipGetDevice(a => Pointer);
            cudaGetDeviceCount(a: Pointer) = hipGetDeviceCount(a => Pointer);
            cudaGetDeviceFlags(a: Pointer) = hipGetDeviceFlags(a => Pointer);
            cudaGetFuncBySymbol(a: Pointer, b: Pointer) = hipGetFuncBySymbol(a => Pointer, b => Pointer);
            cudaGetKernel(a: Pointer, b: Pointer) = hipGetFuncBySymbol(a => Pointer, b => Pointer);
            cudaGetMipmappedArrayLevel(a: Pointer, b: Pointer, c: u32) = hipGetMipmappedArrayLevel(a => Pointer, b => Pointer, c => u32);
            cudaGetSymbolAddress(a: Pointer, b: Pointer) = hipGetSymbolAddress(a => Pointer, b => Pointer);
            cudaGetSymbolSize(a: Pointer, b: Pointer) = hipGetSymbolSize(a => Pointer, b => Pointer);
            cudaGraphAddChildGraphNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipGraphAddChildGraphNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
            cudaGraphAddEmptyNode(a: Pointer, b: Pointer, c: Pointer, d: u64) = hipGraphAddEmptyNode(a => Pointer, b => Pointer, c => Pointer, d => u64);
            cudaGraphAddEventRecordNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipGraphAddEventRecordNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
            cudaGraphAddEventWaitNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipGraphAddEventWaitNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
            cudaGraphAddExternalSemaphoresSignalNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipGraphAddExternalSemaphoresSignalNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
            cudaGraphAddExternalSemaphoresWaitNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipGraphAddExternalSemaphoresWaitNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
            cudaGraphAddHostNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipGraphAddHostNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
            cudaGraphAddMemAllocNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipGraphAddMemAllocNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
            cudaGraphAddMemFreeNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipGraphAddMemFreeNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
            cudaGraphAddMemcpyNode(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer) = hipGraphAddMemcpyNode(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer);
            cudaGraphAddMemcpyNode1D(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer, f: Pointer, g: u64, h: u32) = hipGraphAddMemcpyNode1D(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer, f => Pointer, g => u64, h => u32);
            cudaGraphAddMemcpyNodeFromSymbol(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer, f: Pointer, g: u64, h: u64, i: u32) = hipGraphAddMemcpyNodeFromSymbol(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer, f => Pointer, g => u64, h => u64, i => u32);
            cudaGraphAddMemcpyNodeToSymbol(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer, f: Pointer, g: u64, h: u64, i: u32) = hipGraphAddMemcpyNodeToSymbol(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer, f => Pointer, g => u64, h => u64, i => u32);
            cudaGraphChildGraphNodeGetGraph(a: Pointer, b: Pointer) = hipGraphChildGraphNodeGetGraph(a => Pointer, b => Pointer);
            cudaGraphClone(a: Pointer, b: Pointer) = hipGraphClone(a => Pointer, b => Pointer);
            cudaGraphConditionalHandleCreate(a: Pointer, b: Pointer, c: u32, d: u32) = hipExtGraphConditionalHandleCreate(a => Pointer, b => Pointer, c => u32, d => u32);
            cudaGraphCreate(a: Pointer, b: u32) = hipGraphCreate(a => Pointer, b => u32);
            cudaGraphDebugDotPrint(a: Pointer, b: Pointer, c: u32) = hipGraphDebugDotPrint(a => Pointer, b => Pointer, c => u32);
            cudaGraphDestroy(a: Pointer) = hipGraphDestroy(a => Pointer);
            cudaGraphDestroyNode(a: Pointer) = hipGraphDestroyNode(a => Pointer);
            cudaGraphEventRecordNodeGetEvent(a: Pointer, b: Pointer) = hipGraphEventRecordNodeGetEvent(a => Pointer, b => Pointer);
            cudaGraphEventRecordNodeSetEvent(a: Pointer, b: Pointer) = hipGraphEventRecordNodeSetEvent(a => Pointer, b => Pointer);
            cudaGraphEventWaitNodeGetEvent(a: Pointer, b: Pointer) = hipGraphEventWaitNodeGetEvent(a => Pointer, b => Pointer);
            cudaGraphEventWaitNodeSetEvent(a: Pointer, b: Pointer) = hipGraphEventWaitNodeSetEvent(a => Pointer, b => Pointer);
            cudaGraphExecChildGraphNodeSetParams(a: Pointer, b: Pointer, c: Pointer) = hipGraphExecChildGraphNodeSetParams(a => Pointer, b => Pointer, c => Pointer);
            cudaGraphExecDestroy(a: Pointer) = hipGraphExecDestroy(a => Pointer);
            cudaGraphExecEventRecordNodeSetEvent(a: Pointer, b: Pointer, c: Pointer) = hipGraphExecEventRecordNodeSetEvent(a => Pointer, b => Pointer, c => Pointer);
            cudaGraphExecEventWaitNodeSetEvent(a: Pointer, b: Pointer, c: Pointer) = hipGraphExecEventWaitNodeSetEvent(a => Pointer, b => Pointer, c => Pointer);
            cudaGraphExecExternalSemaphoresSignalNodeSetParams(a: Pointer, b: Pointer, c: Pointer) = hipGraphExecExternalSemaphoresSignalNodeSetParams(a => Pointer, b => Pointer, c => Pointer);
            cudaGraphExecExternalSemaphoresWaitNodeSetParams(a: Pointer, b: Pointer, c: Pointer) = hipGraphExecExternalSemaphoresWaitNodeSetParams(a => Pointer, b => Pointer, c => Pointer);
            cudaGraphExecGetFlags(a: Pointer, b: Pointer) = hipGraphExecGetFlags(a => Pointer, b => Pointer);
            cudaGraphExecHostNodeSetParams(a: Pointer, b: Pointer, c: Pointer) = hipGraphExecHostNodeSetParams(a => Pointer, b => Pointer, c => Pointer);
            cudaGraphExecMemcpyNodeSetParams(a: Pointer, b: Pointer, c: Pointer) = hipGraphExecMemcpyNodeSetParams(a => Pointer, b => Pointer, c => Pointer);
            cudaGraphExecMemcpyNodeSetParams1D(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64, f: u32) = hipGraphExecMemcpyNodeSetParams1D(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => u64, f => u32);
            cudaGraphExecMemcpyNodeSetParamsFromSymbol(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64, f: u64, g: u32) = hipGraphExecMemcpyNodeSetParamsFromSymbol(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => u64, f => u64, g => u32);
            cudaGraphExecMemcpyNodeSetParamsToSymbol(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64, f: u64, g: u32) = hipGraphExecMemcpyNodeSetParamsToSymbol(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => u64, f => u64, g => u32);
            cudaGraphExternalSemaphoresSignalNodeGetParams(a: Pointer, b: Pointer) = hipGraphExternalSemaphoresSignalNodeGetParams(a => Pointer, b => Pointer);
            cudaGraphExternalSemaphoresSignalNodeSetParams(a: Pointer, b: Pointer) = hipGraphExternalSemaphoresSignalNodeSetParams(a => Pointer, b => Pointer);
            cudaGraphExternalSemaphoresWaitNodeGetParams(a: Pointer, b: Pointer) = hipGraphExternalSemaphoresWaitNodeGetParams(a => Pointer, b => Pointer);
            cudaGraphExternalSemaphoresWaitNodeSetParams(a: Pointer, b: Pointer) = hipGraphExternalSemaphoresWaitNodeSetParams(a => Pointer, b => Pointer);
            cudaGraphGetNodes(a: Pointer, b: Pointer, c: Pointer) = hipGraphGetNodes(a => Pointer, b => Pointer, c => Pointer);
            cudaGraphGetRootNodes(a: Pointer, b: Pointer, c: Pointer) = hipGraphGetRootNodes(a => Pointer, b => Pointer, c => Pointer);
            cudaGraphHostNodeGetParams(a: Pointer, b: Pointer) = hipGraphHostNodeGetParams(a => Pointer, b => Pointer);
            cudaGraphHostNodeSetParams(a: Pointer, b: Pointer) = hipGraphHostNodeSetParams(a => Pointer, b => Pointer);
            cudaGraphInstantiate(a: Pointer, b: Pointer, c: u64) = hipGraphInstantiateWithFlags(a => Pointer, b => Pointer, c => u64);
            cudaGraphInstantiateWithFlags(a: Pointer, b: Pointer, c: u64) = hipGraphInstantiateWithFlags(a => Pointer, b => Pointer, c => u64);
            cudaGraphKernelNodeCopyAttributes(a: Pointer, b: Pointer) = hipGraphKernelNodeCopyAttributes(b => Pointer, a => Pointer);
            cudaGraphLaunch(a: Pointer, b: Pointer) = hipGraphLaunch(a => Pointer, b => Pointer);
            cudaGraphLaunch_ptsz(a: Pointer, b: Pointer) = hipGraphLaunch(a => Pointer, per_thread(b) => Pointer);
            cudaGraphMemAllocNodeGetParams(a: Pointer, b: Pointer) = hipGraphMemAllocNodeGetParams(a => Pointer, b => Pointer);
            cudaGraphMemFreeNodeGetParams(a: Pointer, b: Pointer) = hipGraphMemFreeNodeGetParams(a => Pointer, b => Pointer);
            cudaGraphMemcpyNodeGetParams(a: Pointer, b: Pointer) = hipGraphMemcpyNodeGetParams(a => Pointer, b => Pointer);
            cudaGraphMemcpyNodeSetParams(a: Pointer, b: Pointer) = hipGraphMemcpyNodeSetParams(a => Pointer, b => Pointer);
            cudaGraphMemcpyNodeSetParams1D(a: Pointer, b: Pointer, c: Pointer, d: u64, e: u32) = hipGraphMemcpyNodeSetParams1D(a => Pointer, b => Pointer, c => Pointer, d => u64, e => u32);
            cudaGraphMemcpyNodeSetParamsFromSymbol(a: Pointer, b: Pointer, c: Pointer, d: u64, e: u64, f: u32) = hipGraphMemcpyNodeSetParamsFromSymbol(a => Pointer, b => Pointer, c => Pointer, d => u64, e => u64, f => u32);
            cudaGraphMemcpyNodeSetParamsToSymbol(a: Pointer, b: Pointer, c: Pointer, d: u64, e: u64, f: u32) = hipGraphMemcpyNodeSetParamsToSymbol(a => Pointer, b => Pointer, c => Pointer, d => u64, e => u64, f => u32);
            cudaGraphNodeFindInClone(a: Pointer, b: Pointer, c: Pointer) = hipGraphNodeFindInClone(a => Pointer, b => Pointer, c => Pointer);
            cudaGraphNodeGetEnabled(a: Pointer, b: Pointer, c: Pointer) = hipGraphNodeGetEnabled(a => Pointer, b => Pointer, c => Pointer);
            cudaGraphNodeSetEnabled(a: Pointer, b: Pointer, c: u32) = hipGraphNodeSetEnabled(a => Pointer, b => Pointer, c => u32);
            cudaGraphReleaseUserObject(a: Pointer, b: Pointer, c: u32) = hipGraphReleaseUserObject(a => Pointer, b => Pointer, c => u32);
            cudaGraphRetainUserObject(a: Pointer, b: Pointer, c: u32, d: u32) = hipGraphRetainUserObject(a => Pointer, b => Pointer, c => u32, d => u32);
            cudaGraphUpload(a: Pointer, b: Pointer) = hipGraphUpload(a => Pointer, b => Pointer);
            cudaGraphUpload_ptsz(a: Pointer, b: Pointer) = hipGraphUpload(a => Pointer, per_thread(b) => Pointer);
            cudaGraphicsMapResources(a: u32, b: Pointer, c: Pointer) = hipGraphicsMapResources(a => u32, b => Pointer, c => Pointer);
            cudaGraphicsResourceGetMappedPointer(a: Pointer, b: Pointer, c: Pointer) = hipGraphicsResourceGetMappedPointer(a => Pointer, b => Pointer, c => Pointer);
            cudaGraphicsSubResourceGetMappedArray(a: Pointer, b: Pointer, c: u32, d: u32) = hipGraphicsSubResourceGetMappedArray(a => Pointer, b => Pointer, c => u32, d => u32);
            cudaGraphicsUnmapResources(a: u32, b: Pointer, c: Pointer) = hipGraphicsUnmapResources(a => u32, b => Pointer, c => Pointer);
            cudaGraphicsUnregisterResource(a: Pointer) = hipGraphicsUnregisterResource(a => Pointer);
            cudaHostAlloc(a: Pointer, b: u64, c: u32) = hipHostAlloc(a => Pointer, b => u64, c => u32);
            cudaHostGetDevicePointer(a: Pointer, b: Pointer, c: u32) = hipHostGetDevicePointer(a => Pointer, b => Pointer, c => u32);
            cudaHostGetFlags(a: Pointer, b: Pointer) = hipHostGetFlags(a => Pointer, b => Pointer);
            cudaHostRegister(a: Pointer, b: u64, c: u32) = hipHostRegister(a => Pointer, b => u64, c => u32);
            cudaHostUnregister(a: Pointer) = hipHostUnregister(a => Pointer);
            cudaIpcCloseMemHandle(a: Pointer) = hipIpcCloseMemHandle(a => Pointer);
            cudaIpcGetEventHandle(a: Pointer, b: Pointer) = hipIpcGetEventHandle(a => Pointer, b => Pointer);
            cudaIpcGetMemHandle(a: Pointer, b: Pointer) = hipIpcGetMemHandle(a => Pointer, b => Pointer);
            cudaIpcOpenEventHandle(a: Pointer, b: Ipc) = hipIpcOpenEventHandle(a => Pointer, b => Ipc);
            cudaIpcOpenMemHandle(a: Pointer, b: Ipc, c: u32) = hipIpcOpenMemHandle(a => Pointer, b => Ipc, c => u32);
            cudaKernelSetAttributeForDevice(a: Pointer, b: u32, c: u32, d: u32) = hipKernelSetAttribute(b => u32, c => u32, a => Pointer, d => u32);
            cudaLaunchCooperativeKernel(a: Pointer, b: Dim3, c: Dim3, d: Pointer, e: u64, f: Pointer) = hipLaunchCooperativeKernel(a => Pointer, b => Dim3, c => Dim3, d => Pointer, e as u32 => u32, f => Pointer);
            cudaLaunchCooperativeKernel_ptsz(a: Pointer, b: Dim3, c: Dim3, d: Pointer, e: u64, f: Pointer) = hipLaunchCooperativeKernel(a => Pointer, b => Dim3, c => Dim3, d => Pointer, e as u32 => u32, per_thread(f) => Pointer);
            cudaLaunchHostFunc(a: Pointer, b: Pointer, c: Pointer) = hipLaunchHostFunc(a => Pointer, b => Pointer, c => Pointer);
            cudaLaunchHostFunc_ptsz(a: Pointer, b: Pointer, c: Pointer) = hipLaunchHostFunc(per_thread(a) => Pointer, b => Pointer, c => Pointer);
            cudaLaunchKernel(a: Pointer, b: Dim3, c: Dim3, d: Pointer, e: u64, f: Pointer) = hipLaunchKernel(a => Pointer, b => Dim3, c => Dim3, d => Pointer, e => u64, f => Pointer);
            cudaLaunchKernelExC(a: Pointer, b: Pointer, c: Pointer) = hipLaunchKernelExC(a => Pointer, b => Pointer, c => Pointer);
            cudaLaunchKernel_ptsz(a: Pointer, b: Dim3, c: Dim3, d: Pointer, e: u64, f: Pointer) = hipLaunchKernel(a => Pointer, b => Dim3, c => Dim3, d => Pointer, e => u64, per_thread(f) => Pointer);
            cudaLibraryEnumerateKernels(a: Pointer, b: u32, c: Pointer) = hipLibraryEnumerateKernels(a => Pointer, b => u32, c => Pointer);
            cudaLibraryGetGlobal(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipLibraryGetGlobal(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
            cudaLibraryGetKernel(a: Pointer, b: Pointer, c: Pointer) = hipLibraryGetKernel(a => Pointer, b => Pointer, c => Pointer);
            cudaLibraryGetKernelCount(a: Pointer, b: Pointer) = hipLibraryGetKernelCount(a => Pointer, b => Pointer);
            cudaLibraryGetManaged(a: Pointer, b: Pointer, c: Pointer, d: Pointer) = hipLibraryGetManaged(a => Pointer, b => Pointer, c => Pointer, d => Pointer);
            cudaLibraryLoadData(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u32, f: Pointer, g: Pointer, h: u32) = hipLibraryLoadData(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => u32, f => Pointer, g => Pointer, h => u32);
            cudaLibraryLoadFromFile(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u32, f: Pointer, g: Pointer, h: u32) = hipLibraryLoadFromFile(a => Pointer, b => Pointer, c => Pointer, d => Pointer, e => u32, f => Pointer, g => Pointer, h => u32);
            cudaLibraryUnload(a: Pointer) = hipLibraryUnload(a => Pointer);
            cudaMalloc(a: Pointer, b: u64) = hipMalloc(a => Pointer, b => u64);
            cudaMalloc3D(a: Pointer, b: Extent) = hipMalloc3D(a => Pointer, b => Extent);
            cudaMalloc3DArray(a: Pointer, b: Pointer, c: Extent, d: u32) = hipMalloc3DArray(a => Pointer, b => Pointer, c => Extent, d => u32);
            cudaMallocArray(a: Pointer, b: Pointer, c: u64, d: u64, e: u32) = hipMallocArray(a => Pointer, b => Pointer, c => u64, d => u64, e => u32);
            cudaMallocAsync(a: Pointer, b: u64, c: Pointer) = hipMallocAsync(a => Pointer, b => u64, c => Pointer);
            cudaMallocAsync_ptsz(a: Pointer, b: u64, c: Pointer) = hipMallocAsync(a => Pointer, b => u64, per_thread(c) => Pointer);
            cudaMallocFromPoolAsync(a: Pointer, b: u64, c: Pointer, d: Pointer) = hipMallocFromPoolAsync(a => Pointer, b => u64, c => Pointer, d => Pointer);
            cudaMallocFromPoolAsync_ptsz(a: Pointer, b: u64, c: Pointer, d: Pointer) = hipMallocFromPoolAsync(a => Pointer, b => u64, c => Pointer, per_thread(d) => Pointer);
            cudaMallocHost(a: Pointer, b: u64) = hipHostMalloc(a => Pointer, b => u64, 0 => u32);
            cudaMallocManaged(a: Pointer, b: u64, c: u32) = hipMallocManaged(a => Pointer, b => u64, c => u32);
            cudaMallocMipmappedArray(a: Pointer, b: Pointer, c: Extent, d: u32, e: u32) = hipMallocMipmappedArray(a => Pointer, b => Pointer, c => Extent, d => u32, e => u32);
            cudaMallocPitch(a: Pointer, b: Pointer, c: u64, d: u64) = hipMallocPitch(a => Pointer, b => Pointer, c => u64, d => u64);
            cudaMemGetInfo(a: Pointer, b: Pointer) = hipMemGetInfo(a => Pointer, b => Pointer);
            cudaMemPoolCreate(a: Pointer, b: Pointer) = hipMemPoolCreate(a => Pointer, b => Pointer);
            cudaMemPoolDestroy(a: Pointer) = hipMemPoolDestroy(a => Pointer);
            cudaMemPoolExportPointer(a: Pointer, b: Pointer) = hipMemPoolExportPointer(a => Pointer, b => Pointer);
            cudaMemPoolExportToShareableHandle(a: Pointer, b: Pointer, c: u32, d: u32) = hipMemPoolExportToShareableHandle(a => Pointer, b => Pointer, c => u32, d => u32);
            cudaMemPoolGetAccess(a: Pointer, b: Pointer, c: Pointer) = hipMemPoolGetAccess(a => Pointer, b => Pointer, c => Pointer);
            cudaMemPoolGetAttribute(a: Pointer, b: u32, c: Pointer) = hipMemPoolGetAttribute(a => Pointer, b => u32, c => Pointer);
            cudaMemPoolImportFromShareableHandle(a: Pointer, b: Pointer, c: u32, d: u32) = hipMemPoolImportFromShareableHandle(a => Pointer, b => Pointer, c => u32, d => u32);
            cudaMemPoolImportPointer(a: Pointer, b: Pointer, c: Pointer) = hipMemPoolImportPointer(a => Pointer, b => Pointer, c => Pointer);
            cudaMemPoolSetAccess(a: Pointer, b: Pointer, c: u64) = hipMemPoolSetAccess(a => Pointer, b => Pointer, c => u64);
            cudaMemPoolSetAttribute(a: Pointer, b: u32, c: Pointer) = hipMemPoolSetAttribute(a => Pointer, b => u32, c => Pointer);
            cudaMemPoolTrimTo(a: Pointer, b: u64) = hipMemPoolTrimTo(a => Pointer, b => u64);
            cudaMemRangeGetAttribute(a: Pointer, b: u64, c: u32, d: Pointer, e: u64) = hipMemRangeGetAttribute(a => Pointer, b => u64, c => u32, d => Pointer, e => u64);
            cudaMemRangeGetAttributes(a: Pointer, b: Pointer, c: Pointer, d: u64, e: Pointer, f: u64) = hipMemRangeGetAttributes(a => Pointer, b => Pointer, c => Pointer, d => u64, e => Pointer, f => u64);
            cudaMemcpy(a: Pointer, b: Pointer, c: u64, d: u32) = hipMemcpy(a => Pointer, b => Pointer, c => u64, d => u32);
            cudaMemcpy2D(a: Pointer, b: u64, c: Pointer, d: u64, e: u64, f: u64, g: u32) = hipMemcpy2D(a => Pointer, b => u64, c => Pointer, d => u64, e => u64, f => u64, g => u32);
            cudaMemcpy2DArrayToArray(a: Pointer, b: u64, c: u64, d: Pointer, e: u64, f: u64, g: u64, h: u64, i: u32) = hipMemcpy2DArrayToArray(a => Pointer, b => u64, c => u64, d => Pointer, e => u64, f => u64, g => u64, h => u64, i => u32);
            cudaMemcpy2DArrayToArray_ptds(a: Pointer, b: u64, c: u64, d: Pointer, e: u64, f: u64, g: u64, h: u64, i: u32) = hipMemcpy2DArrayToArray(a => Pointer, b => u64, c => u64, d => Pointer, e => u64, f => u64, g => u64, h => u64, i => u32) wait;
            cudaMemcpy2DAsync(a: Pointer, b: u64, c: Pointer, d: u64, e: u64, f: u64, g: u32, h: Pointer) = hipMemcpy2DAsync(a => Pointer, b => u64, c => Pointer, d => u64, e => u64, f => u64, g => u32, h => Pointer);
            cudaMemcpy2DAsync_ptsz(a: Pointer, b: u64, c: Pointer, d: u64, e: u64, f: u64, g: u32, h: Pointer) = hipMemcpy2DAsync(a => Pointer, b => u64, c => Pointer, d => u64, e => u64, f => u64, g => u32, per_thread(h) => Pointer);
            cudaMemcpy2DFromArray(a: Pointer, b: u64, c: Pointer, d: u64, e: u64, f: u64, g: u64, h: u32) = hipMemcpy2DFromArray(a => Pointer, b => u64, c => Pointer, d => u64, e => u64, f => u64, g => u64, h => u32);
            cudaMemcpy2DFromArrayAsync(a: Pointer, b: u64, c: Pointer, d: u64, e: u64, f: u64, g: u64, h: u32, i: Pointer) = hipMemcpy2DFromArrayAsync(a => Pointer, b => u64, c => Pointer, d => u64, e => u64, f => u64, g => u64, h => u32, i => Pointer);
            cudaMemcpy2DFromArrayAsync_ptsz(a: Pointer, b: u64, c: Pointer, d: u64, e: u64, f: u64, g: u64, h: u32, i: Pointer) = hipMemcpy2DFromArrayAsync(a => Pointer, b => u64, c => Pointer, d => u64, e => u64, f => u64, g => u64, h => u32, per_thread(i) => Pointer);
            cudaMemcpy2DFromArray_ptds(a: Pointer, b: u64, c: Pointer, d: u64, e: u64, f: u64, g: u64, h: u32) = hipMemcpy2DFromArray_spt(a => Pointer, b => u64, c => Pointer, d => u64, e => u64, f => u64, g => u64, h => u32);
            cudaMemcpy2DToArray(a: Pointer, b: u64, c: u64, d: Pointer, e: u64, f: u64, g: u64, h: u32) = hipMemcpy2DToArray(a => Pointer, b => u64, c => u64, d => Pointer, e => u64, f => u64, g => u64, h => u32);
            cudaMemcpy2DToArrayAsync(a: Pointer, b: u64, c: u64, d: Pointer, e: u64, f: u64, g: u64, h: u32, i: Pointer) = hipMemcpy2DToArrayAsync(a => Pointer, b => u64, c => u64, d => Pointer, e => u64, f => u64, g => u64, h => u32, i => Pointer);
            cudaMemcpy2DToArrayAsync_ptsz(a: Pointer, b: u64, c: u64, d: Pointer, e: u64, f: u64, g: u64, h: u32, i: Pointer) = hipMemcpy2DToArrayAsync(a => Pointer, b => u64, c => u64, d => Pointer, e => u64, f => u64, g => u64, h => u32, per_thread(i) => Pointer);
            cudaMemcpy2DToArray_ptds(a: Pointer, b: u64, c: u64, d: Pointer, e: u64, f: u64, g: u64, h: u32) = hipMemcpy2DToArray_spt(a => Pointer, b => u64, c => u64, d => Pointer, e => u64, f => u64, g => u64, h => u32);
            cudaMemcpy2D_ptds(a: Pointer, b: u64, c: Pointer, d: u64, e: u64, f: u64, g: u32) = hipMemcpy2D_spt(a => Pointer, b => u64, c => Pointer, d => u64, e => u64, f => u64, g => u32);
            cudaMemcpy3D(a: Pointer) = hipMemcpy3D(a => Pointer);
            cudaMemcpy3DAsync(a: Pointer, b: Pointer) = hipMemcpy3DAsync(a => Pointer, b => Pointer);
            cudaMemcpy3DAsync_ptsz(a: Pointer, b: Pointer) = hipMemcpy3DAsync(a => Pointer, per_thread(b) => Pointer);
            cudaMemcpy3DPeer(a: Pointer) = hipMemcpy3DPeer(a => Pointer);
            cudaMemcpy3DPeerAsync(a: Pointer, b: Pointer) = hipMemcpy3DPeerAsync(a => Pointer, b => Pointer);
            cudaMemcpy3DPeerAsync_ptsz(a: Pointer, b: Pointer) = hipMemcpy3DPeerAsync(a => Pointer, per_thread(b) => Pointer);
            cudaMemcpy3DPeer_ptds(a: Pointer) = hipMemcpy3DPeer(a => Pointer) wait;
            cudaMemcpy3D_ptds(a: Pointer) = hipMemcpy3D_spt(a => Pointer);
            cudaMemcpyAsync(a: Pointer, b: Pointer, c: u64, d: u32, e: Pointer) = hipMemcpyAsync(a => Pointer, b => Pointer, c => u64, d => u32, e => Pointer);
            cudaMemcpyAsync_ptsz(a: Pointer, b: Pointer, c: u64, d: u32, e: Pointer) = hipMemcpyAsync(a => Pointer, b => Pointer, c => u64, d => u32, per_thread(e) => Pointer);
            cudaMemcpyFromArray(a: Pointer, b: Pointer, c: u64, d: u64, e: u64, f: u32) = hipMemcpyFromArray(a => Pointer, b => Pointer, c => u64, d => u64, e => u64, f => u32);
            cudaMemcpyFromArray_ptds(a: Pointer, b: Pointer, c: u64, d: u64, e: u64, f: u32) = hipMemcpyFromArray_spt(a => Pointer, b => Pointer, c => u64, d => u64, e => u64, f => u32);
            cudaMemcpyFromSymbol(a: Pointer, b: Pointer, c: u64, d: u64, e: u32) = hipMemcpyFromSymbol(a => Pointer, b => Pointer, c => u64, d => u64, e => u32);
            cudaMemcpyFromSymbolAsync(a: Pointer, b: Pointer, c: u64, d: u64, e: u32, f: Pointer) = hipMemcpyFromSymbolAsync(a => Pointer, b => Pointer, c => u64, d => u64, e => u32, f => Pointer);
            cudaMemcpyFromSymbolAsync_ptsz(a: Pointer, b: Pointer, c: u64, d: u64, e: u32, f: Pointer) = hipMemcpyFromSymbolAsync(a => Pointer, b => Pointer, c => u64, d => u64, e => u32, per_thread(f) => Pointer);
            cudaMemcpyFromSymbol_ptds(a: Pointer, b: Pointer, c: u64, d: u64, e: u32) = hipMemcpyFromSymbol_spt(a => Pointer, b => Pointer, c => u64, d => u64, e => u32);
            cudaMemcpyPeer(a: Pointer, b: u32, c: Pointer, d: u32, e: u64) = hipMemcpyPeer(a => Pointer, b => u32, c => Pointer, d => u32, e => u64);
            cudaMemcpyPeerAsync(a: Pointer, b: u32, c: Pointer, d: u32, e: u64, f: Pointer) = hipMemcpyPeerAsync(a => Pointer, b => u32, c => Pointer, d => u32, e => u64, f => Pointer);
            cudaMemcpyToArray(a: Pointer, b: u64, c: u64, d: Pointer, e: u64, f: u32) = hipMemcpyToArray(a => Pointer, b => u64, c => u64, d => Pointer, e => u64, f => u32);
            cudaMemcpyToArray_ptds(a: Pointer, b: u64, c: u64, d: Pointer, e: u64, f: u32) = hipMemcpyToArray(a => Pointer, b => u64, c => u64, d => Pointer, e => u64, f => u32) wait;
            cudaMemcpyToSymbol(a: Pointer, b: Pointer, c: u64, d: u64, e: u32) = hipMemcpyToSymbol(a => Pointer, b => Pointer, c => u64, d => u64, e => u32);
            cudaMemcpyToSymbolAsync(a: Pointer, b: Pointer, c: u64, d: u64, e: u32, f: Pointer) = hipMemcpyToSymbolAsync(a => Pointer, b => Pointer, c => u64, d => u64, e => u32, f => Pointer);
            cudaMemcpyToSymbolAsync_ptsz(a: Pointer, b: Pointer, c: u64, d: u64, e: u32, f: Pointer) = hipMemcpyToSymbolAsync(a => Pointer, b => Pointer, c => u64, d => u64, e => u32, per_thread(f) => Pointer);
            cudaMemcpyToSymbol_ptds(a: Pointer, b: Pointer, c: u64, d: u64, e: u32) = hipMemcpyToSymbol_spt(a => Pointer, b => Pointer, c => u64, d => u64, e => u32);
            cudaMemcpy_ptds(a: Pointer, b: Pointer, c: u64, d: u32) = hipMemcpy_spt(a => Pointer, b => Pointer, c => u64, d => u32);
            cudaMemset(a: Pointer, b: u32, c: u64) = hipMemset(a => Pointer, b => u32, c => u64);
            cudaMemset2D(a: Pointer, b: u64, c: u32, d: u64, e: u64) = hipMemset2D(a => Pointer, b => u64, c => u32, d => u64, e => u64);
            cudaMemset2DAsync(a: Pointer, b: u64, c: u32, d: u64, e: u64, f: Pointer) = hipMemset2DAsync(a => Pointer, b => u64, c => u32, d => u64, e => u64, f => Pointer);
            cudaMemset2DAsync_ptsz(a: Pointer, b: u64, c: u32, d: u64, e: u64, f: Pointer) = hipMemset2DAsync(a => Pointer, b => u64, c => u32, d => u64, e => u64, per_thread(f) => Pointer);
            cudaMemset2D_ptds(a: Pointer, b: u64, c: u32, d: u64, e: u64) = hipMemset2D_spt(a => Pointer, b => u64, c => u32, d => u64, e => u64);
            cudaMemset3D(a: Pitched, b: u32, c: Extent) = hipMemset3D(a => Pitched, b => u32, c => Extent);
            cudaMemset3DAsync(a: Pitched, b: u32, c: Extent, d: Pointer) = hipMemset3DAsync(a => Pitched, b => u32, c => Extent, d => Pointer);
            cudaMemset3DAsync_ptsz(a: Pitched, b: u32, c: Extent, d: Pointer) = hipMemset3DAsync(a => Pitched, b => u32, c => Extent, per_thread(d) => Pointer);
            cudaMemset3D_ptds(a: Pitched, b: u32, c: Extent) = hipMemset3D_spt(a => Pitched, b => u32, c => Extent);
            cudaMemsetAsync(a: Pointer, b: u32, c: u64, d: Pointer) = hipMemsetAsync(a => Pointer, b => u32, c => u64, d => Pointer);
            cudaMemsetAsync_ptsz(a: Pointer, b: u32, c: u64, d: Pointer) = hipMemsetAsync(a => Pointer, b => u32, c => u64, per_thread(d) => Pointer);
            cudaMemset_ptds(a: Pointer, b: u32, c: u64) = hipMemset_spt(a => Pointer, b => u32, c => u64);
            cudaMipmappedArrayGetMemoryRequirements(a: Pointer, b: Pointer, c: u32) = hipMipmappedArrayGetMemoryRequirements(a => Pointer, b => Pointer, c => u32);
            cudaOccupancyAvailableDynamicSMemPerBlock(a: Pointer, b: Pointer, c: u32, d: u32) = hipOccupancyAvailableDynamicSMemPerBlock(a => Pointer, b => Pointer, c => u32, d => u32);
            cudaOccupancyMaxActiveBlocksPerMultiprocessor(a: Pointer, b: Pointer, c: u32, d: u64) = hipOccupancyMaxActiveBlocksPerMultiprocessor(a => Pointer, b => Pointer, c => u32, d => u64);
            cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(a: Pointer, b: Pointer, c: u32, d: u64, e: u32) = hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(a => Pointer, b => Pointer, c => u32, d => u64, e => u32);
            cudaOccupancyMaxActiveClusters(a: Pointer, b: Pointer, c: Pointer) = hipOccupancyMaxActiveClusters(a => Pointer, b => Pointer, c => Pointer);
            cudaOccupancyMaxPotentialClusterSize(a: Pointer, b: Pointer, c: Pointer) = hipOccupancyMaxPotentialClusterSize(a => Pointer, b => Pointer, c => Pointer);
            cudaProfilerStart() = hipProfilerStart();
            cudaProfilerStop() = hipProfilerStop();
            cudaSetDevice(a: u32) = hipSetDevice(a => u32);
            cudaSetDeviceFlags(a: u32) = hipSetDeviceFlags(a => u32);
            cudaSetValidDevices(a: Pointer, b: u32) = hipSetValidDevices(a => Pointer, b => u32);
            cudaStreamAddCallback(a: Pointer, b: Pointer, c: Pointer, d: u32) = hipStreamAddCallback(a => Pointer, b => Pointer, c => Pointer, d => u32);
            cudaStreamAddCallback_ptsz(a: Pointer, b: Pointer, c: Pointer, d: u32) = hipStreamAddCallback(per_thread(a) => Pointer, b => Pointer, c => Pointer, d => u32);
            cudaStreamAttachMemAsync(a: Pointer, b: Pointer, c: u64, d: u32) = hipStreamAttachMemAsync(a => Pointer, b => Pointer, c => u64, d => u32);
            cudaStreamAttachMemAsync_ptsz(a: Pointer, b: Pointer, c: u64, d: u32) = hipStreamAttachMemAsync(per_thread(a) => Pointer, b => Pointer, c => u64, d => u32);
            cudaStreamBeginCapture(a: Pointer, b: u32) = hipStreamBeginCapture(a => Pointer, b => u32);
            cudaStreamBeginCaptureToGraph(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64, f: u32) = hipStreamBeginCaptureToGraph(a => Pointer, b => Pointer, c => Pointer, edges(d,e) => Pointer, e => u64, f => u32);
            cudaStreamBeginCaptureToGraph_ptsz(a: Pointer, b: Pointer, c: Pointer, d: Pointer, e: u64, f: u32) = hipStreamBeginCaptureToGraph(per_thread(a) => Pointer, b => Pointer, c => Pointer, edges(d,e) => Pointer, e => u64, f => u32);
            cudaStreamBeginCapture_ptsz(a: Pointer, b: u32) = hipStreamBeginCapture(per_thread(a) => Pointer, b => u32);
            cudaStreamCopyAttributes(a: Pointer, b: Pointer) = hipStreamCopyAttributes(a => Pointer, b => Pointer);
            cudaStreamCopyAttributes_ptsz(a: Pointer, b: Pointer) = hipStreamCopyAttributes(per_thread(a) => Pointer, per_thread(b) => Pointer);
            cudaStreamCreate(a: Pointer) = hipStreamCreate(a => Pointer);
            cudaStreamCreateWithFlags(a: Pointer, b: u32) = hipStreamCreateWithFlags(a => Pointer, b => u32);
            cudaStreamCreateWithPriority(a: Pointer, b: u32, c: u32) = hipStreamCreateWithPriority(a => Pointer, b => u32, c => u32);
            cudaStreamDestroy(a: Pointer) = hipStreamDestroy(a => Pointer);
            cudaStreamEndCapture(a: Pointer, b: Pointer) = hipStreamEndCapture(a => Pointer, b => Pointer);
            cudaStreamEndCapture_ptsz(a: Pointer, b: Pointer) = hipStreamEndCapture(per_thread(a) => Pointer, b => Pointer);
            cudaStreamGetDevice(a: Pointer, b: Pointer) = hipStreamGetDevice(a => Pointer, b => Pointer);
            cudaStreamGetDevice_ptsz(a: Pointer, b: Pointer) = hipStreamGetDevice(per_thread(a) => Pointer, b => Pointer);
            cudaStreamGetFlags(a: Pointer, b: Pointer) = hipStreamGetFlags(a => Pointer, b => Pointer);
            cudaStreamGetFlags_ptsz(a: Pointer, b: Pointer) = hipStreamGetFlags(per_thread(a) => Pointer, b => Pointer);
            cudaStreamGetId(a: Pointer, b: Pointer) = hipStreamGetId(a => Pointer, b => Pointer);
            cudaStreamGetId_ptsz(a: Pointer, b: Pointer) = hipStreamGetId(per_thread(a) => Pointer, b => Pointer);
            cudaStreamGetPriority(a: Pointer, b: Pointer) = hipStreamGetPriority(a => Pointer, b => Pointer);
            cudaStreamGetPriority_ptsz(a: Pointer, b: Pointer) = hipStreamGetPriority(per_thread(a) => Pointer, b => Pointer);
            cudaStreamIsCapturing(a: Pointer, b: Pointer) = hipStreamIsCapturing(a => Pointer, b => Pointer);
            cudaStreamIsCapturing_ptsz(a: Pointer, b: Pointer) = hipStreamIsCapturing(per_thread(a) => Pointer, b => Pointer);
            cudaStreamQuery(a: Pointer) = hipStreamQuery(a => Pointer);
            cudaStreamQuery_ptsz(a: Pointer) = hipStreamQuery(per_thread(a) => Pointer);
            cudaStreamSynchronize(a: Pointer) = hipStreamSynchronize(a => Pointer);
            cudaStreamSynchronize_ptsz(a: Pointer) = hipStreamSynchronize(per_thread(a) => Pointer);
            cudaStreamWaitEvent(a: Pointer, b: Pointer, c: u32) = hipStreamWaitEvent(a => Pointer, b => Pointer, c => u32);
            cudaStreamWaitEvent_ptsz(a: Pointer, b: Pointer, c: u32) = hipStreamWaitEvent(per_thread(a) => Pointer, b => Pointer, c => u32);
            cudaThreadExchangeStreamCaptureMode(a: Pointer) = hipThreadExchangeStreamCaptureMode(a => Pointer);
            cudaUserObjectCreate(a: Pointer, b: Pointer, c: Pointer, d: u32, e: u32) = hipUserObjectCreate(a => Pointer, b => Pointer, c => Pointer, d => u32, e => u32);
            cudaUserObjectRelease(a: Pointer, b: u32) = hipUserObjectRelease(a => Pointer, b => u32);
            cudaUserObjectRetain(a: Pointer, b: u32) = hipUserObjectRetain(a => Pointer, b => u32);
        }
        cudart::exports! {
            __cudaGetKernel = own::cudaGetKernel;
            __cudaInitModule = own::cudaInitModule;
            __cudaLaunchKernel = own::cudaLaunchKernel;
            __cudaLaunchKernel_ptsz = own::cudaLaunchKernel_ptsz;
            __cudaPopCallConfiguration = own::cudaPopCallConfiguration;
            __cudaPushCallConfiguration = own::cudaPushCallConfiguration;
            __cudaRegisterFatBinary = own::cudaRegisterFatBinary;
            __cudaRegisterFatBinaryEnd = own::cudaRegisterFatBinaryEnd;
            __cudaRegisterFunction = own::cudaRegisterFunction;
            __cudaRegisterHostVar = own::cudaRegisterHostVar;
            __cudaRegisterManagedVar = own::cudaRegisterManagedVar;
            __cudaRegisterVar = own::cudaRegisterVar;
            __cudaUnregisterFatBinary = own::cudaUnregisterFatBinary;
            cudaCreateChannelDesc = own::cudaCreateChannelDesc;
            cudaCtxResetPersistingL2Cache = own::cudaCtxResetPersistingL2Cache;
            cudaDeviceGetAttribute = own::cudaDeviceGetAttribute;
            cudaDeviceGetP2PAttribute = own::cudaDeviceGetP2PAttribute;
            cudaFuncGetAttributes = own::cudaFuncGetAttributes;
            cudaFuncGetName = own::cudaFuncGetName;
            cudaGetDriverEntryPoint = own::cudaGetDriverEntryPoint;
            cudaGetDriverEntryPointByVersion = own::cudaGetDriverEntryPointByVersion;
            cudaGetDriverEntryPointByVersion_ptsz = own::cudaGetDriverEntryPointByVersion_ptsz;
            cudaGetDriverEntryPoint_ptsz = own::cudaGetDriverEntryPoint_ptsz;
            cudaGetErrorName = own::cudaGetErrorName;
            cudaGetErrorString = own::cudaGetErrorString;
            cudaGetExportTable = own::cudaGetExportTable;
            cudaGetLastError = own::cudaGetLastError;
            cudaGetTextureObjectResourceDesc = own::cudaGetTextureObjectResourceDesc;
            cudaGetTextureObjectResourceViewDesc = own::cudaGetTextureObjectResourceViewDesc;
            cudaGetTextureObjectTextureDesc = own::cudaGetTextureObjectTextureDesc;
            cudaGraphAddKernelNode = own::cudaGraphAddKernelNode;
            cudaGraphAddMemsetNode = own::cudaGraphAddMemsetNode;
            cudaGraphExecKernelNodeSetParams = own::cudaGraphExecKernelNodeSetParams;
            cudaGraphExecMemsetNodeSetParams = own::cudaGraphExecMemsetNodeSetParams;
            cudaGraphExecNodeSetParams = own::cudaGraphExecNodeSetParams;
            cudaGraphExecUpdate = own::cudaGraphExecUpdate;
            cudaGraphInstantiateWithParams = own::cudaGraphInstantiateWithParams;
            cudaGraphInstantiateWithParams_ptsz = own::cudaGraphInstantiateWithParams_ptsz;
            cudaGraphKernelNodeGetAttribute = own::cudaGraphKernelNodeGetAttribute;
            cudaGraphKernelNodeGetParams = own::cudaGraphKernelNodeGetParams;
            cudaGraphKernelNodeSetAttribute = own::cudaGraphKernelNodeSetAttribute;
            cudaGraphKernelNodeSetParams = own::cudaGraphKernelNodeSetParams;
            cudaGraphMemsetNodeGetParams = own::cudaGraphMemsetNodeGetParams;
            cudaGraphMemsetNodeSetParams = own::cudaGraphMemsetNodeSetParams;
            cudaGraphNodeGetType = own::cudaGraphNodeGetType;
            cudaGraphNodeSetParams = own::cudaGraphNodeSetParams;
            cudaInitDevice = own::cudaInitDevice;
            cudaLaunchKernelExC_ptsz = own::cudaLaunchKernelExC_ptsz;
            cudaPeekAtLastError = own::cudaPeekAtLastError;
            cudaPointerGetAttributes = own::cudaPointerGetAttributes;
            cudaRuntimeGetVersion = own::cudaRuntimeGetVersion;
            cudaStreamGetAttribute = own::cudaStreamGetAttribute;
            cudaStreamGetAttribute_ptsz = own::cudaStreamGetAttribute_ptsz;
            cudaStreamSetAttribute = own::cudaStreamSetAttribute;
            cudaStreamSetAttribute_ptsz = own::cudaStreamSetAttribute_ptsz;
        }
        cudart::refusals! {
            __cudaRegisterUnifiedTable,
            cudaArrayGetMemoryRequirements,
            cudaArrayGetPlane,
            cudaArrayGetSparseProperties,
            cudaChooseDevice,
            cudaDestroyExternalMemory,
            cudaDestroyExternalSemaphore,
            cudaDeviceFlushGPUDirectRDMAWrites,
            cudaDeviceGetNvSciSyncAttributes,
            cudaDeviceRegisterAsyncNotification,
            cudaDeviceUnregisterAsyncNotification,
            cudaEGLStreamConsumerAcquireFrame,
            cudaEGLStreamConsumerConnect,
            cudaEGLStreamConsumerConnectWithFlags,
            cudaEGLStreamConsumerDisconnect,
            cudaEGLStreamConsumerReleaseFrame,
            cudaEGLStreamProducerConnect,
            cudaEGLStreamProducerDisconnect,
            cudaEGLStreamProducerPresentFrame,
            cudaEGLStreamProducerReturnFrame,
            cudaEventCreateFromEGLSync,
            cudaExternalMemoryGetMappedBuffer,
            cudaExternalMemoryGetMappedMipmappedArray,
            cudaFuncGetParamInfo,
            cudaGLGetDevices,
            cudaGLMapBufferObject,
            cudaGLMapBufferObjectAsync,
            cudaGLRegisterBufferObject,
            cudaGLSetBufferObjectMapFlags,
            cudaGLSetGLDevice,
            cudaGLUnmapBufferObject,
            cudaGLUnmapBufferObjectAsync,
            cudaGLUnregisterBufferObject,
            cudaGetSurfaceObjectResourceDesc,
            cudaGraphicsEGLRegisterImage,
            cudaGraphicsGLRegisterBuffer,
            cudaGraphicsGLRegisterImage,
            cudaGraphicsResourceGetMappedEglFrame,
            cudaGraphicsResourceGetMappedMipmappedArray,
            cudaGraphicsResourceSetMapFlags,
            cudaGraphicsVDPAURegisterOutputSurface,
            cudaGraphicsVDPAURegisterVideoSurface,
            cudaImportExternalMemory,
            cudaImportExternalSemaphore,
            cudaLibraryGetUnifiedFunction,
            cudaMemcpyArrayToArray,
            cudaMemcpyArrayToArray_ptds,
            cudaMemcpyFromArrayAsync,
            cudaMemcpyFromArrayAsync_ptsz,
            cudaMemcpyToArrayAsync,
            cudaMemcpyToArrayAsync_ptsz,
            cudaMipmappedArrayGetSparseProperties,
            cudaVDPAUGetDevice,
            cudaVDPAUSetVDPAUDevice,
        }
    };
}

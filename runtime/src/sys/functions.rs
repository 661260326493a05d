//! Written by `cargo xtask check --write` from the tables in capi/api: change those.
//!
//! Functions. A safety section would say the same of each: pointers are what HIP's manual says.

use super::enums::*;
use super::types::*;
use std::ffi::{c_char, c_int, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

#[cfg_attr(feature = "link", link(name = "amdhip64"))]
unsafe extern "C" {
    /// HIP: GlobalDefs.
    pub fn __hipGetPCH(pch: *mut *const c_char, size: *mut c_uint);
    /// HIP: Clang.
    pub fn __hipPopCallConfiguration(gridDim: *mut dim3, blockDim: *mut dim3, sharedMem: *mut usize, stream: *mut hipStream_t) -> hipError_t;
    /// HIP: Clang.
    pub fn __hipPushCallConfiguration(gridDim: dim3, blockDim: dim3, sharedMem: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: CompilerInterface.
    pub fn __hipRegisterFatBinary(data: *const c_void) -> *mut *mut c_void;
    /// HIP: CompilerInterface.
    pub fn __hipRegisterFunction(modules: *mut *mut c_void, hostFunction: *const c_void, deviceFunction: *mut c_char, deviceName: *const c_char, threadLimit: c_uint, tid: *mut uint3, bid: *mut uint3, blockDim: *mut dim3, gridDim: *mut dim3, wSize: *mut c_int);
    /// HIP: CompilerInterface.
    pub fn __hipRegisterManagedVar(hipModule: *mut c_void, pointer: *mut *mut c_void, init_value: *mut c_void, name: *const c_char, size: usize, align: c_uint);
    /// HIP: CompilerInterface.
    pub fn __hipRegisterSurface(modules: *mut *mut c_void, var: *mut c_void, hostVar: *mut c_char, deviceVar: *mut c_char, type_: c_int, ext: c_int);
    /// HIP: CompilerInterface.
    pub fn __hipRegisterTexture(modules: *mut *mut c_void, var: *mut c_void, hostVar: *mut c_char, deviceVar: *mut c_char, type_: c_int, norm: c_int, ext: c_int);
    /// HIP: CompilerInterface.
    pub fn __hipRegisterVar(modules: *mut *mut c_void, var: *mut c_void, hostVar: *mut c_char, deviceVar: *mut c_char, ext: c_int, size: usize, constant: c_int, global: c_int);
    /// HIP: CompilerInterface.
    pub fn __hipReportDevices(numDevices: usize, uuids: *const hipUUID);
    /// HIP: CompilerInterface.
    pub fn __hipUnregisterFatBinary(modules: *mut *mut c_void);
    /// HIP: Callback.
    pub fn hipApiName(id: u32) -> *const c_char;
    /// HIP: Memory.
    pub fn hipArray3DCreate(array: *mut hipArray_t, pAllocateArray: *const HIP_ARRAY3D_DESCRIPTOR) -> hipError_t;
    /// HIP: Memory.
    pub fn hipArray3DGetDescriptor(pArrayDescriptor: *mut HIP_ARRAY3D_DESCRIPTOR, array: hipArray_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipArrayCreate(pHandle: *mut hipArray_t, pAllocateArray: *const HIP_ARRAY_DESCRIPTOR) -> hipError_t;
    /// HIP: Memory.
    pub fn hipArrayDestroy(array: hipArray_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipArrayGetDescriptor(pArrayDescriptor: *mut HIP_ARRAY_DESCRIPTOR, array: hipArray_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipArrayGetInfo(desc: *mut hipChannelFormatDesc, extent: *mut hipExtent, flags: *mut c_uint, array: hipArray_t) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipBindTexture(offset: *mut usize, tex: *const textureReference, devPtr: *const c_void, desc: *const hipChannelFormatDesc, size: usize) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipBindTexture2D(offset: *mut usize, tex: *const textureReference, devPtr: *const c_void, desc: *const hipChannelFormatDesc, width: usize, height: usize, pitch: usize) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipBindTextureToArray(tex: *const textureReference, array: hipArray_const_t, desc: *const hipChannelFormatDesc) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipBindTextureToMipmappedArray(tex: *const textureReference, mipmappedArray: hipMipmappedArray_const_t, desc: *const hipChannelFormatDesc) -> hipError_t;
    /// HIP: Device.
    pub fn hipChooseDevice(device: *mut c_int, prop: *const hipDeviceProp_tR0000) -> hipError_t;
    /// HIP: -.
    pub fn hipChooseDeviceR0000(device: *mut c_int, properties: *const hipDeviceProp_tR0000) -> hipError_t;
    /// HIP: Device.
    pub fn hipChooseDeviceR0600(device: *mut c_int, prop: *const hipDeviceProp_tR0600) -> hipError_t;
    /// HIP: Clang.
    pub fn hipConfigureCall(gridDim: dim3, blockDim: dim3, sharedMem: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Surface.
    pub fn hipCreateSurfaceObject(pSurfObject: *mut hipSurfaceObject_t, pResDesc: *const hipResourceDesc) -> hipError_t;
    /// HIP: Texture.
    pub fn hipCreateTextureObject(pTexObject: *mut hipTextureObject_t, pResDesc: *const hipResourceDesc, pTexDesc: *const hipTextureDesc, pResViewDesc: *const hipResourceViewDesc) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxCreate(ctx: *mut hipCtx_t, flags: c_uint, device: hipDevice_t) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxDestroy(ctx: hipCtx_t) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxDisablePeerAccess(peerCtx: hipCtx_t) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxEnablePeerAccess(peerCtx: hipCtx_t, flags: c_uint) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxGetApiVersion(ctx: hipCtx_t, apiVersion: *mut c_uint) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxGetCacheConfig(cacheConfig: *mut hipFuncCache_t) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxGetCurrent(ctx: *mut hipCtx_t) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxGetDevice(device: *mut hipDevice_t) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxGetFlags(flags: *mut c_uint) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxGetSharedMemConfig(pConfig: *mut hipSharedMemConfig) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxPopCurrent(ctx: *mut hipCtx_t) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxPushCurrent(ctx: hipCtx_t) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxSetCacheConfig(cacheConfig: hipFuncCache_t) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxSetCurrent(ctx: hipCtx_t) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxSetSharedMemConfig(config: hipSharedMemConfig) -> hipError_t;
    /// HIP: Context.
    pub fn hipCtxSynchronize() -> hipError_t;
    /// HIP: External.
    pub fn hipDestroyExternalMemory(extMem: hipExternalMemory_t) -> hipError_t;
    /// HIP: External.
    pub fn hipDestroyExternalSemaphore(extSem: hipExternalSemaphore_t) -> hipError_t;
    /// HIP: Surface.
    pub fn hipDestroySurfaceObject(surfaceObject: hipSurfaceObject_t) -> hipError_t;
    /// HIP: Texture.
    pub fn hipDestroyTextureObject(textureObject: hipTextureObject_t) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipDevResourceGenerateDesc(phDesc: *mut hipDevResourceDesc_t, resources: *mut hipDevResource_st, nbResources: c_uint) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipDevSmResourceSplit(result: *mut hipDevResource_st, nbGroups: c_uint, input: *const hipDevResource_st, remainder: *mut hipDevResource_st, flags: c_uint, groupParams: *mut hipDevSmResourceGroupParams_st) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipDevSmResourceSplitByCount(result: *mut hipDevResource_st, nbGroups: *mut c_uint, input: *const hipDevResource_st, remainder: *mut hipDevResource_st, flags: c_uint, minCount: c_uint) -> hipError_t;
    /// HIP: PeerToPeer.
    pub fn hipDeviceCanAccessPeer(canAccessPeer: *mut c_int, deviceId: c_int, peerDeviceId: c_int) -> hipError_t;
    /// HIP: Driver.
    pub fn hipDeviceComputeCapability(major: *mut c_int, minor: *mut c_int, device: hipDevice_t) -> hipError_t;
    /// HIP: PeerToPeer.
    pub fn hipDeviceDisablePeerAccess(peerDeviceId: c_int) -> hipError_t;
    /// HIP: PeerToPeer.
    pub fn hipDeviceEnablePeerAccess(peerDeviceId: c_int, flags: c_uint) -> hipError_t;
    /// HIP: Driver.
    pub fn hipDeviceGet(device: *mut hipDevice_t, ordinal: c_int) -> hipError_t;
    /// HIP: Device.
    pub fn hipDeviceGetAttribute(pi: *mut c_int, attr: hipDeviceAttribute_t, deviceId: c_int) -> hipError_t;
    /// HIP: Driver.
    pub fn hipDeviceGetByPCIBusId(device: *mut c_int, pciBusId: *const c_char) -> hipError_t;
    /// HIP: Device.
    pub fn hipDeviceGetCacheConfig(cacheConfig: *mut hipFuncCache_t) -> hipError_t;
    /// HIP: Device.
    pub fn hipDeviceGetDefaultMemPool(mem_pool: *mut hipMemPool_t, device: c_int) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipDeviceGetDevResource(device: c_int, resource: *mut hipDevResource_st, type_: hipDevResourceType) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipDeviceGetExecutionCtx(ctx: *mut hipExecutionCtx_t, device: c_int) -> hipError_t;
    /// HIP: Graph.
    pub fn hipDeviceGetGraphMemAttribute(device: c_int, attr: hipGraphMemAttributeType, value: *mut c_void) -> hipError_t;
    /// HIP: Device.
    pub fn hipDeviceGetLimit(pValue: *mut usize, limit: hipLimit_t) -> hipError_t;
    /// HIP: Device.
    pub fn hipDeviceGetMemPool(mem_pool: *mut hipMemPool_t, device: c_int) -> hipError_t;
    /// HIP: Driver.
    pub fn hipDeviceGetName(name: *mut c_char, len: c_int, device: hipDevice_t) -> hipError_t;
    /// HIP: Driver.
    pub fn hipDeviceGetP2PAttribute(value: *mut c_int, attr: hipDeviceP2PAttr, srcDevice: c_int, dstDevice: c_int) -> hipError_t;
    /// HIP: Driver.
    pub fn hipDeviceGetPCIBusId(pciBusId: *mut c_char, len: c_int, device: c_int) -> hipError_t;
    /// HIP: Device.
    pub fn hipDeviceGetSharedMemConfig(pConfig: *mut hipSharedMemConfig) -> hipError_t;
    /// HIP: Stream.
    pub fn hipDeviceGetStreamPriorityRange(leastPriority: *mut c_int, greatestPriority: *mut c_int) -> hipError_t;
    /// HIP: Device.
    pub fn hipDeviceGetTexture1DLinearMaxWidth(max_width: *mut usize, desc: *const hipChannelFormatDesc, device: c_int) -> hipError_t;
    /// HIP: Driver.
    pub fn hipDeviceGetUuid(uuid: *mut hipUUID, device: hipDevice_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipDeviceGraphMemTrim(device: c_int) -> hipError_t;
    /// HIP: Context.
    pub fn hipDevicePrimaryCtxGetState(dev: hipDevice_t, flags: *mut c_uint, active: *mut c_int) -> hipError_t;
    /// HIP: Context.
    pub fn hipDevicePrimaryCtxRelease(dev: hipDevice_t) -> hipError_t;
    /// HIP: Context.
    pub fn hipDevicePrimaryCtxReset(dev: hipDevice_t) -> hipError_t;
    /// HIP: Context.
    pub fn hipDevicePrimaryCtxRetain(pctx: *mut hipCtx_t, dev: hipDevice_t) -> hipError_t;
    /// HIP: Context.
    pub fn hipDevicePrimaryCtxSetFlags(dev: hipDevice_t, flags: c_uint) -> hipError_t;
    /// HIP: Device.
    pub fn hipDeviceReset() -> hipError_t;
    /// HIP: Device.
    pub fn hipDeviceSetCacheConfig(cacheConfig: hipFuncCache_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipDeviceSetGraphMemAttribute(device: c_int, attr: hipGraphMemAttributeType, value: *mut c_void) -> hipError_t;
    /// HIP: Device.
    pub fn hipDeviceSetLimit(limit: hipLimit_t, value: usize) -> hipError_t;
    /// HIP: Device.
    pub fn hipDeviceSetMemPool(device: c_int, mem_pool: hipMemPool_t) -> hipError_t;
    /// HIP: Device.
    pub fn hipDeviceSetSharedMemConfig(config: hipSharedMemConfig) -> hipError_t;
    /// HIP: Device.
    pub fn hipDeviceSynchronize() -> hipError_t;
    /// HIP: Driver.
    pub fn hipDeviceTotalMem(bytes: *mut usize, device: hipDevice_t) -> hipError_t;
    /// HIP: Driver.
    pub fn hipDriverGetVersion(driverVersion: *mut c_int) -> hipError_t;
    /// HIP: Error.
    pub fn hipDrvGetErrorName(hipError: hipError_t, errorString: *mut *const c_char) -> hipError_t;
    /// HIP: Error.
    pub fn hipDrvGetErrorString(hipError: hipError_t, errorString: *mut *const c_char) -> hipError_t;
    /// HIP: Graph.
    pub fn hipDrvGraphAddMemFreeNode(phGraphNode: *mut hipGraphNode_t, hGraph: hipGraph_t, dependencies: *const hipGraphNode_t, numDependencies: usize, dptr: hipDeviceptr_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipDrvGraphAddMemcpyNode(phGraphNode: *mut hipGraphNode_t, hGraph: hipGraph_t, dependencies: *const hipGraphNode_t, numDependencies: usize, copyParams: *const HIP_MEMCPY3D, ctx: hipCtx_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipDrvGraphAddMemsetNode(phGraphNode: *mut hipGraphNode_t, hGraph: hipGraph_t, dependencies: *const hipGraphNode_t, numDependencies: usize, memsetParams: *const hipMemsetParams, ctx: hipCtx_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipDrvGraphExecMemcpyNodeSetParams(hGraphExec: hipGraphExec_t, hNode: hipGraphNode_t, copyParams: *const HIP_MEMCPY3D, ctx: hipCtx_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipDrvGraphExecMemsetNodeSetParams(hGraphExec: hipGraphExec_t, hNode: hipGraphNode_t, memsetParams: *const hipMemsetParams, ctx: hipCtx_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipDrvGraphMemcpyNodeGetParams(hNode: hipGraphNode_t, nodeParams: *mut HIP_MEMCPY3D) -> hipError_t;
    /// HIP: Graph.
    pub fn hipDrvGraphMemcpyNodeSetParams(hNode: hipGraphNode_t, nodeParams: *const HIP_MEMCPY3D) -> hipError_t;
    /// HIP: Module.
    pub fn hipDrvLaunchKernelEx(config: *const HIP_LAUNCH_CONFIG, f: hipFunction_t, params: *mut *mut c_void, extra: *mut *mut c_void) -> hipError_t;
    /// HIP: MemoryM (neighbour).
    pub fn hipDrvMemDiscardAndPrefetchBatchAsync(dptrs: *mut *mut c_void, sizes: *mut usize, count: usize, prefetchLocs: *mut hipMemLocation, prefetchLocIdxs: *mut usize, numPrefetchLocs: usize, flags: c_ulonglong, stream: hipStream_t) -> hipError_t;
    /// HIP: MemoryM (neighbour).
    pub fn hipDrvMemDiscardBatchAsync(dptrs: *mut *mut c_void, sizes: *mut usize, count: usize, flags: c_ulonglong, stream: hipStream_t) -> hipError_t;
    /// HIP: Clang.
    pub fn hipDrvMemcpy2DUnaligned(pCopy: *const hip_Memcpy2D) -> hipError_t;
    /// HIP: Memory.
    pub fn hipDrvMemcpy3D(pCopy: *const HIP_MEMCPY3D) -> hipError_t;
    /// HIP: Memory.
    pub fn hipDrvMemcpy3DAsync(pCopy: *const HIP_MEMCPY3D, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipDrvPointerGetAttributes(numAttributes: c_uint, attributes: *mut hipPointer_attribute, data: *mut *mut c_void, ptr: hipDeviceptr_t) -> hipError_t;
    /// HIP: Event.
    pub fn hipEventCreate(event: *mut hipEvent_t) -> hipError_t;
    /// HIP: Event.
    pub fn hipEventCreateWithFlags(event: *mut hipEvent_t, flags: c_uint) -> hipError_t;
    /// HIP: Event.
    pub fn hipEventDestroy(event: hipEvent_t) -> hipError_t;
    /// HIP: Event.
    pub fn hipEventElapsedTime(ms: *mut f32, start: hipEvent_t, stop: hipEvent_t) -> hipError_t;
    /// HIP: Event.
    pub fn hipEventQuery(event: hipEvent_t) -> hipError_t;
    /// HIP: Event.
    pub fn hipEventRecord(event: hipEvent_t, stream: hipStream_t) -> hipError_t;
    /// HIP: Event.
    pub fn hipEventRecordWithFlags(event: hipEvent_t, stream: hipStream_t, flags: c_uint) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipEventRecord_spt(event: hipEvent_t, stream: hipStream_t) -> hipError_t;
    /// HIP: Event.
    pub fn hipEventSynchronize(event: hipEvent_t) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipExecutionCtxDestroy(ctx: hipExecutionCtx_t) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipExecutionCtxGetDevResource(ctx: hipExecutionCtx_t, resource: *mut hipDevResource_st, type_: hipDevResourceType) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipExecutionCtxGetDevice(device: *mut c_int, ctx: hipExecutionCtx_t) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipExecutionCtxGetId(ctx: hipExecutionCtx_t, ctxId: *mut c_ulonglong) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipExecutionCtxRecordEvent(ctx: hipExecutionCtx_t, event: hipEvent_t) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipExecutionCtxStreamCreate(stream: *mut hipStream_t, greenctx: hipExecutionCtx_t, flags: c_uint, priority: c_int) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipExecutionCtxSynchronize(ctx: hipExecutionCtx_t) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipExecutionCtxWaitEvent(ctx: hipExecutionCtx_t, event: hipEvent_t) -> hipError_t;
    /// HIP: (logging, group unknown).
    pub fn hipExtDisableLogging() -> hipError_t;
    /// HIP: (logging, group unknown).
    pub fn hipExtEnableLogging() -> hipError_t;
    /// HIP: Error.
    pub fn hipExtGetLastError() -> hipError_t;
    /// HIP: Device.
    pub fn hipExtGetLinkTypeAndHopCount(device1: c_int, device2: c_int, linktype: *mut u32, hopcount: *mut u32) -> hipError_t;
    /// HIP: Memory.
    pub fn hipExtHostAlloc(ptr: *mut *mut c_void, size: usize, flags: c_uint) -> hipError_t;
    /// HIP: Clang.
    pub fn hipExtLaunchKernel(function_address: *const c_void, numBlocks: dim3, dimBlocks: dim3, args: *mut *mut c_void, sharedMemBytes: usize, stream: hipStream_t, startEvent: hipEvent_t, stopEvent: hipEvent_t, flags: c_int) -> hipError_t;
    /// HIP: Module.
    pub fn hipExtLaunchMultiKernelMultiDevice(launchParamsList: *mut hipLaunchParams, numDevices: c_int, flags: c_uint) -> hipError_t;
    /// HIP: Memory.
    pub fn hipExtMallocWithFlags(ptr: *mut *mut c_void, sizeBytes: usize, flags: c_uint) -> hipError_t;
    /// HIP: -.
    pub fn hipExtModuleLaunchKernel(f: hipFunction_t, globalWorkSizeX: u32, globalWorkSizeY: u32, globalWorkSizeZ: u32, localWorkSizeX: u32, localWorkSizeY: u32, localWorkSizeZ: u32, sharedMemBytes: usize, hStream: hipStream_t, kernelParams: *mut *mut c_void, extra: *mut *mut c_void, startEvent: hipEvent_t, stopEvent: hipEvent_t, flags: u32) -> hipError_t;
    /// HIP: (logging, group unknown).
    pub fn hipExtSetLoggingParams(log_level: usize, log_size: usize, log_mask: usize) -> hipError_t;
    /// HIP: Stream.
    pub fn hipExtStreamCreateWithCUMask(stream: *mut hipStream_t, cuMaskSize: u32, cuMask: *const u32) -> hipError_t;
    /// HIP: Stream.
    pub fn hipExtStreamGetCUMask(stream: hipStream_t, cuMaskSize: u32, cuMask: *mut u32) -> hipError_t;
    /// HIP: External.
    pub fn hipExternalMemoryGetMappedBuffer(devPtr: *mut *mut c_void, extMem: hipExternalMemory_t, bufferDesc: *const hipExternalMemoryBufferDesc) -> hipError_t;
    /// HIP: External.
    pub fn hipExternalMemoryGetMappedMipmappedArray(mipmap: *mut hipMipmappedArray_t, extMem: hipExternalMemory_t, mipmapDesc: *const hipExternalMemoryMipmappedArrayDesc) -> hipError_t;
    /// HIP: Memory.
    pub fn hipFree(ptr: *mut c_void) -> hipError_t;
    /// HIP: Memory.
    pub fn hipFreeArray(array: hipArray_t) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipFreeAsync(dev_ptr: *mut c_void, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipFreeHost(ptr: *mut c_void) -> hipError_t;
    /// HIP: Texture.
    pub fn hipFreeMipmappedArray(mipmappedArray: hipMipmappedArray_t) -> hipError_t;
    /// HIP: Module.
    pub fn hipFuncGetAttribute(value: *mut c_int, attrib: hipFunction_attribute, hfunc: hipFunction_t) -> hipError_t;
    /// HIP: Module.
    pub fn hipFuncGetAttributes(attr: *mut hipFuncAttributes, func: *const c_void) -> hipError_t;
    /// HIP: Execution.
    pub fn hipFuncSetAttribute(func: *const c_void, attr: hipFuncAttribute, value: c_int) -> hipError_t;
    /// HIP: Execution.
    pub fn hipFuncSetCacheConfig(func: *const c_void, config: hipFuncCache_t) -> hipError_t;
    /// HIP: Execution.
    pub fn hipFuncSetSharedMemConfig(func: *const c_void, config: hipSharedMemConfig) -> hipError_t;
    /// HIP: -.
    pub fn hipGLGetDevices(pHipDeviceCount: *mut c_uint, pHipDevices: *mut c_int, hipDeviceCount: c_uint, deviceList: hipGLDeviceList) -> hipError_t;
    /// HIP: Texture.
    pub fn hipGetChannelDesc(desc: *mut hipChannelFormatDesc, array: hipArray_const_t) -> hipError_t;
    /// HIP: Device.
    pub fn hipGetDevice(deviceId: *mut c_int) -> hipError_t;
    /// HIP: Device.
    pub fn hipGetDeviceCount(count: *mut c_int) -> hipError_t;
    /// HIP: Device.
    pub fn hipGetDeviceFlags(flags: *mut c_uint) -> hipError_t;
    /// HIP: Device.
    pub fn hipGetDeviceProperties(prop: *mut hipDeviceProp_tR0000, deviceId: c_int) -> hipError_t;
    /// HIP: -.
    pub fn hipGetDevicePropertiesR0000(prop: *mut hipDeviceProp_tR0000, device: c_int) -> hipError_t;
    /// HIP: Device.
    pub fn hipGetDevicePropertiesR0600(prop: *mut hipDeviceProp_tR0600, deviceId: c_int) -> hipError_t;
    /// HIP: Module.
    pub fn hipGetDriverEntryPoint(symbol: *const c_char, funcPtr: *mut *mut c_void, flags: c_ulonglong, driverStatus: *mut hipDriverEntryPointQueryResult) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipGetDriverEntryPoint_spt(symbol: *const c_char, funcPtr: *mut *mut c_void, flags: c_ulonglong, status: *mut hipDriverEntryPointQueryResult) -> hipError_t;
    /// HIP: Error.
    pub fn hipGetErrorName(hip_error: hipError_t) -> *const c_char;
    /// HIP: Error.
    pub fn hipGetErrorString(hipError: hipError_t) -> *const c_char;
    /// HIP: Module.
    pub fn hipGetFuncBySymbol(functionPtr: *mut hipFunction_t, symbolPtr: *const c_void) -> hipError_t;
    /// HIP: Error.
    pub fn hipGetLastError() -> hipError_t;
    /// HIP: Texture.
    pub fn hipGetMipmappedArrayLevel(levelArray: *mut hipArray_t, mipmappedArray: hipMipmappedArray_const_t, level: c_uint) -> hipError_t;
    /// HIP: Memory.
    pub fn hipGetProcAddress(symbol: *const c_char, pfn: *mut *mut c_void, hipVersion: c_int, flags: u64, symbolStatus: *mut hipDriverProcAddressQueryResult) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipGetProcAddress_spt(symbol: *const c_char, pfn: *mut *mut c_void, hipVersion: c_int, flags: u64, symbolStatus: *mut hipDriverProcAddressQueryResult) -> hipError_t;
    /// HIP: Callback.
    pub fn hipGetStreamDeviceId(stream: hipStream_t) -> c_int;
    /// HIP: Memory.
    pub fn hipGetSymbolAddress(devPtr: *mut *mut c_void, symbol: *const c_void) -> hipError_t;
    /// HIP: Memory.
    pub fn hipGetSymbolSize(size: *mut usize, symbol: *const c_void) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipGetTextureAlignmentOffset(offset: *mut usize, texref: *const textureReference) -> hipError_t;
    /// HIP: Texture.
    pub fn hipGetTextureObjectResourceDesc(pResDesc: *mut hipResourceDesc, textureObject: hipTextureObject_t) -> hipError_t;
    /// HIP: Texture.
    pub fn hipGetTextureObjectResourceViewDesc(pResViewDesc: *mut hipResourceViewDesc, textureObject: hipTextureObject_t) -> hipError_t;
    /// HIP: Texture.
    pub fn hipGetTextureObjectTextureDesc(pTexDesc: *mut hipTextureDesc, textureObject: hipTextureObject_t) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipGetTextureReference(texref: *mut *const textureReference, symbol: *const c_void) -> hipError_t;
    /// HIP: StreamM.
    pub fn hipGraphAddBatchMemOpNode(phGraphNode: *mut hipGraphNode_t, hGraph: hipGraph_t, dependencies: *const hipGraphNode_t, numDependencies: usize, nodeParams: *const hipBatchMemOpNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddChildGraphNode(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, childGraph: hipGraph_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddDependencies(graph: hipGraph_t, from: *const hipGraphNode_t, to: *const hipGraphNode_t, numDependencies: usize) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddEmptyNode(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddEventRecordNode(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, event: hipEvent_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddEventWaitNode(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, event: hipEvent_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddExternalSemaphoresSignalNode(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, nodeParams: *const hipExternalSemaphoreSignalNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddExternalSemaphoresWaitNode(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, nodeParams: *const hipExternalSemaphoreWaitNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddHostNode(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, pNodeParams: *const hipHostNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddKernelNode(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, pNodeParams: *const hipKernelNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddMemAllocNode(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, pNodeParams: *mut hipMemAllocNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddMemFreeNode(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, dev_ptr: *mut c_void) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddMemcpyNode(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, pCopyParams: *const hipMemcpy3DParms) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddMemcpyNode1D(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, dst: *mut c_void, src: *const c_void, count: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddMemcpyNodeFromSymbol(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, dst: *mut c_void, symbol: *const c_void, count: usize, offset: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddMemcpyNodeToSymbol(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, symbol: *const c_void, src: *const c_void, count: usize, offset: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddMemsetNode(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, pMemsetParams: *const hipMemsetParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphAddNode(pGraphNode: *mut hipGraphNode_t, graph: hipGraph_t, pDependencies: *const hipGraphNode_t, numDependencies: usize, nodeParams: *mut hipGraphNodeParams) -> hipError_t;
    /// HIP: StreamM.
    pub fn hipGraphBatchMemOpNodeGetParams(hNode: hipGraphNode_t, nodeParams_out: *mut hipBatchMemOpNodeParams) -> hipError_t;
    /// HIP: StreamM.
    pub fn hipGraphBatchMemOpNodeSetParams(hNode: hipGraphNode_t, nodeParams: *mut hipBatchMemOpNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphChildGraphNodeGetGraph(node: hipGraphNode_t, pGraph: *mut hipGraph_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphClone(pGraphClone: *mut hipGraph_t, originalGraph: hipGraph_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphCreate(pGraph: *mut hipGraph_t, flags: c_uint) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphDebugDotPrint(graph: hipGraph_t, path: *const c_char, flags: c_uint) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphDestroy(graph: hipGraph_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphDestroyNode(node: hipGraphNode_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphEventRecordNodeGetEvent(node: hipGraphNode_t, event_out: *mut hipEvent_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphEventRecordNodeSetEvent(node: hipGraphNode_t, event: hipEvent_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphEventWaitNodeGetEvent(node: hipGraphNode_t, event_out: *mut hipEvent_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphEventWaitNodeSetEvent(node: hipGraphNode_t, event: hipEvent_t) -> hipError_t;
    /// HIP: StreamM.
    pub fn hipGraphExecBatchMemOpNodeSetParams(hGraphExec: hipGraphExec_t, hNode: hipGraphNode_t, nodeParams: *const hipBatchMemOpNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecChildGraphNodeSetParams(hGraphExec: hipGraphExec_t, node: hipGraphNode_t, childGraph: hipGraph_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecDestroy(graphExec: hipGraphExec_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecEventRecordNodeSetEvent(hGraphExec: hipGraphExec_t, hNode: hipGraphNode_t, event: hipEvent_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecEventWaitNodeSetEvent(hGraphExec: hipGraphExec_t, hNode: hipGraphNode_t, event: hipEvent_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecExternalSemaphoresSignalNodeSetParams(hGraphExec: hipGraphExec_t, hNode: hipGraphNode_t, nodeParams: *const hipExternalSemaphoreSignalNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecExternalSemaphoresWaitNodeSetParams(hGraphExec: hipGraphExec_t, hNode: hipGraphNode_t, nodeParams: *const hipExternalSemaphoreWaitNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecGetFlags(graphExec: hipGraphExec_t, flags: *mut c_ulonglong) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecHostNodeSetParams(hGraphExec: hipGraphExec_t, node: hipGraphNode_t, pNodeParams: *const hipHostNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecKernelNodeSetParams(hGraphExec: hipGraphExec_t, node: hipGraphNode_t, pNodeParams: *const hipKernelNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecMemcpyNodeSetParams(hGraphExec: hipGraphExec_t, node: hipGraphNode_t, pNodeParams: *mut hipMemcpy3DParms) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecMemcpyNodeSetParams1D(hGraphExec: hipGraphExec_t, node: hipGraphNode_t, dst: *mut c_void, src: *const c_void, count: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecMemcpyNodeSetParamsFromSymbol(hGraphExec: hipGraphExec_t, node: hipGraphNode_t, dst: *mut c_void, symbol: *const c_void, count: usize, offset: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecMemcpyNodeSetParamsToSymbol(hGraphExec: hipGraphExec_t, node: hipGraphNode_t, symbol: *const c_void, src: *const c_void, count: usize, offset: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecMemsetNodeSetParams(hGraphExec: hipGraphExec_t, node: hipGraphNode_t, pNodeParams: *const hipMemsetParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecNodeSetParams(graphExec: hipGraphExec_t, node: hipGraphNode_t, nodeParams: *mut hipGraphNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExecUpdate(hGraphExec: hipGraphExec_t, hGraph: hipGraph_t, hErrorNode_out: *mut hipGraphNode_t, updateResult_out: *mut hipGraphExecUpdateResult) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExternalSemaphoresSignalNodeGetParams(hNode: hipGraphNode_t, params_out: *mut hipExternalSemaphoreSignalNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExternalSemaphoresSignalNodeSetParams(hNode: hipGraphNode_t, nodeParams: *const hipExternalSemaphoreSignalNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExternalSemaphoresWaitNodeGetParams(hNode: hipGraphNode_t, params_out: *mut hipExternalSemaphoreWaitNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphExternalSemaphoresWaitNodeSetParams(hNode: hipGraphNode_t, nodeParams: *const hipExternalSemaphoreWaitNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphGetEdges(graph: hipGraph_t, from: *mut hipGraphNode_t, to: *mut hipGraphNode_t, numEdges: *mut usize) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphGetNodes(graph: hipGraph_t, nodes: *mut hipGraphNode_t, numNodes: *mut usize) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphGetRootNodes(graph: hipGraph_t, pRootNodes: *mut hipGraphNode_t, pNumRootNodes: *mut usize) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphHostNodeGetParams(node: hipGraphNode_t, pNodeParams: *mut hipHostNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphHostNodeSetParams(node: hipGraphNode_t, pNodeParams: *const hipHostNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphInstantiate(pGraphExec: *mut hipGraphExec_t, graph: hipGraph_t, pErrorNode: *mut hipGraphNode_t, pLogBuffer: *mut c_char, bufferSize: usize) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphInstantiateWithFlags(pGraphExec: *mut hipGraphExec_t, graph: hipGraph_t, flags: c_ulonglong) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphInstantiateWithParams(pGraphExec: *mut hipGraphExec_t, graph: hipGraph_t, instantiateParams: *mut hipGraphInstantiateParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphKernelNodeCopyAttributes(hSrc: hipGraphNode_t, hDst: hipGraphNode_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphKernelNodeGetAttribute(hNode: hipGraphNode_t, attr: hipLaunchAttributeID, value: *mut hipLaunchAttributeValue) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphKernelNodeGetParams(node: hipGraphNode_t, pNodeParams: *mut hipKernelNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphKernelNodeSetAttribute(hNode: hipGraphNode_t, attr: hipLaunchAttributeID, value: *const hipLaunchAttributeValue) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphKernelNodeSetParams(node: hipGraphNode_t, pNodeParams: *const hipKernelNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphLaunch(graphExec: hipGraphExec_t, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipGraphLaunch_spt(graphExec: hipGraphExec_t, stream: hipStream_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphMemAllocNodeGetParams(node: hipGraphNode_t, pNodeParams: *mut hipMemAllocNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphMemFreeNodeGetParams(node: hipGraphNode_t, dev_ptr: *mut c_void) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphMemcpyNodeGetParams(node: hipGraphNode_t, pNodeParams: *mut hipMemcpy3DParms) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphMemcpyNodeSetParams(node: hipGraphNode_t, pNodeParams: *const hipMemcpy3DParms) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphMemcpyNodeSetParams1D(node: hipGraphNode_t, dst: *mut c_void, src: *const c_void, count: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphMemcpyNodeSetParamsFromSymbol(node: hipGraphNode_t, dst: *mut c_void, symbol: *const c_void, count: usize, offset: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphMemcpyNodeSetParamsToSymbol(node: hipGraphNode_t, symbol: *const c_void, src: *const c_void, count: usize, offset: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphMemsetNodeGetParams(node: hipGraphNode_t, pNodeParams: *mut hipMemsetParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphMemsetNodeSetParams(node: hipGraphNode_t, pNodeParams: *const hipMemsetParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphNodeFindInClone(pNode: *mut hipGraphNode_t, originalNode: hipGraphNode_t, clonedGraph: hipGraph_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphNodeGetDependencies(node: hipGraphNode_t, pDependencies: *mut hipGraphNode_t, pNumDependencies: *mut usize) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphNodeGetDependentNodes(node: hipGraphNode_t, pDependentNodes: *mut hipGraphNode_t, pNumDependentNodes: *mut usize) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphNodeGetEnabled(hGraphExec: hipGraphExec_t, hNode: hipGraphNode_t, isEnabled: *mut c_uint) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphNodeGetType(node: hipGraphNode_t, pType: *mut hipGraphNodeType) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphNodeSetEnabled(hGraphExec: hipGraphExec_t, hNode: hipGraphNode_t, isEnabled: c_uint) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphNodeSetParams(node: hipGraphNode_t, nodeParams: *mut hipGraphNodeParams) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphReleaseUserObject(graph: hipGraph_t, object: hipUserObject_t, count: c_uint) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphRemoveDependencies(graph: hipGraph_t, from: *const hipGraphNode_t, to: *const hipGraphNode_t, numDependencies: usize) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphRetainUserObject(graph: hipGraph_t, object: hipUserObject_t, count: c_uint, flags: c_uint) -> hipError_t;
    /// HIP: Graph.
    pub fn hipGraphUpload(graphExec: hipGraphExec_t, stream: hipStream_t) -> hipError_t;
    /// HIP: -.
    pub fn hipGraphicsGLRegisterBuffer(resource: *mut *mut hipGraphicsResource, buffer: GLuint, flags: c_uint) -> hipError_t;
    /// HIP: -.
    pub fn hipGraphicsGLRegisterImage(resource: *mut *mut hipGraphicsResource, image: GLuint, target: GLenum, flags: c_uint) -> hipError_t;
    /// HIP: GraphicsInterop.
    pub fn hipGraphicsMapResources(count: c_int, resources: *mut hipGraphicsResource_t, stream: hipStream_t) -> hipError_t;
    /// HIP: GraphicsInterop.
    pub fn hipGraphicsResourceGetMappedPointer(devPtr: *mut *mut c_void, size: *mut usize, resource: hipGraphicsResource_t) -> hipError_t;
    /// HIP: GraphicsInterop.
    pub fn hipGraphicsSubResourceGetMappedArray(array: *mut hipArray_t, resource: hipGraphicsResource_t, arrayIndex: c_uint, mipLevel: c_uint) -> hipError_t;
    /// HIP: GraphicsInterop.
    pub fn hipGraphicsUnmapResources(count: c_int, resources: *mut hipGraphicsResource_t, stream: hipStream_t) -> hipError_t;
    /// HIP: GraphicsInterop.
    pub fn hipGraphicsUnregisterResource(resource: hipGraphicsResource_t) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipGreenCtxCreate(ctx: *mut hipExecutionCtx_t, desc: hipDevResourceDesc_t, device: c_int, flags: c_uint) -> hipError_t;
    /// HIP: -.
    pub fn hipHccModuleLaunchKernel(f: hipFunction_t, globalWorkSizeX: u32, globalWorkSizeY: u32, globalWorkSizeZ: u32, localWorkSizeX: u32, localWorkSizeY: u32, localWorkSizeZ: u32, sharedMemBytes: usize, hStream: hipStream_t, kernelParams: *mut *mut c_void, extra: *mut *mut c_void, startEvent: hipEvent_t, stopEvent: hipEvent_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipHostAlloc(ptr: *mut *mut c_void, size: usize, flags: c_uint) -> hipError_t;
    /// HIP: Memory.
    pub fn hipHostFree(ptr: *mut c_void) -> hipError_t;
    /// HIP: Memory.
    pub fn hipHostGetDevicePointer(devPtr: *mut *mut c_void, hstPtr: *mut c_void, flags: c_uint) -> hipError_t;
    /// HIP: Memory.
    pub fn hipHostGetFlags(flagsPtr: *mut c_uint, hostPtr: *mut c_void) -> hipError_t;
    /// HIP: Memory.
    pub fn hipHostMalloc(ptr: *mut *mut c_void, size: usize, flags: c_uint) -> hipError_t;
    /// HIP: Memory.
    pub fn hipHostRegister(hostPtr: *mut c_void, sizeBytes: usize, flags: c_uint) -> hipError_t;
    /// HIP: Memory.
    pub fn hipHostUnregister(hostPtr: *mut c_void) -> hipError_t;
    /// HIP: External.
    pub fn hipImportExternalMemory(extMem_out: *mut hipExternalMemory_t, memHandleDesc: *const hipExternalMemoryHandleDesc) -> hipError_t;
    /// HIP: External.
    pub fn hipImportExternalSemaphore(extSem_out: *mut hipExternalSemaphore_t, semHandleDesc: *const hipExternalSemaphoreHandleDesc) -> hipError_t;
    /// HIP: Driver.
    pub fn hipInit(flags: c_uint) -> hipError_t;
    /// HIP: Device.
    pub fn hipIpcCloseMemHandle(devPtr: *mut c_void) -> hipError_t;
    /// HIP: Device.
    pub fn hipIpcGetEventHandle(handle: *mut hipIpcEventHandle_t, event: hipEvent_t) -> hipError_t;
    /// HIP: Device.
    pub fn hipIpcGetMemHandle(handle: *mut hipIpcMemHandle_t, devPtr: *mut c_void) -> hipError_t;
    /// HIP: Device.
    pub fn hipIpcOpenEventHandle(event: *mut hipEvent_t, handle: hipIpcEventHandle_t) -> hipError_t;
    /// HIP: Device.
    pub fn hipIpcOpenMemHandle(devPtr: *mut *mut c_void, handle: hipIpcMemHandle_t, flags: c_uint) -> hipError_t;
    /// HIP: Module (neighbour).
    pub fn hipKernelGetAttribute(pi: *mut c_int, attrib: hipFunction_attribute, kernel: hipKernel_t, dev: c_int) -> hipError_t;
    /// HIP: Execution (neighbour).
    pub fn hipKernelGetFunction(pFunc: *mut hipFunction_t, kernel: hipKernel_t) -> hipError_t;
    /// HIP: Module (neighbour).
    pub fn hipKernelGetLibrary(library: *mut hipLibrary_t, kernel: hipKernel_t) -> hipError_t;
    /// HIP: Module (neighbour).
    pub fn hipKernelGetName(name: *mut *const c_char, kernel: hipKernel_t) -> hipError_t;
    /// HIP: Module (neighbour).
    pub fn hipKernelGetParamInfo(kernel: hipKernel_t, paramIndex: usize, paramOffset: *mut usize, paramSize: *mut usize) -> hipError_t;
    /// HIP: Callback.
    pub fn hipKernelNameRef(f: hipFunction_t) -> *const c_char;
    /// HIP: Callback.
    pub fn hipKernelNameRefByPtr(hostFunction: *const c_void, stream: hipStream_t) -> *const c_char;
    /// HIP: Execution (neighbour).
    pub fn hipKernelSetAttribute(attrib: hipFunction_attribute, value: c_int, kernel: hipKernel_t, dev: c_int) -> hipError_t;
    /// HIP: Clang.
    pub fn hipLaunchByPtr(func: *const c_void) -> hipError_t;
    /// HIP: ModuleCooperativeG.
    pub fn hipLaunchCooperativeKernel(f: *const c_void, gridDim: dim3, blockDimX: dim3, kernelParams: *mut *mut c_void, sharedMemBytes: c_uint, stream: hipStream_t) -> hipError_t;
    /// HIP: ModuleCooperativeG.
    pub fn hipLaunchCooperativeKernelMultiDevice(launchParamsList: *mut hipLaunchParams, numDevices: c_int, flags: c_uint) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipLaunchCooperativeKernel_spt(f: *const c_void, gridDim: dim3, blockDim: dim3, kernelParams: *mut *mut c_void, sharedMemBytes: u32, hStream: hipStream_t) -> hipError_t;
    /// HIP: Clang.
    pub fn hipLaunchHostFunc(stream: hipStream_t, fn_: hipHostFn_t, userData: *mut c_void) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipLaunchHostFunc_spt(stream: hipStream_t, fn_: hipHostFn_t, userData: *mut c_void) -> hipError_t;
    /// HIP: Clang.
    pub fn hipLaunchKernel(function_address: *const c_void, numBlocks: dim3, dimBlocks: dim3, args: *mut *mut c_void, sharedMemBytes: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Module.
    pub fn hipLaunchKernelExC(config: *const hipLaunchConfig_t, fPtr: *const c_void, args: *mut *mut c_void) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipLaunchKernel_spt(function_address: *const c_void, numBlocks: dim3, dimBlocks: dim3, args: *mut *mut c_void, sharedMemBytes: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Module (neighbour).
    pub fn hipLibraryEnumerateKernels(kernels: *mut hipKernel_t, numKernels: c_uint, library: hipLibrary_t) -> hipError_t;
    /// HIP: Module (neighbour).
    pub fn hipLibraryGetGlobal(dptr: *mut *mut c_void, bytes: *mut usize, library: hipLibrary_t, name: *const c_char) -> hipError_t;
    /// HIP: Module.
    pub fn hipLibraryGetKernel(pKernel: *mut hipKernel_t, library: hipLibrary_t, name: *const c_char) -> hipError_t;
    /// HIP: Module.
    pub fn hipLibraryGetKernelCount(count: *mut c_uint, library: hipLibrary_t) -> hipError_t;
    /// HIP: Module (neighbour).
    pub fn hipLibraryGetManaged(dptr: *mut *mut c_void, bytes: *mut usize, library: hipLibrary_t, name: *const c_char) -> hipError_t;
    /// HIP: Module.
    pub fn hipLibraryLoadData(library: *mut hipLibrary_t, code: *const c_void, jitOptions: *mut *mut hipJitOption, jitOptionsValues: *mut *mut c_void, numJitOptions: c_uint, libraryOptions: *mut *mut hipLibraryOption, libraryOptionValues: *mut *mut c_void, numLibraryOptions: c_uint) -> hipError_t;
    /// HIP: Module.
    pub fn hipLibraryLoadFromFile(library: *mut hipLibrary_t, fileName: *const c_char, jitOptions: *mut *mut hipJitOption, jitOptionsValues: *mut *mut c_void, numJitOptions: c_uint, libraryOptions: *mut *mut hipLibraryOption, libraryOptionValues: *mut *mut c_void, numLibraryOptions: c_uint) -> hipError_t;
    /// HIP: Module.
    pub fn hipLibraryUnload(library: hipLibrary_t) -> hipError_t;
    /// HIP: Module.
    pub fn hipLinkAddData(state: hipLinkState_t, type_: hipJitInputType, data: *mut c_void, size: usize, name: *const c_char, numOptions: c_uint, options: *mut hipJitOption, optionValues: *mut *mut c_void) -> hipError_t;
    /// HIP: Module.
    pub fn hipLinkAddFile(state: hipLinkState_t, type_: hipJitInputType, path: *const c_char, numOptions: c_uint, options: *mut hipJitOption, optionValues: *mut *mut c_void) -> hipError_t;
    /// HIP: Module.
    pub fn hipLinkComplete(state: hipLinkState_t, hipBinOut: *mut *mut c_void, sizeOut: *mut usize) -> hipError_t;
    /// HIP: Module.
    pub fn hipLinkCreate(numOptions: c_uint, options: *mut hipJitOption, optionValues: *mut *mut c_void, stateOut: *mut hipLinkState_t) -> hipError_t;
    /// HIP: Module.
    pub fn hipLinkDestroy(state: hipLinkState_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMalloc(ptr: *mut *mut c_void, size: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMalloc3D(pitchedDevPtr: *mut hipPitchedPtr, extent: hipExtent) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMalloc3DArray(array: *mut hipArray_t, desc: *const hipChannelFormatDesc, extent: hipExtent, flags: c_uint) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMallocArray(array: *mut hipArray_t, desc: *const hipChannelFormatDesc, width: usize, height: usize, flags: c_uint) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipMallocAsync(dev_ptr: *mut *mut c_void, size: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipMallocFromPoolAsync(dev_ptr: *mut *mut c_void, size: usize, mem_pool: hipMemPool_t, stream: hipStream_t) -> hipError_t;
    /// HIP: MemoryD.
    pub fn hipMallocHost(ptr: *mut *mut c_void, size: usize) -> hipError_t;
    /// HIP: MemoryM.
    pub fn hipMallocManaged(dev_ptr: *mut *mut c_void, size: usize, flags: c_uint) -> hipError_t;
    /// HIP: Texture.
    pub fn hipMallocMipmappedArray(mipmappedArray: *mut hipMipmappedArray_t, desc: *const hipChannelFormatDesc, extent: hipExtent, numLevels: c_uint, flags: c_uint) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMallocPitch(ptr: *mut *mut c_void, pitch: *mut usize, width: usize, height: usize) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemAddressFree(devPtr: *mut c_void, size: usize) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemAddressReserve(ptr: *mut *mut c_void, size: usize, alignment: usize, addr: *mut c_void, flags: c_ulonglong) -> hipError_t;
    /// HIP: MemoryM.
    pub fn hipMemAdvise(dev_ptr: *const c_void, count: usize, advice: hipMemoryAdvise, device: c_int) -> hipError_t;
    /// HIP: MemoryM.
    pub fn hipMemAdvise_v2(dev_ptr: *const c_void, count: usize, advice: hipMemoryAdvise, location: hipMemLocation) -> hipError_t;
    /// HIP: MemoryD.
    pub fn hipMemAllocHost(ptr: *mut *mut c_void, size: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemAllocPitch(dptr: *mut hipDeviceptr_t, pitch: *mut usize, widthInBytes: usize, height: usize, elementSizeBytes: c_uint) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemCreate(handle: *mut hipMemGenericAllocationHandle_t, size: usize, prop: *const hipMemAllocationProp, flags: c_ulonglong) -> hipError_t;
    /// HIP: MemoryM (neighbour).
    pub fn hipMemDiscardAndPrefetchBatchAsync(dptrs: *mut *mut c_void, sizes: *mut usize, count: usize, prefetchLocs: *mut hipMemLocation, prefetchLocIdxs: *mut usize, numPrefetchLocs: usize, flags: c_ulonglong, stream: hipStream_t) -> hipError_t;
    /// HIP: MemoryM (neighbour).
    pub fn hipMemDiscardBatchAsync(dev_ptrs: *mut *mut c_void, sizes: *mut usize, count: usize, flags: c_ulonglong, stream: hipStream_t) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemExportToShareableHandle(shareableHandle: *mut c_void, handle: hipMemGenericAllocationHandle_t, handleType: hipMemAllocationHandleType, flags: c_ulonglong) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemGetAccess(flags: *mut c_ulonglong, location: *const hipMemLocation, ptr: *mut c_void) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemGetAddressRange(pbase: *mut hipDeviceptr_t, psize: *mut usize, dptr: hipDeviceptr_t) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemGetAllocationGranularity(granularity: *mut usize, prop: *const hipMemAllocationProp, option: hipMemAllocationGranularity_flags) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemGetAllocationPropertiesFromHandle(prop: *mut hipMemAllocationProp, handle: hipMemGenericAllocationHandle_t) -> hipError_t;
    /// HIP: StreamO (neighbour).
    pub fn hipMemGetDefaultMemPool(memPool: *mut hipMemPool_t, location: *mut hipMemLocation, type_: hipMemAllocationType) -> hipError_t;
    /// HIP: Module.
    pub fn hipMemGetHandleForAddressRange(handle: *mut c_void, dptr: hipDeviceptr_t, size: usize, handleType: hipMemRangeHandleType, flags: c_ulonglong) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemGetInfo(free: *mut usize, total: *mut usize) -> hipError_t;
    /// HIP: StreamO (neighbour).
    pub fn hipMemGetMemPool(pool: *mut hipMemPool_t, location: *mut hipMemLocation, type_: hipMemAllocationType) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemImportFromShareableHandle(handle: *mut hipMemGenericAllocationHandle_t, osHandle: *mut c_void, shHandleType: hipMemAllocationHandleType) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemMap(ptr: *mut c_void, size: usize, offset: usize, handle: hipMemGenericAllocationHandle_t, flags: c_ulonglong) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemMapArrayAsync(mapInfoList: *mut hipArrayMapInfo, count: c_uint, stream: hipStream_t) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipMemPoolCreate(mem_pool: *mut hipMemPool_t, pool_props: *const hipMemPoolProps) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipMemPoolDestroy(mem_pool: hipMemPool_t) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipMemPoolExportPointer(export_data: *mut hipMemPoolPtrExportData, dev_ptr: *mut c_void) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipMemPoolExportToShareableHandle(shared_handle: *mut c_void, mem_pool: hipMemPool_t, handle_type: hipMemAllocationHandleType, flags: c_uint) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipMemPoolGetAccess(flags: *mut hipMemAccessFlags, mem_pool: hipMemPool_t, location: *mut hipMemLocation) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipMemPoolGetAttribute(mem_pool: hipMemPool_t, attr: hipMemPoolAttr, value: *mut c_void) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipMemPoolImportFromShareableHandle(mem_pool: *mut hipMemPool_t, shared_handle: *mut c_void, handle_type: hipMemAllocationHandleType, flags: c_uint) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipMemPoolImportPointer(dev_ptr: *mut *mut c_void, mem_pool: hipMemPool_t, export_data: *mut hipMemPoolPtrExportData) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipMemPoolSetAccess(mem_pool: hipMemPool_t, desc_list: *const hipMemAccessDesc, count: usize) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipMemPoolSetAttribute(mem_pool: hipMemPool_t, attr: hipMemPoolAttr, value: *mut c_void) -> hipError_t;
    /// HIP: StreamO.
    pub fn hipMemPoolTrimTo(mem_pool: hipMemPool_t, min_bytes_to_hold: usize) -> hipError_t;
    /// HIP: MemoryM.
    pub fn hipMemPrefetchAsync(dev_ptr: *const c_void, count: usize, device: c_int, stream: hipStream_t) -> hipError_t;
    /// HIP: MemoryM.
    pub fn hipMemPrefetchAsync_v2(dev_ptr: *const c_void, count: usize, location: hipMemLocation, flags: c_uint, stream: hipStream_t) -> hipError_t;
    /// HIP: MemoryM (neighbour).
    pub fn hipMemPrefetchBatchAsync(dev_ptrs: *mut *mut c_void, sizes: *mut usize, count: usize, prefetch_locs: *mut hipMemLocation, prefetch_loc_idxs: *mut usize, num_prefetch_locs: usize, flags: c_ulonglong, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemPtrGetInfo(ptr: *mut c_void, size: *mut usize) -> hipError_t;
    /// HIP: MemoryM.
    pub fn hipMemRangeGetAttribute(data: *mut c_void, data_size: usize, attribute: hipMemRangeAttribute, dev_ptr: *const c_void, count: usize) -> hipError_t;
    /// HIP: MemoryM.
    pub fn hipMemRangeGetAttributes(data: *mut *mut c_void, data_sizes: *mut usize, attributes: *mut hipMemRangeAttribute, num_attributes: usize, dev_ptr: *const c_void, count: usize) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemRelease(handle: hipMemGenericAllocationHandle_t) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemRetainAllocationHandle(handle: *mut hipMemGenericAllocationHandle_t, addr: *mut c_void) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemSetAccess(ptr: *mut c_void, size: usize, desc: *const hipMemAccessDesc, count: usize) -> hipError_t;
    /// HIP: StreamO (neighbour).
    pub fn hipMemSetMemPool(location: *mut hipMemLocation, type_: hipMemAllocationType, pool: hipMemPool_t) -> hipError_t;
    /// HIP: Virtual.
    pub fn hipMemUnmap(ptr: *mut c_void, size: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpy(dst: *mut c_void, src: *const c_void, sizeBytes: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpy2D(dst: *mut c_void, dpitch: usize, src: *const c_void, spitch: usize, width: usize, height: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpy2DArrayToArray(dst: hipArray_t, wOffsetDst: usize, hOffsetDst: usize, src: hipArray_const_t, wOffsetSrc: usize, hOffsetSrc: usize, width: usize, height: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpy2DAsync(dst: *mut c_void, dpitch: usize, src: *const c_void, spitch: usize, width: usize, height: usize, kind: hipMemcpyKind, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpy2DAsync_spt(dst: *mut c_void, dpitch: usize, src: *const c_void, spitch: usize, width: usize, height: usize, kind: hipMemcpyKind, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpy2DFromArray(dst: *mut c_void, dpitch: usize, src: hipArray_const_t, wOffset: usize, hOffset: usize, width: usize, height: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpy2DFromArrayAsync(dst: *mut c_void, dpitch: usize, src: hipArray_const_t, wOffset: usize, hOffset: usize, width: usize, height: usize, kind: hipMemcpyKind, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpy2DFromArrayAsync_spt(dst: *mut c_void, dpitch: usize, src: hipArray_const_t, wOffsetSrc: usize, hOffsetSrc: usize, width: usize, height: usize, kind: hipMemcpyKind, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpy2DFromArray_spt(dst: *mut c_void, dpitch: usize, src: hipArray_const_t, wOffset: usize, hOffset: usize, width: usize, height: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpy2DToArray(dst: hipArray_t, wOffset: usize, hOffset: usize, src: *const c_void, spitch: usize, width: usize, height: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpy2DToArrayAsync(dst: hipArray_t, wOffset: usize, hOffset: usize, src: *const c_void, spitch: usize, width: usize, height: usize, kind: hipMemcpyKind, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpy2DToArrayAsync_spt(dst: hipArray_t, wOffset: usize, hOffset: usize, src: *const c_void, spitch: usize, width: usize, height: usize, kind: hipMemcpyKind, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpy2DToArray_spt(dst: hipArray_t, wOffset: usize, hOffset: usize, src: *const c_void, spitch: usize, width: usize, height: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpy2D_spt(dst: *mut c_void, dpitch: usize, src: *const c_void, spitch: usize, width: usize, height: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpy3D(p: *const hipMemcpy3DParms) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpy3DAsync(p: *const hipMemcpy3DParms, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpy3DAsync_spt(p: *const hipMemcpy3DParms, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpy3DBatchAsync(numOps: usize, opList: *mut hipMemcpy3DBatchOp, failIdx: *mut usize, flags: c_ulonglong, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpy3DPeer(p: *mut hipMemcpy3DPeerParms) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpy3DPeerAsync(p: *mut hipMemcpy3DPeerParms, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpy3D_spt(p: *const hipMemcpy3DParms) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyAsync(dst: *mut c_void, src: *const c_void, sizeBytes: usize, kind: hipMemcpyKind, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpyAsync_spt(dst: *mut c_void, src: *const c_void, sizeBytes: usize, kind: hipMemcpyKind, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyAtoA(dstArray: hipArray_t, dstOffset: usize, srcArray: hipArray_t, srcOffset: usize, ByteCount: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyAtoD(dstDevice: hipDeviceptr_t, srcArray: hipArray_t, srcOffset: usize, ByteCount: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyAtoH(dst: *mut c_void, srcArray: hipArray_t, srcOffset: usize, count: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyAtoHAsync(dstHost: *mut c_void, srcArray: hipArray_t, srcOffset: usize, ByteCount: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyBatchAsync(dsts: *mut *mut c_void, srcs: *mut *mut c_void, sizes: *mut usize, count: usize, attrs: *mut hipMemcpyAttributes, attrsIdxs: *mut usize, numAttrs: usize, failIdx: *mut usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyDtoA(dstArray: hipArray_t, dstOffset: usize, srcDevice: hipDeviceptr_t, ByteCount: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyDtoD(dst: hipDeviceptr_t, src: hipDeviceptr_t, sizeBytes: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyDtoDAsync(dst: hipDeviceptr_t, src: hipDeviceptr_t, sizeBytes: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyDtoH(dst: *mut c_void, src: hipDeviceptr_t, sizeBytes: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyDtoHAsync(dst: *mut c_void, src: hipDeviceptr_t, sizeBytes: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyFromArray(dst: *mut c_void, srcArray: hipArray_const_t, wOffset: usize, hOffset: usize, count: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpyFromArray_spt(dst: *mut c_void, src: hipArray_const_t, wOffsetSrc: usize, hOffset: usize, count: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyFromSymbol(dst: *mut c_void, symbol: *const c_void, sizeBytes: usize, offset: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyFromSymbolAsync(dst: *mut c_void, symbol: *const c_void, sizeBytes: usize, offset: usize, kind: hipMemcpyKind, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpyFromSymbolAsync_spt(dst: *mut c_void, symbol: *const c_void, sizeBytes: usize, offset: usize, kind: hipMemcpyKind, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpyFromSymbol_spt(dst: *mut c_void, symbol: *const c_void, sizeBytes: usize, offset: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyHtoA(dstArray: hipArray_t, dstOffset: usize, srcHost: *const c_void, count: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyHtoAAsync(dstArray: hipArray_t, dstOffset: usize, srcHost: *const c_void, ByteCount: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyHtoD(dst: hipDeviceptr_t, src: *const c_void, sizeBytes: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyHtoDAsync(dst: hipDeviceptr_t, src: *const c_void, sizeBytes: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyParam2D(pCopy: *const hip_Memcpy2D) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyParam2DAsync(pCopy: *const hip_Memcpy2D, stream: hipStream_t) -> hipError_t;
    /// HIP: PeerToPeer.
    pub fn hipMemcpyPeer(dst: *mut c_void, dstDeviceId: c_int, src: *const c_void, srcDeviceId: c_int, sizeBytes: usize) -> hipError_t;
    /// HIP: PeerToPeer.
    pub fn hipMemcpyPeerAsync(dst: *mut c_void, dstDeviceId: c_int, src: *const c_void, srcDevice: c_int, sizeBytes: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyToArray(dst: hipArray_t, wOffset: usize, hOffset: usize, src: *const c_void, count: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyToSymbol(symbol: *const c_void, src: *const c_void, sizeBytes: usize, offset: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyToSymbolAsync(symbol: *const c_void, src: *const c_void, sizeBytes: usize, offset: usize, kind: hipMemcpyKind, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpyToSymbolAsync_spt(symbol: *const c_void, src: *const c_void, sizeBytes: usize, offset: usize, kind: hipMemcpyKind, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpyToSymbol_spt(symbol: *const c_void, src: *const c_void, sizeBytes: usize, offset: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemcpyWithStream(dst: *mut c_void, src: *const c_void, sizeBytes: usize, kind: hipMemcpyKind, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemcpy_spt(dst: *mut c_void, src: *const c_void, sizeBytes: usize, kind: hipMemcpyKind) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemset(dst: *mut c_void, value: c_int, sizeBytes: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemset2D(dst: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemset2DAsync(dst: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemset2DAsync_spt(dst: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemset2D_spt(dst: *mut c_void, pitch: usize, value: c_int, width: usize, height: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemset3D(pitchedDevPtr: hipPitchedPtr, value: c_int, extent: hipExtent) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemset3DAsync(pitchedDevPtr: hipPitchedPtr, value: c_int, extent: hipExtent, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemset3DAsync_spt(pitchedDevPtr: hipPitchedPtr, value: c_int, extent: hipExtent, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemset3D_spt(pitchedDevPtr: hipPitchedPtr, value: c_int, extent: hipExtent) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemsetAsync(dst: *mut c_void, value: c_int, sizeBytes: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemsetAsync_spt(dst: *mut c_void, value: c_int, sizeBytes: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemsetD16(dest: hipDeviceptr_t, value: c_ushort, count: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemsetD16Async(dest: hipDeviceptr_t, value: c_ushort, count: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemsetD2D16(dst: hipDeviceptr_t, dstPitch: usize, value: c_ushort, width: usize, height: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemsetD2D16Async(dst: hipDeviceptr_t, dstPitch: usize, value: c_ushort, width: usize, height: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemsetD2D32(dst: hipDeviceptr_t, dstPitch: usize, value: c_uint, width: usize, height: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemsetD2D32Async(dst: hipDeviceptr_t, dstPitch: usize, value: c_uint, width: usize, height: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemsetD2D8(dst: hipDeviceptr_t, dstPitch: usize, value: c_uchar, width: usize, height: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemsetD2D8Async(dst: hipDeviceptr_t, dstPitch: usize, value: c_uchar, width: usize, height: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemsetD32(dest: hipDeviceptr_t, value: c_int, count: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemsetD32Async(dst: hipDeviceptr_t, value: c_int, count: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemsetD8(dest: hipDeviceptr_t, value: c_uchar, count: usize) -> hipError_t;
    /// HIP: Memory.
    pub fn hipMemsetD8Async(dest: hipDeviceptr_t, value: c_uchar, count: usize, stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipMemset_spt(dst: *mut c_void, value: c_int, sizeBytes: usize) -> hipError_t;
    /// HIP: Texture.
    pub fn hipMipmappedArrayCreate(pHandle: *mut hipMipmappedArray_t, pMipmappedArrayDesc: *mut HIP_ARRAY3D_DESCRIPTOR, numMipmapLevels: c_uint) -> hipError_t;
    /// HIP: Texture.
    pub fn hipMipmappedArrayDestroy(hMipmappedArray: hipMipmappedArray_t) -> hipError_t;
    /// HIP: Texture.
    pub fn hipMipmappedArrayGetLevel(pLevelArray: *mut hipArray_t, hMipMappedArray: hipMipmappedArray_t, level: c_uint) -> hipError_t;
    /// HIP: Memory (neighbour).
    pub fn hipMipmappedArrayGetMemoryRequirements(memoryRequirements: *mut hipArrayMemoryRequirements, mipmap: hipMipmappedArray_t, device: c_int) -> hipError_t;
    /// HIP: Module.
    pub fn hipModuleGetFunction(function: *mut hipFunction_t, module: hipModule_t, kname: *const c_char) -> hipError_t;
    /// HIP: Module.
    pub fn hipModuleGetFunctionCount(count: *mut c_uint, mod_: hipModule_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipModuleGetGlobal(dptr: *mut hipDeviceptr_t, bytes: *mut usize, hmod: hipModule_t, name: *const c_char) -> hipError_t;
    /// HIP: Module.
    pub fn hipModuleGetTexRef(texRef: *mut *mut textureReference, hmod: hipModule_t, name: *const c_char) -> hipError_t;
    /// HIP: ModuleCooperativeG.
    pub fn hipModuleLaunchCooperativeKernel(f: hipFunction_t, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, stream: hipStream_t, kernelParams: *mut *mut c_void) -> hipError_t;
    /// HIP: ModuleCooperativeG.
    pub fn hipModuleLaunchCooperativeKernelMultiDevice(launchParamsList: *mut hipFunctionLaunchParams, numDevices: c_uint, flags: c_uint) -> hipError_t;
    /// HIP: Module.
    pub fn hipModuleLaunchKernel(f: hipFunction_t, gridDimX: c_uint, gridDimY: c_uint, gridDimZ: c_uint, blockDimX: c_uint, blockDimY: c_uint, blockDimZ: c_uint, sharedMemBytes: c_uint, stream: hipStream_t, kernelParams: *mut *mut c_void, extra: *mut *mut c_void) -> hipError_t;
    /// HIP: Module.
    pub fn hipModuleLoad(module: *mut hipModule_t, fname: *const c_char) -> hipError_t;
    /// HIP: Module.
    pub fn hipModuleLoadData(module: *mut hipModule_t, image: *const c_void) -> hipError_t;
    /// HIP: Module.
    pub fn hipModuleLoadDataEx(module: *mut hipModule_t, image: *const c_void, numOptions: c_uint, options: *mut hipJitOption, optionValues: *mut *mut c_void) -> hipError_t;
    /// HIP: Module.
    pub fn hipModuleLoadFatBinary(module: *mut hipModule_t, fatbin: *const c_void) -> hipError_t;
    /// HIP: Occupancy.
    pub fn hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks: *mut c_int, f: hipFunction_t, blockSize: c_int, dynSharedMemPerBlk: usize) -> hipError_t;
    /// HIP: Occupancy.
    pub fn hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks: *mut c_int, f: hipFunction_t, blockSize: c_int, dynSharedMemPerBlk: usize, flags: c_uint) -> hipError_t;
    /// HIP: Occupancy.
    pub fn hipModuleOccupancyMaxPotentialBlockSize(gridSize: *mut c_int, blockSize: *mut c_int, f: hipFunction_t, dynSharedMemPerBlk: usize, blockSizeLimit: c_int) -> hipError_t;
    /// HIP: Occupancy.
    pub fn hipModuleOccupancyMaxPotentialBlockSizeWithFlags(gridSize: *mut c_int, blockSize: *mut c_int, f: hipFunction_t, dynSharedMemPerBlk: usize, blockSizeLimit: c_int, flags: c_uint) -> hipError_t;
    /// HIP: Module.
    pub fn hipModuleUnload(module: hipModule_t) -> hipError_t;
    /// HIP: Occupancy (neighbour).
    pub fn hipOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize: *mut usize, f: *const c_void, numBlocks: c_int, blockSize: c_int) -> hipError_t;
    /// HIP: Occupancy.
    pub fn hipOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks: *mut c_int, f: *const c_void, blockSize: c_int, dynSharedMemPerBlk: usize) -> hipError_t;
    /// HIP: Occupancy.
    pub fn hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks: *mut c_int, f: *const c_void, blockSize: c_int, dynSharedMemPerBlk: usize, flags: c_uint) -> hipError_t;
    /// HIP: Occupancy (neighbour).
    pub fn hipOccupancyMaxActiveClusters(numClusters: *mut c_int, f: *const c_void, config: *const hipLaunchConfig_st) -> hipError_t;
    /// HIP: Occupancy.
    pub fn hipOccupancyMaxPotentialBlockSize(gridSize: *mut c_int, blockSize: *mut c_int, f: *const c_void, dynSharedMemPerBlk: usize, blockSizeLimit: c_int) -> hipError_t;
    /// HIP: Occupancy (neighbour).
    pub fn hipOccupancyMaxPotentialClusterSize(clusterSize: *mut c_int, f: *const c_void, config: *const hipLaunchConfig_st) -> hipError_t;
    /// HIP: Error.
    pub fn hipPeekAtLastError() -> hipError_t;
    /// HIP: Memory.
    pub fn hipPointerGetAttribute(data: *mut c_void, attribute: hipPointer_attribute, ptr: hipDeviceptr_t) -> hipError_t;
    /// HIP: Memory.
    pub fn hipPointerGetAttributes(attributes: *mut hipPointerAttribute_t, ptr: *const c_void) -> hipError_t;
    /// HIP: Memory.
    pub fn hipPointerSetAttribute(value: *const c_void, attribute: hipPointer_attribute, ptr: hipDeviceptr_t) -> hipError_t;
    /// HIP: Profiler.
    pub fn hipProfilerStart() -> hipError_t;
    /// HIP: Profiler.
    pub fn hipProfilerStop() -> hipError_t;
    /// HIP: Driver.
    pub fn hipRuntimeGetVersion(runtimeVersion: *mut c_int) -> hipError_t;
    /// HIP: Device.
    pub fn hipSetDevice(deviceId: c_int) -> hipError_t;
    /// HIP: Device.
    pub fn hipSetDeviceFlags(flags: c_uint) -> hipError_t;
    /// HIP: Device.
    pub fn hipSetValidDevices(device_arr: *mut c_int, len: c_int) -> hipError_t;
    /// HIP: Clang.
    pub fn hipSetupArgument(arg: *const c_void, size: usize, offset: usize) -> hipError_t;
    /// HIP: External.
    pub fn hipSignalExternalSemaphoresAsync(extSemArray: *const hipExternalSemaphore_t, paramsArray: *const hipExternalSemaphoreSignalParams, numExtSems: c_uint, stream: hipStream_t) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamAddCallback(stream: hipStream_t, callback: hipStreamCallback_t, userData: *mut c_void, flags: c_uint) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipStreamAddCallback_spt(stream: hipStream_t, callback: hipStreamCallback_t, userData: *mut c_void, flags: c_uint) -> hipError_t;
    /// HIP: MemoryM.
    pub fn hipStreamAttachMemAsync(stream: hipStream_t, dev_ptr: *mut c_void, length: usize, flags: c_uint) -> hipError_t;
    /// HIP: StreamM.
    pub fn hipStreamBatchMemOp(stream: hipStream_t, count: c_uint, paramArray: *mut hipStreamBatchMemOpParams, flags: c_uint) -> hipError_t;
    /// HIP: Graph.
    pub fn hipStreamBeginCapture(stream: hipStream_t, mode: hipStreamCaptureMode) -> hipError_t;
    /// HIP: Graph.
    pub fn hipStreamBeginCaptureToGraph(stream: hipStream_t, graph: hipGraph_t, dependencies: *const hipGraphNode_t, dependencyData: *const hipGraphEdgeData, numDependencies: usize, mode: hipStreamCaptureMode) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipStreamBeginCapture_spt(stream: hipStream_t, mode: hipStreamCaptureMode) -> hipError_t;
    /// HIP: Stream (neighbour).
    pub fn hipStreamCopyAttributes(dst: hipStream_t, src: hipStream_t) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamCreate(stream: *mut hipStream_t) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamCreateWithFlags(stream: *mut hipStream_t, flags: c_uint) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamCreateWithPriority(stream: *mut hipStream_t, flags: c_uint, priority: c_int) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamDestroy(stream: hipStream_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipStreamEndCapture(stream: hipStream_t, pGraph: *mut hipGraph_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipStreamEndCapture_spt(stream: hipStream_t, pGraph: *mut hipGraph_t) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamGetAttribute(stream: hipStream_t, attr: hipLaunchAttributeID, value_out: *mut hipLaunchAttributeValue) -> hipError_t;
    /// HIP: Graph.
    pub fn hipStreamGetCaptureInfo(stream: hipStream_t, pCaptureStatus: *mut hipStreamCaptureStatus, pId: *mut c_ulonglong) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipStreamGetCaptureInfo_spt(stream: hipStream_t, pCaptureStatus: *mut hipStreamCaptureStatus, pId: *mut c_ulonglong) -> hipError_t;
    /// HIP: Graph.
    pub fn hipStreamGetCaptureInfo_v2(stream: hipStream_t, captureStatus_out: *mut hipStreamCaptureStatus, id_out: *mut c_ulonglong, graph_out: *mut hipGraph_t, dependencies_out: *mut *const hipGraphNode_t, numDependencies_out: *mut usize) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipStreamGetCaptureInfo_v2_spt(stream: hipStream_t, captureStatus_out: *mut hipStreamCaptureStatus, id_out: *mut c_ulonglong, graph_out: *mut hipGraph_t, dependencies_out: *mut *const hipGraphNode_t, numDependencies_out: *mut usize) -> hipError_t;
    /// HIP: ExecutionContext.
    pub fn hipStreamGetDevResource(hStream: hipStream_t, resource: *mut hipDevResource_st, type_: hipDevResourceType) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamGetDevice(stream: hipStream_t, device: *mut hipDevice_t) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamGetFlags(stream: hipStream_t, flags: *mut c_uint) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipStreamGetFlags_spt(stream: hipStream_t, flags: *mut c_uint) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamGetId(stream: hipStream_t, streamId: *mut c_ulonglong) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamGetPriority(stream: hipStream_t, priority: *mut c_int) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipStreamGetPriority_spt(stream: hipStream_t, priority: *mut c_int) -> hipError_t;
    /// HIP: Graph.
    pub fn hipStreamIsCapturing(stream: hipStream_t, pCaptureStatus: *mut hipStreamCaptureStatus) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipStreamIsCapturing_spt(stream: hipStream_t, pCaptureStatus: *mut hipStreamCaptureStatus) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamQuery(stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipStreamQuery_spt(stream: hipStream_t) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamSetAttribute(stream: hipStream_t, attr: hipLaunchAttributeID, value: *const hipLaunchAttributeValue) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamSynchronize(stream: hipStream_t) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipStreamSynchronize_spt(stream: hipStream_t) -> hipError_t;
    /// HIP: Graph.
    pub fn hipStreamUpdateCaptureDependencies(stream: hipStream_t, dependencies: *mut hipGraphNode_t, numDependencies: usize, flags: c_uint) -> hipError_t;
    /// HIP: Stream.
    pub fn hipStreamWaitEvent(stream: hipStream_t, event: hipEvent_t, flags: c_uint) -> hipError_t;
    /// HIP: PerThreadStream.
    pub fn hipStreamWaitEvent_spt(stream: hipStream_t, event: hipEvent_t, flags: c_uint) -> hipError_t;
    /// HIP: StreamM.
    pub fn hipStreamWaitValue32(stream: hipStream_t, ptr: *mut c_void, value: u32, flags: c_uint, mask: u32) -> hipError_t;
    /// HIP: StreamM.
    pub fn hipStreamWaitValue64(stream: hipStream_t, ptr: *mut c_void, value: u64, flags: c_uint, mask: u64) -> hipError_t;
    /// HIP: StreamM.
    pub fn hipStreamWriteValue32(stream: hipStream_t, ptr: *mut c_void, value: u32, flags: c_uint) -> hipError_t;
    /// HIP: StreamM.
    pub fn hipStreamWriteValue64(stream: hipStream_t, ptr: *mut c_void, value: u64, flags: c_uint) -> hipError_t;
    /// HIP: Texture.
    pub fn hipTexObjectCreate(pTexObject: *mut hipTextureObject_t, pResDesc: *const HIP_RESOURCE_DESC, pTexDesc: *const HIP_TEXTURE_DESC, pResViewDesc: *const HIP_RESOURCE_VIEW_DESC) -> hipError_t;
    /// HIP: Texture.
    pub fn hipTexObjectDestroy(texObject: hipTextureObject_t) -> hipError_t;
    /// HIP: Texture.
    pub fn hipTexObjectGetResourceDesc(pResDesc: *mut HIP_RESOURCE_DESC, texObject: hipTextureObject_t) -> hipError_t;
    /// HIP: Texture.
    pub fn hipTexObjectGetResourceViewDesc(pResViewDesc: *mut HIP_RESOURCE_VIEW_DESC, texObject: hipTextureObject_t) -> hipError_t;
    /// HIP: Texture.
    pub fn hipTexObjectGetTextureDesc(pTexDesc: *mut HIP_TEXTURE_DESC, texObject: hipTextureObject_t) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefGetAddress(dev_ptr: *mut hipDeviceptr_t, texRef: *const textureReference) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefGetAddressMode(pam: *mut hipTextureAddressMode, texRef: *const textureReference, dim: c_int) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefGetArray(pArray: *mut hipArray_t, texRef: *const textureReference) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefGetBorderColor(pBorderColor: *mut f32, texRef: *const textureReference) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefGetFilterMode(pfm: *mut hipTextureFilterMode, texRef: *const textureReference) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefGetFlags(pFlags: *mut c_uint, texRef: *const textureReference) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefGetFormat(pFormat: *mut hipArray_Format, pNumChannels: *mut c_int, texRef: *const textureReference) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefGetMaxAnisotropy(pmaxAnsio: *mut c_int, texRef: *const textureReference) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefGetMipMappedArray(pArray: *mut hipMipmappedArray_t, texRef: *const textureReference) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefGetMipmapFilterMode(pfm: *mut hipTextureFilterMode, texRef: *const textureReference) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefGetMipmapLevelBias(pbias: *mut f32, texRef: *const textureReference) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefGetMipmapLevelClamp(pminMipmapLevelClamp: *mut f32, pmaxMipmapLevelClamp: *mut f32, texRef: *const textureReference) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefSetAddress(ByteOffset: *mut usize, texRef: *mut textureReference, dptr: hipDeviceptr_t, bytes: usize) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefSetAddress2D(texRef: *mut textureReference, desc: *const HIP_ARRAY_DESCRIPTOR, dptr: hipDeviceptr_t, Pitch: usize) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefSetAddressMode(texRef: *mut textureReference, dim: c_int, am: hipTextureAddressMode) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefSetArray(tex: *mut textureReference, array: hipArray_const_t, flags: c_uint) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefSetBorderColor(texRef: *mut textureReference, pBorderColor: *mut f32) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefSetFilterMode(texRef: *mut textureReference, fm: hipTextureFilterMode) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefSetFlags(texRef: *mut textureReference, Flags: c_uint) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefSetFormat(texRef: *mut textureReference, fmt: hipArray_Format, NumPackedComponents: c_int) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefSetMaxAnisotropy(texRef: *mut textureReference, maxAniso: c_uint) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefSetMipmapFilterMode(texRef: *mut textureReference, fm: hipTextureFilterMode) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefSetMipmapLevelBias(texRef: *mut textureReference, bias: f32) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefSetMipmapLevelClamp(texRef: *mut textureReference, minMipMapLevelClamp: f32, maxMipMapLevelClamp: f32) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipTexRefSetMipmappedArray(texRef: *mut textureReference, mipmappedArray: *mut hipMipmappedArray, Flags: c_uint) -> hipError_t;
    /// HIP: Graph.
    pub fn hipThreadExchangeStreamCaptureMode(mode: *mut hipStreamCaptureMode) -> hipError_t;
    /// HIP: TextureD.
    pub fn hipUnbindTexture(tex: *const textureReference) -> hipError_t;
    /// HIP: Graph.
    pub fn hipUserObjectCreate(object_out: *mut hipUserObject_t, ptr: *mut c_void, destroy: hipHostFn_t, initialRefcount: c_uint, flags: c_uint) -> hipError_t;
    /// HIP: Graph.
    pub fn hipUserObjectRelease(object: hipUserObject_t, count: c_uint) -> hipError_t;
    /// HIP: Graph.
    pub fn hipUserObjectRetain(object: hipUserObject_t, count: c_uint) -> hipError_t;
    /// HIP: External.
    pub fn hipWaitExternalSemaphoresAsync(extSemArray: *const hipExternalSemaphore_t, paramsArray: *const hipExternalSemaphoreWaitParams, numExtSems: c_uint, stream: hipStream_t) -> hipError_t;
    /// HIP: HIPRTC.
    pub fn hiprtcAddNameExpression(prog: hiprtcProgram, name_expression: *const c_char) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcCompileProgram(prog: hiprtcProgram, numOptions: c_int, options: *const *const c_char) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcCreateProgram(prog: *mut hiprtcProgram, src: *const c_char, name: *const c_char, numHeaders: c_int, headers: *const *const c_char, includeNames: *const *const c_char) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcDestroyProgram(prog: *mut hiprtcProgram) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcGetBitcode(prog: hiprtcProgram, bitcode: *mut c_char) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcGetBitcodeSize(prog: hiprtcProgram, bitcode_size: *mut usize) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcGetCode(prog: hiprtcProgram, code: *mut c_char) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcGetCodeSize(prog: hiprtcProgram, codeSizeRet: *mut usize) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcGetErrorString(result: hiprtcResult) -> *const c_char;
    /// HIP: HIPRTC.
    pub fn hiprtcGetLoweredName(prog: hiprtcProgram, name_expression: *const c_char, lowered_name: *mut *const c_char) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcGetProgramLog(prog: hiprtcProgram, log: *mut c_char) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcGetProgramLogSize(prog: hiprtcProgram, logSizeRet: *mut usize) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcLinkAddData(hip_link_state: hiprtcLinkState, input_type: hipJitInputType, image: *mut c_void, image_size: usize, name: *const c_char, num_options: c_uint, options_ptr: *mut hipJitOption, option_values: *mut *mut c_void) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcLinkAddFile(hip_link_state: hiprtcLinkState, input_type: hipJitInputType, file_path: *const c_char, num_options: c_uint, options_ptr: *mut hipJitOption, option_values: *mut *mut c_void) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcLinkComplete(hip_link_state: hiprtcLinkState, bin_out: *mut *mut c_void, size_out: *mut usize) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcLinkCreate(num_options: c_uint, option_ptr: *mut hipJitOption, option_vals_pptr: *mut *mut c_void, hip_link_state_ptr: *mut hiprtcLinkState) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcLinkDestroy(hip_link_state: hiprtcLinkState) -> hiprtcResult;
    /// HIP: HIPRTC.
    pub fn hiprtcVersion(major: *mut c_int, minor: *mut c_int) -> hiprtcResult;
}

//! Written by `cargo xtask check --write` from the tables in capi/api: change those.
//!
//! Structures, handles, callbacks; their sizes are what C has.

use super::enums::*;
use super::plain::{plain, unions};
use std::ffi::{c_char, c_int, c_longlong, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

pub type GLenum = c_uint;

pub type GLuint = c_uint;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_ARRAY3D_DESCRIPTOR {
    pub Width: usize,
    pub Height: usize,
    pub Depth: usize,
    pub Format: hipArray_Format,
    pub NumChannels: c_uint,
    pub Flags: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_ARRAY_DESCRIPTOR {
    pub Width: usize,
    pub Height: usize,
    pub Format: hipArray_Format,
    pub NumChannels: c_uint,
}

pub type HIP_LAUNCH_CONFIG = HIP_LAUNCH_CONFIG_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_LAUNCH_CONFIG_st {
    pub gridDimX: c_uint,
    pub gridDimY: c_uint,
    pub gridDimZ: c_uint,
    pub blockDimX: c_uint,
    pub blockDimY: c_uint,
    pub blockDimZ: c_uint,
    pub sharedMemBytes: c_uint,
    pub hStream: hipStream_t,
    pub attrs: *mut hipLaunchAttribute,
    pub numAttrs: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_MEMCPY3D {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcZ: usize,
    pub srcLOD: usize,
    pub srcMemoryType: hipMemoryType,
    pub srcHost: *const c_void,
    pub srcDevice: hipDeviceptr_t,
    pub srcArray: hipArray_t,
    pub srcPitch: usize,
    pub srcHeight: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstZ: usize,
    pub dstLOD: usize,
    pub dstMemoryType: hipMemoryType,
    pub dstHost: *mut c_void,
    pub dstDevice: hipDeviceptr_t,
    pub dstArray: hipArray_t,
    pub dstPitch: usize,
    pub dstHeight: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
    pub Depth: usize,
}

pub type HIP_RESOURCE_DESC = HIP_RESOURCE_DESC_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_DESC_st_res_array {
    pub hArray: hipArray_t,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_DESC_st_res_mipmap {
    pub hMipmappedArray: hipMipmappedArray_t,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_DESC_st_res_linear {
    pub devPtr: hipDeviceptr_t,
    pub format: hipArray_Format,
    pub numChannels: c_uint,
    pub sizeInBytes: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_DESC_st_res_pitch2D {
    pub devPtr: hipDeviceptr_t,
    pub format: hipArray_Format,
    pub numChannels: c_uint,
    pub width: usize,
    pub height: usize,
    pub pitchInBytes: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_DESC_st_res_reserved {
    pub reserved: [c_int; 32],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union HIP_RESOURCE_DESC_st_res {
    pub array: HIP_RESOURCE_DESC_st_res_array,
    pub mipmap: HIP_RESOURCE_DESC_st_res_mipmap,
    pub linear: HIP_RESOURCE_DESC_st_res_linear,
    pub pitch2D: HIP_RESOURCE_DESC_st_res_pitch2D,
    pub reserved: HIP_RESOURCE_DESC_st_res_reserved,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_DESC_st {
    pub resType: HIPresourcetype,
    pub res: HIP_RESOURCE_DESC_st_res,
    pub flags: c_uint,
}

pub type HIP_RESOURCE_VIEW_DESC = HIP_RESOURCE_VIEW_DESC_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_VIEW_DESC_st {
    pub format: HIPresourceViewFormat,
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    pub firstMipmapLevel: c_uint,
    pub lastMipmapLevel: c_uint,
    pub firstLayer: c_uint,
    pub lastLayer: c_uint,
    pub reserved: [c_uint; 16],
}

pub type HIP_TEXTURE_DESC = HIP_TEXTURE_DESC_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_TEXTURE_DESC_st {
    pub addressMode: [HIPaddress_mode; 3],
    pub filterMode: HIPfilter_mode,
    pub flags: c_uint,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: HIPfilter_mode,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub borderColor: [f32; 4],
    pub reserved: [c_int; 12],
}

pub type HIPaddress_mode = HIPaddress_mode_enum;

pub type HIPfilter_mode = HIPfilter_mode_enum;

pub type HIPresourceViewFormat = HIPresourceViewFormat_enum;

pub type HIPresourcetype = HIPresourcetype_enum;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct dim3 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipAccessPolicyWindow {
    pub base_ptr: *mut c_void,
    pub hitProp: hipAccessProperty,
    pub hitRatio: f32,
    pub missProp: hipAccessProperty,
    pub num_bytes: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipArrayMapInfo_resource {
    pub mipmap: hipMipmappedArray,
    pub array: hipArray_t,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipArrayMapInfo_subresource_sparseLevel {
    pub level: c_uint,
    pub layer: c_uint,
    pub offsetX: c_uint,
    pub offsetY: c_uint,
    pub offsetZ: c_uint,
    pub extentWidth: c_uint,
    pub extentHeight: c_uint,
    pub extentDepth: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipArrayMapInfo_subresource_miptail {
    pub layer: c_uint,
    pub offset: c_ulonglong,
    pub size: c_ulonglong,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipArrayMapInfo_subresource {
    pub sparseLevel: hipArrayMapInfo_subresource_sparseLevel,
    pub miptail: hipArrayMapInfo_subresource_miptail,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipArrayMapInfo_memHandle {
    pub memHandle: hipMemGenericAllocationHandle_t,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipArrayMapInfo {
    pub resourceType: hipResourceType,
    pub resource: hipArrayMapInfo_resource,
    pub subresourceType: hipArraySparseSubresourceType,
    pub subresource: hipArrayMapInfo_subresource,
    pub memOperationType: hipMemOperationType,
    pub memHandleType: hipMemHandleType,
    pub memHandle: hipArrayMapInfo_memHandle,
    pub offset: c_ulonglong,
    pub deviceBitMask: c_uint,
    pub flags: c_uint,
    pub reserved: [c_uint; 2],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipArrayMemoryRequirements {
    pub alignment: usize,
    pub size: usize,
}

pub type hipArray_const_t = *const hipArray;

pub type hipArray_t = *mut hipArray;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipBatchMemOpNodeParams {
    pub ctx: hipCtx_t,
    pub count: c_uint,
    pub paramArray: *mut hipStreamBatchMemOpParams,
    pub flags: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipChannelFormatDesc {
    pub x: c_int,
    pub y: c_int,
    pub z: c_int,
    pub w: c_int,
    pub f: hipChannelFormatKind,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipChildGraphNodeParams {
    pub graph: hipGraph_t,
}

pub type hipCtx_t = *mut ihipCtx_t;

pub type hipDevResource = hipDevResource_st;

pub type hipDevResourceDesc_t = *mut ihipDevResourceDesc_t;

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipDevResource_st_anon_1 {
    pub sm: hipDevSmResource,
    pub wqConfig: hipDevWorkqueueConfigResource,
    pub wq: hipDevWorkqueueResource,
    pub _oversize: [c_uchar; 40],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDevResource_st {
    pub type_: hipDevResourceType,
    pub _internal_padding: [c_uchar; 92],
    pub __bindgen_anon_1: hipDevResource_st_anon_1,
    pub nextResource: *mut hipDevResource_st,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDevSmResource {
    pub smCount: c_uint,
    pub minSmPartitionSize: c_uint,
    pub smCoscheduledAlignment: c_uint,
    pub flags: c_uint,
}

pub type hipDevSmResourceGroupParams = hipDevSmResourceGroupParams_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDevSmResourceGroupParams_st {
    pub smCount: c_uint,
    pub coscheduledSmCount: c_uint,
    pub preferredCoscheduledSmCount: c_uint,
    pub flags: c_uint,
    pub reserved: [c_uint; 12],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDevWorkqueueConfigResource {
    pub device: c_int,
    pub wqConcurrencyLimit: c_uint,
    pub sharingScope: hipDevWorkqueueConfigScope,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDevWorkqueueResource {
    pub reserved: [c_uchar; 40],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDeviceArch_t {
    /// 17 bits, the first declared lowest.
    pub bits: [u32; 1],
}

pub type hipDeviceProp_t = hipDeviceProp_tR0600;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDeviceProp_tR0000 {
    pub name: [c_char; 256],
    pub totalGlobalMem: usize,
    pub sharedMemPerBlock: usize,
    pub regsPerBlock: c_int,
    pub warpSize: c_int,
    pub maxThreadsPerBlock: c_int,
    pub maxThreadsDim: [c_int; 3],
    pub maxGridSize: [c_int; 3],
    pub clockRate: c_int,
    pub memoryClockRate: c_int,
    pub memoryBusWidth: c_int,
    pub totalConstMem: usize,
    pub major: c_int,
    pub minor: c_int,
    pub multiProcessorCount: c_int,
    pub l2CacheSize: c_int,
    pub maxThreadsPerMultiProcessor: c_int,
    pub computeMode: c_int,
    pub clockInstructionRate: c_int,
    pub arch: hipDeviceArch_t,
    pub concurrentKernels: c_int,
    pub pciDomainID: c_int,
    pub pciBusID: c_int,
    pub pciDeviceID: c_int,
    pub maxSharedMemoryPerMultiProcessor: usize,
    pub isMultiGpuBoard: c_int,
    pub canMapHostMemory: c_int,
    pub gcnArch: c_int,
    pub gcnArchName: [c_char; 256],
    pub integrated: c_int,
    pub cooperativeLaunch: c_int,
    pub cooperativeMultiDeviceLaunch: c_int,
    pub maxTexture1DLinear: c_int,
    pub maxTexture1D: c_int,
    pub maxTexture2D: [c_int; 2],
    pub maxTexture3D: [c_int; 3],
    pub hdpMemFlushCntl: *mut c_uint,
    pub hdpRegFlushCntl: *mut c_uint,
    pub memPitch: usize,
    pub textureAlignment: usize,
    pub texturePitchAlignment: usize,
    pub kernelExecTimeoutEnabled: c_int,
    pub ECCEnabled: c_int,
    pub tccDriver: c_int,
    pub cooperativeMultiDeviceUnmatchedFunc: c_int,
    pub cooperativeMultiDeviceUnmatchedGridDim: c_int,
    pub cooperativeMultiDeviceUnmatchedBlockDim: c_int,
    pub cooperativeMultiDeviceUnmatchedSharedMem: c_int,
    pub isLargeBar: c_int,
    pub asicRevision: c_int,
    pub managedMemory: c_int,
    pub directManagedMemAccessFromHost: c_int,
    pub concurrentManagedAccess: c_int,
    pub pageableMemoryAccess: c_int,
    pub pageableMemoryAccessUsesHostPageTables: c_int,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDeviceProp_tR0600 {
    pub name: [c_char; 256],
    pub uuid: hipUUID,
    pub luid: [c_char; 8],
    pub luidDeviceNodeMask: c_uint,
    pub totalGlobalMem: usize,
    pub sharedMemPerBlock: usize,
    pub regsPerBlock: c_int,
    pub warpSize: c_int,
    pub memPitch: usize,
    pub maxThreadsPerBlock: c_int,
    pub maxThreadsDim: [c_int; 3],
    pub maxGridSize: [c_int; 3],
    pub clockRate: c_int,
    pub totalConstMem: usize,
    pub major: c_int,
    pub minor: c_int,
    pub textureAlignment: usize,
    pub texturePitchAlignment: usize,
    pub deviceOverlap: c_int,
    pub multiProcessorCount: c_int,
    pub kernelExecTimeoutEnabled: c_int,
    pub integrated: c_int,
    pub canMapHostMemory: c_int,
    pub computeMode: c_int,
    pub maxTexture1D: c_int,
    pub maxTexture1DMipmap: c_int,
    pub maxTexture1DLinear: c_int,
    pub maxTexture2D: [c_int; 2],
    pub maxTexture2DMipmap: [c_int; 2],
    pub maxTexture2DLinear: [c_int; 3],
    pub maxTexture2DGather: [c_int; 2],
    pub maxTexture3D: [c_int; 3],
    pub maxTexture3DAlt: [c_int; 3],
    pub maxTextureCubemap: c_int,
    pub maxTexture1DLayered: [c_int; 2],
    pub maxTexture2DLayered: [c_int; 3],
    pub maxTextureCubemapLayered: [c_int; 2],
    pub maxSurface1D: c_int,
    pub maxSurface2D: [c_int; 2],
    pub maxSurface3D: [c_int; 3],
    pub maxSurface1DLayered: [c_int; 2],
    pub maxSurface2DLayered: [c_int; 3],
    pub maxSurfaceCubemap: c_int,
    pub maxSurfaceCubemapLayered: [c_int; 2],
    pub surfaceAlignment: usize,
    pub concurrentKernels: c_int,
    pub ECCEnabled: c_int,
    pub pciBusID: c_int,
    pub pciDeviceID: c_int,
    pub pciDomainID: c_int,
    pub tccDriver: c_int,
    pub asyncEngineCount: c_int,
    pub unifiedAddressing: c_int,
    pub memoryClockRate: c_int,
    pub memoryBusWidth: c_int,
    pub l2CacheSize: c_int,
    pub persistingL2CacheMaxSize: c_int,
    pub maxThreadsPerMultiProcessor: c_int,
    pub streamPrioritiesSupported: c_int,
    pub globalL1CacheSupported: c_int,
    pub localL1CacheSupported: c_int,
    pub sharedMemPerMultiprocessor: usize,
    pub regsPerMultiprocessor: c_int,
    pub managedMemory: c_int,
    pub isMultiGpuBoard: c_int,
    pub multiGpuBoardGroupID: c_int,
    pub hostNativeAtomicSupported: c_int,
    pub singleToDoublePrecisionPerfRatio: c_int,
    pub pageableMemoryAccess: c_int,
    pub concurrentManagedAccess: c_int,
    pub computePreemptionSupported: c_int,
    pub canUseHostPointerForRegisteredMem: c_int,
    pub cooperativeLaunch: c_int,
    pub cooperativeMultiDeviceLaunch: c_int,
    pub sharedMemPerBlockOptin: usize,
    pub pageableMemoryAccessUsesHostPageTables: c_int,
    pub directManagedMemAccessFromHost: c_int,
    pub maxBlocksPerMultiProcessor: c_int,
    pub accessPolicyMaxWindowSize: c_int,
    pub reservedSharedMemPerBlock: usize,
    pub hostRegisterSupported: c_int,
    pub sparseHipArraySupported: c_int,
    pub hostRegisterReadOnlySupported: c_int,
    pub timelineSemaphoreInteropSupported: c_int,
    pub memoryPoolsSupported: c_int,
    pub gpuDirectRDMASupported: c_int,
    pub gpuDirectRDMAFlushWritesOptions: c_uint,
    pub gpuDirectRDMAWritesOrdering: c_int,
    pub memoryPoolSupportedHandleTypes: c_uint,
    pub deferredMappingHipArraySupported: c_int,
    pub ipcEventSupported: c_int,
    pub clusterLaunch: c_int,
    pub unifiedFunctionPointers: c_int,
    pub reserved: [c_int; 63],
    pub hipReserved: [c_int; 32],
    pub gcnArchName: [c_char; 256],
    pub maxSharedMemoryPerMultiProcessor: usize,
    pub clockInstructionRate: c_int,
    pub arch: hipDeviceArch_t,
    pub hdpMemFlushCntl: *mut c_uint,
    pub hdpRegFlushCntl: *mut c_uint,
    pub cooperativeMultiDeviceUnmatchedFunc: c_int,
    pub cooperativeMultiDeviceUnmatchedGridDim: c_int,
    pub cooperativeMultiDeviceUnmatchedBlockDim: c_int,
    pub cooperativeMultiDeviceUnmatchedSharedMem: c_int,
    pub isLargeBar: c_int,
    pub asicRevision: c_int,
}

pub type hipDevice_t = c_int;

pub type hipDeviceptr_t = *mut c_void;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipEventRecordNodeParams {
    pub event: hipEvent_t,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipEventWaitNodeParams {
    pub event: hipEvent_t,
}

pub type hipEvent_t = *mut ihipEvent_t;

pub type hipExecutionCtx_t = *mut ihipExecutionCtx_t;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExtConditionalNodeParams {
    pub handle: hipExtGraphConditionalHandle,
    pub type_: hipExtGraphConditionalNodeType,
    pub size: c_uint,
    pub phGraph_out: *mut hipGraph_t,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExtDynDataPrefetchConfig {
    pub numRegions: c_uint,
    pub temporal: hipExtDynDataPrefetchTemporal,
    pub regions: [hipExtDynDataPrefetchRegion; 2],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExtDynDataPrefetchRegion {
    pub address: *mut c_void,
    pub stride: usize,
    pub width: usize,
    pub height: usize,
}

pub type hipExtGraphConditionalHandle = c_ulonglong;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExtent {
    pub width: usize,
    pub height: usize,
    pub depth: usize,
}

pub type hipExternalMemoryBufferDesc = hipExternalMemoryBufferDesc_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalMemoryBufferDesc_st {
    pub offset: c_ulonglong,
    pub size: c_ulonglong,
    pub flags: c_uint,
    pub reserved: [c_uint; 16],
}

pub type hipExternalMemoryHandleDesc = hipExternalMemoryHandleDesc_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalMemoryHandleDesc_st_handle_win32 {
    pub handle: *mut c_void,
    pub name: *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipExternalMemoryHandleDesc_st_handle {
    pub fd: c_int,
    pub win32: hipExternalMemoryHandleDesc_st_handle_win32,
    pub nvSciBufObject: *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalMemoryHandleDesc_st {
    pub type_: hipExternalMemoryHandleType,
    pub handle: hipExternalMemoryHandleDesc_st_handle,
    pub size: c_ulonglong,
    pub flags: c_uint,
    pub reserved: [c_uint; 16],
}

pub type hipExternalMemoryHandleType = hipExternalMemoryHandleType_enum;

pub type hipExternalMemoryMipmappedArrayDesc = hipExternalMemoryMipmappedArrayDesc_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalMemoryMipmappedArrayDesc_st {
    pub offset: c_ulonglong,
    pub formatDesc: hipChannelFormatDesc,
    pub extent: hipExtent,
    pub flags: c_uint,
    pub numLevels: c_uint,
}

pub type hipExternalMemory_t = *mut c_void;

pub type hipExternalSemaphoreHandleDesc = hipExternalSemaphoreHandleDesc_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreHandleDesc_st_handle_win32 {
    pub handle: *mut c_void,
    pub name: *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipExternalSemaphoreHandleDesc_st_handle {
    pub fd: c_int,
    pub win32: hipExternalSemaphoreHandleDesc_st_handle_win32,
    pub NvSciSyncObj: *const c_void,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreHandleDesc_st {
    pub type_: hipExternalSemaphoreHandleType,
    pub handle: hipExternalSemaphoreHandleDesc_st_handle,
    pub flags: c_uint,
    pub reserved: [c_uint; 16],
}

pub type hipExternalSemaphoreHandleType = hipExternalSemaphoreHandleType_enum;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreSignalNodeParams {
    pub extSemArray: *mut hipExternalSemaphore_t,
    pub paramsArray: *const hipExternalSemaphoreSignalParams,
    pub numExtSems: c_uint,
}

pub type hipExternalSemaphoreSignalParams = hipExternalSemaphoreSignalParams_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreSignalParams_st_params_fence {
    pub value: c_ulonglong,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipExternalSemaphoreSignalParams_st_params_nvSciSync {
    pub fence: *mut c_void,
    pub reserved: c_ulonglong,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreSignalParams_st_params_keyedMutex {
    pub key: c_ulonglong,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreSignalParams_st_params {
    pub fence: hipExternalSemaphoreSignalParams_st_params_fence,
    pub nvSciSync: hipExternalSemaphoreSignalParams_st_params_nvSciSync,
    pub keyedMutex: hipExternalSemaphoreSignalParams_st_params_keyedMutex,
    pub reserved: [c_uint; 12],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreSignalParams_st {
    pub params: hipExternalSemaphoreSignalParams_st_params,
    pub flags: c_uint,
    pub reserved: [c_uint; 16],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreWaitNodeParams {
    pub extSemArray: *mut hipExternalSemaphore_t,
    pub paramsArray: *const hipExternalSemaphoreWaitParams,
    pub numExtSems: c_uint,
}

pub type hipExternalSemaphoreWaitParams = hipExternalSemaphoreWaitParams_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreWaitParams_st_params_fence {
    pub value: c_ulonglong,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipExternalSemaphoreWaitParams_st_params_nvSciSync {
    pub fence: *mut c_void,
    pub reserved: c_ulonglong,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreWaitParams_st_params_keyedMutex {
    pub key: c_ulonglong,
    pub timeoutMs: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreWaitParams_st_params {
    pub fence: hipExternalSemaphoreWaitParams_st_params_fence,
    pub nvSciSync: hipExternalSemaphoreWaitParams_st_params_nvSciSync,
    pub keyedMutex: hipExternalSemaphoreWaitParams_st_params_keyedMutex,
    pub reserved: [c_uint; 10],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreWaitParams_st {
    pub params: hipExternalSemaphoreWaitParams_st_params,
    pub flags: c_uint,
    pub reserved: [c_uint; 16],
}

pub type hipExternalSemaphore_t = *mut c_void;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipFuncAttributes {
    pub binaryVersion: c_int,
    pub cacheModeCA: c_int,
    pub constSizeBytes: usize,
    pub localSizeBytes: usize,
    pub maxDynamicSharedSizeBytes: c_int,
    pub maxThreadsPerBlock: c_int,
    pub numRegs: c_int,
    pub preferredShmemCarveout: c_int,
    pub ptxVersion: c_int,
    pub sharedSizeBytes: usize,
}

pub type hipFunctionLaunchParams = hipFunctionLaunchParams_t;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipFunctionLaunchParams_t {
    pub function: hipFunction_t,
    pub gridDimX: c_uint,
    pub gridDimY: c_uint,
    pub gridDimZ: c_uint,
    pub blockDimX: c_uint,
    pub blockDimY: c_uint,
    pub blockDimZ: c_uint,
    pub sharedMemBytes: c_uint,
    pub hStream: hipStream_t,
    pub kernelParams: *mut *mut c_void,
}

pub type hipFunction_t = *mut ihipModuleSymbol_t;

pub type hipGLDeviceList = c_int;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipGraphEdgeData {
    pub from_port: c_uchar,
    pub reserved: [c_uchar; 5],
    pub to_port: c_uchar,
    pub type_: c_uchar,
}

pub type hipGraphExec_t = *mut hipGraphExec;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipGraphInstantiateParams {
    pub errNode_out: hipGraphNode_t,
    pub flags: c_ulonglong,
    pub result_out: hipGraphInstantiateResult,
    pub uploadStream: hipStream_t,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipGraphNodeParams_anon_1 {
    pub reserved1: [c_longlong; 29],
    pub kernel: hipKernelNodeParams,
    pub memcpy: hipMemcpyNodeParams,
    pub memset: hipMemsetParams,
    pub host: hipHostNodeParams,
    pub graph: hipChildGraphNodeParams,
    pub eventWait: hipEventWaitNodeParams,
    pub eventRecord: hipEventRecordNodeParams,
    pub extSemSignal: hipExternalSemaphoreSignalNodeParams,
    pub extSemWait: hipExternalSemaphoreWaitNodeParams,
    pub alloc: hipMemAllocNodeParams,
    pub free: hipMemFreeNodeParams,
    pub conditional: hipExtConditionalNodeParams,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipGraphNodeParams {
    pub type_: hipGraphNodeType,
    pub reserved0: [c_int; 3],
    pub __bindgen_anon_1: hipGraphNodeParams_anon_1,
    pub reserved2: c_longlong,
}

pub type hipGraphNode_t = *mut hipGraphNode;

pub type hipGraph_t = *mut ihipGraph;

pub type hipGraphicsResource = _hipGraphicsResource;

pub type hipGraphicsResource_t = *mut _hipGraphicsResource;

pub type hipHostFn_t = Option<unsafe extern "C" fn(*mut c_void)>;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipHostNodeParams {
    pub fn_: hipHostFn_t,
    pub userData: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipIpcEventHandle_st {
    pub reserved: [c_char; 64],
}

pub type hipIpcEventHandle_t = hipIpcEventHandle_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipIpcMemHandle_st {
    pub reserved: [c_char; 64],
}

pub type hipIpcMemHandle_t = hipIpcMemHandle_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipKernelNodeParams {
    pub blockDim: dim3,
    pub extra: *mut *mut c_void,
    pub func: *mut c_void,
    pub gridDim: dim3,
    pub kernelParams: *mut *mut c_void,
    pub sharedMemBytes: c_uint,
}

pub type hipKernel_t = *mut ihipKernel_t;

pub type hipLaunchAttribute = hipLaunchAttribute_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipLaunchAttributeValue_clusterDim {
    pub x: c_uint,
    pub y: c_uint,
    pub z: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipLaunchAttributeValue {
    pub pad: [c_char; 64],
    pub accessPolicyWindow: hipAccessPolicyWindow,
    pub cooperative: c_int,
    pub priority: c_int,
    pub syncPolicy: hipSynchronizationPolicy,
    pub memSyncDomainMap: hipLaunchMemSyncDomainMap,
    pub memSyncDomain: hipLaunchMemSyncDomain,
    pub clusterDim: hipLaunchAttributeValue_clusterDim,
    pub clusterSchedulingPolicyPreference: hipClusterSchedulingPolicy,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipLaunchAttribute_st_anon_1 {
    pub val: hipLaunchAttributeValue,
    pub value: hipLaunchAttributeValue,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipLaunchAttribute_st {
    pub id: hipLaunchAttributeID,
    pub pad: [c_char; 4],
    pub __bindgen_anon_1: hipLaunchAttribute_st_anon_1,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipLaunchConfig_st {
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub dynamicSmemBytes: usize,
    pub stream: hipStream_t,
    pub attrs: *mut hipLaunchAttribute,
    pub numAttrs: c_uint,
}

pub type hipLaunchConfig_t = hipLaunchConfig_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipLaunchMemSyncDomainMap {
    pub default_: c_uchar,
    pub remote: c_uchar,
}

pub type hipLaunchParams = hipLaunchParams_t;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipLaunchParams_t {
    pub func: *mut c_void,
    pub gridDim: dim3,
    pub blockDim: dim3,
    pub args: *mut *mut c_void,
    pub sharedMem: usize,
    pub stream: hipStream_t,
}

pub type hipLibraryOption = hipLibraryOption_e;

pub type hipLibrary_t = *mut ihipLibrary_t;

pub type hipLinkState_t = *mut ihipLinkState_t;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemAccessDesc {
    pub location: hipMemLocation,
    pub flags: hipMemAccessFlags,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemAllocNodeParams {
    pub poolProps: hipMemPoolProps,
    pub accessDescs: *const hipMemAccessDesc,
    pub accessDescCount: usize,
    pub bytesize: usize,
    pub dptr: *mut c_void,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipMemAllocationProp_anon_1 {
    pub requestedHandleType: hipMemAllocationHandleType,
    pub requestedHandleTypes: hipMemAllocationHandleType,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemAllocationProp_allocFlags {
    pub compressionType: c_uchar,
    pub gpuDirectRDMACapable: c_uchar,
    pub usage: c_ushort,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemAllocationProp {
    pub type_: hipMemAllocationType,
    pub __bindgen_anon_1: hipMemAllocationProp_anon_1,
    pub location: hipMemLocation,
    pub win32HandleMetaData: *mut c_void,
    pub allocFlags: hipMemAllocationProp_allocFlags,
}

pub type hipMemFabricHandle = hipMemFabricHandle_st;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemFabricHandle_st {
    pub data: [c_uchar; 64],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemFreeNodeParams {
    pub dptr: *mut c_void,
}

pub type hipMemGenericAllocationHandle_t = *mut ihipMemGenericAllocationHandle;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemLocation {
    pub type_: hipMemLocationType,
    pub id: c_int,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemPoolProps {
    pub allocType: hipMemAllocationType,
    pub handleTypes: hipMemAllocationHandleType,
    pub location: hipMemLocation,
    pub win32SecurityAttributes: *mut c_void,
    pub maxSize: usize,
    pub reserved: [c_uchar; 56],
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemPoolPtrExportData {
    pub reserved: [c_uchar; 64],
}

pub type hipMemPool_t = *mut ihipMemPoolHandle_t;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpy3DBatchOp {
    pub src: hipMemcpy3DOperand,
    pub dst: hipMemcpy3DOperand,
    pub extent: hipExtent,
    pub srcAccessOrder: hipMemcpySrcAccessOrder,
    pub flags: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpy3DOperand_op_ptr {
    pub ptr: *mut c_void,
    pub rowLength: usize,
    pub layerHeight: usize,
    pub locHint: hipMemLocation,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpy3DOperand_op_array {
    pub array: hipArray_t,
    pub offset: hipOffset3D,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipMemcpy3DOperand_op {
    pub ptr: hipMemcpy3DOperand_op_ptr,
    pub array: hipMemcpy3DOperand_op_array,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpy3DOperand {
    pub type_: hipMemcpy3DOperandType,
    pub op: hipMemcpy3DOperand_op,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpy3DParms {
    pub srcArray: hipArray_t,
    pub srcPos: hipPos,
    pub srcPtr: hipPitchedPtr,
    pub dstArray: hipArray_t,
    pub dstPos: hipPos,
    pub dstPtr: hipPitchedPtr,
    pub extent: hipExtent,
    pub kind: hipMemcpyKind,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpy3DPeerParms {
    pub srcArray: hipArray_t,
    pub srcPos: hipPos,
    pub srcPtr: hipPitchedPtr,
    pub srcDevice: c_int,
    pub dstArray: hipArray_t,
    pub dstPos: hipPos,
    pub dstPtr: hipPitchedPtr,
    pub dstDevice: c_int,
    pub extent: hipExtent,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpyAttributes {
    pub srcAccessOrder: hipMemcpySrcAccessOrder,
    pub srcLocHint: hipMemLocation,
    pub dstLocHint: hipMemLocation,
    pub flags: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpyNodeParams {
    pub flags: c_int,
    pub reserved: [c_int; 3],
    pub copyParams: hipMemcpy3DParms,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemsetParams {
    pub dst: *mut c_void,
    pub elementSize: c_uint,
    pub height: usize,
    pub pitch: usize,
    pub value: c_uint,
    pub width: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMipmappedArray {
    pub data: *mut c_void,
    pub desc: hipChannelFormatDesc,
    pub type_: c_uint,
    pub width: c_uint,
    pub height: c_uint,
    pub depth: c_uint,
    pub min_mipmap_level: c_uint,
    pub max_mipmap_level: c_uint,
    pub flags: c_uint,
    pub format: hipArray_Format,
    pub num_channels: c_uint,
}

pub type hipMipmappedArray_const_t = *const hipMipmappedArray;

pub type hipMipmappedArray_t = *mut hipMipmappedArray;

pub type hipModule_t = *mut ihipModule_t;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipOffset3D {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipPitchedPtr {
    pub ptr: *mut c_void,
    pub pitch: usize,
    pub xsize: usize,
    pub ysize: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipPointerAttribute_t {
    pub type_: hipMemoryType,
    pub device: c_int,
    pub devicePointer: *mut c_void,
    pub hostPointer: *mut c_void,
    pub isManaged: c_int,
    pub allocationFlags: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipPos {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipResourceDesc_res_array {
    pub array: hipArray_t,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipResourceDesc_res_mipmap {
    pub mipmap: hipMipmappedArray_t,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipResourceDesc_res_linear {
    pub devPtr: *mut c_void,
    pub desc: hipChannelFormatDesc,
    pub sizeInBytes: usize,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipResourceDesc_res_pitch2D {
    pub devPtr: *mut c_void,
    pub desc: hipChannelFormatDesc,
    pub width: usize,
    pub height: usize,
    pub pitchInBytes: usize,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipResourceDesc_res {
    pub array: hipResourceDesc_res_array,
    pub mipmap: hipResourceDesc_res_mipmap,
    pub linear: hipResourceDesc_res_linear,
    pub pitch2D: hipResourceDesc_res_pitch2D,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipResourceDesc {
    pub resType: hipResourceType,
    pub res: hipResourceDesc_res,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipResourceViewDesc {
    pub format: hipResourceViewFormat,
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    pub firstMipmapLevel: c_uint,
    pub lastMipmapLevel: c_uint,
    pub firstLayer: c_uint,
    pub lastLayer: c_uint,
}

pub type hipStreamBatchMemOpParams = hipStreamBatchMemOpParams_union;

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipStreamBatchMemOpParams_union {
    pub operation: hipStreamBatchMemOpType,
    pub waitValue: hipStreamMemOpWaitValueParams_t,
    pub writeValue: hipStreamMemOpWriteValueParams_t,
    pub flushRemoteWrites: hipStreamMemOpFlushRemoteWritesParams_t,
    pub memoryBarrier: hipStreamMemOpMemoryBarrierParams_t,
    pub pad: [u64; 6],
}

pub type hipStreamCallback_t = Option<unsafe extern "C" fn(hipStream_t, hipError_t, *mut c_void)>;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipStreamMemOpFlushRemoteWritesParams_t {
    pub operation: hipStreamBatchMemOpType,
    pub flags: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipStreamMemOpMemoryBarrierParams_t {
    pub operation: hipStreamBatchMemOpType,
    pub flags: c_uint,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipStreamMemOpWaitValueParams_t_anon_1 {
    pub value: u32,
    pub value64: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipStreamMemOpWaitValueParams_t {
    pub operation: hipStreamBatchMemOpType,
    pub address: hipDeviceptr_t,
    pub __bindgen_anon_1: hipStreamMemOpWaitValueParams_t_anon_1,
    pub flags: c_uint,
    pub alias: hipDeviceptr_t,
}

#[repr(C)]
#[derive(Clone, Copy)]
pub union hipStreamMemOpWriteValueParams_t_anon_1 {
    pub value: u32,
    pub value64: u64,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipStreamMemOpWriteValueParams_t {
    pub operation: hipStreamBatchMemOpType,
    pub address: hipDeviceptr_t,
    pub __bindgen_anon_1: hipStreamMemOpWriteValueParams_t_anon_1,
    pub flags: c_uint,
    pub alias: hipDeviceptr_t,
}

pub type hipStream_t = *mut ihipStream_t;

pub type hipSurfaceObject_t = *mut __hip_surface;

pub type hipTexRef = *mut textureReference;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipTextureDesc {
    pub addressMode: [hipTextureAddressMode; 3],
    pub filterMode: hipTextureFilterMode,
    pub readMode: hipTextureReadMode,
    pub sRGB: c_int,
    pub borderColor: [f32; 4],
    pub normalizedCoords: c_int,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: hipTextureFilterMode,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
}

pub type hipTextureObject_t = *mut __hip_texture;

pub type hipUUID = hipUUID_t;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipUUID_t {
    pub bytes: [c_char; 16],
}

pub type hipUserObject_t = *mut hipUserObject;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hip_Memcpy2D {
    pub srcXInBytes: usize,
    pub srcY: usize,
    pub srcMemoryType: hipMemoryType,
    pub srcHost: *const c_void,
    pub srcDevice: hipDeviceptr_t,
    pub srcArray: hipArray_t,
    pub srcPitch: usize,
    pub dstXInBytes: usize,
    pub dstY: usize,
    pub dstMemoryType: hipMemoryType,
    pub dstHost: *mut c_void,
    pub dstDevice: hipDeviceptr_t,
    pub dstArray: hipArray_t,
    pub dstPitch: usize,
    pub WidthInBytes: usize,
    pub Height: usize,
}

pub type hipmipmappedArray = hipMipmappedArray_t;

pub type hiprtcLinkState = *mut ihiprtcLinkState;

pub type hiprtcProgram = *mut _hiprtcProgram;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct textureReference {
    pub normalized: c_int,
    pub readMode: hipTextureReadMode,
    pub filterMode: hipTextureFilterMode,
    pub addressMode: [hipTextureAddressMode; 3],
    pub channelDesc: hipChannelFormatDesc,
    pub sRGB: c_int,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: hipTextureFilterMode,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub textureObject: hipTextureObject_t,
    pub numChannels: c_int,
    pub format: hipArray_Format,
}

#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct uint3 {
    pub x: c_uint,
    pub y: c_uint,
    pub z: c_uint,
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct __hip_surface {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct __hip_texture {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct _hipGraphicsResource {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct _hiprtcProgram {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct hipArray {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct hipGraphExec {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct hipGraphNode {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct hipUserObject {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihipCtx_t {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihipDevResourceDesc_t {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihipEvent_t {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihipExecutionCtx_t {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihipGraph {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihipKernel_t {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihipLibrary_t {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihipLinkState_t {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihipMemGenericAllocationHandle {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihipMemPoolHandle_t {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihipModuleSymbol_t {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihipModule_t {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihipStream_t {
    _private: [u8; 0],
}

/// Known by its address only.
#[repr(C)]
#[derive(Debug)]
pub struct ihiprtcLinkState {
    _private: [u8; 0],
}

unions! {
    HIP_RESOURCE_DESC_st_res,
    hipArrayMapInfo_resource,
    hipArrayMapInfo_subresource,
    hipArrayMapInfo_memHandle,
    hipDevResource_st_anon_1,
    hipExternalMemoryHandleDesc_st_handle,
    hipExternalSemaphoreHandleDesc_st_handle,
    hipExternalSemaphoreSignalParams_st_params_nvSciSync,
    hipExternalSemaphoreWaitParams_st_params_nvSciSync,
    hipGraphNodeParams_anon_1,
    hipLaunchAttributeValue,
    hipLaunchAttribute_st_anon_1,
    hipMemAllocationProp_anon_1,
    hipMemcpy3DOperand_op,
    hipResourceDesc_res,
    hipStreamBatchMemOpParams_union,
    hipStreamMemOpWaitValueParams_t_anon_1,
    hipStreamMemOpWriteValueParams_t_anon_1,
}

plain! {
    HIP_ARRAY3D_DESCRIPTOR,
    HIP_ARRAY_DESCRIPTOR,
    HIP_LAUNCH_CONFIG_st,
    HIP_MEMCPY3D,
    HIP_RESOURCE_DESC_st_res_array,
    HIP_RESOURCE_DESC_st_res_mipmap,
    HIP_RESOURCE_DESC_st_res_linear,
    HIP_RESOURCE_DESC_st_res_pitch2D,
    HIP_RESOURCE_DESC_st_res_reserved,
    HIP_RESOURCE_DESC_st_res,
    HIP_RESOURCE_DESC_st,
    HIP_RESOURCE_VIEW_DESC_st,
    HIP_TEXTURE_DESC_st,
    dim3,
    hipAccessPolicyWindow,
    hipArrayMapInfo_resource,
    hipArrayMapInfo_subresource_sparseLevel,
    hipArrayMapInfo_subresource_miptail,
    hipArrayMapInfo_subresource,
    hipArrayMapInfo_memHandle,
    hipArrayMapInfo,
    hipArrayMemoryRequirements,
    hipBatchMemOpNodeParams,
    hipChannelFormatDesc,
    hipChildGraphNodeParams,
    hipDevResource_st_anon_1,
    hipDevResource_st,
    hipDevSmResource,
    hipDevSmResourceGroupParams_st,
    hipDevWorkqueueConfigResource,
    hipDevWorkqueueResource,
    hipDeviceArch_t,
    hipDeviceProp_tR0000,
    hipDeviceProp_tR0600,
    hipEventRecordNodeParams,
    hipEventWaitNodeParams,
    hipExtConditionalNodeParams,
    hipExtDynDataPrefetchConfig,
    hipExtDynDataPrefetchRegion,
    hipExtent,
    hipExternalMemoryBufferDesc_st,
    hipExternalMemoryHandleDesc_st_handle_win32,
    hipExternalMemoryHandleDesc_st_handle,
    hipExternalMemoryHandleDesc_st,
    hipExternalMemoryMipmappedArrayDesc_st,
    hipExternalSemaphoreHandleDesc_st_handle_win32,
    hipExternalSemaphoreHandleDesc_st_handle,
    hipExternalSemaphoreHandleDesc_st,
    hipExternalSemaphoreSignalNodeParams,
    hipExternalSemaphoreSignalParams_st_params_fence,
    hipExternalSemaphoreSignalParams_st_params_nvSciSync,
    hipExternalSemaphoreSignalParams_st_params_keyedMutex,
    hipExternalSemaphoreSignalParams_st_params,
    hipExternalSemaphoreSignalParams_st,
    hipExternalSemaphoreWaitNodeParams,
    hipExternalSemaphoreWaitParams_st_params_fence,
    hipExternalSemaphoreWaitParams_st_params_nvSciSync,
    hipExternalSemaphoreWaitParams_st_params_keyedMutex,
    hipExternalSemaphoreWaitParams_st_params,
    hipExternalSemaphoreWaitParams_st,
    hipFuncAttributes,
    hipFunctionLaunchParams_t,
    hipGraphEdgeData,
    hipGraphInstantiateParams,
    hipGraphNodeParams_anon_1,
    hipGraphNodeParams,
    hipHostNodeParams,
    hipIpcEventHandle_st,
    hipIpcMemHandle_st,
    hipKernelNodeParams,
    hipLaunchAttributeValue_clusterDim,
    hipLaunchAttributeValue,
    hipLaunchAttribute_st_anon_1,
    hipLaunchAttribute_st,
    hipLaunchConfig_st,
    hipLaunchMemSyncDomainMap,
    hipLaunchParams_t,
    hipMemAccessDesc,
    hipMemAllocNodeParams,
    hipMemAllocationProp_anon_1,
    hipMemAllocationProp_allocFlags,
    hipMemAllocationProp,
    hipMemFabricHandle_st,
    hipMemFreeNodeParams,
    hipMemLocation,
    hipMemPoolProps,
    hipMemPoolPtrExportData,
    hipMemcpy3DBatchOp,
    hipMemcpy3DOperand_op_ptr,
    hipMemcpy3DOperand_op_array,
    hipMemcpy3DOperand_op,
    hipMemcpy3DOperand,
    hipMemcpy3DParms,
    hipMemcpy3DPeerParms,
    hipMemcpyAttributes,
    hipMemcpyNodeParams,
    hipMemsetParams,
    hipMipmappedArray,
    hipOffset3D,
    hipPitchedPtr,
    hipPointerAttribute_t,
    hipPos,
    hipResourceDesc_res_array,
    hipResourceDesc_res_mipmap,
    hipResourceDesc_res_linear,
    hipResourceDesc_res_pitch2D,
    hipResourceDesc_res,
    hipResourceDesc,
    hipResourceViewDesc,
    hipStreamBatchMemOpParams_union,
    hipStreamMemOpFlushRemoteWritesParams_t,
    hipStreamMemOpMemoryBarrierParams_t,
    hipStreamMemOpWaitValueParams_t_anon_1,
    hipStreamMemOpWaitValueParams_t,
    hipStreamMemOpWriteValueParams_t_anon_1,
    hipStreamMemOpWriteValueParams_t,
    hipTextureDesc,
    hipUUID_t,
    hip_Memcpy2D,
    textureReference,
    uint3,
}

const _: () = assert!(size_of::<HIP_ARRAY3D_DESCRIPTOR>() == 40);
const _: () = assert!(size_of::<HIP_ARRAY_DESCRIPTOR>() == 24);
const _: () = assert!(size_of::<HIP_LAUNCH_CONFIG_st>() == 56);
const _: () = assert!(size_of::<HIP_MEMCPY3D>() == 184);
const _: () = assert!(size_of::<HIP_RESOURCE_DESC_st>() == 144);
const _: () = assert!(size_of::<HIP_RESOURCE_VIEW_DESC_st>() == 112);
const _: () = assert!(size_of::<HIP_TEXTURE_DESC_st>() == 104);
const _: () = assert!(size_of::<dim3>() == 12);
const _: () = assert!(size_of::<hipAccessPolicyWindow>() == 32);
const _: () = assert!(size_of::<hipArrayMapInfo>() == 152);
const _: () = assert!(size_of::<hipArrayMemoryRequirements>() == 16);
const _: () = assert!(size_of::<hipArray_const_t>() == 8);
const _: () = assert!(size_of::<hipArray_t>() == 8);
const _: () = assert!(size_of::<hipBatchMemOpNodeParams>() == 32);
const _: () = assert!(size_of::<hipChannelFormatDesc>() == 20);
const _: () = assert!(size_of::<hipChildGraphNodeParams>() == 8);
const _: () = assert!(size_of::<hipCtx_t>() == 8);
const _: () = assert!(size_of::<hipDevResourceDesc_t>() == 8);
const _: () = assert!(size_of::<hipDevResource_st>() == 144);
const _: () = assert!(size_of::<hipDevSmResource>() == 16);
const _: () = assert!(size_of::<hipDevSmResourceGroupParams_st>() == 64);
const _: () = assert!(size_of::<hipDevWorkqueueConfigResource>() == 12);
const _: () = assert!(size_of::<hipDevWorkqueueResource>() == 40);
const _: () = assert!(size_of::<hipDeviceArch_t>() == 4);
const _: () = assert!(size_of::<hipDeviceProp_tR0000>() == 792);
const _: () = assert!(size_of::<hipDeviceProp_tR0600>() == 1472);
const _: () = assert!(size_of::<hipDeviceptr_t>() == 8);
const _: () = assert!(size_of::<hipEventRecordNodeParams>() == 8);
const _: () = assert!(size_of::<hipEventWaitNodeParams>() == 8);
const _: () = assert!(size_of::<hipEvent_t>() == 8);
const _: () = assert!(size_of::<hipExecutionCtx_t>() == 8);
const _: () = assert!(size_of::<hipExtConditionalNodeParams>() == 24);
const _: () = assert!(size_of::<hipExtDynDataPrefetchConfig>() == 72);
const _: () = assert!(size_of::<hipExtDynDataPrefetchRegion>() == 32);
const _: () = assert!(size_of::<hipExtGraphConditionalHandle>() == 8);
const _: () = assert!(size_of::<hipExtent>() == 24);
const _: () = assert!(size_of::<hipExternalMemoryBufferDesc_st>() == 88);
const _: () = assert!(size_of::<hipExternalMemoryHandleDesc_st>() == 104);
const _: () = assert!(size_of::<hipExternalMemoryMipmappedArrayDesc_st>() == 64);
const _: () = assert!(size_of::<hipExternalMemory_t>() == 8);
const _: () = assert!(size_of::<hipExternalSemaphoreHandleDesc_st>() == 96);
const _: () = assert!(size_of::<hipExternalSemaphoreSignalNodeParams>() == 24);
const _: () = assert!(size_of::<hipExternalSemaphoreSignalParams_st>() == 144);
const _: () = assert!(size_of::<hipExternalSemaphoreWaitNodeParams>() == 24);
const _: () = assert!(size_of::<hipExternalSemaphoreWaitParams_st>() == 144);
const _: () = assert!(size_of::<hipExternalSemaphore_t>() == 8);
const _: () = assert!(size_of::<hipFuncAttributes>() == 56);
const _: () = assert!(size_of::<hipFunctionLaunchParams_t>() == 56);
const _: () = assert!(size_of::<hipFunction_t>() == 8);
const _: () = assert!(size_of::<hipGraphEdgeData>() == 8);
const _: () = assert!(size_of::<hipGraphExec_t>() == 8);
const _: () = assert!(size_of::<hipGraphInstantiateParams>() == 32);
const _: () = assert!(size_of::<hipGraphNodeParams>() == 256);
const _: () = assert!(size_of::<hipGraphNode_t>() == 8);
const _: () = assert!(size_of::<hipGraph_t>() == 8);
const _: () = assert!(size_of::<hipGraphicsResource_t>() == 8);
const _: () = assert!(size_of::<hipHostFn_t>() == 8);
const _: () = assert!(size_of::<hipHostNodeParams>() == 16);
const _: () = assert!(size_of::<hipIpcEventHandle_st>() == 64);
const _: () = assert!(size_of::<hipIpcMemHandle_st>() == 64);
const _: () = assert!(size_of::<hipKernelNodeParams>() == 64);
const _: () = assert!(size_of::<hipKernel_t>() == 8);
const _: () = assert!(size_of::<hipLaunchAttributeValue>() == 64);
const _: () = assert!(size_of::<hipLaunchAttribute_st>() == 72);
const _: () = assert!(size_of::<hipLaunchConfig_st>() == 56);
const _: () = assert!(size_of::<hipLaunchMemSyncDomainMap>() == 2);
const _: () = assert!(size_of::<hipLaunchParams_t>() == 56);
const _: () = assert!(size_of::<hipLibrary_t>() == 8);
const _: () = assert!(size_of::<hipLinkState_t>() == 8);
const _: () = assert!(size_of::<hipMemAccessDesc>() == 12);
const _: () = assert!(size_of::<hipMemAllocNodeParams>() == 120);
const _: () = assert!(size_of::<hipMemAllocationProp>() == 32);
const _: () = assert!(size_of::<hipMemFabricHandle_st>() == 64);
const _: () = assert!(size_of::<hipMemFreeNodeParams>() == 8);
const _: () = assert!(size_of::<hipMemGenericAllocationHandle_t>() == 8);
const _: () = assert!(size_of::<hipMemLocation>() == 8);
const _: () = assert!(size_of::<hipMemPoolProps>() == 88);
const _: () = assert!(size_of::<hipMemPoolPtrExportData>() == 64);
const _: () = assert!(size_of::<hipMemPool_t>() == 8);
const _: () = assert!(size_of::<hipMemcpy3DBatchOp>() == 112);
const _: () = assert!(size_of::<hipMemcpy3DOperand>() == 40);
const _: () = assert!(size_of::<hipMemcpy3DParms>() == 160);
const _: () = assert!(size_of::<hipMemcpy3DPeerParms>() == 168);
const _: () = assert!(size_of::<hipMemcpyAttributes>() == 24);
const _: () = assert!(size_of::<hipMemcpyNodeParams>() == 176);
const _: () = assert!(size_of::<hipMemsetParams>() == 48);
const _: () = assert!(size_of::<hipMipmappedArray>() == 64);
const _: () = assert!(size_of::<hipMipmappedArray_const_t>() == 8);
const _: () = assert!(size_of::<hipMipmappedArray_t>() == 8);
const _: () = assert!(size_of::<hipModule_t>() == 8);
const _: () = assert!(size_of::<hipOffset3D>() == 24);
const _: () = assert!(size_of::<hipPitchedPtr>() == 32);
const _: () = assert!(size_of::<hipPointerAttribute_t>() == 32);
const _: () = assert!(size_of::<hipPos>() == 24);
const _: () = assert!(size_of::<hipResourceDesc>() == 64);
const _: () = assert!(size_of::<hipResourceViewDesc>() == 48);
const _: () = assert!(size_of::<hipStreamBatchMemOpParams_union>() == 48);
const _: () = assert!(size_of::<hipStreamCallback_t>() == 8);
const _: () = assert!(size_of::<hipStreamMemOpFlushRemoteWritesParams_t>() == 8);
const _: () = assert!(size_of::<hipStreamMemOpMemoryBarrierParams_t>() == 8);
const _: () = assert!(size_of::<hipStreamMemOpWaitValueParams_t>() == 40);
const _: () = assert!(size_of::<hipStreamMemOpWriteValueParams_t>() == 40);
const _: () = assert!(size_of::<hipStream_t>() == 8);
const _: () = assert!(size_of::<hipSurfaceObject_t>() == 8);
const _: () = assert!(size_of::<hipTexRef>() == 8);
const _: () = assert!(size_of::<hipTextureDesc>() == 64);
const _: () = assert!(size_of::<hipTextureObject_t>() == 8);
const _: () = assert!(size_of::<hipUUID_t>() == 16);
const _: () = assert!(size_of::<hipUserObject_t>() == 8);
const _: () = assert!(size_of::<hip_Memcpy2D>() == 128);
const _: () = assert!(size_of::<hiprtcLinkState>() == 8);
const _: () = assert!(size_of::<hiprtcProgram>() == 8);
const _: () = assert!(size_of::<textureReference>() == 88);

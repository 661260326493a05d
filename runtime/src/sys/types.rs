//! Written by `cargo xtask check --write` from the tables in capi/api: change those.
//!
//! Structures, handles, callbacks; their sizes are what C has.

use super::enums::*;
use std::ffi::{c_char, c_int, c_longlong, c_uchar, c_uint, c_ulonglong, c_ushort, c_void};

/// `GLenum`
pub type GLenum = c_uint;

/// `GLuint`
pub type GLuint = c_uint;

/// `HIP_ARRAY3D_DESCRIPTOR`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_ARRAY3D_DESCRIPTOR {
    /// `Width`
    pub Width: usize,
    /// `Height`
    pub Height: usize,
    /// `Depth`
    pub Depth: usize,
    /// `Format`
    pub Format: hipArray_Format,
    /// `NumChannels`
    pub NumChannels: c_uint,
    /// `Flags`
    pub Flags: c_uint,
}

/// `HIP_ARRAY_DESCRIPTOR`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_ARRAY_DESCRIPTOR {
    /// `Width`
    pub Width: usize,
    /// `Height`
    pub Height: usize,
    /// `Format`
    pub Format: hipArray_Format,
    /// `NumChannels`
    pub NumChannels: c_uint,
}

/// `HIP_LAUNCH_CONFIG`
pub type HIP_LAUNCH_CONFIG = HIP_LAUNCH_CONFIG_st;

/// `HIP_LAUNCH_CONFIG_st`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_LAUNCH_CONFIG_st {
    /// `gridDimX`
    pub gridDimX: c_uint,
    /// `gridDimY`
    pub gridDimY: c_uint,
    /// `gridDimZ`
    pub gridDimZ: c_uint,
    /// `blockDimX`
    pub blockDimX: c_uint,
    /// `blockDimY`
    pub blockDimY: c_uint,
    /// `blockDimZ`
    pub blockDimZ: c_uint,
    /// `sharedMemBytes`
    pub sharedMemBytes: c_uint,
    /// `hStream`
    pub hStream: hipStream_t,
    /// `attrs`
    pub attrs: *mut hipLaunchAttribute,
    /// `numAttrs`
    pub numAttrs: c_uint,
}

/// `HIP_MEMCPY3D`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_MEMCPY3D {
    /// `srcXInBytes`
    pub srcXInBytes: usize,
    /// `srcY`
    pub srcY: usize,
    /// `srcZ`
    pub srcZ: usize,
    /// `srcLOD`
    pub srcLOD: usize,
    /// `srcMemoryType`
    pub srcMemoryType: hipMemoryType,
    /// `srcHost`
    pub srcHost: *const c_void,
    /// `srcDevice`
    pub srcDevice: hipDeviceptr_t,
    /// `srcArray`
    pub srcArray: hipArray_t,
    /// `srcPitch`
    pub srcPitch: usize,
    /// `srcHeight`
    pub srcHeight: usize,
    /// `dstXInBytes`
    pub dstXInBytes: usize,
    /// `dstY`
    pub dstY: usize,
    /// `dstZ`
    pub dstZ: usize,
    /// `dstLOD`
    pub dstLOD: usize,
    /// `dstMemoryType`
    pub dstMemoryType: hipMemoryType,
    /// `dstHost`
    pub dstHost: *mut c_void,
    /// `dstDevice`
    pub dstDevice: hipDeviceptr_t,
    /// `dstArray`
    pub dstArray: hipArray_t,
    /// `dstPitch`
    pub dstPitch: usize,
    /// `dstHeight`
    pub dstHeight: usize,
    /// `WidthInBytes`
    pub WidthInBytes: usize,
    /// `Height`
    pub Height: usize,
    /// `Depth`
    pub Depth: usize,
}

/// `HIP_RESOURCE_DESC`
pub type HIP_RESOURCE_DESC = HIP_RESOURCE_DESC_st;

/// `HIP_RESOURCE_DESC_st_res_array`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_DESC_st_res_array {
    /// `hArray`
    pub hArray: hipArray_t,
}

/// `HIP_RESOURCE_DESC_st_res_mipmap`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_DESC_st_res_mipmap {
    /// `hMipmappedArray`
    pub hMipmappedArray: hipMipmappedArray_t,
}

/// `HIP_RESOURCE_DESC_st_res_linear`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_DESC_st_res_linear {
    /// `devPtr`
    pub devPtr: hipDeviceptr_t,
    /// `format`
    pub format: hipArray_Format,
    /// `numChannels`
    pub numChannels: c_uint,
    /// `sizeInBytes`
    pub sizeInBytes: usize,
}

/// `HIP_RESOURCE_DESC_st_res_pitch2D`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_DESC_st_res_pitch2D {
    /// `devPtr`
    pub devPtr: hipDeviceptr_t,
    /// `format`
    pub format: hipArray_Format,
    /// `numChannels`
    pub numChannels: c_uint,
    /// `width`
    pub width: usize,
    /// `height`
    pub height: usize,
    /// `pitchInBytes`
    pub pitchInBytes: usize,
}

/// `HIP_RESOURCE_DESC_st_res_reserved`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_DESC_st_res_reserved {
    /// `reserved`
    pub reserved: [c_int; 32],
}

/// `HIP_RESOURCE_DESC_st_res`
#[repr(C)]
#[derive(Clone, Copy)]
pub union HIP_RESOURCE_DESC_st_res {
    /// `array`
    pub array: HIP_RESOURCE_DESC_st_res_array,
    /// `mipmap`
    pub mipmap: HIP_RESOURCE_DESC_st_res_mipmap,
    /// `linear`
    pub linear: HIP_RESOURCE_DESC_st_res_linear,
    /// `pitch2D`
    pub pitch2D: HIP_RESOURCE_DESC_st_res_pitch2D,
    /// `reserved`
    pub reserved: HIP_RESOURCE_DESC_st_res_reserved,
}

/// `HIP_RESOURCE_DESC_st`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct HIP_RESOURCE_DESC_st {
    /// `resType`
    pub resType: HIPresourcetype,
    /// `res`
    pub res: HIP_RESOURCE_DESC_st_res,
    /// `flags`
    pub flags: c_uint,
}

/// `HIP_RESOURCE_VIEW_DESC`
pub type HIP_RESOURCE_VIEW_DESC = HIP_RESOURCE_VIEW_DESC_st;

/// `HIP_RESOURCE_VIEW_DESC_st`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_RESOURCE_VIEW_DESC_st {
    /// `format`
    pub format: HIPresourceViewFormat,
    /// `width`
    pub width: usize,
    /// `height`
    pub height: usize,
    /// `depth`
    pub depth: usize,
    /// `firstMipmapLevel`
    pub firstMipmapLevel: c_uint,
    /// `lastMipmapLevel`
    pub lastMipmapLevel: c_uint,
    /// `firstLayer`
    pub firstLayer: c_uint,
    /// `lastLayer`
    pub lastLayer: c_uint,
    /// `reserved`
    pub reserved: [c_uint; 16],
}

/// `HIP_TEXTURE_DESC`
pub type HIP_TEXTURE_DESC = HIP_TEXTURE_DESC_st;

/// `HIP_TEXTURE_DESC_st`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct HIP_TEXTURE_DESC_st {
    /// `addressMode`
    pub addressMode: [HIPaddress_mode; 3],
    /// `filterMode`
    pub filterMode: HIPfilter_mode,
    /// `flags`
    pub flags: c_uint,
    /// `maxAnisotropy`
    pub maxAnisotropy: c_uint,
    /// `mipmapFilterMode`
    pub mipmapFilterMode: HIPfilter_mode,
    /// `mipmapLevelBias`
    pub mipmapLevelBias: f32,
    /// `minMipmapLevelClamp`
    pub minMipmapLevelClamp: f32,
    /// `maxMipmapLevelClamp`
    pub maxMipmapLevelClamp: f32,
    /// `borderColor`
    pub borderColor: [f32; 4],
    /// `reserved`
    pub reserved: [c_int; 12],
}

/// `HIPaddress_mode`
pub type HIPaddress_mode = HIPaddress_mode_enum;

/// `HIPfilter_mode`
pub type HIPfilter_mode = HIPfilter_mode_enum;

/// `HIPresourceViewFormat`
pub type HIPresourceViewFormat = HIPresourceViewFormat_enum;

/// `HIPresourcetype`
pub type HIPresourcetype = HIPresourcetype_enum;

/// `dim3`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct dim3 {
    /// `x`
    pub x: u32,
    /// `y`
    pub y: u32,
    /// `z`
    pub z: u32,
}

/// `hipAccessPolicyWindow`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipAccessPolicyWindow {
    /// `base_ptr`
    pub base_ptr: *mut c_void,
    /// `hitProp`
    pub hitProp: hipAccessProperty,
    /// `hitRatio`
    pub hitRatio: f32,
    /// `missProp`
    pub missProp: hipAccessProperty,
    /// `num_bytes`
    pub num_bytes: usize,
}

/// `hipArrayMapInfo_resource`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipArrayMapInfo_resource {
    /// `mipmap`
    pub mipmap: hipMipmappedArray,
    /// `array`
    pub array: hipArray_t,
}

/// `hipArrayMapInfo_subresource_sparseLevel`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipArrayMapInfo_subresource_sparseLevel {
    /// `level`
    pub level: c_uint,
    /// `layer`
    pub layer: c_uint,
    /// `offsetX`
    pub offsetX: c_uint,
    /// `offsetY`
    pub offsetY: c_uint,
    /// `offsetZ`
    pub offsetZ: c_uint,
    /// `extentWidth`
    pub extentWidth: c_uint,
    /// `extentHeight`
    pub extentHeight: c_uint,
    /// `extentDepth`
    pub extentDepth: c_uint,
}

/// `hipArrayMapInfo_subresource_miptail`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipArrayMapInfo_subresource_miptail {
    /// `layer`
    pub layer: c_uint,
    /// `offset`
    pub offset: c_ulonglong,
    /// `size`
    pub size: c_ulonglong,
}

/// `hipArrayMapInfo_subresource`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipArrayMapInfo_subresource {
    /// `sparseLevel`
    pub sparseLevel: hipArrayMapInfo_subresource_sparseLevel,
    /// `miptail`
    pub miptail: hipArrayMapInfo_subresource_miptail,
}

/// `hipArrayMapInfo_memHandle`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipArrayMapInfo_memHandle {
    /// `memHandle`
    pub memHandle: hipMemGenericAllocationHandle_t,
}

/// `hipArrayMapInfo`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipArrayMapInfo {
    /// `resourceType`
    pub resourceType: hipResourceType,
    /// `resource`
    pub resource: hipArrayMapInfo_resource,
    /// `subresourceType`
    pub subresourceType: hipArraySparseSubresourceType,
    /// `subresource`
    pub subresource: hipArrayMapInfo_subresource,
    /// `memOperationType`
    pub memOperationType: hipMemOperationType,
    /// `memHandleType`
    pub memHandleType: hipMemHandleType,
    /// `memHandle`
    pub memHandle: hipArrayMapInfo_memHandle,
    /// `offset`
    pub offset: c_ulonglong,
    /// `deviceBitMask`
    pub deviceBitMask: c_uint,
    /// `flags`
    pub flags: c_uint,
    /// `reserved`
    pub reserved: [c_uint; 2],
}

/// `hipArrayMemoryRequirements`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipArrayMemoryRequirements {
    /// `alignment`
    pub alignment: usize,
    /// `size`
    pub size: usize,
}

/// `hipArray_const_t`
pub type hipArray_const_t = *const hipArray;

/// `hipArray_t`
pub type hipArray_t = *mut hipArray;

/// `hipBatchMemOpNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipBatchMemOpNodeParams {
    /// `ctx`
    pub ctx: hipCtx_t,
    /// `count`
    pub count: c_uint,
    /// `paramArray`
    pub paramArray: *mut hipStreamBatchMemOpParams,
    /// `flags`
    pub flags: c_uint,
}

/// `hipChannelFormatDesc`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipChannelFormatDesc {
    /// `x`
    pub x: c_int,
    /// `y`
    pub y: c_int,
    /// `z`
    pub z: c_int,
    /// `w`
    pub w: c_int,
    /// `f`
    pub f: hipChannelFormatKind,
}

/// `hipChildGraphNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipChildGraphNodeParams {
    /// `graph`
    pub graph: hipGraph_t,
}

/// `hipCtx_t`
pub type hipCtx_t = *mut ihipCtx_t;

/// `hipDevResource`
pub type hipDevResource = hipDevResource_st;

/// `hipDevResourceDesc_t`
pub type hipDevResourceDesc_t = *mut ihipDevResourceDesc_t;

/// `hipDevResource_st_anon_1`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipDevResource_st_anon_1 {
    /// `sm`
    pub sm: hipDevSmResource,
    /// `wqConfig`
    pub wqConfig: hipDevWorkqueueConfigResource,
    /// `wq`
    pub wq: hipDevWorkqueueResource,
    /// `_oversize`
    pub _oversize: [c_uchar; 40],
}

/// `hipDevResource_st`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipDevResource_st {
    /// `type_`
    pub type_: hipDevResourceType,
    /// `_internal_padding`
    pub _internal_padding: [c_uchar; 92],
    /// `__bindgen_anon_1`
    pub __bindgen_anon_1: hipDevResource_st_anon_1,
    /// `nextResource`
    pub nextResource: *mut hipDevResource_st,
}

/// `hipDevSmResource`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDevSmResource {
    /// `smCount`
    pub smCount: c_uint,
    /// `minSmPartitionSize`
    pub minSmPartitionSize: c_uint,
    /// `smCoscheduledAlignment`
    pub smCoscheduledAlignment: c_uint,
    /// `flags`
    pub flags: c_uint,
}

/// `hipDevSmResourceGroupParams`
pub type hipDevSmResourceGroupParams = hipDevSmResourceGroupParams_st;

/// `hipDevSmResourceGroupParams_st`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDevSmResourceGroupParams_st {
    /// `smCount`
    pub smCount: c_uint,
    /// `coscheduledSmCount`
    pub coscheduledSmCount: c_uint,
    /// `preferredCoscheduledSmCount`
    pub preferredCoscheduledSmCount: c_uint,
    /// `flags`
    pub flags: c_uint,
    /// `reserved`
    pub reserved: [c_uint; 12],
}

/// `hipDevWorkqueueConfigResource`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDevWorkqueueConfigResource {
    /// `device`
    pub device: c_int,
    /// `wqConcurrencyLimit`
    pub wqConcurrencyLimit: c_uint,
    /// `sharingScope`
    pub sharingScope: hipDevWorkqueueConfigScope,
}

/// `hipDevWorkqueueResource`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDevWorkqueueResource {
    /// `reserved`
    pub reserved: [c_uchar; 40],
}

/// `hipDeviceArch_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDeviceArch_t {
    /// 17 bits, the first declared lowest.
    pub bits: [u32; 1],
}

/// `hipDeviceProp_t`
pub type hipDeviceProp_t = hipDeviceProp_tR0600;

/// `hipDeviceProp_tR0000`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDeviceProp_tR0000 {
    /// `name`
    pub name: [c_char; 256],
    /// `totalGlobalMem`
    pub totalGlobalMem: usize,
    /// `sharedMemPerBlock`
    pub sharedMemPerBlock: usize,
    /// `regsPerBlock`
    pub regsPerBlock: c_int,
    /// `warpSize`
    pub warpSize: c_int,
    /// `maxThreadsPerBlock`
    pub maxThreadsPerBlock: c_int,
    /// `maxThreadsDim`
    pub maxThreadsDim: [c_int; 3],
    /// `maxGridSize`
    pub maxGridSize: [c_int; 3],
    /// `clockRate`
    pub clockRate: c_int,
    /// `memoryClockRate`
    pub memoryClockRate: c_int,
    /// `memoryBusWidth`
    pub memoryBusWidth: c_int,
    /// `totalConstMem`
    pub totalConstMem: usize,
    /// `major`
    pub major: c_int,
    /// `minor`
    pub minor: c_int,
    /// `multiProcessorCount`
    pub multiProcessorCount: c_int,
    /// `l2CacheSize`
    pub l2CacheSize: c_int,
    /// `maxThreadsPerMultiProcessor`
    pub maxThreadsPerMultiProcessor: c_int,
    /// `computeMode`
    pub computeMode: c_int,
    /// `clockInstructionRate`
    pub clockInstructionRate: c_int,
    /// `arch`
    pub arch: hipDeviceArch_t,
    /// `concurrentKernels`
    pub concurrentKernels: c_int,
    /// `pciDomainID`
    pub pciDomainID: c_int,
    /// `pciBusID`
    pub pciBusID: c_int,
    /// `pciDeviceID`
    pub pciDeviceID: c_int,
    /// `maxSharedMemoryPerMultiProcessor`
    pub maxSharedMemoryPerMultiProcessor: usize,
    /// `isMultiGpuBoard`
    pub isMultiGpuBoard: c_int,
    /// `canMapHostMemory`
    pub canMapHostMemory: c_int,
    /// `gcnArch`
    pub gcnArch: c_int,
    /// `gcnArchName`
    pub gcnArchName: [c_char; 256],
    /// `integrated`
    pub integrated: c_int,
    /// `cooperativeLaunch`
    pub cooperativeLaunch: c_int,
    /// `cooperativeMultiDeviceLaunch`
    pub cooperativeMultiDeviceLaunch: c_int,
    /// `maxTexture1DLinear`
    pub maxTexture1DLinear: c_int,
    /// `maxTexture1D`
    pub maxTexture1D: c_int,
    /// `maxTexture2D`
    pub maxTexture2D: [c_int; 2],
    /// `maxTexture3D`
    pub maxTexture3D: [c_int; 3],
    /// `hdpMemFlushCntl`
    pub hdpMemFlushCntl: *mut c_uint,
    /// `hdpRegFlushCntl`
    pub hdpRegFlushCntl: *mut c_uint,
    /// `memPitch`
    pub memPitch: usize,
    /// `textureAlignment`
    pub textureAlignment: usize,
    /// `texturePitchAlignment`
    pub texturePitchAlignment: usize,
    /// `kernelExecTimeoutEnabled`
    pub kernelExecTimeoutEnabled: c_int,
    /// `ECCEnabled`
    pub ECCEnabled: c_int,
    /// `tccDriver`
    pub tccDriver: c_int,
    /// `cooperativeMultiDeviceUnmatchedFunc`
    pub cooperativeMultiDeviceUnmatchedFunc: c_int,
    /// `cooperativeMultiDeviceUnmatchedGridDim`
    pub cooperativeMultiDeviceUnmatchedGridDim: c_int,
    /// `cooperativeMultiDeviceUnmatchedBlockDim`
    pub cooperativeMultiDeviceUnmatchedBlockDim: c_int,
    /// `cooperativeMultiDeviceUnmatchedSharedMem`
    pub cooperativeMultiDeviceUnmatchedSharedMem: c_int,
    /// `isLargeBar`
    pub isLargeBar: c_int,
    /// `asicRevision`
    pub asicRevision: c_int,
    /// `managedMemory`
    pub managedMemory: c_int,
    /// `directManagedMemAccessFromHost`
    pub directManagedMemAccessFromHost: c_int,
    /// `concurrentManagedAccess`
    pub concurrentManagedAccess: c_int,
    /// `pageableMemoryAccess`
    pub pageableMemoryAccess: c_int,
    /// `pageableMemoryAccessUsesHostPageTables`
    pub pageableMemoryAccessUsesHostPageTables: c_int,
}

/// `hipDeviceProp_tR0600`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipDeviceProp_tR0600 {
    /// `name`
    pub name: [c_char; 256],
    /// `uuid`
    pub uuid: hipUUID,
    /// `luid`
    pub luid: [c_char; 8],
    /// `luidDeviceNodeMask`
    pub luidDeviceNodeMask: c_uint,
    /// `totalGlobalMem`
    pub totalGlobalMem: usize,
    /// `sharedMemPerBlock`
    pub sharedMemPerBlock: usize,
    /// `regsPerBlock`
    pub regsPerBlock: c_int,
    /// `warpSize`
    pub warpSize: c_int,
    /// `memPitch`
    pub memPitch: usize,
    /// `maxThreadsPerBlock`
    pub maxThreadsPerBlock: c_int,
    /// `maxThreadsDim`
    pub maxThreadsDim: [c_int; 3],
    /// `maxGridSize`
    pub maxGridSize: [c_int; 3],
    /// `clockRate`
    pub clockRate: c_int,
    /// `totalConstMem`
    pub totalConstMem: usize,
    /// `major`
    pub major: c_int,
    /// `minor`
    pub minor: c_int,
    /// `textureAlignment`
    pub textureAlignment: usize,
    /// `texturePitchAlignment`
    pub texturePitchAlignment: usize,
    /// `deviceOverlap`
    pub deviceOverlap: c_int,
    /// `multiProcessorCount`
    pub multiProcessorCount: c_int,
    /// `kernelExecTimeoutEnabled`
    pub kernelExecTimeoutEnabled: c_int,
    /// `integrated`
    pub integrated: c_int,
    /// `canMapHostMemory`
    pub canMapHostMemory: c_int,
    /// `computeMode`
    pub computeMode: c_int,
    /// `maxTexture1D`
    pub maxTexture1D: c_int,
    /// `maxTexture1DMipmap`
    pub maxTexture1DMipmap: c_int,
    /// `maxTexture1DLinear`
    pub maxTexture1DLinear: c_int,
    /// `maxTexture2D`
    pub maxTexture2D: [c_int; 2],
    /// `maxTexture2DMipmap`
    pub maxTexture2DMipmap: [c_int; 2],
    /// `maxTexture2DLinear`
    pub maxTexture2DLinear: [c_int; 3],
    /// `maxTexture2DGather`
    pub maxTexture2DGather: [c_int; 2],
    /// `maxTexture3D`
    pub maxTexture3D: [c_int; 3],
    /// `maxTexture3DAlt`
    pub maxTexture3DAlt: [c_int; 3],
    /// `maxTextureCubemap`
    pub maxTextureCubemap: c_int,
    /// `maxTexture1DLayered`
    pub maxTexture1DLayered: [c_int; 2],
    /// `maxTexture2DLayered`
    pub maxTexture2DLayered: [c_int; 3],
    /// `maxTextureCubemapLayered`
    pub maxTextureCubemapLayered: [c_int; 2],
    /// `maxSurface1D`
    pub maxSurface1D: c_int,
    /// `maxSurface2D`
    pub maxSurface2D: [c_int; 2],
    /// `maxSurface3D`
    pub maxSurface3D: [c_int; 3],
    /// `maxSurface1DLayered`
    pub maxSurface1DLayered: [c_int; 2],
    /// `maxSurface2DLayered`
    pub maxSurface2DLayered: [c_int; 3],
    /// `maxSurfaceCubemap`
    pub maxSurfaceCubemap: c_int,
    /// `maxSurfaceCubemapLayered`
    pub maxSurfaceCubemapLayered: [c_int; 2],
    /// `surfaceAlignment`
    pub surfaceAlignment: usize,
    /// `concurrentKernels`
    pub concurrentKernels: c_int,
    /// `ECCEnabled`
    pub ECCEnabled: c_int,
    /// `pciBusID`
    pub pciBusID: c_int,
    /// `pciDeviceID`
    pub pciDeviceID: c_int,
    /// `pciDomainID`
    pub pciDomainID: c_int,
    /// `tccDriver`
    pub tccDriver: c_int,
    /// `asyncEngineCount`
    pub asyncEngineCount: c_int,
    /// `unifiedAddressing`
    pub unifiedAddressing: c_int,
    /// `memoryClockRate`
    pub memoryClockRate: c_int,
    /// `memoryBusWidth`
    pub memoryBusWidth: c_int,
    /// `l2CacheSize`
    pub l2CacheSize: c_int,
    /// `persistingL2CacheMaxSize`
    pub persistingL2CacheMaxSize: c_int,
    /// `maxThreadsPerMultiProcessor`
    pub maxThreadsPerMultiProcessor: c_int,
    /// `streamPrioritiesSupported`
    pub streamPrioritiesSupported: c_int,
    /// `globalL1CacheSupported`
    pub globalL1CacheSupported: c_int,
    /// `localL1CacheSupported`
    pub localL1CacheSupported: c_int,
    /// `sharedMemPerMultiprocessor`
    pub sharedMemPerMultiprocessor: usize,
    /// `regsPerMultiprocessor`
    pub regsPerMultiprocessor: c_int,
    /// `managedMemory`
    pub managedMemory: c_int,
    /// `isMultiGpuBoard`
    pub isMultiGpuBoard: c_int,
    /// `multiGpuBoardGroupID`
    pub multiGpuBoardGroupID: c_int,
    /// `hostNativeAtomicSupported`
    pub hostNativeAtomicSupported: c_int,
    /// `singleToDoublePrecisionPerfRatio`
    pub singleToDoublePrecisionPerfRatio: c_int,
    /// `pageableMemoryAccess`
    pub pageableMemoryAccess: c_int,
    /// `concurrentManagedAccess`
    pub concurrentManagedAccess: c_int,
    /// `computePreemptionSupported`
    pub computePreemptionSupported: c_int,
    /// `canUseHostPointerForRegisteredMem`
    pub canUseHostPointerForRegisteredMem: c_int,
    /// `cooperativeLaunch`
    pub cooperativeLaunch: c_int,
    /// `cooperativeMultiDeviceLaunch`
    pub cooperativeMultiDeviceLaunch: c_int,
    /// `sharedMemPerBlockOptin`
    pub sharedMemPerBlockOptin: usize,
    /// `pageableMemoryAccessUsesHostPageTables`
    pub pageableMemoryAccessUsesHostPageTables: c_int,
    /// `directManagedMemAccessFromHost`
    pub directManagedMemAccessFromHost: c_int,
    /// `maxBlocksPerMultiProcessor`
    pub maxBlocksPerMultiProcessor: c_int,
    /// `accessPolicyMaxWindowSize`
    pub accessPolicyMaxWindowSize: c_int,
    /// `reservedSharedMemPerBlock`
    pub reservedSharedMemPerBlock: usize,
    /// `hostRegisterSupported`
    pub hostRegisterSupported: c_int,
    /// `sparseHipArraySupported`
    pub sparseHipArraySupported: c_int,
    /// `hostRegisterReadOnlySupported`
    pub hostRegisterReadOnlySupported: c_int,
    /// `timelineSemaphoreInteropSupported`
    pub timelineSemaphoreInteropSupported: c_int,
    /// `memoryPoolsSupported`
    pub memoryPoolsSupported: c_int,
    /// `gpuDirectRDMASupported`
    pub gpuDirectRDMASupported: c_int,
    /// `gpuDirectRDMAFlushWritesOptions`
    pub gpuDirectRDMAFlushWritesOptions: c_uint,
    /// `gpuDirectRDMAWritesOrdering`
    pub gpuDirectRDMAWritesOrdering: c_int,
    /// `memoryPoolSupportedHandleTypes`
    pub memoryPoolSupportedHandleTypes: c_uint,
    /// `deferredMappingHipArraySupported`
    pub deferredMappingHipArraySupported: c_int,
    /// `ipcEventSupported`
    pub ipcEventSupported: c_int,
    /// `clusterLaunch`
    pub clusterLaunch: c_int,
    /// `unifiedFunctionPointers`
    pub unifiedFunctionPointers: c_int,
    /// `reserved`
    pub reserved: [c_int; 63],
    /// `hipReserved`
    pub hipReserved: [c_int; 32],
    /// `gcnArchName`
    pub gcnArchName: [c_char; 256],
    /// `maxSharedMemoryPerMultiProcessor`
    pub maxSharedMemoryPerMultiProcessor: usize,
    /// `clockInstructionRate`
    pub clockInstructionRate: c_int,
    /// `arch`
    pub arch: hipDeviceArch_t,
    /// `hdpMemFlushCntl`
    pub hdpMemFlushCntl: *mut c_uint,
    /// `hdpRegFlushCntl`
    pub hdpRegFlushCntl: *mut c_uint,
    /// `cooperativeMultiDeviceUnmatchedFunc`
    pub cooperativeMultiDeviceUnmatchedFunc: c_int,
    /// `cooperativeMultiDeviceUnmatchedGridDim`
    pub cooperativeMultiDeviceUnmatchedGridDim: c_int,
    /// `cooperativeMultiDeviceUnmatchedBlockDim`
    pub cooperativeMultiDeviceUnmatchedBlockDim: c_int,
    /// `cooperativeMultiDeviceUnmatchedSharedMem`
    pub cooperativeMultiDeviceUnmatchedSharedMem: c_int,
    /// `isLargeBar`
    pub isLargeBar: c_int,
    /// `asicRevision`
    pub asicRevision: c_int,
}

/// `hipDevice_t`
pub type hipDevice_t = c_int;

/// `hipDeviceptr_t`
pub type hipDeviceptr_t = *mut c_void;

/// `hipEventRecordNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipEventRecordNodeParams {
    /// `event`
    pub event: hipEvent_t,
}

/// `hipEventWaitNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipEventWaitNodeParams {
    /// `event`
    pub event: hipEvent_t,
}

/// `hipEvent_t`
pub type hipEvent_t = *mut ihipEvent_t;

/// `hipExecutionCtx_t`
pub type hipExecutionCtx_t = *mut ihipExecutionCtx_t;

/// `hipExtDynDataPrefetchConfig`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExtDynDataPrefetchConfig {
    /// `numRegions`
    pub numRegions: c_uint,
    /// `temporal`
    pub temporal: hipExtDynDataPrefetchTemporal,
    /// `regions`
    pub regions: [hipExtDynDataPrefetchRegion; 2],
}

/// `hipExtDynDataPrefetchRegion`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExtDynDataPrefetchRegion {
    /// `address`
    pub address: *mut c_void,
    /// `stride`
    pub stride: usize,
    /// `width`
    pub width: usize,
    /// `height`
    pub height: usize,
}

/// `hipExtent`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExtent {
    /// `width`
    pub width: usize,
    /// `height`
    pub height: usize,
    /// `depth`
    pub depth: usize,
}

/// `hipExternalMemoryBufferDesc`
pub type hipExternalMemoryBufferDesc = hipExternalMemoryBufferDesc_st;

/// `hipExternalMemoryBufferDesc_st`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalMemoryBufferDesc_st {
    /// `offset`
    pub offset: c_ulonglong,
    /// `size`
    pub size: c_ulonglong,
    /// `flags`
    pub flags: c_uint,
    /// `reserved`
    pub reserved: [c_uint; 16],
}

/// `hipExternalMemoryHandleDesc`
pub type hipExternalMemoryHandleDesc = hipExternalMemoryHandleDesc_st;

/// `hipExternalMemoryHandleDesc_st_handle_win32`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalMemoryHandleDesc_st_handle_win32 {
    /// `handle`
    pub handle: *mut c_void,
    /// `name`
    pub name: *const c_void,
}

/// `hipExternalMemoryHandleDesc_st_handle`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipExternalMemoryHandleDesc_st_handle {
    /// `fd`
    pub fd: c_int,
    /// `win32`
    pub win32: hipExternalMemoryHandleDesc_st_handle_win32,
    /// `nvSciBufObject`
    pub nvSciBufObject: *const c_void,
}

/// `hipExternalMemoryHandleDesc_st`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipExternalMemoryHandleDesc_st {
    /// `type_`
    pub type_: hipExternalMemoryHandleType,
    /// `handle`
    pub handle: hipExternalMemoryHandleDesc_st_handle,
    /// `size`
    pub size: c_ulonglong,
    /// `flags`
    pub flags: c_uint,
    /// `reserved`
    pub reserved: [c_uint; 16],
}

/// `hipExternalMemoryHandleType`
pub type hipExternalMemoryHandleType = hipExternalMemoryHandleType_enum;

/// `hipExternalMemoryMipmappedArrayDesc`
pub type hipExternalMemoryMipmappedArrayDesc = hipExternalMemoryMipmappedArrayDesc_st;

/// `hipExternalMemoryMipmappedArrayDesc_st`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalMemoryMipmappedArrayDesc_st {
    /// `offset`
    pub offset: c_ulonglong,
    /// `formatDesc`
    pub formatDesc: hipChannelFormatDesc,
    /// `extent`
    pub extent: hipExtent,
    /// `flags`
    pub flags: c_uint,
    /// `numLevels`
    pub numLevels: c_uint,
}

/// `hipExternalMemory_t`
pub type hipExternalMemory_t = *mut c_void;

/// `hipExternalSemaphoreHandleDesc`
pub type hipExternalSemaphoreHandleDesc = hipExternalSemaphoreHandleDesc_st;

/// `hipExternalSemaphoreHandleDesc_st_handle_win32`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreHandleDesc_st_handle_win32 {
    /// `handle`
    pub handle: *mut c_void,
    /// `name`
    pub name: *const c_void,
}

/// `hipExternalSemaphoreHandleDesc_st_handle`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipExternalSemaphoreHandleDesc_st_handle {
    /// `fd`
    pub fd: c_int,
    /// `win32`
    pub win32: hipExternalSemaphoreHandleDesc_st_handle_win32,
    /// `NvSciSyncObj`
    pub NvSciSyncObj: *const c_void,
}

/// `hipExternalSemaphoreHandleDesc_st`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipExternalSemaphoreHandleDesc_st {
    /// `type_`
    pub type_: hipExternalSemaphoreHandleType,
    /// `handle`
    pub handle: hipExternalSemaphoreHandleDesc_st_handle,
    /// `flags`
    pub flags: c_uint,
    /// `reserved`
    pub reserved: [c_uint; 16],
}

/// `hipExternalSemaphoreHandleType`
pub type hipExternalSemaphoreHandleType = hipExternalSemaphoreHandleType_enum;

/// `hipExternalSemaphoreSignalNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreSignalNodeParams {
    /// `extSemArray`
    pub extSemArray: *mut hipExternalSemaphore_t,
    /// `paramsArray`
    pub paramsArray: *const hipExternalSemaphoreSignalParams,
    /// `numExtSems`
    pub numExtSems: c_uint,
}

/// `hipExternalSemaphoreSignalParams`
pub type hipExternalSemaphoreSignalParams = hipExternalSemaphoreSignalParams_st;

/// `hipExternalSemaphoreSignalParams_st_params_fence`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreSignalParams_st_params_fence {
    /// `value`
    pub value: c_ulonglong,
}

/// `hipExternalSemaphoreSignalParams_st_params_nvSciSync`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipExternalSemaphoreSignalParams_st_params_nvSciSync {
    /// `fence`
    pub fence: *mut c_void,
    /// `reserved`
    pub reserved: c_ulonglong,
}

/// `hipExternalSemaphoreSignalParams_st_params_keyedMutex`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreSignalParams_st_params_keyedMutex {
    /// `key`
    pub key: c_ulonglong,
}

/// `hipExternalSemaphoreSignalParams_st_params`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipExternalSemaphoreSignalParams_st_params {
    /// `fence`
    pub fence: hipExternalSemaphoreSignalParams_st_params_fence,
    /// `nvSciSync`
    pub nvSciSync: hipExternalSemaphoreSignalParams_st_params_nvSciSync,
    /// `keyedMutex`
    pub keyedMutex: hipExternalSemaphoreSignalParams_st_params_keyedMutex,
    /// `reserved`
    pub reserved: [c_uint; 12],
}

/// `hipExternalSemaphoreSignalParams_st`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipExternalSemaphoreSignalParams_st {
    /// `params`
    pub params: hipExternalSemaphoreSignalParams_st_params,
    /// `flags`
    pub flags: c_uint,
    /// `reserved`
    pub reserved: [c_uint; 16],
}

/// `hipExternalSemaphoreWaitNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreWaitNodeParams {
    /// `extSemArray`
    pub extSemArray: *mut hipExternalSemaphore_t,
    /// `paramsArray`
    pub paramsArray: *const hipExternalSemaphoreWaitParams,
    /// `numExtSems`
    pub numExtSems: c_uint,
}

/// `hipExternalSemaphoreWaitParams`
pub type hipExternalSemaphoreWaitParams = hipExternalSemaphoreWaitParams_st;

/// `hipExternalSemaphoreWaitParams_st_params_fence`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreWaitParams_st_params_fence {
    /// `value`
    pub value: c_ulonglong,
}

/// `hipExternalSemaphoreWaitParams_st_params_nvSciSync`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipExternalSemaphoreWaitParams_st_params_nvSciSync {
    /// `fence`
    pub fence: *mut c_void,
    /// `reserved`
    pub reserved: c_ulonglong,
}

/// `hipExternalSemaphoreWaitParams_st_params_keyedMutex`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipExternalSemaphoreWaitParams_st_params_keyedMutex {
    /// `key`
    pub key: c_ulonglong,
    /// `timeoutMs`
    pub timeoutMs: c_uint,
}

/// `hipExternalSemaphoreWaitParams_st_params`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipExternalSemaphoreWaitParams_st_params {
    /// `fence`
    pub fence: hipExternalSemaphoreWaitParams_st_params_fence,
    /// `nvSciSync`
    pub nvSciSync: hipExternalSemaphoreWaitParams_st_params_nvSciSync,
    /// `keyedMutex`
    pub keyedMutex: hipExternalSemaphoreWaitParams_st_params_keyedMutex,
    /// `reserved`
    pub reserved: [c_uint; 10],
}

/// `hipExternalSemaphoreWaitParams_st`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipExternalSemaphoreWaitParams_st {
    /// `params`
    pub params: hipExternalSemaphoreWaitParams_st_params,
    /// `flags`
    pub flags: c_uint,
    /// `reserved`
    pub reserved: [c_uint; 16],
}

/// `hipExternalSemaphore_t`
pub type hipExternalSemaphore_t = *mut c_void;

/// `hipFuncAttributes`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipFuncAttributes {
    /// `binaryVersion`
    pub binaryVersion: c_int,
    /// `cacheModeCA`
    pub cacheModeCA: c_int,
    /// `constSizeBytes`
    pub constSizeBytes: usize,
    /// `localSizeBytes`
    pub localSizeBytes: usize,
    /// `maxDynamicSharedSizeBytes`
    pub maxDynamicSharedSizeBytes: c_int,
    /// `maxThreadsPerBlock`
    pub maxThreadsPerBlock: c_int,
    /// `numRegs`
    pub numRegs: c_int,
    /// `preferredShmemCarveout`
    pub preferredShmemCarveout: c_int,
    /// `ptxVersion`
    pub ptxVersion: c_int,
    /// `sharedSizeBytes`
    pub sharedSizeBytes: usize,
}

/// `hipFunctionLaunchParams`
pub type hipFunctionLaunchParams = hipFunctionLaunchParams_t;

/// `hipFunctionLaunchParams_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipFunctionLaunchParams_t {
    /// `function`
    pub function: hipFunction_t,
    /// `gridDimX`
    pub gridDimX: c_uint,
    /// `gridDimY`
    pub gridDimY: c_uint,
    /// `gridDimZ`
    pub gridDimZ: c_uint,
    /// `blockDimX`
    pub blockDimX: c_uint,
    /// `blockDimY`
    pub blockDimY: c_uint,
    /// `blockDimZ`
    pub blockDimZ: c_uint,
    /// `sharedMemBytes`
    pub sharedMemBytes: c_uint,
    /// `hStream`
    pub hStream: hipStream_t,
    /// `kernelParams`
    pub kernelParams: *mut *mut c_void,
}

/// `hipFunction_t`
pub type hipFunction_t = *mut ihipModuleSymbol_t;

/// `hipGLDeviceList`
pub type hipGLDeviceList = c_int;

/// `hipGraphEdgeData`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipGraphEdgeData {
    /// `from_port`
    pub from_port: c_uchar,
    /// `reserved`
    pub reserved: [c_uchar; 5],
    /// `to_port`
    pub to_port: c_uchar,
    /// `type_`
    pub type_: c_uchar,
}

/// `hipGraphExec_t`
pub type hipGraphExec_t = *mut hipGraphExec;

/// `hipGraphInstantiateParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipGraphInstantiateParams {
    /// `errNode_out`
    pub errNode_out: hipGraphNode_t,
    /// `flags`
    pub flags: c_ulonglong,
    /// `result_out`
    pub result_out: hipGraphInstantiateResult,
    /// `uploadStream`
    pub uploadStream: hipStream_t,
}

/// `hipGraphNodeParams_anon_1`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipGraphNodeParams_anon_1 {
    /// `reserved1`
    pub reserved1: [c_longlong; 29],
    /// `kernel`
    pub kernel: hipKernelNodeParams,
    /// `memcpy`
    pub memcpy: hipMemcpyNodeParams,
    /// `memset`
    pub memset: hipMemsetParams,
    /// `host`
    pub host: hipHostNodeParams,
    /// `graph`
    pub graph: hipChildGraphNodeParams,
    /// `eventWait`
    pub eventWait: hipEventWaitNodeParams,
    /// `eventRecord`
    pub eventRecord: hipEventRecordNodeParams,
    /// `extSemSignal`
    pub extSemSignal: hipExternalSemaphoreSignalNodeParams,
    /// `extSemWait`
    pub extSemWait: hipExternalSemaphoreWaitNodeParams,
    /// `alloc`
    pub alloc: hipMemAllocNodeParams,
    /// `free`
    pub free: hipMemFreeNodeParams,
}

/// `hipGraphNodeParams`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipGraphNodeParams {
    /// `type_`
    pub type_: hipGraphNodeType,
    /// `reserved0`
    pub reserved0: [c_int; 3],
    /// `__bindgen_anon_1`
    pub __bindgen_anon_1: hipGraphNodeParams_anon_1,
    /// `reserved2`
    pub reserved2: c_longlong,
}

/// `hipGraphNode_t`
pub type hipGraphNode_t = *mut hipGraphNode;

/// `hipGraph_t`
pub type hipGraph_t = *mut ihipGraph;

/// `hipGraphicsResource`
pub type hipGraphicsResource = _hipGraphicsResource;

/// `hipGraphicsResource_t`
pub type hipGraphicsResource_t = *mut _hipGraphicsResource;

/// A callback.
pub type hipHostFn_t = Option<unsafe extern "C" fn(*mut c_void)>;

/// `hipHostNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipHostNodeParams {
    /// `fn_`
    pub fn_: hipHostFn_t,
    /// `userData`
    pub userData: *mut c_void,
}

/// `hipIpcEventHandle_st`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipIpcEventHandle_st {
    /// `reserved`
    pub reserved: [c_char; 64],
}

/// `hipIpcEventHandle_t`
pub type hipIpcEventHandle_t = hipIpcEventHandle_st;

/// `hipIpcMemHandle_st`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipIpcMemHandle_st {
    /// `reserved`
    pub reserved: [c_char; 64],
}

/// `hipIpcMemHandle_t`
pub type hipIpcMemHandle_t = hipIpcMemHandle_st;

/// `hipKernelNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipKernelNodeParams {
    /// `blockDim`
    pub blockDim: dim3,
    /// `extra`
    pub extra: *mut *mut c_void,
    /// `func`
    pub func: *mut c_void,
    /// `gridDim`
    pub gridDim: dim3,
    /// `kernelParams`
    pub kernelParams: *mut *mut c_void,
    /// `sharedMemBytes`
    pub sharedMemBytes: c_uint,
}

/// `hipKernel_t`
pub type hipKernel_t = *mut ihipKernel_t;

/// `hipLaunchAttribute`
pub type hipLaunchAttribute = hipLaunchAttribute_st;

/// `hipLaunchAttributeValue_clusterDim`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipLaunchAttributeValue_clusterDim {
    /// `x`
    pub x: c_uint,
    /// `y`
    pub y: c_uint,
    /// `z`
    pub z: c_uint,
}

/// `hipLaunchAttributeValue`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipLaunchAttributeValue {
    /// `pad`
    pub pad: [c_char; 64],
    /// `accessPolicyWindow`
    pub accessPolicyWindow: hipAccessPolicyWindow,
    /// `cooperative`
    pub cooperative: c_int,
    /// `priority`
    pub priority: c_int,
    /// `syncPolicy`
    pub syncPolicy: hipSynchronizationPolicy,
    /// `memSyncDomainMap`
    pub memSyncDomainMap: hipLaunchMemSyncDomainMap,
    /// `memSyncDomain`
    pub memSyncDomain: hipLaunchMemSyncDomain,
    /// `clusterDim`
    pub clusterDim: hipLaunchAttributeValue_clusterDim,
    /// `clusterSchedulingPolicyPreference`
    pub clusterSchedulingPolicyPreference: hipClusterSchedulingPolicy,
}

/// `hipLaunchAttribute_st_anon_1`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipLaunchAttribute_st_anon_1 {
    /// `val`
    pub val: hipLaunchAttributeValue,
    /// `value`
    pub value: hipLaunchAttributeValue,
}

/// `hipLaunchAttribute_st`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipLaunchAttribute_st {
    /// `id`
    pub id: hipLaunchAttributeID,
    /// `pad`
    pub pad: [c_char; 4],
    /// `__bindgen_anon_1`
    pub __bindgen_anon_1: hipLaunchAttribute_st_anon_1,
}

/// `hipLaunchConfig_st`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipLaunchConfig_st {
    /// `gridDim`
    pub gridDim: dim3,
    /// `blockDim`
    pub blockDim: dim3,
    /// `dynamicSmemBytes`
    pub dynamicSmemBytes: usize,
    /// `stream`
    pub stream: hipStream_t,
    /// `attrs`
    pub attrs: *mut hipLaunchAttribute,
    /// `numAttrs`
    pub numAttrs: c_uint,
}

/// `hipLaunchConfig_t`
pub type hipLaunchConfig_t = hipLaunchConfig_st;

/// `hipLaunchMemSyncDomainMap`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipLaunchMemSyncDomainMap {
    /// `default_`
    pub default_: c_uchar,
    /// `remote`
    pub remote: c_uchar,
}

/// `hipLaunchParams`
pub type hipLaunchParams = hipLaunchParams_t;

/// `hipLaunchParams_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipLaunchParams_t {
    /// `func`
    pub func: *mut c_void,
    /// `gridDim`
    pub gridDim: dim3,
    /// `blockDim`
    pub blockDim: dim3,
    /// `args`
    pub args: *mut *mut c_void,
    /// `sharedMem`
    pub sharedMem: usize,
    /// `stream`
    pub stream: hipStream_t,
}

/// `hipLibraryOption`
pub type hipLibraryOption = hipLibraryOption_e;

/// `hipLibrary_t`
pub type hipLibrary_t = *mut ihipLibrary_t;

/// `hipLinkState_t`
pub type hipLinkState_t = *mut ihipLinkState_t;

/// `hipMemAccessDesc`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemAccessDesc {
    /// `location`
    pub location: hipMemLocation,
    /// `flags`
    pub flags: hipMemAccessFlags,
}

/// `hipMemAllocNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemAllocNodeParams {
    /// `poolProps`
    pub poolProps: hipMemPoolProps,
    /// `accessDescs`
    pub accessDescs: *const hipMemAccessDesc,
    /// `accessDescCount`
    pub accessDescCount: usize,
    /// `bytesize`
    pub bytesize: usize,
    /// `dptr`
    pub dptr: *mut c_void,
}

/// `hipMemAllocationProp_anon_1`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipMemAllocationProp_anon_1 {
    /// `requestedHandleType`
    pub requestedHandleType: hipMemAllocationHandleType,
    /// `requestedHandleTypes`
    pub requestedHandleTypes: hipMemAllocationHandleType,
}

/// `hipMemAllocationProp_allocFlags`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemAllocationProp_allocFlags {
    /// `compressionType`
    pub compressionType: c_uchar,
    /// `gpuDirectRDMACapable`
    pub gpuDirectRDMACapable: c_uchar,
    /// `usage`
    pub usage: c_ushort,
}

/// `hipMemAllocationProp`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipMemAllocationProp {
    /// `type_`
    pub type_: hipMemAllocationType,
    /// `__bindgen_anon_1`
    pub __bindgen_anon_1: hipMemAllocationProp_anon_1,
    /// `location`
    pub location: hipMemLocation,
    /// `win32HandleMetaData`
    pub win32HandleMetaData: *mut c_void,
    /// `allocFlags`
    pub allocFlags: hipMemAllocationProp_allocFlags,
}

/// `hipMemFabricHandle`
pub type hipMemFabricHandle = hipMemFabricHandle_st;

/// `hipMemFabricHandle_st`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemFabricHandle_st {
    /// `data`
    pub data: [c_uchar; 64],
}

/// `hipMemFreeNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemFreeNodeParams {
    /// `dptr`
    pub dptr: *mut c_void,
}

/// `hipMemGenericAllocationHandle_t`
pub type hipMemGenericAllocationHandle_t = *mut ihipMemGenericAllocationHandle;

/// `hipMemLocation`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemLocation {
    /// `type_`
    pub type_: hipMemLocationType,
    /// `id`
    pub id: c_int,
}

/// `hipMemPoolProps`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemPoolProps {
    /// `allocType`
    pub allocType: hipMemAllocationType,
    /// `handleTypes`
    pub handleTypes: hipMemAllocationHandleType,
    /// `location`
    pub location: hipMemLocation,
    /// `win32SecurityAttributes`
    pub win32SecurityAttributes: *mut c_void,
    /// `maxSize`
    pub maxSize: usize,
    /// `reserved`
    pub reserved: [c_uchar; 56],
}

/// `hipMemPoolPtrExportData`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemPoolPtrExportData {
    /// `reserved`
    pub reserved: [c_uchar; 64],
}

/// `hipMemPool_t`
pub type hipMemPool_t = *mut ihipMemPoolHandle_t;

/// `hipMemcpy3DBatchOp`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipMemcpy3DBatchOp {
    /// `src`
    pub src: hipMemcpy3DOperand,
    /// `dst`
    pub dst: hipMemcpy3DOperand,
    /// `extent`
    pub extent: hipExtent,
    /// `srcAccessOrder`
    pub srcAccessOrder: hipMemcpySrcAccessOrder,
    /// `flags`
    pub flags: c_uint,
}

/// `hipMemcpy3DOperand_op_ptr`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpy3DOperand_op_ptr {
    /// `ptr`
    pub ptr: *mut c_void,
    /// `rowLength`
    pub rowLength: usize,
    /// `layerHeight`
    pub layerHeight: usize,
    /// `locHint`
    pub locHint: hipMemLocation,
}

/// `hipMemcpy3DOperand_op_array`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpy3DOperand_op_array {
    /// `array`
    pub array: hipArray_t,
    /// `offset`
    pub offset: hipOffset3D,
}

/// `hipMemcpy3DOperand_op`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipMemcpy3DOperand_op {
    /// `ptr`
    pub ptr: hipMemcpy3DOperand_op_ptr,
    /// `array`
    pub array: hipMemcpy3DOperand_op_array,
}

/// `hipMemcpy3DOperand`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipMemcpy3DOperand {
    /// `type_`
    pub type_: hipMemcpy3DOperandType,
    /// `op`
    pub op: hipMemcpy3DOperand_op,
}

/// `hipMemcpy3DParms`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpy3DParms {
    /// `srcArray`
    pub srcArray: hipArray_t,
    /// `srcPos`
    pub srcPos: hipPos,
    /// `srcPtr`
    pub srcPtr: hipPitchedPtr,
    /// `dstArray`
    pub dstArray: hipArray_t,
    /// `dstPos`
    pub dstPos: hipPos,
    /// `dstPtr`
    pub dstPtr: hipPitchedPtr,
    /// `extent`
    pub extent: hipExtent,
    /// `kind`
    pub kind: hipMemcpyKind,
}

/// `hipMemcpy3DPeerParms`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpy3DPeerParms {
    /// `srcArray`
    pub srcArray: hipArray_t,
    /// `srcPos`
    pub srcPos: hipPos,
    /// `srcPtr`
    pub srcPtr: hipPitchedPtr,
    /// `srcDevice`
    pub srcDevice: c_int,
    /// `dstArray`
    pub dstArray: hipArray_t,
    /// `dstPos`
    pub dstPos: hipPos,
    /// `dstPtr`
    pub dstPtr: hipPitchedPtr,
    /// `dstDevice`
    pub dstDevice: c_int,
    /// `extent`
    pub extent: hipExtent,
}

/// `hipMemcpyAttributes`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpyAttributes {
    /// `srcAccessOrder`
    pub srcAccessOrder: hipMemcpySrcAccessOrder,
    /// `srcLocHint`
    pub srcLocHint: hipMemLocation,
    /// `dstLocHint`
    pub dstLocHint: hipMemLocation,
    /// `flags`
    pub flags: c_uint,
}

/// `hipMemcpyNodeParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemcpyNodeParams {
    /// `flags`
    pub flags: c_int,
    /// `reserved`
    pub reserved: [c_int; 3],
    /// `copyParams`
    pub copyParams: hipMemcpy3DParms,
}

/// `hipMemsetParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMemsetParams {
    /// `dst`
    pub dst: *mut c_void,
    /// `elementSize`
    pub elementSize: c_uint,
    /// `height`
    pub height: usize,
    /// `pitch`
    pub pitch: usize,
    /// `value`
    pub value: c_uint,
    /// `width`
    pub width: usize,
}

/// `hipMipmappedArray`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipMipmappedArray {
    /// `data`
    pub data: *mut c_void,
    /// `desc`
    pub desc: hipChannelFormatDesc,
    /// `type_`
    pub type_: c_uint,
    /// `width`
    pub width: c_uint,
    /// `height`
    pub height: c_uint,
    /// `depth`
    pub depth: c_uint,
    /// `min_mipmap_level`
    pub min_mipmap_level: c_uint,
    /// `max_mipmap_level`
    pub max_mipmap_level: c_uint,
    /// `flags`
    pub flags: c_uint,
    /// `format`
    pub format: hipArray_Format,
    /// `num_channels`
    pub num_channels: c_uint,
}

/// `hipMipmappedArray_const_t`
pub type hipMipmappedArray_const_t = *const hipMipmappedArray;

/// `hipMipmappedArray_t`
pub type hipMipmappedArray_t = *mut hipMipmappedArray;

/// `hipModule_t`
pub type hipModule_t = *mut ihipModule_t;

/// `hipOffset3D`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipOffset3D {
    /// `x`
    pub x: usize,
    /// `y`
    pub y: usize,
    /// `z`
    pub z: usize,
}

/// `hipPitchedPtr`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipPitchedPtr {
    /// `ptr`
    pub ptr: *mut c_void,
    /// `pitch`
    pub pitch: usize,
    /// `xsize`
    pub xsize: usize,
    /// `ysize`
    pub ysize: usize,
}

/// `hipPointerAttribute_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipPointerAttribute_t {
    /// `type_`
    pub type_: hipMemoryType,
    /// `device`
    pub device: c_int,
    /// `devicePointer`
    pub devicePointer: *mut c_void,
    /// `hostPointer`
    pub hostPointer: *mut c_void,
    /// `isManaged`
    pub isManaged: c_int,
    /// `allocationFlags`
    pub allocationFlags: c_uint,
}

/// `hipPos`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipPos {
    /// `x`
    pub x: usize,
    /// `y`
    pub y: usize,
    /// `z`
    pub z: usize,
}

/// `hipResourceDesc_res_array`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipResourceDesc_res_array {
    /// `array`
    pub array: hipArray_t,
}

/// `hipResourceDesc_res_mipmap`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipResourceDesc_res_mipmap {
    /// `mipmap`
    pub mipmap: hipMipmappedArray_t,
}

/// `hipResourceDesc_res_linear`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipResourceDesc_res_linear {
    /// `devPtr`
    pub devPtr: *mut c_void,
    /// `desc`
    pub desc: hipChannelFormatDesc,
    /// `sizeInBytes`
    pub sizeInBytes: usize,
}

/// `hipResourceDesc_res_pitch2D`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipResourceDesc_res_pitch2D {
    /// `devPtr`
    pub devPtr: *mut c_void,
    /// `desc`
    pub desc: hipChannelFormatDesc,
    /// `width`
    pub width: usize,
    /// `height`
    pub height: usize,
    /// `pitchInBytes`
    pub pitchInBytes: usize,
}

/// `hipResourceDesc_res`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipResourceDesc_res {
    /// `array`
    pub array: hipResourceDesc_res_array,
    /// `mipmap`
    pub mipmap: hipResourceDesc_res_mipmap,
    /// `linear`
    pub linear: hipResourceDesc_res_linear,
    /// `pitch2D`
    pub pitch2D: hipResourceDesc_res_pitch2D,
}

/// `hipResourceDesc`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipResourceDesc {
    /// `resType`
    pub resType: hipResourceType,
    /// `res`
    pub res: hipResourceDesc_res,
}

/// `hipResourceViewDesc`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipResourceViewDesc {
    /// `format`
    pub format: hipResourceViewFormat,
    /// `width`
    pub width: usize,
    /// `height`
    pub height: usize,
    /// `depth`
    pub depth: usize,
    /// `firstMipmapLevel`
    pub firstMipmapLevel: c_uint,
    /// `lastMipmapLevel`
    pub lastMipmapLevel: c_uint,
    /// `firstLayer`
    pub firstLayer: c_uint,
    /// `lastLayer`
    pub lastLayer: c_uint,
}

/// `hipStreamBatchMemOpParams`
pub type hipStreamBatchMemOpParams = hipStreamBatchMemOpParams_union;

/// `hipStreamBatchMemOpParams_union`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipStreamBatchMemOpParams_union {
    /// `operation`
    pub operation: hipStreamBatchMemOpType,
    /// `waitValue`
    pub waitValue: hipStreamMemOpWaitValueParams_t,
    /// `writeValue`
    pub writeValue: hipStreamMemOpWriteValueParams_t,
    /// `flushRemoteWrites`
    pub flushRemoteWrites: hipStreamMemOpFlushRemoteWritesParams_t,
    /// `memoryBarrier`
    pub memoryBarrier: hipStreamMemOpMemoryBarrierParams_t,
    /// `pad`
    pub pad: [u64; 6],
}

/// A callback.
pub type hipStreamCallback_t = Option<unsafe extern "C" fn(hipStream_t, hipError_t, *mut c_void)>;

/// `hipStreamMemOpFlushRemoteWritesParams_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipStreamMemOpFlushRemoteWritesParams_t {
    /// `operation`
    pub operation: hipStreamBatchMemOpType,
    /// `flags`
    pub flags: c_uint,
}

/// `hipStreamMemOpMemoryBarrierParams_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipStreamMemOpMemoryBarrierParams_t {
    /// `operation`
    pub operation: hipStreamBatchMemOpType,
    /// `flags`
    pub flags: c_uint,
}

/// `hipStreamMemOpWaitValueParams_t_anon_1`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipStreamMemOpWaitValueParams_t_anon_1 {
    /// `value`
    pub value: u32,
    /// `value64`
    pub value64: u64,
}

/// `hipStreamMemOpWaitValueParams_t`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipStreamMemOpWaitValueParams_t {
    /// `operation`
    pub operation: hipStreamBatchMemOpType,
    /// `address`
    pub address: hipDeviceptr_t,
    /// `__bindgen_anon_1`
    pub __bindgen_anon_1: hipStreamMemOpWaitValueParams_t_anon_1,
    /// `flags`
    pub flags: c_uint,
    /// `alias`
    pub alias: hipDeviceptr_t,
}

/// `hipStreamMemOpWriteValueParams_t_anon_1`
#[repr(C)]
#[derive(Clone, Copy)]
pub union hipStreamMemOpWriteValueParams_t_anon_1 {
    /// `value`
    pub value: u32,
    /// `value64`
    pub value64: u64,
}

/// `hipStreamMemOpWriteValueParams_t`
#[repr(C)]
#[derive(Clone, Copy)]
pub struct hipStreamMemOpWriteValueParams_t {
    /// `operation`
    pub operation: hipStreamBatchMemOpType,
    /// `address`
    pub address: hipDeviceptr_t,
    /// `__bindgen_anon_1`
    pub __bindgen_anon_1: hipStreamMemOpWriteValueParams_t_anon_1,
    /// `flags`
    pub flags: c_uint,
    /// `alias`
    pub alias: hipDeviceptr_t,
}

/// `hipStream_t`
pub type hipStream_t = *mut ihipStream_t;

/// `hipSurfaceObject_t`
pub type hipSurfaceObject_t = *mut __hip_surface;

/// `hipTexRef`
pub type hipTexRef = *mut textureReference;

/// `hipTextureDesc`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipTextureDesc {
    /// `addressMode`
    pub addressMode: [hipTextureAddressMode; 3],
    /// `filterMode`
    pub filterMode: hipTextureFilterMode,
    /// `readMode`
    pub readMode: hipTextureReadMode,
    /// `sRGB`
    pub sRGB: c_int,
    /// `borderColor`
    pub borderColor: [f32; 4],
    /// `normalizedCoords`
    pub normalizedCoords: c_int,
    /// `maxAnisotropy`
    pub maxAnisotropy: c_uint,
    /// `mipmapFilterMode`
    pub mipmapFilterMode: hipTextureFilterMode,
    /// `mipmapLevelBias`
    pub mipmapLevelBias: f32,
    /// `minMipmapLevelClamp`
    pub minMipmapLevelClamp: f32,
    /// `maxMipmapLevelClamp`
    pub maxMipmapLevelClamp: f32,
}

/// `hipTextureObject_t`
pub type hipTextureObject_t = *mut __hip_texture;

/// `hipUUID`
pub type hipUUID = hipUUID_t;

/// `hipUUID_t`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hipUUID_t {
    /// `bytes`
    pub bytes: [c_char; 16],
}

/// `hipUserObject_t`
pub type hipUserObject_t = *mut hipUserObject;

/// `hip_Memcpy2D`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hip_Memcpy2D {
    /// `srcXInBytes`
    pub srcXInBytes: usize,
    /// `srcY`
    pub srcY: usize,
    /// `srcMemoryType`
    pub srcMemoryType: hipMemoryType,
    /// `srcHost`
    pub srcHost: *const c_void,
    /// `srcDevice`
    pub srcDevice: hipDeviceptr_t,
    /// `srcArray`
    pub srcArray: hipArray_t,
    /// `srcPitch`
    pub srcPitch: usize,
    /// `dstXInBytes`
    pub dstXInBytes: usize,
    /// `dstY`
    pub dstY: usize,
    /// `dstMemoryType`
    pub dstMemoryType: hipMemoryType,
    /// `dstHost`
    pub dstHost: *mut c_void,
    /// `dstDevice`
    pub dstDevice: hipDeviceptr_t,
    /// `dstArray`
    pub dstArray: hipArray_t,
    /// `dstPitch`
    pub dstPitch: usize,
    /// `WidthInBytes`
    pub WidthInBytes: usize,
    /// `Height`
    pub Height: usize,
}

/// `hipmipmappedArray`
pub type hipmipmappedArray = hipMipmappedArray_t;

/// `hiprtcLinkState`
pub type hiprtcLinkState = *mut ihiprtcLinkState;

/// `hiprtcProgram`
pub type hiprtcProgram = *mut _hiprtcProgram;

/// `textureReference`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct textureReference {
    /// `normalized`
    pub normalized: c_int,
    /// `readMode`
    pub readMode: hipTextureReadMode,
    /// `filterMode`
    pub filterMode: hipTextureFilterMode,
    /// `addressMode`
    pub addressMode: [hipTextureAddressMode; 3],
    /// `channelDesc`
    pub channelDesc: hipChannelFormatDesc,
    /// `sRGB`
    pub sRGB: c_int,
    /// `maxAnisotropy`
    pub maxAnisotropy: c_uint,
    /// `mipmapFilterMode`
    pub mipmapFilterMode: hipTextureFilterMode,
    /// `mipmapLevelBias`
    pub mipmapLevelBias: f32,
    /// `minMipmapLevelClamp`
    pub minMipmapLevelClamp: f32,
    /// `maxMipmapLevelClamp`
    pub maxMipmapLevelClamp: f32,
    /// `textureObject`
    pub textureObject: hipTextureObject_t,
    /// `numChannels`
    pub numChannels: c_int,
    /// `format`
    pub format: hipArray_Format,
}

/// `uint3`
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct uint3 {
    /// `x`
    pub x: c_uint,
    /// `y`
    pub y: c_uint,
    /// `z`
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
const _: () = assert!(size_of::<hipExtDynDataPrefetchConfig>() == 72);
const _: () = assert!(size_of::<hipExtDynDataPrefetchRegion>() == 32);
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

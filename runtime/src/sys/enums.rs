//! Written by `cargo xtask check --write` from the tables in capi/api: change those.
//!
//! Enumerations. Every enumerator also stands in the module, as in C.

/// `enum HIPaddress_mode_enum`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HIPaddress_mode_enum {
    /// `0`
    HIP_TR_ADDRESS_MODE_WRAP = 0,
    /// `1`
    HIP_TR_ADDRESS_MODE_CLAMP = 1,
    /// `2`
    HIP_TR_ADDRESS_MODE_MIRROR = 2,
    /// `3`
    HIP_TR_ADDRESS_MODE_BORDER = 3,
}
pub use self::HIPaddress_mode_enum::{HIP_TR_ADDRESS_MODE_WRAP, HIP_TR_ADDRESS_MODE_CLAMP, HIP_TR_ADDRESS_MODE_MIRROR, HIP_TR_ADDRESS_MODE_BORDER};

/// `enum HIPfilter_mode_enum`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HIPfilter_mode_enum {
    /// `0`
    HIP_TR_FILTER_MODE_POINT = 0,
    /// `1`
    HIP_TR_FILTER_MODE_LINEAR = 1,
}
pub use self::HIPfilter_mode_enum::{HIP_TR_FILTER_MODE_POINT, HIP_TR_FILTER_MODE_LINEAR};

/// `enum HIPresourceViewFormat_enum`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HIPresourceViewFormat_enum {
    /// `0`
    HIP_RES_VIEW_FORMAT_NONE = 0,
    /// `1`
    HIP_RES_VIEW_FORMAT_UINT_1X8 = 1,
    /// `2`
    HIP_RES_VIEW_FORMAT_UINT_2X8 = 2,
    /// `3`
    HIP_RES_VIEW_FORMAT_UINT_4X8 = 3,
    /// `4`
    HIP_RES_VIEW_FORMAT_SINT_1X8 = 4,
    /// `5`
    HIP_RES_VIEW_FORMAT_SINT_2X8 = 5,
    /// `6`
    HIP_RES_VIEW_FORMAT_SINT_4X8 = 6,
    /// `7`
    HIP_RES_VIEW_FORMAT_UINT_1X16 = 7,
    /// `8`
    HIP_RES_VIEW_FORMAT_UINT_2X16 = 8,
    /// `9`
    HIP_RES_VIEW_FORMAT_UINT_4X16 = 9,
    /// `10`
    HIP_RES_VIEW_FORMAT_SINT_1X16 = 10,
    /// `11`
    HIP_RES_VIEW_FORMAT_SINT_2X16 = 11,
    /// `12`
    HIP_RES_VIEW_FORMAT_SINT_4X16 = 12,
    /// `13`
    HIP_RES_VIEW_FORMAT_UINT_1X32 = 13,
    /// `14`
    HIP_RES_VIEW_FORMAT_UINT_2X32 = 14,
    /// `15`
    HIP_RES_VIEW_FORMAT_UINT_4X32 = 15,
    /// `16`
    HIP_RES_VIEW_FORMAT_SINT_1X32 = 16,
    /// `17`
    HIP_RES_VIEW_FORMAT_SINT_2X32 = 17,
    /// `18`
    HIP_RES_VIEW_FORMAT_SINT_4X32 = 18,
    /// `19`
    HIP_RES_VIEW_FORMAT_FLOAT_1X16 = 19,
    /// `20`
    HIP_RES_VIEW_FORMAT_FLOAT_2X16 = 20,
    /// `21`
    HIP_RES_VIEW_FORMAT_FLOAT_4X16 = 21,
    /// `22`
    HIP_RES_VIEW_FORMAT_FLOAT_1X32 = 22,
    /// `23`
    HIP_RES_VIEW_FORMAT_FLOAT_2X32 = 23,
    /// `24`
    HIP_RES_VIEW_FORMAT_FLOAT_4X32 = 24,
    /// `25`
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC1 = 25,
    /// `26`
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC2 = 26,
    /// `27`
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC3 = 27,
    /// `28`
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC4 = 28,
    /// `29`
    HIP_RES_VIEW_FORMAT_SIGNED_BC4 = 29,
    /// `30`
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC5 = 30,
    /// `31`
    HIP_RES_VIEW_FORMAT_SIGNED_BC5 = 31,
    /// `32`
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC6H = 32,
    /// `33`
    HIP_RES_VIEW_FORMAT_SIGNED_BC6H = 33,
    /// `34`
    HIP_RES_VIEW_FORMAT_UNSIGNED_BC7 = 34,
}
pub use self::HIPresourceViewFormat_enum::{HIP_RES_VIEW_FORMAT_NONE, HIP_RES_VIEW_FORMAT_UINT_1X8, HIP_RES_VIEW_FORMAT_UINT_2X8, HIP_RES_VIEW_FORMAT_UINT_4X8, HIP_RES_VIEW_FORMAT_SINT_1X8, HIP_RES_VIEW_FORMAT_SINT_2X8, HIP_RES_VIEW_FORMAT_SINT_4X8, HIP_RES_VIEW_FORMAT_UINT_1X16, HIP_RES_VIEW_FORMAT_UINT_2X16, HIP_RES_VIEW_FORMAT_UINT_4X16, HIP_RES_VIEW_FORMAT_SINT_1X16, HIP_RES_VIEW_FORMAT_SINT_2X16, HIP_RES_VIEW_FORMAT_SINT_4X16, HIP_RES_VIEW_FORMAT_UINT_1X32, HIP_RES_VIEW_FORMAT_UINT_2X32, HIP_RES_VIEW_FORMAT_UINT_4X32, HIP_RES_VIEW_FORMAT_SINT_1X32, HIP_RES_VIEW_FORMAT_SINT_2X32, HIP_RES_VIEW_FORMAT_SINT_4X32, HIP_RES_VIEW_FORMAT_FLOAT_1X16, HIP_RES_VIEW_FORMAT_FLOAT_2X16, HIP_RES_VIEW_FORMAT_FLOAT_4X16, HIP_RES_VIEW_FORMAT_FLOAT_1X32, HIP_RES_VIEW_FORMAT_FLOAT_2X32, HIP_RES_VIEW_FORMAT_FLOAT_4X32, HIP_RES_VIEW_FORMAT_UNSIGNED_BC1, HIP_RES_VIEW_FORMAT_UNSIGNED_BC2, HIP_RES_VIEW_FORMAT_UNSIGNED_BC3, HIP_RES_VIEW_FORMAT_UNSIGNED_BC4, HIP_RES_VIEW_FORMAT_SIGNED_BC4, HIP_RES_VIEW_FORMAT_UNSIGNED_BC5, HIP_RES_VIEW_FORMAT_SIGNED_BC5, HIP_RES_VIEW_FORMAT_UNSIGNED_BC6H, HIP_RES_VIEW_FORMAT_SIGNED_BC6H, HIP_RES_VIEW_FORMAT_UNSIGNED_BC7};

/// `enum HIPresourcetype_enum`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HIPresourcetype_enum {
    /// `0`
    HIP_RESOURCE_TYPE_ARRAY = 0,
    /// `1`
    HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1,
    /// `2`
    HIP_RESOURCE_TYPE_LINEAR = 2,
    /// `3`
    HIP_RESOURCE_TYPE_PITCH2D = 3,
}
pub use self::HIPresourcetype_enum::{HIP_RESOURCE_TYPE_ARRAY, HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY, HIP_RESOURCE_TYPE_LINEAR, HIP_RESOURCE_TYPE_PITCH2D};

/// `enum hipAccessProperty`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipAccessProperty {
    /// `0`
    hipAccessPropertyNormal = 0,
    /// `1`
    hipAccessPropertyStreaming = 1,
    /// `2`
    hipAccessPropertyPersisting = 2,
}
pub use self::hipAccessProperty::{hipAccessPropertyNormal, hipAccessPropertyStreaming, hipAccessPropertyPersisting};

/// `enum hipArraySparseSubresourceType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipArraySparseSubresourceType {
    /// `0`
    hipArraySparseSubresourceTypeSparseLevel = 0,
    /// `1`
    hipArraySparseSubresourceTypeMiptail = 1,
}
pub use self::hipArraySparseSubresourceType::{hipArraySparseSubresourceTypeSparseLevel, hipArraySparseSubresourceTypeMiptail};

/// `enum hipArray_Format`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipArray_Format {
    /// `1`
    HIP_AD_FORMAT_UNSIGNED_INT8 = 1,
    /// `2`
    HIP_AD_FORMAT_UNSIGNED_INT16 = 2,
    /// `3`
    HIP_AD_FORMAT_UNSIGNED_INT32 = 3,
    /// `8`
    HIP_AD_FORMAT_SIGNED_INT8 = 8,
    /// `9`
    HIP_AD_FORMAT_SIGNED_INT16 = 9,
    /// `10`
    HIP_AD_FORMAT_SIGNED_INT32 = 10,
    /// `16`
    HIP_AD_FORMAT_HALF = 16,
    /// `32`
    HIP_AD_FORMAT_FLOAT = 32,
}
pub use self::hipArray_Format::{HIP_AD_FORMAT_UNSIGNED_INT8, HIP_AD_FORMAT_UNSIGNED_INT16, HIP_AD_FORMAT_UNSIGNED_INT32, HIP_AD_FORMAT_SIGNED_INT8, HIP_AD_FORMAT_SIGNED_INT16, HIP_AD_FORMAT_SIGNED_INT32, HIP_AD_FORMAT_HALF, HIP_AD_FORMAT_FLOAT};

/// `enum hipChannelFormatKind`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipChannelFormatKind {
    /// `0`
    hipChannelFormatKindSigned = 0,
    /// `1`
    hipChannelFormatKindUnsigned = 1,
    /// `2`
    hipChannelFormatKindFloat = 2,
    /// `3`
    hipChannelFormatKindNone = 3,
}
pub use self::hipChannelFormatKind::{hipChannelFormatKindSigned, hipChannelFormatKindUnsigned, hipChannelFormatKindFloat, hipChannelFormatKindNone};

/// `enum hipClusterSchedulingPolicy`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipClusterSchedulingPolicy {
    /// `0`
    hipClusterSchedulingPolicyDefault = 0,
    /// `1`
    hipClusterSchedulingPolicySpread = 1,
    /// `2`
    hipClusterSchedulingPolicyLoadBalancing = 2,
}
pub use self::hipClusterSchedulingPolicy::{hipClusterSchedulingPolicyDefault, hipClusterSchedulingPolicySpread, hipClusterSchedulingPolicyLoadBalancing};

/// `enum hipComputeMode`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipComputeMode {
    /// `0`
    hipComputeModeDefault = 0,
    /// `1`
    hipComputeModeExclusive = 1,
    /// `2`
    hipComputeModeProhibited = 2,
    /// `3`
    hipComputeModeExclusiveProcess = 3,
}
pub use self::hipComputeMode::{hipComputeModeDefault, hipComputeModeExclusive, hipComputeModeProhibited, hipComputeModeExclusiveProcess};

/// `enum hipDataType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipDataType {
    /// `0`
    HIP_R_32F = 0,
    /// `1`
    HIP_R_64F = 1,
    /// `2`
    HIP_R_16F = 2,
    /// `3`
    HIP_R_8I = 3,
    /// `4`
    HIP_C_32F = 4,
    /// `5`
    HIP_C_64F = 5,
    /// `6`
    HIP_C_16F = 6,
    /// `7`
    HIP_C_8I = 7,
    /// `8`
    HIP_R_8U = 8,
    /// `9`
    HIP_C_8U = 9,
    /// `10`
    HIP_R_32I = 10,
    /// `11`
    HIP_C_32I = 11,
    /// `12`
    HIP_R_32U = 12,
    /// `13`
    HIP_C_32U = 13,
    /// `14`
    HIP_R_16BF = 14,
    /// `15`
    HIP_C_16BF = 15,
    /// `16`
    HIP_R_4I = 16,
    /// `17`
    HIP_C_4I = 17,
    /// `18`
    HIP_R_4U = 18,
    /// `19`
    HIP_C_4U = 19,
    /// `20`
    HIP_R_16I = 20,
    /// `21`
    HIP_C_16I = 21,
    /// `22`
    HIP_R_16U = 22,
    /// `23`
    HIP_C_16U = 23,
    /// `24`
    HIP_R_64I = 24,
    /// `25`
    HIP_C_64I = 25,
    /// `26`
    HIP_R_64U = 26,
    /// `27`
    HIP_C_64U = 27,
    /// `28`
    HIP_R_8F_E4M3 = 28,
    /// `29`
    HIP_R_8F_E5M2 = 29,
    /// `30`
    HIP_R_8F_UE8M0 = 30,
    /// `31`
    HIP_R_6F_E2M3 = 31,
    /// `32`
    HIP_R_6F_E3M2 = 32,
    /// `33`
    HIP_R_4F_E2M1 = 33,
    /// `1000`
    HIP_R_8F_E4M3_FNUZ = 1000,
    /// `1001`
    HIP_R_8F_E5M2_FNUZ = 1001,
}
pub use self::hipDataType::{HIP_R_32F, HIP_R_64F, HIP_R_16F, HIP_R_8I, HIP_C_32F, HIP_C_64F, HIP_C_16F, HIP_C_8I, HIP_R_8U, HIP_C_8U, HIP_R_32I, HIP_C_32I, HIP_R_32U, HIP_C_32U, HIP_R_16BF, HIP_C_16BF, HIP_R_4I, HIP_C_4I, HIP_R_4U, HIP_C_4U, HIP_R_16I, HIP_C_16I, HIP_R_16U, HIP_C_16U, HIP_R_64I, HIP_C_64I, HIP_R_64U, HIP_C_64U, HIP_R_8F_E4M3, HIP_R_8F_E5M2, HIP_R_8F_UE8M0, HIP_R_6F_E2M3, HIP_R_6F_E3M2, HIP_R_4F_E2M1, HIP_R_8F_E4M3_FNUZ, HIP_R_8F_E5M2_FNUZ};

/// `enum hipDevResourceType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipDevResourceType {
    /// `0`
    hipDevResourceTypeInvalid = 0,
    /// `1`
    hipDevResourceTypeSm = 1,
    /// `1000`
    hipDevResourceTypeWorkqueueConfig = 1000,
    /// `10000`
    hipDevResourceTypeWorkqueue = 10000,
}
pub use self::hipDevResourceType::{hipDevResourceTypeInvalid, hipDevResourceTypeSm, hipDevResourceTypeWorkqueueConfig, hipDevResourceTypeWorkqueue};

/// `enum hipDevSmResourceGroup_flags`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipDevSmResourceGroup_flags {
    /// `0`
    hipDevSmResourceGroupDefault = 0,
    /// `1`
    hipDevSmResourceGroupBackfill = 1,
}
pub use self::hipDevSmResourceGroup_flags::{hipDevSmResourceGroupDefault, hipDevSmResourceGroupBackfill};

/// `enum hipDevSmResourceSplitByCount_flags`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipDevSmResourceSplitByCount_flags {
    /// `1`
    hipDevSmResourceSplitIgnoreSmCoscheduling = 1,
    /// `2`
    hipDevSmResourceSplitMaxPotentialClusterSize = 2,
}
pub use self::hipDevSmResourceSplitByCount_flags::{hipDevSmResourceSplitIgnoreSmCoscheduling, hipDevSmResourceSplitMaxPotentialClusterSize};

/// `enum hipDevWorkqueueConfigScope`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipDevWorkqueueConfigScope {
    /// `0`
    hipDevWorkqueueConfigScopeDeviceCtx = 0,
    /// `1`
    hipDevWorkqueueConfigScopeGreenCtxBalanced = 1,
}
pub use self::hipDevWorkqueueConfigScope::{hipDevWorkqueueConfigScopeDeviceCtx, hipDevWorkqueueConfigScopeGreenCtxBalanced};

/// `enum hipDeviceAttribute_t`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipDeviceAttribute_t {
    /// `0`
    hipDeviceAttributeCudaCompatibleBegin = 0,
    /// `1`
    hipDeviceAttributeAccessPolicyMaxWindowSize = 1,
    /// `2`
    hipDeviceAttributeAsyncEngineCount = 2,
    /// `3`
    hipDeviceAttributeCanMapHostMemory = 3,
    /// `4`
    hipDeviceAttributeCanUseHostPointerForRegisteredMem = 4,
    /// `5`
    hipDeviceAttributeClockRate = 5,
    /// `6`
    hipDeviceAttributeComputeMode = 6,
    /// `7`
    hipDeviceAttributeComputePreemptionSupported = 7,
    /// `8`
    hipDeviceAttributeConcurrentKernels = 8,
    /// `9`
    hipDeviceAttributeConcurrentManagedAccess = 9,
    /// `10`
    hipDeviceAttributeCooperativeLaunch = 10,
    /// `11`
    hipDeviceAttributeCooperativeMultiDeviceLaunch = 11,
    /// `12`
    hipDeviceAttributeDeviceOverlap = 12,
    /// `13`
    hipDeviceAttributeDirectManagedMemAccessFromHost = 13,
    /// `14`
    hipDeviceAttributeGlobalL1CacheSupported = 14,
    /// `15`
    hipDeviceAttributeHostNativeAtomicSupported = 15,
    /// `16`
    hipDeviceAttributeIntegrated = 16,
    /// `17`
    hipDeviceAttributeIsMultiGpuBoard = 17,
    /// `18`
    hipDeviceAttributeKernelExecTimeout = 18,
    /// `19`
    hipDeviceAttributeL2CacheSize = 19,
    /// `20`
    hipDeviceAttributeLocalL1CacheSupported = 20,
    /// `21`
    hipDeviceAttributeLuid = 21,
    /// `22`
    hipDeviceAttributeLuidDeviceNodeMask = 22,
    /// `23`
    hipDeviceAttributeComputeCapabilityMajor = 23,
    /// `24`
    hipDeviceAttributeManagedMemory = 24,
    /// `25`
    hipDeviceAttributeMaxBlocksPerMultiProcessor = 25,
    /// `26`
    hipDeviceAttributeMaxBlockDimX = 26,
    /// `27`
    hipDeviceAttributeMaxBlockDimY = 27,
    /// `28`
    hipDeviceAttributeMaxBlockDimZ = 28,
    /// `29`
    hipDeviceAttributeMaxGridDimX = 29,
    /// `30`
    hipDeviceAttributeMaxGridDimY = 30,
    /// `31`
    hipDeviceAttributeMaxGridDimZ = 31,
    /// `32`
    hipDeviceAttributeMaxSurface1D = 32,
    /// `33`
    hipDeviceAttributeMaxSurface1DLayered = 33,
    /// `34`
    hipDeviceAttributeMaxSurface2D = 34,
    /// `35`
    hipDeviceAttributeMaxSurface2DLayered = 35,
    /// `36`
    hipDeviceAttributeMaxSurface3D = 36,
    /// `37`
    hipDeviceAttributeMaxSurfaceCubemap = 37,
    /// `38`
    hipDeviceAttributeMaxSurfaceCubemapLayered = 38,
    /// `39`
    hipDeviceAttributeMaxTexture1DWidth = 39,
    /// `40`
    hipDeviceAttributeMaxTexture1DLayered = 40,
    /// `41`
    hipDeviceAttributeMaxTexture1DLinear = 41,
    /// `42`
    hipDeviceAttributeMaxTexture1DMipmap = 42,
    /// `43`
    hipDeviceAttributeMaxTexture2DWidth = 43,
    /// `44`
    hipDeviceAttributeMaxTexture2DHeight = 44,
    /// `45`
    hipDeviceAttributeMaxTexture2DGather = 45,
    /// `46`
    hipDeviceAttributeMaxTexture2DLayered = 46,
    /// `47`
    hipDeviceAttributeMaxTexture2DLinear = 47,
    /// `48`
    hipDeviceAttributeMaxTexture2DMipmap = 48,
    /// `49`
    hipDeviceAttributeMaxTexture3DWidth = 49,
    /// `50`
    hipDeviceAttributeMaxTexture3DHeight = 50,
    /// `51`
    hipDeviceAttributeMaxTexture3DDepth = 51,
    /// `52`
    hipDeviceAttributeMaxTexture3DAlt = 52,
    /// `53`
    hipDeviceAttributeMaxTextureCubemap = 53,
    /// `54`
    hipDeviceAttributeMaxTextureCubemapLayered = 54,
    /// `55`
    hipDeviceAttributeMaxThreadsDim = 55,
    /// `56`
    hipDeviceAttributeMaxThreadsPerBlock = 56,
    /// `57`
    hipDeviceAttributeMaxThreadsPerMultiProcessor = 57,
    /// `58`
    hipDeviceAttributeMaxPitch = 58,
    /// `59`
    hipDeviceAttributeMemoryBusWidth = 59,
    /// `60`
    hipDeviceAttributeMemoryClockRate = 60,
    /// `61`
    hipDeviceAttributeComputeCapabilityMinor = 61,
    /// `62`
    hipDeviceAttributeMultiGpuBoardGroupID = 62,
    /// `63`
    hipDeviceAttributeMultiprocessorCount = 63,
    /// `64`
    hipDeviceAttributeUnused1 = 64,
    /// `65`
    hipDeviceAttributePageableMemoryAccess = 65,
    /// `66`
    hipDeviceAttributePageableMemoryAccessUsesHostPageTables = 66,
    /// `67`
    hipDeviceAttributePciBusId = 67,
    /// `68`
    hipDeviceAttributePciDeviceId = 68,
    /// `69`
    hipDeviceAttributePciDomainID = 69,
    /// `70`
    hipDeviceAttributePersistingL2CacheMaxSize = 70,
    /// `71`
    hipDeviceAttributeMaxRegistersPerBlock = 71,
    /// `72`
    hipDeviceAttributeMaxRegistersPerMultiprocessor = 72,
    /// `73`
    hipDeviceAttributeReservedSharedMemPerBlock = 73,
    /// `74`
    hipDeviceAttributeMaxSharedMemoryPerBlock = 74,
    /// `75`
    hipDeviceAttributeSharedMemPerBlockOptin = 75,
    /// `76`
    hipDeviceAttributeSharedMemPerMultiprocessor = 76,
    /// `77`
    hipDeviceAttributeSingleToDoublePrecisionPerfRatio = 77,
    /// `78`
    hipDeviceAttributeStreamPrioritiesSupported = 78,
    /// `79`
    hipDeviceAttributeSurfaceAlignment = 79,
    /// `80`
    hipDeviceAttributeTccDriver = 80,
    /// `81`
    hipDeviceAttributeTextureAlignment = 81,
    /// `82`
    hipDeviceAttributeTexturePitchAlignment = 82,
    /// `83`
    hipDeviceAttributeTotalConstantMemory = 83,
    /// `84`
    hipDeviceAttributeTotalGlobalMem = 84,
    /// `85`
    hipDeviceAttributeUnifiedAddressing = 85,
    /// `86`
    hipDeviceAttributeUnused2 = 86,
    /// `87`
    hipDeviceAttributeWarpSize = 87,
    /// `88`
    hipDeviceAttributeMemoryPoolsSupported = 88,
    /// `89`
    hipDeviceAttributeVirtualMemoryManagementSupported = 89,
    /// `90`
    hipDeviceAttributeHostRegisterSupported = 90,
    /// `91`
    hipDeviceAttributeMemoryPoolSupportedHandleTypes = 91,
    /// `92`
    hipDeviceAttributeHostNumaId = 92,
    /// `93`
    hipDeviceAttributeDmaBufSupported = 93,
    /// `94`
    hipDeviceAttributeGPUDirectRDMAWithHipVMMSupported = 94,
    /// `95`
    hipDeviceAttributeHandleTypeFabricSupported = 95,
    /// `9999`
    hipDeviceAttributeCudaCompatibleEnd = 9999,
    /// `10000`
    hipDeviceAttributeAmdSpecificBegin = 10000,
    /// `10001`
    hipDeviceAttributeUnused3 = 10001,
    /// `10002`
    hipDeviceAttributeMaxSharedMemoryPerMultiprocessor = 10002,
    /// `10003`
    hipDeviceAttributeUnused4 = 10003,
    /// `10004`
    hipDeviceAttributeUnused5 = 10004,
    /// `10005`
    hipDeviceAttributeHdpMemFlushCntl = 10005,
    /// `10006`
    hipDeviceAttributeHdpRegFlushCntl = 10006,
    /// `10007`
    hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc = 10007,
    /// `10008`
    hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim = 10008,
    /// `10009`
    hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim = 10009,
    /// `10010`
    hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem = 10010,
    /// `10011`
    hipDeviceAttributeIsLargeBar = 10011,
    /// `10012`
    hipDeviceAttributeAsicRevision = 10012,
    /// `10013`
    hipDeviceAttributeCanUseStreamWaitValue = 10013,
    /// `10014`
    hipDeviceAttributeImageSupport = 10014,
    /// `10015`
    hipDeviceAttributePhysicalMultiProcessorCount = 10015,
    /// `10016`
    hipDeviceAttributeFineGrainSupport = 10016,
    /// `10017`
    hipDeviceAttributeWallClockRate = 10017,
    /// `10018`
    hipDeviceAttributeNumberOfXccs = 10018,
    /// `10019`
    hipDeviceAttributeMaxAvailableVgprsPerThread = 10019,
    /// `10020`
    hipDeviceAttributePciChipId = 10020,
    /// `10021`
    hipDeviceAttributeExpertSchedMode = 10021,
    /// `10022`
    hipDeviceAttributeMaxDynDataPrefetchRegions = 10022,
    /// `19999`
    hipDeviceAttributeAmdSpecificEnd = 19999,
    /// `20000`
    hipDeviceAttributeVendorSpecificBegin = 20000,
}
pub use self::hipDeviceAttribute_t::{hipDeviceAttributeCudaCompatibleBegin, hipDeviceAttributeAccessPolicyMaxWindowSize, hipDeviceAttributeAsyncEngineCount, hipDeviceAttributeCanMapHostMemory, hipDeviceAttributeCanUseHostPointerForRegisteredMem, hipDeviceAttributeClockRate, hipDeviceAttributeComputeMode, hipDeviceAttributeComputePreemptionSupported, hipDeviceAttributeConcurrentKernels, hipDeviceAttributeConcurrentManagedAccess, hipDeviceAttributeCooperativeLaunch, hipDeviceAttributeCooperativeMultiDeviceLaunch, hipDeviceAttributeDeviceOverlap, hipDeviceAttributeDirectManagedMemAccessFromHost, hipDeviceAttributeGlobalL1CacheSupported, hipDeviceAttributeHostNativeAtomicSupported, hipDeviceAttributeIntegrated, hipDeviceAttributeIsMultiGpuBoard, hipDeviceAttributeKernelExecTimeout, hipDeviceAttributeL2CacheSize, hipDeviceAttributeLocalL1CacheSupported, hipDeviceAttributeLuid, hipDeviceAttributeLuidDeviceNodeMask, hipDeviceAttributeComputeCapabilityMajor, hipDeviceAttributeManagedMemory, hipDeviceAttributeMaxBlocksPerMultiProcessor, hipDeviceAttributeMaxBlockDimX, hipDeviceAttributeMaxBlockDimY, hipDeviceAttributeMaxBlockDimZ, hipDeviceAttributeMaxGridDimX, hipDeviceAttributeMaxGridDimY, hipDeviceAttributeMaxGridDimZ, hipDeviceAttributeMaxSurface1D, hipDeviceAttributeMaxSurface1DLayered, hipDeviceAttributeMaxSurface2D, hipDeviceAttributeMaxSurface2DLayered, hipDeviceAttributeMaxSurface3D, hipDeviceAttributeMaxSurfaceCubemap, hipDeviceAttributeMaxSurfaceCubemapLayered, hipDeviceAttributeMaxTexture1DWidth, hipDeviceAttributeMaxTexture1DLayered, hipDeviceAttributeMaxTexture1DLinear, hipDeviceAttributeMaxTexture1DMipmap, hipDeviceAttributeMaxTexture2DWidth, hipDeviceAttributeMaxTexture2DHeight, hipDeviceAttributeMaxTexture2DGather, hipDeviceAttributeMaxTexture2DLayered, hipDeviceAttributeMaxTexture2DLinear, hipDeviceAttributeMaxTexture2DMipmap, hipDeviceAttributeMaxTexture3DWidth, hipDeviceAttributeMaxTexture3DHeight, hipDeviceAttributeMaxTexture3DDepth, hipDeviceAttributeMaxTexture3DAlt, hipDeviceAttributeMaxTextureCubemap, hipDeviceAttributeMaxTextureCubemapLayered, hipDeviceAttributeMaxThreadsDim, hipDeviceAttributeMaxThreadsPerBlock, hipDeviceAttributeMaxThreadsPerMultiProcessor, hipDeviceAttributeMaxPitch, hipDeviceAttributeMemoryBusWidth, hipDeviceAttributeMemoryClockRate, hipDeviceAttributeComputeCapabilityMinor, hipDeviceAttributeMultiGpuBoardGroupID, hipDeviceAttributeMultiprocessorCount, hipDeviceAttributeUnused1, hipDeviceAttributePageableMemoryAccess, hipDeviceAttributePageableMemoryAccessUsesHostPageTables, hipDeviceAttributePciBusId, hipDeviceAttributePciDeviceId, hipDeviceAttributePciDomainID, hipDeviceAttributePersistingL2CacheMaxSize, hipDeviceAttributeMaxRegistersPerBlock, hipDeviceAttributeMaxRegistersPerMultiprocessor, hipDeviceAttributeReservedSharedMemPerBlock, hipDeviceAttributeMaxSharedMemoryPerBlock, hipDeviceAttributeSharedMemPerBlockOptin, hipDeviceAttributeSharedMemPerMultiprocessor, hipDeviceAttributeSingleToDoublePrecisionPerfRatio, hipDeviceAttributeStreamPrioritiesSupported, hipDeviceAttributeSurfaceAlignment, hipDeviceAttributeTccDriver, hipDeviceAttributeTextureAlignment, hipDeviceAttributeTexturePitchAlignment, hipDeviceAttributeTotalConstantMemory, hipDeviceAttributeTotalGlobalMem, hipDeviceAttributeUnifiedAddressing, hipDeviceAttributeUnused2, hipDeviceAttributeWarpSize, hipDeviceAttributeMemoryPoolsSupported, hipDeviceAttributeVirtualMemoryManagementSupported, hipDeviceAttributeHostRegisterSupported, hipDeviceAttributeMemoryPoolSupportedHandleTypes, hipDeviceAttributeHostNumaId, hipDeviceAttributeDmaBufSupported, hipDeviceAttributeGPUDirectRDMAWithHipVMMSupported, hipDeviceAttributeHandleTypeFabricSupported, hipDeviceAttributeCudaCompatibleEnd, hipDeviceAttributeAmdSpecificBegin, hipDeviceAttributeUnused3, hipDeviceAttributeMaxSharedMemoryPerMultiprocessor, hipDeviceAttributeUnused4, hipDeviceAttributeUnused5, hipDeviceAttributeHdpMemFlushCntl, hipDeviceAttributeHdpRegFlushCntl, hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc, hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim, hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim, hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem, hipDeviceAttributeIsLargeBar, hipDeviceAttributeAsicRevision, hipDeviceAttributeCanUseStreamWaitValue, hipDeviceAttributeImageSupport, hipDeviceAttributePhysicalMultiProcessorCount, hipDeviceAttributeFineGrainSupport, hipDeviceAttributeWallClockRate, hipDeviceAttributeNumberOfXccs, hipDeviceAttributeMaxAvailableVgprsPerThread, hipDeviceAttributePciChipId, hipDeviceAttributeExpertSchedMode, hipDeviceAttributeMaxDynDataPrefetchRegions, hipDeviceAttributeAmdSpecificEnd, hipDeviceAttributeVendorSpecificBegin};
impl hipDeviceAttribute_t {
    /// Another name of `hipDeviceAttributeCudaCompatibleBegin`.
    pub const hipDeviceAttributeEccEnabled: Self = Self::hipDeviceAttributeCudaCompatibleBegin;
    /// Another name of `hipDeviceAttributePciDomainID`.
    pub const hipDeviceAttributePciDomainId: Self = Self::hipDeviceAttributePciDomainID;
    /// Another name of `hipDeviceAttributeAmdSpecificBegin`.
    pub const hipDeviceAttributeClockInstructionRate: Self = Self::hipDeviceAttributeAmdSpecificBegin;
}
/// Another name of `hipDeviceAttributeCudaCompatibleBegin`.
pub const hipDeviceAttributeEccEnabled: hipDeviceAttribute_t = hipDeviceAttribute_t::hipDeviceAttributeCudaCompatibleBegin;
/// Another name of `hipDeviceAttributePciDomainID`.
pub const hipDeviceAttributePciDomainId: hipDeviceAttribute_t = hipDeviceAttribute_t::hipDeviceAttributePciDomainID;
/// Another name of `hipDeviceAttributeAmdSpecificBegin`.
pub const hipDeviceAttributeClockInstructionRate: hipDeviceAttribute_t = hipDeviceAttribute_t::hipDeviceAttributeAmdSpecificBegin;

/// `enum hipDeviceP2PAttr`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipDeviceP2PAttr {
    /// `0`
    hipDevP2PAttrPerformanceRank = 0,
    /// `1`
    hipDevP2PAttrAccessSupported = 1,
    /// `2`
    hipDevP2PAttrNativeAtomicSupported = 2,
    /// `3`
    hipDevP2PAttrHipArrayAccessSupported = 3,
}
pub use self::hipDeviceP2PAttr::{hipDevP2PAttrPerformanceRank, hipDevP2PAttrAccessSupported, hipDevP2PAttrNativeAtomicSupported, hipDevP2PAttrHipArrayAccessSupported};

/// `enum hipDriverEntryPointQueryResult`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipDriverEntryPointQueryResult {
    /// `0`
    hipDriverEntryPointSuccess = 0,
    /// `1`
    hipDriverEntryPointSymbolNotFound = 1,
    /// `2`
    hipDriverEntryPointVersionNotSufficent = 2,
}
pub use self::hipDriverEntryPointQueryResult::{hipDriverEntryPointSuccess, hipDriverEntryPointSymbolNotFound, hipDriverEntryPointVersionNotSufficent};

/// `enum hipDriverProcAddressQueryResult`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipDriverProcAddressQueryResult {
    /// `0`
    HIP_GET_PROC_ADDRESS_SUCCESS = 0,
    /// `1`
    HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
    /// `2`
    HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2,
}
pub use self::hipDriverProcAddressQueryResult::{HIP_GET_PROC_ADDRESS_SUCCESS, HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND, HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT};

/// `enum hipError_t`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipError_t {
    /// `0`
    hipSuccess = 0,
    /// `1`
    hipErrorInvalidValue = 1,
    /// `2`
    hipErrorMemoryAllocation = 2,
    /// `3`
    hipErrorInitializationError = 3,
    /// `4`
    hipErrorDeinitialized = 4,
    /// `5`
    hipErrorProfilerDisabled = 5,
    /// `6`
    hipErrorProfilerNotInitialized = 6,
    /// `7`
    hipErrorProfilerAlreadyStarted = 7,
    /// `8`
    hipErrorProfilerAlreadyStopped = 8,
    /// `9`
    hipErrorInvalidConfiguration = 9,
    /// `12`
    hipErrorInvalidPitchValue = 12,
    /// `13`
    hipErrorInvalidSymbol = 13,
    /// `17`
    hipErrorInvalidDevicePointer = 17,
    /// `21`
    hipErrorInvalidMemcpyDirection = 21,
    /// `35`
    hipErrorInsufficientDriver = 35,
    /// `52`
    hipErrorMissingConfiguration = 52,
    /// `53`
    hipErrorPriorLaunchFailure = 53,
    /// `98`
    hipErrorInvalidDeviceFunction = 98,
    /// `100`
    hipErrorNoDevice = 100,
    /// `101`
    hipErrorInvalidDevice = 101,
    /// `200`
    hipErrorInvalidImage = 200,
    /// `201`
    hipErrorInvalidContext = 201,
    /// `202`
    hipErrorContextAlreadyCurrent = 202,
    /// `205`
    hipErrorMapBufferObjectFailed = 205,
    /// `206`
    hipErrorUnmapFailed = 206,
    /// `207`
    hipErrorArrayIsMapped = 207,
    /// `208`
    hipErrorAlreadyMapped = 208,
    /// `209`
    hipErrorNoBinaryForGpu = 209,
    /// `210`
    hipErrorAlreadyAcquired = 210,
    /// `211`
    hipErrorNotMapped = 211,
    /// `212`
    hipErrorNotMappedAsArray = 212,
    /// `213`
    hipErrorNotMappedAsPointer = 213,
    /// `214`
    hipErrorECCNotCorrectable = 214,
    /// `215`
    hipErrorUnsupportedLimit = 215,
    /// `216`
    hipErrorContextAlreadyInUse = 216,
    /// `217`
    hipErrorPeerAccessUnsupported = 217,
    /// `218`
    hipErrorInvalidKernelFile = 218,
    /// `219`
    hipErrorInvalidGraphicsContext = 219,
    /// `300`
    hipErrorInvalidSource = 300,
    /// `301`
    hipErrorFileNotFound = 301,
    /// `302`
    hipErrorSharedObjectSymbolNotFound = 302,
    /// `303`
    hipErrorSharedObjectInitFailed = 303,
    /// `304`
    hipErrorOperatingSystem = 304,
    /// `400`
    hipErrorInvalidHandle = 400,
    /// `401`
    hipErrorIllegalState = 401,
    /// `500`
    hipErrorNotFound = 500,
    /// `600`
    hipErrorNotReady = 600,
    /// `700`
    hipErrorIllegalAddress = 700,
    /// `701`
    hipErrorLaunchOutOfResources = 701,
    /// `702`
    hipErrorLaunchTimeOut = 702,
    /// `704`
    hipErrorPeerAccessAlreadyEnabled = 704,
    /// `705`
    hipErrorPeerAccessNotEnabled = 705,
    /// `708`
    hipErrorSetOnActiveProcess = 708,
    /// `709`
    hipErrorContextIsDestroyed = 709,
    /// `710`
    hipErrorAssert = 710,
    /// `712`
    hipErrorHostMemoryAlreadyRegistered = 712,
    /// `713`
    hipErrorHostMemoryNotRegistered = 713,
    /// `719`
    hipErrorLaunchFailure = 719,
    /// `720`
    hipErrorCooperativeLaunchTooLarge = 720,
    /// `801`
    hipErrorNotSupported = 801,
    /// `900`
    hipErrorStreamCaptureUnsupported = 900,
    /// `901`
    hipErrorStreamCaptureInvalidated = 901,
    /// `902`
    hipErrorStreamCaptureMerge = 902,
    /// `903`
    hipErrorStreamCaptureUnmatched = 903,
    /// `904`
    hipErrorStreamCaptureUnjoined = 904,
    /// `905`
    hipErrorStreamCaptureIsolation = 905,
    /// `906`
    hipErrorStreamCaptureImplicit = 906,
    /// `907`
    hipErrorCapturedEvent = 907,
    /// `908`
    hipErrorStreamCaptureWrongThread = 908,
    /// `910`
    hipErrorGraphExecUpdateFailure = 910,
    /// `911`
    hipErrorInvalidChannelDescriptor = 911,
    /// `912`
    hipErrorInvalidTexture = 912,
    /// `914`
    hipErrorInvalidResourceType = 914,
    /// `915`
    hipErrorInvalidResourceConfiguration = 915,
    /// `916`
    hipErrorStreamDetached = 916,
    /// `999`
    hipErrorUnknown = 999,
    /// `1052`
    hipErrorRuntimeMemory = 1052,
    /// `1053`
    hipErrorRuntimeOther = 1053,
    /// `1054`
    hipErrorInvalidClusterSize = 1054,
    /// `1055`
    hipErrorTbd = 1055,
}
pub use self::hipError_t::{hipSuccess, hipErrorInvalidValue, hipErrorMemoryAllocation, hipErrorInitializationError, hipErrorDeinitialized, hipErrorProfilerDisabled, hipErrorProfilerNotInitialized, hipErrorProfilerAlreadyStarted, hipErrorProfilerAlreadyStopped, hipErrorInvalidConfiguration, hipErrorInvalidPitchValue, hipErrorInvalidSymbol, hipErrorInvalidDevicePointer, hipErrorInvalidMemcpyDirection, hipErrorInsufficientDriver, hipErrorMissingConfiguration, hipErrorPriorLaunchFailure, hipErrorInvalidDeviceFunction, hipErrorNoDevice, hipErrorInvalidDevice, hipErrorInvalidImage, hipErrorInvalidContext, hipErrorContextAlreadyCurrent, hipErrorMapBufferObjectFailed, hipErrorUnmapFailed, hipErrorArrayIsMapped, hipErrorAlreadyMapped, hipErrorNoBinaryForGpu, hipErrorAlreadyAcquired, hipErrorNotMapped, hipErrorNotMappedAsArray, hipErrorNotMappedAsPointer, hipErrorECCNotCorrectable, hipErrorUnsupportedLimit, hipErrorContextAlreadyInUse, hipErrorPeerAccessUnsupported, hipErrorInvalidKernelFile, hipErrorInvalidGraphicsContext, hipErrorInvalidSource, hipErrorFileNotFound, hipErrorSharedObjectSymbolNotFound, hipErrorSharedObjectInitFailed, hipErrorOperatingSystem, hipErrorInvalidHandle, hipErrorIllegalState, hipErrorNotFound, hipErrorNotReady, hipErrorIllegalAddress, hipErrorLaunchOutOfResources, hipErrorLaunchTimeOut, hipErrorPeerAccessAlreadyEnabled, hipErrorPeerAccessNotEnabled, hipErrorSetOnActiveProcess, hipErrorContextIsDestroyed, hipErrorAssert, hipErrorHostMemoryAlreadyRegistered, hipErrorHostMemoryNotRegistered, hipErrorLaunchFailure, hipErrorCooperativeLaunchTooLarge, hipErrorNotSupported, hipErrorStreamCaptureUnsupported, hipErrorStreamCaptureInvalidated, hipErrorStreamCaptureMerge, hipErrorStreamCaptureUnmatched, hipErrorStreamCaptureUnjoined, hipErrorStreamCaptureIsolation, hipErrorStreamCaptureImplicit, hipErrorCapturedEvent, hipErrorStreamCaptureWrongThread, hipErrorGraphExecUpdateFailure, hipErrorInvalidChannelDescriptor, hipErrorInvalidTexture, hipErrorInvalidResourceType, hipErrorInvalidResourceConfiguration, hipErrorStreamDetached, hipErrorUnknown, hipErrorRuntimeMemory, hipErrorRuntimeOther, hipErrorInvalidClusterSize, hipErrorTbd};
impl hipError_t {
    /// Another name of `hipErrorMemoryAllocation`.
    pub const hipErrorOutOfMemory: Self = Self::hipErrorMemoryAllocation;
    /// Another name of `hipErrorInitializationError`.
    pub const hipErrorNotInitialized: Self = Self::hipErrorInitializationError;
    /// Another name of `hipErrorMapBufferObjectFailed`.
    pub const hipErrorMapFailed: Self = Self::hipErrorMapBufferObjectFailed;
    /// Another name of `hipErrorInvalidHandle`.
    pub const hipErrorInvalidResourceHandle: Self = Self::hipErrorInvalidHandle;
}
/// Another name of `hipErrorMemoryAllocation`.
pub const hipErrorOutOfMemory: hipError_t = hipError_t::hipErrorMemoryAllocation;
/// Another name of `hipErrorInitializationError`.
pub const hipErrorNotInitialized: hipError_t = hipError_t::hipErrorInitializationError;
/// Another name of `hipErrorMapBufferObjectFailed`.
pub const hipErrorMapFailed: hipError_t = hipError_t::hipErrorMapBufferObjectFailed;
/// Another name of `hipErrorInvalidHandle`.
pub const hipErrorInvalidResourceHandle: hipError_t = hipError_t::hipErrorInvalidHandle;

/// `enum hipExtDynDataPrefetchTemporal`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipExtDynDataPrefetchTemporal {
    /// `0`
    hipExtDynDataPrefetchTemporalRegular = 0,
    /// `1`
    hipExtDynDataPrefetchTemporalHigh = 1,
}
pub use self::hipExtDynDataPrefetchTemporal::{hipExtDynDataPrefetchTemporalRegular, hipExtDynDataPrefetchTemporalHigh};

/// `enum hipExternalMemoryHandleType_enum`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipExternalMemoryHandleType_enum {
    /// `1`
    hipExternalMemoryHandleTypeOpaqueFd = 1,
    /// `2`
    hipExternalMemoryHandleTypeOpaqueWin32 = 2,
    /// `3`
    hipExternalMemoryHandleTypeOpaqueWin32Kmt = 3,
    /// `4`
    hipExternalMemoryHandleTypeD3D12Heap = 4,
    /// `5`
    hipExternalMemoryHandleTypeD3D12Resource = 5,
    /// `6`
    hipExternalMemoryHandleTypeD3D11Resource = 6,
    /// `7`
    hipExternalMemoryHandleTypeD3D11ResourceKmt = 7,
    /// `8`
    hipExternalMemoryHandleTypeNvSciBuf = 8,
}
pub use self::hipExternalMemoryHandleType_enum::{hipExternalMemoryHandleTypeOpaqueFd, hipExternalMemoryHandleTypeOpaqueWin32, hipExternalMemoryHandleTypeOpaqueWin32Kmt, hipExternalMemoryHandleTypeD3D12Heap, hipExternalMemoryHandleTypeD3D12Resource, hipExternalMemoryHandleTypeD3D11Resource, hipExternalMemoryHandleTypeD3D11ResourceKmt, hipExternalMemoryHandleTypeNvSciBuf};

/// `enum hipExternalSemaphoreHandleType_enum`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipExternalSemaphoreHandleType_enum {
    /// `1`
    hipExternalSemaphoreHandleTypeOpaqueFd = 1,
    /// `2`
    hipExternalSemaphoreHandleTypeOpaqueWin32 = 2,
    /// `3`
    hipExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3,
    /// `4`
    hipExternalSemaphoreHandleTypeD3D12Fence = 4,
    /// `5`
    hipExternalSemaphoreHandleTypeD3D11Fence = 5,
    /// `6`
    hipExternalSemaphoreHandleTypeNvSciSync = 6,
    /// `7`
    hipExternalSemaphoreHandleTypeKeyedMutex = 7,
    /// `8`
    hipExternalSemaphoreHandleTypeKeyedMutexKmt = 8,
    /// `9`
    hipExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9,
    /// `10`
    hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10,
}
pub use self::hipExternalSemaphoreHandleType_enum::{hipExternalSemaphoreHandleTypeOpaqueFd, hipExternalSemaphoreHandleTypeOpaqueWin32, hipExternalSemaphoreHandleTypeOpaqueWin32Kmt, hipExternalSemaphoreHandleTypeD3D12Fence, hipExternalSemaphoreHandleTypeD3D11Fence, hipExternalSemaphoreHandleTypeNvSciSync, hipExternalSemaphoreHandleTypeKeyedMutex, hipExternalSemaphoreHandleTypeKeyedMutexKmt, hipExternalSemaphoreHandleTypeTimelineSemaphoreFd, hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32};

/// `enum hipFlushGPUDirectRDMAWritesOptions`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipFlushGPUDirectRDMAWritesOptions {
    /// `1`
    hipFlushGPUDirectRDMAWritesOptionHost = 1,
    /// `2`
    hipFlushGPUDirectRDMAWritesOptionMemOps = 2,
}
pub use self::hipFlushGPUDirectRDMAWritesOptions::{hipFlushGPUDirectRDMAWritesOptionHost, hipFlushGPUDirectRDMAWritesOptionMemOps};

/// `enum hipFuncAttribute`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipFuncAttribute {
    /// `8`
    hipFuncAttributeMaxDynamicSharedMemorySize = 8,
    /// `9`
    hipFuncAttributePreferredSharedMemoryCarveout = 9,
    /// `10`
    hipFuncAttributeClusterDimMustBeSet = 10,
    /// `11`
    hipFuncAttributeRequiredClusterWidth = 11,
    /// `12`
    hipFuncAttributeRequiredClusterHeight = 12,
    /// `13`
    hipFuncAttributeRequiredClusterDepth = 13,
    /// `14`
    hipFuncAttributeNonPortableClusterSizeAllowed = 14,
    /// `15`
    hipFuncAttributeClusterSchedulingPolicyPreference = 15,
    /// `16`
    hipFuncAttributeMax = 16,
}
pub use self::hipFuncAttribute::{hipFuncAttributeMaxDynamicSharedMemorySize, hipFuncAttributePreferredSharedMemoryCarveout, hipFuncAttributeClusterDimMustBeSet, hipFuncAttributeRequiredClusterWidth, hipFuncAttributeRequiredClusterHeight, hipFuncAttributeRequiredClusterDepth, hipFuncAttributeNonPortableClusterSizeAllowed, hipFuncAttributeClusterSchedulingPolicyPreference, hipFuncAttributeMax};

/// `enum hipFuncCache_t`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipFuncCache_t {
    /// `0`
    hipFuncCachePreferNone = 0,
    /// `1`
    hipFuncCachePreferShared = 1,
    /// `2`
    hipFuncCachePreferL1 = 2,
    /// `3`
    hipFuncCachePreferEqual = 3,
}
pub use self::hipFuncCache_t::{hipFuncCachePreferNone, hipFuncCachePreferShared, hipFuncCachePreferL1, hipFuncCachePreferEqual};

/// `enum hipFunction_attribute`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipFunction_attribute {
    /// `0`
    HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
    /// `1`
    HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
    /// `2`
    HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
    /// `3`
    HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
    /// `4`
    HIP_FUNC_ATTRIBUTE_NUM_REGS = 4,
    /// `5`
    HIP_FUNC_ATTRIBUTE_PTX_VERSION = 5,
    /// `6`
    HIP_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
    /// `7`
    HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
    /// `8`
    HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
    /// `9`
    HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
    /// `10`
    HIP_FUNC_ATTRIBUTE_CLUSTER_DIM_MUST_BE_SET = 10,
    /// `11`
    HIP_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH = 11,
    /// `12`
    HIP_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT = 12,
    /// `13`
    HIP_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH = 13,
    /// `14`
    HIP_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14,
    /// `15`
    HIP_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 15,
    /// `16`
    HIP_FUNC_ATTRIBUTE_MAX = 16,
}
pub use self::hipFunction_attribute::{HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_NUM_REGS, HIP_FUNC_ATTRIBUTE_PTX_VERSION, HIP_FUNC_ATTRIBUTE_BINARY_VERSION, HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA, HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, HIP_FUNC_ATTRIBUTE_CLUSTER_DIM_MUST_BE_SET, HIP_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, HIP_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT, HIP_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH, HIP_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, HIP_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE, HIP_FUNC_ATTRIBUTE_MAX};

/// `enum hipGPUDirectRDMAWritesOrdering`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipGPUDirectRDMAWritesOrdering {
    /// `0`
    hipGPUDirectRDMAWritesOrderingNone = 0,
    /// `100`
    hipGPUDirectRDMAWritesOrderingOwner = 100,
    /// `200`
    hipGPUDirectRDMAWritesOrderingAllDevices = 200,
}
pub use self::hipGPUDirectRDMAWritesOrdering::{hipGPUDirectRDMAWritesOrderingNone, hipGPUDirectRDMAWritesOrderingOwner, hipGPUDirectRDMAWritesOrderingAllDevices};

/// `enum hipGraphDebugDotFlags`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipGraphDebugDotFlags {
    /// `1`
    hipGraphDebugDotFlagsVerbose = 1,
    /// `4`
    hipGraphDebugDotFlagsKernelNodeParams = 4,
    /// `8`
    hipGraphDebugDotFlagsMemcpyNodeParams = 8,
    /// `16`
    hipGraphDebugDotFlagsMemsetNodeParams = 16,
    /// `32`
    hipGraphDebugDotFlagsHostNodeParams = 32,
    /// `64`
    hipGraphDebugDotFlagsEventNodeParams = 64,
    /// `128`
    hipGraphDebugDotFlagsExtSemasSignalNodeParams = 128,
    /// `256`
    hipGraphDebugDotFlagsExtSemasWaitNodeParams = 256,
    /// `512`
    hipGraphDebugDotFlagsKernelNodeAttributes = 512,
    /// `1024`
    hipGraphDebugDotFlagsHandles = 1024,
}
pub use self::hipGraphDebugDotFlags::{hipGraphDebugDotFlagsVerbose, hipGraphDebugDotFlagsKernelNodeParams, hipGraphDebugDotFlagsMemcpyNodeParams, hipGraphDebugDotFlagsMemsetNodeParams, hipGraphDebugDotFlagsHostNodeParams, hipGraphDebugDotFlagsEventNodeParams, hipGraphDebugDotFlagsExtSemasSignalNodeParams, hipGraphDebugDotFlagsExtSemasWaitNodeParams, hipGraphDebugDotFlagsKernelNodeAttributes, hipGraphDebugDotFlagsHandles};

/// `enum hipGraphDependencyType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipGraphDependencyType {
    /// `0`
    hipGraphDependencyTypeDefault = 0,
    /// `1`
    hipGraphDependencyTypeProgrammatic = 1,
}
pub use self::hipGraphDependencyType::{hipGraphDependencyTypeDefault, hipGraphDependencyTypeProgrammatic};

/// `enum hipGraphExecUpdateResult`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipGraphExecUpdateResult {
    /// `0`
    hipGraphExecUpdateSuccess = 0,
    /// `1`
    hipGraphExecUpdateError = 1,
    /// `2`
    hipGraphExecUpdateErrorTopologyChanged = 2,
    /// `3`
    hipGraphExecUpdateErrorNodeTypeChanged = 3,
    /// `4`
    hipGraphExecUpdateErrorFunctionChanged = 4,
    /// `5`
    hipGraphExecUpdateErrorParametersChanged = 5,
    /// `6`
    hipGraphExecUpdateErrorNotSupported = 6,
    /// `7`
    hipGraphExecUpdateErrorUnsupportedFunctionChange = 7,
}
pub use self::hipGraphExecUpdateResult::{hipGraphExecUpdateSuccess, hipGraphExecUpdateError, hipGraphExecUpdateErrorTopologyChanged, hipGraphExecUpdateErrorNodeTypeChanged, hipGraphExecUpdateErrorFunctionChanged, hipGraphExecUpdateErrorParametersChanged, hipGraphExecUpdateErrorNotSupported, hipGraphExecUpdateErrorUnsupportedFunctionChange};

/// `enum hipGraphInstantiateFlags`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipGraphInstantiateFlags {
    /// `1`
    hipGraphInstantiateFlagAutoFreeOnLaunch = 1,
    /// `2`
    hipGraphInstantiateFlagUpload = 2,
    /// `4`
    hipGraphInstantiateFlagDeviceLaunch = 4,
    /// `8`
    hipGraphInstantiateFlagUseNodePriority = 8,
}
pub use self::hipGraphInstantiateFlags::{hipGraphInstantiateFlagAutoFreeOnLaunch, hipGraphInstantiateFlagUpload, hipGraphInstantiateFlagDeviceLaunch, hipGraphInstantiateFlagUseNodePriority};

/// `enum hipGraphInstantiateResult`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipGraphInstantiateResult {
    /// `0`
    hipGraphInstantiateSuccess = 0,
    /// `1`
    hipGraphInstantiateError = 1,
    /// `2`
    hipGraphInstantiateInvalidStructure = 2,
    /// `3`
    hipGraphInstantiateNodeOperationNotSupported = 3,
    /// `4`
    hipGraphInstantiateMultipleDevicesNotSupported = 4,
}
pub use self::hipGraphInstantiateResult::{hipGraphInstantiateSuccess, hipGraphInstantiateError, hipGraphInstantiateInvalidStructure, hipGraphInstantiateNodeOperationNotSupported, hipGraphInstantiateMultipleDevicesNotSupported};

/// `enum hipGraphMemAttributeType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipGraphMemAttributeType {
    /// `0`
    hipGraphMemAttrUsedMemCurrent = 0,
    /// `1`
    hipGraphMemAttrUsedMemHigh = 1,
    /// `2`
    hipGraphMemAttrReservedMemCurrent = 2,
    /// `3`
    hipGraphMemAttrReservedMemHigh = 3,
}
pub use self::hipGraphMemAttributeType::{hipGraphMemAttrUsedMemCurrent, hipGraphMemAttrUsedMemHigh, hipGraphMemAttrReservedMemCurrent, hipGraphMemAttrReservedMemHigh};

/// `enum hipGraphNodeType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipGraphNodeType {
    /// `0`
    hipGraphNodeTypeKernel = 0,
    /// `1`
    hipGraphNodeTypeMemcpy = 1,
    /// `2`
    hipGraphNodeTypeMemset = 2,
    /// `3`
    hipGraphNodeTypeHost = 3,
    /// `4`
    hipGraphNodeTypeGraph = 4,
    /// `5`
    hipGraphNodeTypeEmpty = 5,
    /// `6`
    hipGraphNodeTypeWaitEvent = 6,
    /// `7`
    hipGraphNodeTypeEventRecord = 7,
    /// `8`
    hipGraphNodeTypeExtSemaphoreSignal = 8,
    /// `9`
    hipGraphNodeTypeExtSemaphoreWait = 9,
    /// `10`
    hipGraphNodeTypeMemAlloc = 10,
    /// `11`
    hipGraphNodeTypeMemFree = 11,
    /// `12`
    hipGraphNodeTypeMemcpyFromSymbol = 12,
    /// `13`
    hipGraphNodeTypeMemcpyToSymbol = 13,
    /// `14`
    hipGraphNodeTypeBatchMemOp = 14,
    /// `15`
    hipGraphNodeTypeCount = 15,
}
pub use self::hipGraphNodeType::{hipGraphNodeTypeKernel, hipGraphNodeTypeMemcpy, hipGraphNodeTypeMemset, hipGraphNodeTypeHost, hipGraphNodeTypeGraph, hipGraphNodeTypeEmpty, hipGraphNodeTypeWaitEvent, hipGraphNodeTypeEventRecord, hipGraphNodeTypeExtSemaphoreSignal, hipGraphNodeTypeExtSemaphoreWait, hipGraphNodeTypeMemAlloc, hipGraphNodeTypeMemFree, hipGraphNodeTypeMemcpyFromSymbol, hipGraphNodeTypeMemcpyToSymbol, hipGraphNodeTypeBatchMemOp, hipGraphNodeTypeCount};

/// `enum hipGraphicsRegisterFlags`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipGraphicsRegisterFlags {
    /// `0`
    hipGraphicsRegisterFlagsNone = 0,
    /// `1`
    hipGraphicsRegisterFlagsReadOnly = 1,
    /// `2`
    hipGraphicsRegisterFlagsWriteDiscard = 2,
    /// `4`
    hipGraphicsRegisterFlagsSurfaceLoadStore = 4,
    /// `8`
    hipGraphicsRegisterFlagsTextureGather = 8,
}
pub use self::hipGraphicsRegisterFlags::{hipGraphicsRegisterFlagsNone, hipGraphicsRegisterFlagsReadOnly, hipGraphicsRegisterFlagsWriteDiscard, hipGraphicsRegisterFlagsSurfaceLoadStore, hipGraphicsRegisterFlagsTextureGather};

/// `enum hipJitCacheMode`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipJitCacheMode {
    /// `0`
    hipJitCacheOptionNone = 0,
    /// `1`
    hipJitCacheOptionCG = 1,
    /// `2`
    hipJitCacheOptionCA = 2,
}
pub use self::hipJitCacheMode::{hipJitCacheOptionNone, hipJitCacheOptionCG, hipJitCacheOptionCA};

/// `enum hipJitFallback`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipJitFallback {
    /// `0`
    hipJitPreferPTX = 0,
    /// `1`
    hipJitPreferBinary = 1,
}
pub use self::hipJitFallback::{hipJitPreferPTX, hipJitPreferBinary};

/// `enum hipJitInputType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipJitInputType {
    /// `0`
    hipJitInputCubin = 0,
    /// `1`
    hipJitInputPtx = 1,
    /// `2`
    hipJitInputFatBinary = 2,
    /// `3`
    hipJitInputObject = 3,
    /// `4`
    hipJitInputLibrary = 4,
    /// `5`
    hipJitInputNvvm = 5,
    /// `6`
    hipJitNumLegacyInputTypes = 6,
    /// `10`
    hipJitNumInputTypes = 10,
    /// `100`
    hipJitInputLLVMBitcode = 100,
    /// `101`
    hipJitInputLLVMBundledBitcode = 101,
    /// `102`
    hipJitInputLLVMArchivesOfBundledBitcode = 102,
    /// `103`
    hipJitInputSpirv = 103,
}
pub use self::hipJitInputType::{hipJitInputCubin, hipJitInputPtx, hipJitInputFatBinary, hipJitInputObject, hipJitInputLibrary, hipJitInputNvvm, hipJitNumLegacyInputTypes, hipJitNumInputTypes, hipJitInputLLVMBitcode, hipJitInputLLVMBundledBitcode, hipJitInputLLVMArchivesOfBundledBitcode, hipJitInputSpirv};

/// `enum hipJitOption`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipJitOption {
    /// `0`
    hipJitOptionMaxRegisters = 0,
    /// `1`
    hipJitOptionThreadsPerBlock = 1,
    /// `2`
    hipJitOptionWallTime = 2,
    /// `3`
    hipJitOptionInfoLogBuffer = 3,
    /// `4`
    hipJitOptionInfoLogBufferSizeBytes = 4,
    /// `5`
    hipJitOptionErrorLogBuffer = 5,
    /// `6`
    hipJitOptionErrorLogBufferSizeBytes = 6,
    /// `7`
    hipJitOptionOptimizationLevel = 7,
    /// `8`
    hipJitOptionTargetFromContext = 8,
    /// `9`
    hipJitOptionTarget = 9,
    /// `10`
    hipJitOptionFallbackStrategy = 10,
    /// `11`
    hipJitOptionGenerateDebugInfo = 11,
    /// `12`
    hipJitOptionLogVerbose = 12,
    /// `13`
    hipJitOptionGenerateLineInfo = 13,
    /// `14`
    hipJitOptionCacheMode = 14,
    /// `15`
    hipJitOptionSm3xOpt = 15,
    /// `16`
    hipJitOptionFastCompile = 16,
    /// `17`
    hipJitOptionGlobalSymbolNames = 17,
    /// `18`
    hipJitOptionGlobalSymbolAddresses = 18,
    /// `19`
    hipJitOptionGlobalSymbolCount = 19,
    /// `20`
    hipJitOptionLto = 20,
    /// `21`
    hipJitOptionFtz = 21,
    /// `22`
    hipJitOptionPrecDiv = 22,
    /// `23`
    hipJitOptionPrecSqrt = 23,
    /// `24`
    hipJitOptionFma = 24,
    /// `25`
    hipJitOptionPositionIndependentCode = 25,
    /// `26`
    hipJitOptionMinCTAPerSM = 26,
    /// `27`
    hipJitOptionMaxThreadsPerBlock = 27,
    /// `28`
    hipJitOptionOverrideDirectiveValues = 28,
    /// `29`
    hipJitOptionNumOptions = 29,
    /// `10000`
    hipJitOptionIRtoISAOptExt = 10000,
    /// `10001`
    hipJitOptionIRtoISAOptCountExt = 10001,
}
pub use self::hipJitOption::{hipJitOptionMaxRegisters, hipJitOptionThreadsPerBlock, hipJitOptionWallTime, hipJitOptionInfoLogBuffer, hipJitOptionInfoLogBufferSizeBytes, hipJitOptionErrorLogBuffer, hipJitOptionErrorLogBufferSizeBytes, hipJitOptionOptimizationLevel, hipJitOptionTargetFromContext, hipJitOptionTarget, hipJitOptionFallbackStrategy, hipJitOptionGenerateDebugInfo, hipJitOptionLogVerbose, hipJitOptionGenerateLineInfo, hipJitOptionCacheMode, hipJitOptionSm3xOpt, hipJitOptionFastCompile, hipJitOptionGlobalSymbolNames, hipJitOptionGlobalSymbolAddresses, hipJitOptionGlobalSymbolCount, hipJitOptionLto, hipJitOptionFtz, hipJitOptionPrecDiv, hipJitOptionPrecSqrt, hipJitOptionFma, hipJitOptionPositionIndependentCode, hipJitOptionMinCTAPerSM, hipJitOptionMaxThreadsPerBlock, hipJitOptionOverrideDirectiveValues, hipJitOptionNumOptions, hipJitOptionIRtoISAOptExt, hipJitOptionIRtoISAOptCountExt};

/// `enum hipLaunchAttributeID`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipLaunchAttributeID {
    /// `0`
    hipLaunchAttributeIgnore = 0,
    /// `1`
    hipLaunchAttributeAccessPolicyWindow = 1,
    /// `2`
    hipLaunchAttributeCooperative = 2,
    /// `3`
    hipLaunchAttributeSynchronizationPolicy = 3,
    /// `4`
    hipLaunchAttributeClusterDimension = 4,
    /// `5`
    hipLaunchAttributeClusterSchedulingPolicyPreference = 5,
    /// `8`
    hipLaunchAttributePriority = 8,
    /// `9`
    hipLaunchAttributeMemSyncDomainMap = 9,
    /// `10`
    hipLaunchAttributeMemSyncDomain = 10,
    /// `1024`
    hipLaunchAttributeExtDynDataPrefetch = 1024,
    /// `1025`
    hipLaunchAttributeMax = 1025,
}
pub use self::hipLaunchAttributeID::{hipLaunchAttributeIgnore, hipLaunchAttributeAccessPolicyWindow, hipLaunchAttributeCooperative, hipLaunchAttributeSynchronizationPolicy, hipLaunchAttributeClusterDimension, hipLaunchAttributeClusterSchedulingPolicyPreference, hipLaunchAttributePriority, hipLaunchAttributeMemSyncDomainMap, hipLaunchAttributeMemSyncDomain, hipLaunchAttributeExtDynDataPrefetch, hipLaunchAttributeMax};

/// `enum hipLaunchMemSyncDomain`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipLaunchMemSyncDomain {
    /// `0`
    hipLaunchMemSyncDomainDefault = 0,
    /// `1`
    hipLaunchMemSyncDomainRemote = 1,
}
pub use self::hipLaunchMemSyncDomain::{hipLaunchMemSyncDomainDefault, hipLaunchMemSyncDomainRemote};

/// `enum hipLibraryOption_e`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipLibraryOption_e {
    /// `0`
    hipLibraryHostUniversalFunctionAndDataTable = 0,
    /// `1`
    hipLibraryBinaryIsPreserved = 1,
}
pub use self::hipLibraryOption_e::{hipLibraryHostUniversalFunctionAndDataTable, hipLibraryBinaryIsPreserved};

/// `enum hipLibraryPropertyType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipLibraryPropertyType {
    /// `0`
    HIP_LIBRARY_MAJOR_VERSION = 0,
    /// `1`
    HIP_LIBRARY_MINOR_VERSION = 1,
    /// `2`
    HIP_LIBRARY_PATCH_LEVEL = 2,
}
pub use self::hipLibraryPropertyType::{HIP_LIBRARY_MAJOR_VERSION, HIP_LIBRARY_MINOR_VERSION, HIP_LIBRARY_PATCH_LEVEL};

/// `enum hipLimit_t`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipLimit_t {
    /// `0`
    hipLimitStackSize = 0,
    /// `1`
    hipLimitPrintfFifoSize = 1,
    /// `2`
    hipLimitMallocHeapSize = 2,
    /// `4096`
    hipExtLimitScratchMin = 4096,
    /// `4097`
    hipExtLimitScratchMax = 4097,
    /// `4098`
    hipExtLimitScratchCurrent = 4098,
    /// `4099`
    hipLimitRange = 4099,
}
pub use self::hipLimit_t::{hipLimitStackSize, hipLimitPrintfFifoSize, hipLimitMallocHeapSize, hipExtLimitScratchMin, hipExtLimitScratchMax, hipExtLimitScratchCurrent, hipLimitRange};

/// `enum hipMemAccessFlags`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemAccessFlags {
    /// `0`
    hipMemAccessFlagsProtNone = 0,
    /// `1`
    hipMemAccessFlagsProtRead = 1,
    /// `3`
    hipMemAccessFlagsProtReadWrite = 3,
}
pub use self::hipMemAccessFlags::{hipMemAccessFlagsProtNone, hipMemAccessFlagsProtRead, hipMemAccessFlagsProtReadWrite};

/// `enum hipMemAllocationGranularity_flags`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemAllocationGranularity_flags {
    /// `0`
    hipMemAllocationGranularityMinimum = 0,
    /// `1`
    hipMemAllocationGranularityRecommended = 1,
}
pub use self::hipMemAllocationGranularity_flags::{hipMemAllocationGranularityMinimum, hipMemAllocationGranularityRecommended};

/// `enum hipMemAllocationHandleType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemAllocationHandleType {
    /// `0`
    hipMemHandleTypeNone = 0,
    /// `1`
    hipMemHandleTypePosixFileDescriptor = 1,
    /// `2`
    hipMemHandleTypeWin32 = 2,
    /// `4`
    hipMemHandleTypeWin32Kmt = 4,
    /// `8`
    hipMemHandleTypeFabric = 8,
}
pub use self::hipMemAllocationHandleType::{hipMemHandleTypeNone, hipMemHandleTypePosixFileDescriptor, hipMemHandleTypeWin32, hipMemHandleTypeWin32Kmt, hipMemHandleTypeFabric};

/// `enum hipMemAllocationType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemAllocationType {
    /// `0`
    hipMemAllocationTypeInvalid = 0,
    /// `1`
    hipMemAllocationTypePinned = 1,
    /// `2`
    hipMemAllocationTypeManaged = 2,
    /// `1073741824`
    hipMemAllocationTypeUncached = 1073741824,
    /// `2147483647`
    hipMemAllocationTypeMax = 2147483647,
}
pub use self::hipMemAllocationType::{hipMemAllocationTypeInvalid, hipMemAllocationTypePinned, hipMemAllocationTypeManaged, hipMemAllocationTypeUncached, hipMemAllocationTypeMax};

/// `enum hipMemHandleType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemHandleType {
    /// `0`
    hipMemHandleTypeGeneric = 0,
}
pub use self::hipMemHandleType::{hipMemHandleTypeGeneric};

/// `enum hipMemLocationType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemLocationType {
    /// `0`
    hipMemLocationTypeInvalid = 0,
    /// `1`
    hipMemLocationTypeDevice = 1,
    /// `2`
    hipMemLocationTypeHost = 2,
    /// `3`
    hipMemLocationTypeHostNuma = 3,
    /// `4`
    hipMemLocationTypeHostNumaCurrent = 4,
}
pub use self::hipMemLocationType::{hipMemLocationTypeInvalid, hipMemLocationTypeDevice, hipMemLocationTypeHost, hipMemLocationTypeHostNuma, hipMemLocationTypeHostNumaCurrent};
impl hipMemLocationType {
    /// Another name of `hipMemLocationTypeInvalid`.
    pub const hipMemLocationTypeNone: Self = Self::hipMemLocationTypeInvalid;
}
/// Another name of `hipMemLocationTypeInvalid`.
pub const hipMemLocationTypeNone: hipMemLocationType = hipMemLocationType::hipMemLocationTypeInvalid;

/// `enum hipMemOperationType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemOperationType {
    /// `1`
    hipMemOperationTypeMap = 1,
    /// `2`
    hipMemOperationTypeUnmap = 2,
}
pub use self::hipMemOperationType::{hipMemOperationTypeMap, hipMemOperationTypeUnmap};

/// `enum hipMemPoolAttr`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemPoolAttr {
    /// `1`
    hipMemPoolReuseFollowEventDependencies = 1,
    /// `2`
    hipMemPoolReuseAllowOpportunistic = 2,
    /// `3`
    hipMemPoolReuseAllowInternalDependencies = 3,
    /// `4`
    hipMemPoolAttrReleaseThreshold = 4,
    /// `5`
    hipMemPoolAttrReservedMemCurrent = 5,
    /// `6`
    hipMemPoolAttrReservedMemHigh = 6,
    /// `7`
    hipMemPoolAttrUsedMemCurrent = 7,
    /// `8`
    hipMemPoolAttrUsedMemHigh = 8,
}
pub use self::hipMemPoolAttr::{hipMemPoolReuseFollowEventDependencies, hipMemPoolReuseAllowOpportunistic, hipMemPoolReuseAllowInternalDependencies, hipMemPoolAttrReleaseThreshold, hipMemPoolAttrReservedMemCurrent, hipMemPoolAttrReservedMemHigh, hipMemPoolAttrUsedMemCurrent, hipMemPoolAttrUsedMemHigh};

/// `enum hipMemRangeAttribute`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemRangeAttribute {
    /// `1`
    hipMemRangeAttributeReadMostly = 1,
    /// `2`
    hipMemRangeAttributePreferredLocation = 2,
    /// `3`
    hipMemRangeAttributeAccessedBy = 3,
    /// `4`
    hipMemRangeAttributeLastPrefetchLocation = 4,
    /// `100`
    hipMemRangeAttributeCoherencyMode = 100,
}
pub use self::hipMemRangeAttribute::{hipMemRangeAttributeReadMostly, hipMemRangeAttributePreferredLocation, hipMemRangeAttributeAccessedBy, hipMemRangeAttributeLastPrefetchLocation, hipMemRangeAttributeCoherencyMode};

/// `enum hipMemRangeCoherencyMode`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemRangeCoherencyMode {
    /// `0`
    hipMemRangeCoherencyModeFineGrain = 0,
    /// `1`
    hipMemRangeCoherencyModeCoarseGrain = 1,
    /// `2`
    hipMemRangeCoherencyModeIndeterminate = 2,
}
pub use self::hipMemRangeCoherencyMode::{hipMemRangeCoherencyModeFineGrain, hipMemRangeCoherencyModeCoarseGrain, hipMemRangeCoherencyModeIndeterminate};

/// `enum hipMemRangeFlags`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemRangeFlags {
    /// `1`
    hipMemRangeFlagDmaBufMappingTypePcie = 1,
    /// `2147483647`
    hipMemRangeFlagsMax = 2147483647,
}
pub use self::hipMemRangeFlags::{hipMemRangeFlagDmaBufMappingTypePcie, hipMemRangeFlagsMax};

/// `enum hipMemRangeHandleType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemRangeHandleType {
    /// `1`
    hipMemRangeHandleTypeDmaBufFd = 1,
    /// `2147483647`
    hipMemRangeHandleTypeMax = 2147483647,
}
pub use self::hipMemRangeHandleType::{hipMemRangeHandleTypeDmaBufFd, hipMemRangeHandleTypeMax};

/// `enum hipMemcpy3DOperandType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemcpy3DOperandType {
    /// `1`
    hipMemcpyOperandTypePointer = 1,
    /// `2`
    hipMemcpyOperandTypeArray = 2,
    /// `2147483647`
    hipMemcpyOperandTypeMax = 2147483647,
}
pub use self::hipMemcpy3DOperandType::{hipMemcpyOperandTypePointer, hipMemcpyOperandTypeArray, hipMemcpyOperandTypeMax};

/// `enum hipMemcpyFlags`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemcpyFlags {
    /// `0`
    hipMemcpyFlagDefault = 0,
    /// `1`
    hipMemcpyFlagPreferOverlapWithCompute = 1,
    /// `256`
    hipMemcpyFlagExtPreferCE = 256,
    /// `512`
    hipMemcpyFlagExtOpSwap = 512,
    /// `1024`
    hipMemcpyFlagExtOpIndirectSrc = 1024,
    /// `2048`
    hipMemcpyFlagExtOpIndirectDst = 2048,
}
pub use self::hipMemcpyFlags::{hipMemcpyFlagDefault, hipMemcpyFlagPreferOverlapWithCompute, hipMemcpyFlagExtPreferCE, hipMemcpyFlagExtOpSwap, hipMemcpyFlagExtOpIndirectSrc, hipMemcpyFlagExtOpIndirectDst};

/// `enum hipMemcpyKind`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemcpyKind {
    /// `0`
    hipMemcpyHostToHost = 0,
    /// `1`
    hipMemcpyHostToDevice = 1,
    /// `2`
    hipMemcpyDeviceToHost = 2,
    /// `3`
    hipMemcpyDeviceToDevice = 3,
    /// `4`
    hipMemcpyDefault = 4,
    /// `1024`
    hipMemcpyDeviceToDeviceNoCU = 1024,
}
pub use self::hipMemcpyKind::{hipMemcpyHostToHost, hipMemcpyHostToDevice, hipMemcpyDeviceToHost, hipMemcpyDeviceToDevice, hipMemcpyDefault, hipMemcpyDeviceToDeviceNoCU};

/// `enum hipMemcpySrcAccessOrder`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemcpySrcAccessOrder {
    /// `0`
    hipMemcpySrcAccessOrderInvalid = 0,
    /// `1`
    hipMemcpySrcAccessOrderStream = 1,
    /// `2`
    hipMemcpySrcAccessOrderDuringApiCall = 2,
    /// `3`
    hipMemcpySrcAccessOrderAny = 3,
    /// `2147483647`
    hipMemcpySrcAccessOrderMax = 2147483647,
}
pub use self::hipMemcpySrcAccessOrder::{hipMemcpySrcAccessOrderInvalid, hipMemcpySrcAccessOrderStream, hipMemcpySrcAccessOrderDuringApiCall, hipMemcpySrcAccessOrderAny, hipMemcpySrcAccessOrderMax};

/// `enum hipMemoryAdvise`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemoryAdvise {
    /// `1`
    hipMemAdviseSetReadMostly = 1,
    /// `2`
    hipMemAdviseUnsetReadMostly = 2,
    /// `3`
    hipMemAdviseSetPreferredLocation = 3,
    /// `4`
    hipMemAdviseUnsetPreferredLocation = 4,
    /// `5`
    hipMemAdviseSetAccessedBy = 5,
    /// `6`
    hipMemAdviseUnsetAccessedBy = 6,
    /// `100`
    hipMemAdviseSetCoarseGrain = 100,
    /// `101`
    hipMemAdviseUnsetCoarseGrain = 101,
}
pub use self::hipMemoryAdvise::{hipMemAdviseSetReadMostly, hipMemAdviseUnsetReadMostly, hipMemAdviseSetPreferredLocation, hipMemAdviseUnsetPreferredLocation, hipMemAdviseSetAccessedBy, hipMemAdviseUnsetAccessedBy, hipMemAdviseSetCoarseGrain, hipMemAdviseUnsetCoarseGrain};

/// `enum hipMemoryType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipMemoryType {
    /// `0`
    hipMemoryTypeUnregistered = 0,
    /// `1`
    hipMemoryTypeHost = 1,
    /// `2`
    hipMemoryTypeDevice = 2,
    /// `3`
    hipMemoryTypeManaged = 3,
    /// `10`
    hipMemoryTypeArray = 10,
    /// `11`
    hipMemoryTypeUnified = 11,
}
pub use self::hipMemoryType::{hipMemoryTypeUnregistered, hipMemoryTypeHost, hipMemoryTypeDevice, hipMemoryTypeManaged, hipMemoryTypeArray, hipMemoryTypeUnified};

/// `enum hipPointer_attribute`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipPointer_attribute {
    /// `1`
    HIP_POINTER_ATTRIBUTE_CONTEXT = 1,
    /// `2`
    HIP_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
    /// `3`
    HIP_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
    /// `4`
    HIP_POINTER_ATTRIBUTE_HOST_POINTER = 4,
    /// `5`
    HIP_POINTER_ATTRIBUTE_P2P_TOKENS = 5,
    /// `6`
    HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6,
    /// `7`
    HIP_POINTER_ATTRIBUTE_BUFFER_ID = 7,
    /// `8`
    HIP_POINTER_ATTRIBUTE_IS_MANAGED = 8,
    /// `9`
    HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
    /// `10`
    HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE = 10,
    /// `11`
    HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
    /// `12`
    HIP_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
    /// `13`
    HIP_POINTER_ATTRIBUTE_MAPPED = 13,
    /// `14`
    HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES = 14,
    /// `15`
    HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE = 15,
    /// `16`
    HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS = 16,
    /// `17`
    HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17,
}
pub use self::hipPointer_attribute::{HIP_POINTER_ATTRIBUTE_CONTEXT, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, HIP_POINTER_ATTRIBUTE_DEVICE_POINTER, HIP_POINTER_ATTRIBUTE_HOST_POINTER, HIP_POINTER_ATTRIBUTE_P2P_TOKENS, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, HIP_POINTER_ATTRIBUTE_BUFFER_ID, HIP_POINTER_ATTRIBUTE_IS_MANAGED, HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL, HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE, HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR, HIP_POINTER_ATTRIBUTE_RANGE_SIZE, HIP_POINTER_ATTRIBUTE_MAPPED, HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES, HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE, HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS, HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE};

/// `enum hipResourceType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipResourceType {
    /// `0`
    hipResourceTypeArray = 0,
    /// `1`
    hipResourceTypeMipmappedArray = 1,
    /// `2`
    hipResourceTypeLinear = 2,
    /// `3`
    hipResourceTypePitch2D = 3,
}
pub use self::hipResourceType::{hipResourceTypeArray, hipResourceTypeMipmappedArray, hipResourceTypeLinear, hipResourceTypePitch2D};

/// `enum hipResourceViewFormat`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipResourceViewFormat {
    /// `0`
    hipResViewFormatNone = 0,
    /// `1`
    hipResViewFormatUnsignedChar1 = 1,
    /// `2`
    hipResViewFormatUnsignedChar2 = 2,
    /// `3`
    hipResViewFormatUnsignedChar4 = 3,
    /// `4`
    hipResViewFormatSignedChar1 = 4,
    /// `5`
    hipResViewFormatSignedChar2 = 5,
    /// `6`
    hipResViewFormatSignedChar4 = 6,
    /// `7`
    hipResViewFormatUnsignedShort1 = 7,
    /// `8`
    hipResViewFormatUnsignedShort2 = 8,
    /// `9`
    hipResViewFormatUnsignedShort4 = 9,
    /// `10`
    hipResViewFormatSignedShort1 = 10,
    /// `11`
    hipResViewFormatSignedShort2 = 11,
    /// `12`
    hipResViewFormatSignedShort4 = 12,
    /// `13`
    hipResViewFormatUnsignedInt1 = 13,
    /// `14`
    hipResViewFormatUnsignedInt2 = 14,
    /// `15`
    hipResViewFormatUnsignedInt4 = 15,
    /// `16`
    hipResViewFormatSignedInt1 = 16,
    /// `17`
    hipResViewFormatSignedInt2 = 17,
    /// `18`
    hipResViewFormatSignedInt4 = 18,
    /// `19`
    hipResViewFormatHalf1 = 19,
    /// `20`
    hipResViewFormatHalf2 = 20,
    /// `21`
    hipResViewFormatHalf4 = 21,
    /// `22`
    hipResViewFormatFloat1 = 22,
    /// `23`
    hipResViewFormatFloat2 = 23,
    /// `24`
    hipResViewFormatFloat4 = 24,
    /// `25`
    hipResViewFormatUnsignedBlockCompressed1 = 25,
    /// `26`
    hipResViewFormatUnsignedBlockCompressed2 = 26,
    /// `27`
    hipResViewFormatUnsignedBlockCompressed3 = 27,
    /// `28`
    hipResViewFormatUnsignedBlockCompressed4 = 28,
    /// `29`
    hipResViewFormatSignedBlockCompressed4 = 29,
    /// `30`
    hipResViewFormatUnsignedBlockCompressed5 = 30,
    /// `31`
    hipResViewFormatSignedBlockCompressed5 = 31,
    /// `32`
    hipResViewFormatUnsignedBlockCompressed6H = 32,
    /// `33`
    hipResViewFormatSignedBlockCompressed6H = 33,
    /// `34`
    hipResViewFormatUnsignedBlockCompressed7 = 34,
}
pub use self::hipResourceViewFormat::{hipResViewFormatNone, hipResViewFormatUnsignedChar1, hipResViewFormatUnsignedChar2, hipResViewFormatUnsignedChar4, hipResViewFormatSignedChar1, hipResViewFormatSignedChar2, hipResViewFormatSignedChar4, hipResViewFormatUnsignedShort1, hipResViewFormatUnsignedShort2, hipResViewFormatUnsignedShort4, hipResViewFormatSignedShort1, hipResViewFormatSignedShort2, hipResViewFormatSignedShort4, hipResViewFormatUnsignedInt1, hipResViewFormatUnsignedInt2, hipResViewFormatUnsignedInt4, hipResViewFormatSignedInt1, hipResViewFormatSignedInt2, hipResViewFormatSignedInt4, hipResViewFormatHalf1, hipResViewFormatHalf2, hipResViewFormatHalf4, hipResViewFormatFloat1, hipResViewFormatFloat2, hipResViewFormatFloat4, hipResViewFormatUnsignedBlockCompressed1, hipResViewFormatUnsignedBlockCompressed2, hipResViewFormatUnsignedBlockCompressed3, hipResViewFormatUnsignedBlockCompressed4, hipResViewFormatSignedBlockCompressed4, hipResViewFormatUnsignedBlockCompressed5, hipResViewFormatSignedBlockCompressed5, hipResViewFormatUnsignedBlockCompressed6H, hipResViewFormatSignedBlockCompressed6H, hipResViewFormatUnsignedBlockCompressed7};

/// `enum hipSharedMemConfig`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipSharedMemConfig {
    /// `0`
    hipSharedMemBankSizeDefault = 0,
    /// `1`
    hipSharedMemBankSizeFourByte = 1,
    /// `2`
    hipSharedMemBankSizeEightByte = 2,
}
pub use self::hipSharedMemConfig::{hipSharedMemBankSizeDefault, hipSharedMemBankSizeFourByte, hipSharedMemBankSizeEightByte};

/// `enum hipStreamBatchMemOpType`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipStreamBatchMemOpType {
    /// `1`
    hipStreamMemOpWaitValue32 = 1,
    /// `2`
    hipStreamMemOpWriteValue32 = 2,
    /// `3`
    hipStreamMemOpFlushRemoteWrites = 3,
    /// `4`
    hipStreamMemOpWaitValue64 = 4,
    /// `5`
    hipStreamMemOpWriteValue64 = 5,
    /// `6`
    hipStreamMemOpBarrier = 6,
}
pub use self::hipStreamBatchMemOpType::{hipStreamMemOpWaitValue32, hipStreamMemOpWriteValue32, hipStreamMemOpFlushRemoteWrites, hipStreamMemOpWaitValue64, hipStreamMemOpWriteValue64, hipStreamMemOpBarrier};

/// `enum hipStreamCaptureMode`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipStreamCaptureMode {
    /// `0`
    hipStreamCaptureModeGlobal = 0,
    /// `1`
    hipStreamCaptureModeThreadLocal = 1,
    /// `2`
    hipStreamCaptureModeRelaxed = 2,
}
pub use self::hipStreamCaptureMode::{hipStreamCaptureModeGlobal, hipStreamCaptureModeThreadLocal, hipStreamCaptureModeRelaxed};

/// `enum hipStreamCaptureStatus`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipStreamCaptureStatus {
    /// `0`
    hipStreamCaptureStatusNone = 0,
    /// `1`
    hipStreamCaptureStatusActive = 1,
    /// `2`
    hipStreamCaptureStatusInvalidated = 2,
}
pub use self::hipStreamCaptureStatus::{hipStreamCaptureStatusNone, hipStreamCaptureStatusActive, hipStreamCaptureStatusInvalidated};

/// `enum hipStreamUpdateCaptureDependenciesFlags`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipStreamUpdateCaptureDependenciesFlags {
    /// `0`
    hipStreamAddCaptureDependencies = 0,
    /// `1`
    hipStreamSetCaptureDependencies = 1,
}
pub use self::hipStreamUpdateCaptureDependenciesFlags::{hipStreamAddCaptureDependencies, hipStreamSetCaptureDependencies};

/// `enum hipSurfaceBoundaryMode`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipSurfaceBoundaryMode {
    /// `0`
    hipBoundaryModeZero = 0,
    /// `1`
    hipBoundaryModeTrap = 1,
    /// `2`
    hipBoundaryModeClamp = 2,
}
pub use self::hipSurfaceBoundaryMode::{hipBoundaryModeZero, hipBoundaryModeTrap, hipBoundaryModeClamp};

/// `enum hipSynchronizationPolicy`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipSynchronizationPolicy {
    /// `1`
    hipSyncPolicyAuto = 1,
    /// `2`
    hipSyncPolicySpin = 2,
    /// `3`
    hipSyncPolicyYield = 3,
    /// `4`
    hipSyncPolicyBlockingSync = 4,
}
pub use self::hipSynchronizationPolicy::{hipSyncPolicyAuto, hipSyncPolicySpin, hipSyncPolicyYield, hipSyncPolicyBlockingSync};

/// `enum hipTextureAddressMode`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipTextureAddressMode {
    /// `0`
    hipAddressModeWrap = 0,
    /// `1`
    hipAddressModeClamp = 1,
    /// `2`
    hipAddressModeMirror = 2,
    /// `3`
    hipAddressModeBorder = 3,
}
pub use self::hipTextureAddressMode::{hipAddressModeWrap, hipAddressModeClamp, hipAddressModeMirror, hipAddressModeBorder};

/// `enum hipTextureFilterMode`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipTextureFilterMode {
    /// `0`
    hipFilterModePoint = 0,
    /// `1`
    hipFilterModeLinear = 1,
}
pub use self::hipTextureFilterMode::{hipFilterModePoint, hipFilterModeLinear};

/// `enum hipTextureReadMode`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipTextureReadMode {
    /// `0`
    hipReadModeElementType = 0,
    /// `1`
    hipReadModeNormalizedFloat = 1,
}
pub use self::hipTextureReadMode::{hipReadModeElementType, hipReadModeNormalizedFloat};

/// `enum hipUserObjectFlags`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipUserObjectFlags {
    /// `1`
    hipUserObjectNoDestructorSync = 1,
}
pub use self::hipUserObjectFlags::{hipUserObjectNoDestructorSync};

/// `enum hipUserObjectRetainFlags`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hipUserObjectRetainFlags {
    /// `1`
    hipGraphUserObjectMove = 1,
}
pub use self::hipUserObjectRetainFlags::{hipGraphUserObjectMove};

/// `enum hiprtcResult`
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum hiprtcResult {
    /// `0`
    HIPRTC_SUCCESS = 0,
    /// `1`
    HIPRTC_ERROR_OUT_OF_MEMORY = 1,
    /// `2`
    HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
    /// `3`
    HIPRTC_ERROR_INVALID_INPUT = 3,
    /// `4`
    HIPRTC_ERROR_INVALID_PROGRAM = 4,
    /// `5`
    HIPRTC_ERROR_INVALID_OPTION = 5,
    /// `6`
    HIPRTC_ERROR_COMPILATION = 6,
    /// `7`
    HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
    /// `8`
    HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
    /// `9`
    HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
    /// `10`
    HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
    /// `11`
    HIPRTC_ERROR_INTERNAL_ERROR = 11,
    /// `100`
    HIPRTC_ERROR_LINKING = 100,
}
pub use self::hiprtcResult::{HIPRTC_SUCCESS, HIPRTC_ERROR_OUT_OF_MEMORY, HIPRTC_ERROR_PROGRAM_CREATION_FAILURE, HIPRTC_ERROR_INVALID_INPUT, HIPRTC_ERROR_INVALID_PROGRAM, HIPRTC_ERROR_INVALID_OPTION, HIPRTC_ERROR_COMPILATION, HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE, HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION, HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID, HIPRTC_ERROR_INTERNAL_ERROR, HIPRTC_ERROR_LINKING};

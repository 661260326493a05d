//! Written by `cargo xtask check --write` from the tables in capi/api: change those.
//!
//! Enumerations. Every enumerator also stands in the module, as in C.

use super::enumeration::enumeration;

enumeration! {
    HIPaddress_mode_enum(u32) {
        HIP_TR_ADDRESS_MODE_WRAP = 0,
        HIP_TR_ADDRESS_MODE_CLAMP = 1,
        HIP_TR_ADDRESS_MODE_MIRROR = 2,
        HIP_TR_ADDRESS_MODE_BORDER = 3,
    }
}

enumeration! {
    HIPfilter_mode_enum(u32) {
        HIP_TR_FILTER_MODE_POINT = 0,
        HIP_TR_FILTER_MODE_LINEAR = 1,
    }
}

enumeration! {
    HIPresourceViewFormat_enum(u32) {
        HIP_RES_VIEW_FORMAT_NONE = 0,
        HIP_RES_VIEW_FORMAT_UINT_1X8 = 1,
        HIP_RES_VIEW_FORMAT_UINT_2X8 = 2,
        HIP_RES_VIEW_FORMAT_UINT_4X8 = 3,
        HIP_RES_VIEW_FORMAT_SINT_1X8 = 4,
        HIP_RES_VIEW_FORMAT_SINT_2X8 = 5,
        HIP_RES_VIEW_FORMAT_SINT_4X8 = 6,
        HIP_RES_VIEW_FORMAT_UINT_1X16 = 7,
        HIP_RES_VIEW_FORMAT_UINT_2X16 = 8,
        HIP_RES_VIEW_FORMAT_UINT_4X16 = 9,
        HIP_RES_VIEW_FORMAT_SINT_1X16 = 10,
        HIP_RES_VIEW_FORMAT_SINT_2X16 = 11,
        HIP_RES_VIEW_FORMAT_SINT_4X16 = 12,
        HIP_RES_VIEW_FORMAT_UINT_1X32 = 13,
        HIP_RES_VIEW_FORMAT_UINT_2X32 = 14,
        HIP_RES_VIEW_FORMAT_UINT_4X32 = 15,
        HIP_RES_VIEW_FORMAT_SINT_1X32 = 16,
        HIP_RES_VIEW_FORMAT_SINT_2X32 = 17,
        HIP_RES_VIEW_FORMAT_SINT_4X32 = 18,
        HIP_RES_VIEW_FORMAT_FLOAT_1X16 = 19,
        HIP_RES_VIEW_FORMAT_FLOAT_2X16 = 20,
        HIP_RES_VIEW_FORMAT_FLOAT_4X16 = 21,
        HIP_RES_VIEW_FORMAT_FLOAT_1X32 = 22,
        HIP_RES_VIEW_FORMAT_FLOAT_2X32 = 23,
        HIP_RES_VIEW_FORMAT_FLOAT_4X32 = 24,
        HIP_RES_VIEW_FORMAT_UNSIGNED_BC1 = 25,
        HIP_RES_VIEW_FORMAT_UNSIGNED_BC2 = 26,
        HIP_RES_VIEW_FORMAT_UNSIGNED_BC3 = 27,
        HIP_RES_VIEW_FORMAT_UNSIGNED_BC4 = 28,
        HIP_RES_VIEW_FORMAT_SIGNED_BC4 = 29,
        HIP_RES_VIEW_FORMAT_UNSIGNED_BC5 = 30,
        HIP_RES_VIEW_FORMAT_SIGNED_BC5 = 31,
        HIP_RES_VIEW_FORMAT_UNSIGNED_BC6H = 32,
        HIP_RES_VIEW_FORMAT_SIGNED_BC6H = 33,
        HIP_RES_VIEW_FORMAT_UNSIGNED_BC7 = 34,
    }
}

enumeration! {
    HIPresourcetype_enum(u32) {
        HIP_RESOURCE_TYPE_ARRAY = 0,
        HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1,
        HIP_RESOURCE_TYPE_LINEAR = 2,
        HIP_RESOURCE_TYPE_PITCH2D = 3,
    }
}

enumeration! {
    hipAccessProperty(u32) {
        hipAccessPropertyNormal = 0,
        hipAccessPropertyStreaming = 1,
        hipAccessPropertyPersisting = 2,
    }
}

enumeration! {
    hipArraySparseSubresourceType(u32) {
        hipArraySparseSubresourceTypeSparseLevel = 0,
        hipArraySparseSubresourceTypeMiptail = 1,
    }
}

enumeration! {
    hipArray_Format(u32) {
        HIP_AD_FORMAT_UNSIGNED_INT8 = 1,
        HIP_AD_FORMAT_UNSIGNED_INT16 = 2,
        HIP_AD_FORMAT_UNSIGNED_INT32 = 3,
        HIP_AD_FORMAT_SIGNED_INT8 = 8,
        HIP_AD_FORMAT_SIGNED_INT16 = 9,
        HIP_AD_FORMAT_SIGNED_INT32 = 10,
        HIP_AD_FORMAT_HALF = 16,
        HIP_AD_FORMAT_FLOAT = 32,
    }
}

enumeration! {
    hipChannelFormatKind(u32) {
        hipChannelFormatKindSigned = 0,
        hipChannelFormatKindUnsigned = 1,
        hipChannelFormatKindFloat = 2,
        hipChannelFormatKindNone = 3,
    }
}

enumeration! {
    hipClusterSchedulingPolicy(u32) {
        hipClusterSchedulingPolicyDefault = 0,
        hipClusterSchedulingPolicySpread = 1,
        hipClusterSchedulingPolicyLoadBalancing = 2,
    }
}

enumeration! {
    hipComputeMode(u32) {
        hipComputeModeDefault = 0,
        hipComputeModeExclusive = 1,
        hipComputeModeProhibited = 2,
        hipComputeModeExclusiveProcess = 3,
    }
}

enumeration! {
    hipDataType(u32) {
        HIP_R_32F = 0,
        HIP_R_64F = 1,
        HIP_R_16F = 2,
        HIP_R_8I = 3,
        HIP_C_32F = 4,
        HIP_C_64F = 5,
        HIP_C_16F = 6,
        HIP_C_8I = 7,
        HIP_R_8U = 8,
        HIP_C_8U = 9,
        HIP_R_32I = 10,
        HIP_C_32I = 11,
        HIP_R_32U = 12,
        HIP_C_32U = 13,
        HIP_R_16BF = 14,
        HIP_C_16BF = 15,
        HIP_R_4I = 16,
        HIP_C_4I = 17,
        HIP_R_4U = 18,
        HIP_C_4U = 19,
        HIP_R_16I = 20,
        HIP_C_16I = 21,
        HIP_R_16U = 22,
        HIP_C_16U = 23,
        HIP_R_64I = 24,
        HIP_C_64I = 25,
        HIP_R_64U = 26,
        HIP_C_64U = 27,
        HIP_R_8F_E4M3 = 28,
        HIP_R_8F_E5M2 = 29,
        HIP_R_8F_UE8M0 = 30,
        HIP_R_6F_E2M3 = 31,
        HIP_R_6F_E3M2 = 32,
        HIP_R_4F_E2M1 = 33,
        HIP_R_8F_E4M3_FNUZ = 1000,
        HIP_R_8F_E5M2_FNUZ = 1001,
    }
}

enumeration! {
    hipDevResourceType(u32) {
        hipDevResourceTypeInvalid = 0,
        hipDevResourceTypeSm = 1,
        hipDevResourceTypeWorkqueueConfig = 1000,
        hipDevResourceTypeWorkqueue = 10000,
    }
}

enumeration! {
    hipDevSmResourceGroup_flags(u32) {
        hipDevSmResourceGroupDefault = 0,
        hipDevSmResourceGroupBackfill = 1,
    }
}

enumeration! {
    hipDevSmResourceSplitByCount_flags(u32) {
        hipDevSmResourceSplitIgnoreSmCoscheduling = 1,
        hipDevSmResourceSplitMaxPotentialClusterSize = 2,
    }
}

enumeration! {
    hipDevWorkqueueConfigScope(u32) {
        hipDevWorkqueueConfigScopeDeviceCtx = 0,
        hipDevWorkqueueConfigScopeGreenCtxBalanced = 1,
    }
}

enumeration! {
    hipDeviceAttribute_t(u32) {
        hipDeviceAttributeCudaCompatibleBegin = 0,
        hipDeviceAttributeEccEnabled = 0,
        hipDeviceAttributeAccessPolicyMaxWindowSize = 1,
        hipDeviceAttributeAsyncEngineCount = 2,
        hipDeviceAttributeCanMapHostMemory = 3,
        hipDeviceAttributeCanUseHostPointerForRegisteredMem = 4,
        hipDeviceAttributeClockRate = 5,
        hipDeviceAttributeComputeMode = 6,
        hipDeviceAttributeComputePreemptionSupported = 7,
        hipDeviceAttributeConcurrentKernels = 8,
        hipDeviceAttributeConcurrentManagedAccess = 9,
        hipDeviceAttributeCooperativeLaunch = 10,
        hipDeviceAttributeCooperativeMultiDeviceLaunch = 11,
        hipDeviceAttributeDeviceOverlap = 12,
        hipDeviceAttributeDirectManagedMemAccessFromHost = 13,
        hipDeviceAttributeGlobalL1CacheSupported = 14,
        hipDeviceAttributeHostNativeAtomicSupported = 15,
        hipDeviceAttributeIntegrated = 16,
        hipDeviceAttributeIsMultiGpuBoard = 17,
        hipDeviceAttributeKernelExecTimeout = 18,
        hipDeviceAttributeL2CacheSize = 19,
        hipDeviceAttributeLocalL1CacheSupported = 20,
        hipDeviceAttributeLuid = 21,
        hipDeviceAttributeLuidDeviceNodeMask = 22,
        hipDeviceAttributeComputeCapabilityMajor = 23,
        hipDeviceAttributeManagedMemory = 24,
        hipDeviceAttributeMaxBlocksPerMultiProcessor = 25,
        hipDeviceAttributeMaxBlockDimX = 26,
        hipDeviceAttributeMaxBlockDimY = 27,
        hipDeviceAttributeMaxBlockDimZ = 28,
        hipDeviceAttributeMaxGridDimX = 29,
        hipDeviceAttributeMaxGridDimY = 30,
        hipDeviceAttributeMaxGridDimZ = 31,
        hipDeviceAttributeMaxSurface1D = 32,
        hipDeviceAttributeMaxSurface1DLayered = 33,
        hipDeviceAttributeMaxSurface2D = 34,
        hipDeviceAttributeMaxSurface2DLayered = 35,
        hipDeviceAttributeMaxSurface3D = 36,
        hipDeviceAttributeMaxSurfaceCubemap = 37,
        hipDeviceAttributeMaxSurfaceCubemapLayered = 38,
        hipDeviceAttributeMaxTexture1DWidth = 39,
        hipDeviceAttributeMaxTexture1DLayered = 40,
        hipDeviceAttributeMaxTexture1DLinear = 41,
        hipDeviceAttributeMaxTexture1DMipmap = 42,
        hipDeviceAttributeMaxTexture2DWidth = 43,
        hipDeviceAttributeMaxTexture2DHeight = 44,
        hipDeviceAttributeMaxTexture2DGather = 45,
        hipDeviceAttributeMaxTexture2DLayered = 46,
        hipDeviceAttributeMaxTexture2DLinear = 47,
        hipDeviceAttributeMaxTexture2DMipmap = 48,
        hipDeviceAttributeMaxTexture3DWidth = 49,
        hipDeviceAttributeMaxTexture3DHeight = 50,
        hipDeviceAttributeMaxTexture3DDepth = 51,
        hipDeviceAttributeMaxTexture3DAlt = 52,
        hipDeviceAttributeMaxTextureCubemap = 53,
        hipDeviceAttributeMaxTextureCubemapLayered = 54,
        hipDeviceAttributeMaxThreadsDim = 55,
        hipDeviceAttributeMaxThreadsPerBlock = 56,
        hipDeviceAttributeMaxThreadsPerMultiProcessor = 57,
        hipDeviceAttributeMaxPitch = 58,
        hipDeviceAttributeMemoryBusWidth = 59,
        hipDeviceAttributeMemoryClockRate = 60,
        hipDeviceAttributeComputeCapabilityMinor = 61,
        hipDeviceAttributeMultiGpuBoardGroupID = 62,
        hipDeviceAttributeMultiprocessorCount = 63,
        hipDeviceAttributeUnused1 = 64,
        hipDeviceAttributePageableMemoryAccess = 65,
        hipDeviceAttributePageableMemoryAccessUsesHostPageTables = 66,
        hipDeviceAttributePciBusId = 67,
        hipDeviceAttributePciDeviceId = 68,
        hipDeviceAttributePciDomainID = 69,
        hipDeviceAttributePciDomainId = 69,
        hipDeviceAttributePersistingL2CacheMaxSize = 70,
        hipDeviceAttributeMaxRegistersPerBlock = 71,
        hipDeviceAttributeMaxRegistersPerMultiprocessor = 72,
        hipDeviceAttributeReservedSharedMemPerBlock = 73,
        hipDeviceAttributeMaxSharedMemoryPerBlock = 74,
        hipDeviceAttributeSharedMemPerBlockOptin = 75,
        hipDeviceAttributeSharedMemPerMultiprocessor = 76,
        hipDeviceAttributeSingleToDoublePrecisionPerfRatio = 77,
        hipDeviceAttributeStreamPrioritiesSupported = 78,
        hipDeviceAttributeSurfaceAlignment = 79,
        hipDeviceAttributeTccDriver = 80,
        hipDeviceAttributeTextureAlignment = 81,
        hipDeviceAttributeTexturePitchAlignment = 82,
        hipDeviceAttributeTotalConstantMemory = 83,
        hipDeviceAttributeTotalGlobalMem = 84,
        hipDeviceAttributeUnifiedAddressing = 85,
        hipDeviceAttributeUnused2 = 86,
        hipDeviceAttributeWarpSize = 87,
        hipDeviceAttributeMemoryPoolsSupported = 88,
        hipDeviceAttributeVirtualMemoryManagementSupported = 89,
        hipDeviceAttributeHostRegisterSupported = 90,
        hipDeviceAttributeMemoryPoolSupportedHandleTypes = 91,
        hipDeviceAttributeHostNumaId = 92,
        hipDeviceAttributeDmaBufSupported = 93,
        hipDeviceAttributeGPUDirectRDMAWithHipVMMSupported = 94,
        hipDeviceAttributeHandleTypeFabricSupported = 95,
        hipDeviceAttributeCudaCompatibleEnd = 9999,
        hipDeviceAttributeAmdSpecificBegin = 10000,
        hipDeviceAttributeClockInstructionRate = 10000,
        hipDeviceAttributeUnused3 = 10001,
        hipDeviceAttributeMaxSharedMemoryPerMultiprocessor = 10002,
        hipDeviceAttributeUnused4 = 10003,
        hipDeviceAttributeUnused5 = 10004,
        hipDeviceAttributeHdpMemFlushCntl = 10005,
        hipDeviceAttributeHdpRegFlushCntl = 10006,
        hipDeviceAttributeCooperativeMultiDeviceUnmatchedFunc = 10007,
        hipDeviceAttributeCooperativeMultiDeviceUnmatchedGridDim = 10008,
        hipDeviceAttributeCooperativeMultiDeviceUnmatchedBlockDim = 10009,
        hipDeviceAttributeCooperativeMultiDeviceUnmatchedSharedMem = 10010,
        hipDeviceAttributeIsLargeBar = 10011,
        hipDeviceAttributeAsicRevision = 10012,
        hipDeviceAttributeCanUseStreamWaitValue = 10013,
        hipDeviceAttributeImageSupport = 10014,
        hipDeviceAttributePhysicalMultiProcessorCount = 10015,
        hipDeviceAttributeFineGrainSupport = 10016,
        hipDeviceAttributeWallClockRate = 10017,
        hipDeviceAttributeNumberOfXccs = 10018,
        hipDeviceAttributeMaxAvailableVgprsPerThread = 10019,
        hipDeviceAttributePciChipId = 10020,
        hipDeviceAttributeExpertSchedMode = 10021,
        hipDeviceAttributeMaxDynDataPrefetchRegions = 10022,
        hipDeviceAttributeAmdSpecificEnd = 19999,
        hipDeviceAttributeVendorSpecificBegin = 20000,
    }
}

enumeration! {
    hipDeviceP2PAttr(u32) {
        hipDevP2PAttrPerformanceRank = 0,
        hipDevP2PAttrAccessSupported = 1,
        hipDevP2PAttrNativeAtomicSupported = 2,
        hipDevP2PAttrHipArrayAccessSupported = 3,
    }
}

enumeration! {
    hipDriverEntryPointQueryResult(u32) {
        hipDriverEntryPointSuccess = 0,
        hipDriverEntryPointSymbolNotFound = 1,
        hipDriverEntryPointVersionNotSufficent = 2,
    }
}

enumeration! {
    hipDriverProcAddressQueryResult(u32) {
        HIP_GET_PROC_ADDRESS_SUCCESS = 0,
        HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
        HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2,
    }
}

enumeration! {
    hipError_t(u32) {
        hipSuccess = 0,
        hipErrorInvalidValue = 1,
        hipErrorMemoryAllocation = 2,
        hipErrorOutOfMemory = 2,
        hipErrorInitializationError = 3,
        hipErrorNotInitialized = 3,
        hipErrorDeinitialized = 4,
        hipErrorProfilerDisabled = 5,
        hipErrorProfilerNotInitialized = 6,
        hipErrorProfilerAlreadyStarted = 7,
        hipErrorProfilerAlreadyStopped = 8,
        hipErrorInvalidConfiguration = 9,
        hipErrorInvalidPitchValue = 12,
        hipErrorInvalidSymbol = 13,
        hipErrorInvalidDevicePointer = 17,
        hipErrorInvalidMemcpyDirection = 21,
        hipErrorInsufficientDriver = 35,
        hipErrorMissingConfiguration = 52,
        hipErrorPriorLaunchFailure = 53,
        hipErrorInvalidDeviceFunction = 98,
        hipErrorNoDevice = 100,
        hipErrorInvalidDevice = 101,
        hipErrorInvalidImage = 200,
        hipErrorInvalidContext = 201,
        hipErrorContextAlreadyCurrent = 202,
        hipErrorMapBufferObjectFailed = 205,
        hipErrorMapFailed = 205,
        hipErrorUnmapFailed = 206,
        hipErrorArrayIsMapped = 207,
        hipErrorAlreadyMapped = 208,
        hipErrorNoBinaryForGpu = 209,
        hipErrorAlreadyAcquired = 210,
        hipErrorNotMapped = 211,
        hipErrorNotMappedAsArray = 212,
        hipErrorNotMappedAsPointer = 213,
        hipErrorECCNotCorrectable = 214,
        hipErrorUnsupportedLimit = 215,
        hipErrorContextAlreadyInUse = 216,
        hipErrorPeerAccessUnsupported = 217,
        hipErrorInvalidKernelFile = 218,
        hipErrorInvalidGraphicsContext = 219,
        hipErrorInvalidSource = 300,
        hipErrorFileNotFound = 301,
        hipErrorSharedObjectSymbolNotFound = 302,
        hipErrorSharedObjectInitFailed = 303,
        hipErrorOperatingSystem = 304,
        hipErrorInvalidHandle = 400,
        hipErrorInvalidResourceHandle = 400,
        hipErrorIllegalState = 401,
        hipErrorNotFound = 500,
        hipErrorNotReady = 600,
        hipErrorIllegalAddress = 700,
        hipErrorLaunchOutOfResources = 701,
        hipErrorLaunchTimeOut = 702,
        hipErrorPeerAccessAlreadyEnabled = 704,
        hipErrorPeerAccessNotEnabled = 705,
        hipErrorSetOnActiveProcess = 708,
        hipErrorContextIsDestroyed = 709,
        hipErrorAssert = 710,
        hipErrorHostMemoryAlreadyRegistered = 712,
        hipErrorHostMemoryNotRegistered = 713,
        hipErrorLaunchFailure = 719,
        hipErrorCooperativeLaunchTooLarge = 720,
        hipErrorNotSupported = 801,
        hipErrorStreamCaptureUnsupported = 900,
        hipErrorStreamCaptureInvalidated = 901,
        hipErrorStreamCaptureMerge = 902,
        hipErrorStreamCaptureUnmatched = 903,
        hipErrorStreamCaptureUnjoined = 904,
        hipErrorStreamCaptureIsolation = 905,
        hipErrorStreamCaptureImplicit = 906,
        hipErrorCapturedEvent = 907,
        hipErrorStreamCaptureWrongThread = 908,
        hipErrorGraphExecUpdateFailure = 910,
        hipErrorInvalidChannelDescriptor = 911,
        hipErrorInvalidTexture = 912,
        hipErrorInvalidResourceType = 914,
        hipErrorInvalidResourceConfiguration = 915,
        hipErrorStreamDetached = 916,
        hipErrorUnknown = 999,
        hipErrorRuntimeMemory = 1052,
        hipErrorRuntimeOther = 1053,
        hipErrorInvalidClusterSize = 1054,
        hipErrorTbd = 1055,
    }
}

enumeration! {
    hipExtDynDataPrefetchTemporal(u32) {
        hipExtDynDataPrefetchTemporalRegular = 0,
        hipExtDynDataPrefetchTemporalHigh = 1,
    }
}

enumeration! {
    hipExtGraphConditionalHandleFlags(u32) {
        hipExtGraphCondAssignDefault = 1,
    }
}

enumeration! {
    hipExtGraphConditionalNodeType(u32) {
        hipExtGraphCondTypeIf = 0,
        hipExtGraphCondTypeWhile = 1,
        hipExtGraphCondTypeSwitch = 2,
    }
}

enumeration! {
    hipExternalMemoryHandleType_enum(u32) {
        hipExternalMemoryHandleTypeOpaqueFd = 1,
        hipExternalMemoryHandleTypeOpaqueWin32 = 2,
        hipExternalMemoryHandleTypeOpaqueWin32Kmt = 3,
        hipExternalMemoryHandleTypeD3D12Heap = 4,
        hipExternalMemoryHandleTypeD3D12Resource = 5,
        hipExternalMemoryHandleTypeD3D11Resource = 6,
        hipExternalMemoryHandleTypeD3D11ResourceKmt = 7,
        hipExternalMemoryHandleTypeNvSciBuf = 8,
    }
}

enumeration! {
    hipExternalSemaphoreHandleType_enum(u32) {
        hipExternalSemaphoreHandleTypeOpaqueFd = 1,
        hipExternalSemaphoreHandleTypeOpaqueWin32 = 2,
        hipExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3,
        hipExternalSemaphoreHandleTypeD3D12Fence = 4,
        hipExternalSemaphoreHandleTypeD3D11Fence = 5,
        hipExternalSemaphoreHandleTypeNvSciSync = 6,
        hipExternalSemaphoreHandleTypeKeyedMutex = 7,
        hipExternalSemaphoreHandleTypeKeyedMutexKmt = 8,
        hipExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9,
        hipExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10,
    }
}

enumeration! {
    hipFlushGPUDirectRDMAWritesOptions(u32) {
        hipFlushGPUDirectRDMAWritesOptionHost = 1,
        hipFlushGPUDirectRDMAWritesOptionMemOps = 2,
    }
}

enumeration! {
    hipFuncAttribute(u32) {
        hipFuncAttributeMaxDynamicSharedMemorySize = 8,
        hipFuncAttributePreferredSharedMemoryCarveout = 9,
        hipFuncAttributeClusterDimMustBeSet = 10,
        hipFuncAttributeRequiredClusterWidth = 11,
        hipFuncAttributeRequiredClusterHeight = 12,
        hipFuncAttributeRequiredClusterDepth = 13,
        hipFuncAttributeNonPortableClusterSizeAllowed = 14,
        hipFuncAttributeClusterSchedulingPolicyPreference = 15,
        hipFuncAttributeMax = 16,
    }
}

enumeration! {
    hipFuncCache_t(u32) {
        hipFuncCachePreferNone = 0,
        hipFuncCachePreferShared = 1,
        hipFuncCachePreferL1 = 2,
        hipFuncCachePreferEqual = 3,
    }
}

enumeration! {
    hipFunction_attribute(u32) {
        HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK = 0,
        HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES = 1,
        HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES = 2,
        HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES = 3,
        HIP_FUNC_ATTRIBUTE_NUM_REGS = 4,
        HIP_FUNC_ATTRIBUTE_PTX_VERSION = 5,
        HIP_FUNC_ATTRIBUTE_BINARY_VERSION = 6,
        HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA = 7,
        HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES = 8,
        HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT = 9,
        HIP_FUNC_ATTRIBUTE_CLUSTER_DIM_MUST_BE_SET = 10,
        HIP_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH = 11,
        HIP_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT = 12,
        HIP_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH = 13,
        HIP_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14,
        HIP_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE = 15,
        HIP_FUNC_ATTRIBUTE_MAX = 16,
    }
}

enumeration! {
    hipGPUDirectRDMAWritesOrdering(u32) {
        hipGPUDirectRDMAWritesOrderingNone = 0,
        hipGPUDirectRDMAWritesOrderingOwner = 100,
        hipGPUDirectRDMAWritesOrderingAllDevices = 200,
    }
}

enumeration! {
    hipGraphDebugDotFlags(u32) {
        hipGraphDebugDotFlagsVerbose = 1,
        hipGraphDebugDotFlagsKernelNodeParams = 4,
        hipGraphDebugDotFlagsMemcpyNodeParams = 8,
        hipGraphDebugDotFlagsMemsetNodeParams = 16,
        hipGraphDebugDotFlagsHostNodeParams = 32,
        hipGraphDebugDotFlagsEventNodeParams = 64,
        hipGraphDebugDotFlagsExtSemasSignalNodeParams = 128,
        hipGraphDebugDotFlagsExtSemasWaitNodeParams = 256,
        hipGraphDebugDotFlagsKernelNodeAttributes = 512,
        hipGraphDebugDotFlagsHandles = 1024,
        hipExtGraphDebugDotFlagsConditionalNodeParams = 32768,
    }
}

enumeration! {
    hipGraphDependencyType(u32) {
        hipGraphDependencyTypeDefault = 0,
        hipGraphDependencyTypeProgrammatic = 1,
    }
}

enumeration! {
    hipGraphExecUpdateResult(u32) {
        hipGraphExecUpdateSuccess = 0,
        hipGraphExecUpdateError = 1,
        hipGraphExecUpdateErrorTopologyChanged = 2,
        hipGraphExecUpdateErrorNodeTypeChanged = 3,
        hipGraphExecUpdateErrorFunctionChanged = 4,
        hipGraphExecUpdateErrorParametersChanged = 5,
        hipGraphExecUpdateErrorNotSupported = 6,
        hipGraphExecUpdateErrorUnsupportedFunctionChange = 7,
    }
}

enumeration! {
    hipGraphInstantiateFlags(u32) {
        hipGraphInstantiateFlagAutoFreeOnLaunch = 1,
        hipGraphInstantiateFlagUpload = 2,
        hipGraphInstantiateFlagDeviceLaunch = 4,
        hipGraphInstantiateFlagUseNodePriority = 8,
    }
}

enumeration! {
    hipGraphInstantiateResult(u32) {
        hipGraphInstantiateSuccess = 0,
        hipGraphInstantiateError = 1,
        hipGraphInstantiateInvalidStructure = 2,
        hipGraphInstantiateNodeOperationNotSupported = 3,
        hipGraphInstantiateMultipleDevicesNotSupported = 4,
        hipExtGraphInstantiateConditionalHandleUnused = 5,
    }
}

enumeration! {
    hipGraphMemAttributeType(u32) {
        hipGraphMemAttrUsedMemCurrent = 0,
        hipGraphMemAttrUsedMemHigh = 1,
        hipGraphMemAttrReservedMemCurrent = 2,
        hipGraphMemAttrReservedMemHigh = 3,
    }
}

enumeration! {
    hipGraphNodeType(u32) {
        hipGraphNodeTypeKernel = 0,
        hipGraphNodeTypeMemcpy = 1,
        hipGraphNodeTypeMemset = 2,
        hipGraphNodeTypeHost = 3,
        hipGraphNodeTypeGraph = 4,
        hipGraphNodeTypeEmpty = 5,
        hipGraphNodeTypeWaitEvent = 6,
        hipGraphNodeTypeEventRecord = 7,
        hipGraphNodeTypeExtSemaphoreSignal = 8,
        hipGraphNodeTypeExtSemaphoreWait = 9,
        hipGraphNodeTypeMemAlloc = 10,
        hipGraphNodeTypeMemFree = 11,
        hipGraphNodeTypeMemcpyFromSymbol = 12,
        hipGraphNodeTypeMemcpyToSymbol = 13,
        hipGraphNodeTypeBatchMemOp = 14,
        hipGraphNodeTypeCount = 15,
        hipExtGraphNodeTypeConditional = 256,
    }
}

enumeration! {
    hipGraphicsRegisterFlags(u32) {
        hipGraphicsRegisterFlagsNone = 0,
        hipGraphicsRegisterFlagsReadOnly = 1,
        hipGraphicsRegisterFlagsWriteDiscard = 2,
        hipGraphicsRegisterFlagsSurfaceLoadStore = 4,
        hipGraphicsRegisterFlagsTextureGather = 8,
    }
}

enumeration! {
    hipJitCacheMode(u32) {
        hipJitCacheOptionNone = 0,
        hipJitCacheOptionCG = 1,
        hipJitCacheOptionCA = 2,
    }
}

enumeration! {
    hipJitFallback(u32) {
        hipJitPreferPTX = 0,
        hipJitPreferBinary = 1,
    }
}

enumeration! {
    hipJitInputType(u32) {
        hipJitInputCubin = 0,
        hipJitInputPtx = 1,
        hipJitInputFatBinary = 2,
        hipJitInputObject = 3,
        hipJitInputLibrary = 4,
        hipJitInputNvvm = 5,
        hipJitNumLegacyInputTypes = 6,
        hipJitNumInputTypes = 10,
        hipJitInputLLVMBitcode = 100,
        hipJitInputLLVMBundledBitcode = 101,
        hipJitInputLLVMArchivesOfBundledBitcode = 102,
        hipJitInputSpirv = 103,
    }
}

enumeration! {
    hipJitOption(u32) {
        hipJitOptionMaxRegisters = 0,
        hipJitOptionThreadsPerBlock = 1,
        hipJitOptionWallTime = 2,
        hipJitOptionInfoLogBuffer = 3,
        hipJitOptionInfoLogBufferSizeBytes = 4,
        hipJitOptionErrorLogBuffer = 5,
        hipJitOptionErrorLogBufferSizeBytes = 6,
        hipJitOptionOptimizationLevel = 7,
        hipJitOptionTargetFromContext = 8,
        hipJitOptionTarget = 9,
        hipJitOptionFallbackStrategy = 10,
        hipJitOptionGenerateDebugInfo = 11,
        hipJitOptionLogVerbose = 12,
        hipJitOptionGenerateLineInfo = 13,
        hipJitOptionCacheMode = 14,
        hipJitOptionSm3xOpt = 15,
        hipJitOptionFastCompile = 16,
        hipJitOptionGlobalSymbolNames = 17,
        hipJitOptionGlobalSymbolAddresses = 18,
        hipJitOptionGlobalSymbolCount = 19,
        hipJitOptionLto = 20,
        hipJitOptionFtz = 21,
        hipJitOptionPrecDiv = 22,
        hipJitOptionPrecSqrt = 23,
        hipJitOptionFma = 24,
        hipJitOptionPositionIndependentCode = 25,
        hipJitOptionMinCTAPerSM = 26,
        hipJitOptionMaxThreadsPerBlock = 27,
        hipJitOptionOverrideDirectiveValues = 28,
        hipJitOptionNumOptions = 29,
        hipJitOptionIRtoISAOptExt = 10000,
        hipJitOptionIRtoISAOptCountExt = 10001,
    }
}

enumeration! {
    hipLaunchAttributeID(u32) {
        hipLaunchAttributeIgnore = 0,
        hipLaunchAttributeAccessPolicyWindow = 1,
        hipLaunchAttributeCooperative = 2,
        hipLaunchAttributeSynchronizationPolicy = 3,
        hipLaunchAttributeClusterDimension = 4,
        hipLaunchAttributeClusterSchedulingPolicyPreference = 5,
        hipLaunchAttributePriority = 8,
        hipLaunchAttributeMemSyncDomainMap = 9,
        hipLaunchAttributeMemSyncDomain = 10,
        hipLaunchAttributeExtDynDataPrefetch = 1024,
        hipLaunchAttributeMax = 1025,
    }
}

enumeration! {
    hipLaunchMemSyncDomain(u32) {
        hipLaunchMemSyncDomainDefault = 0,
        hipLaunchMemSyncDomainRemote = 1,
    }
}

enumeration! {
    hipLibraryOption_e(u32) {
        hipLibraryHostUniversalFunctionAndDataTable = 0,
        hipLibraryBinaryIsPreserved = 1,
    }
}

enumeration! {
    hipLibraryPropertyType(u32) {
        HIP_LIBRARY_MAJOR_VERSION = 0,
        HIP_LIBRARY_MINOR_VERSION = 1,
        HIP_LIBRARY_PATCH_LEVEL = 2,
    }
}

enumeration! {
    hipLimit_t(u32) {
        hipLimitStackSize = 0,
        hipLimitPrintfFifoSize = 1,
        hipLimitMallocHeapSize = 2,
        hipExtLimitScratchMin = 4096,
        hipExtLimitScratchMax = 4097,
        hipExtLimitScratchCurrent = 4098,
        hipLimitRange = 4099,
    }
}

enumeration! {
    hipMemAccessFlags(u32) {
        hipMemAccessFlagsProtNone = 0,
        hipMemAccessFlagsProtRead = 1,
        hipMemAccessFlagsProtReadWrite = 3,
    }
}

enumeration! {
    hipMemAllocationGranularity_flags(u32) {
        hipMemAllocationGranularityMinimum = 0,
        hipMemAllocationGranularityRecommended = 1,
    }
}

enumeration! {
    hipMemAllocationHandleType(u32) {
        hipMemHandleTypeNone = 0,
        hipMemHandleTypePosixFileDescriptor = 1,
        hipMemHandleTypeWin32 = 2,
        hipMemHandleTypeWin32Kmt = 4,
        hipMemHandleTypeFabric = 8,
    }
}

enumeration! {
    hipMemAllocationType(u32) {
        hipMemAllocationTypeInvalid = 0,
        hipMemAllocationTypePinned = 1,
        hipMemAllocationTypeManaged = 2,
        hipMemAllocationTypeUncached = 1073741824,
        hipMemAllocationTypeMax = 2147483647,
    }
}

enumeration! {
    hipMemHandleType(u32) {
        hipMemHandleTypeGeneric = 0,
    }
}

enumeration! {
    hipMemLocationType(u32) {
        hipMemLocationTypeInvalid = 0,
        hipMemLocationTypeNone = 0,
        hipMemLocationTypeDevice = 1,
        hipMemLocationTypeHost = 2,
        hipMemLocationTypeHostNuma = 3,
        hipMemLocationTypeHostNumaCurrent = 4,
    }
}

enumeration! {
    hipMemOperationType(u32) {
        hipMemOperationTypeMap = 1,
        hipMemOperationTypeUnmap = 2,
    }
}

enumeration! {
    hipMemPoolAttr(u32) {
        hipMemPoolReuseFollowEventDependencies = 1,
        hipMemPoolReuseAllowOpportunistic = 2,
        hipMemPoolReuseAllowInternalDependencies = 3,
        hipMemPoolAttrReleaseThreshold = 4,
        hipMemPoolAttrReservedMemCurrent = 5,
        hipMemPoolAttrReservedMemHigh = 6,
        hipMemPoolAttrUsedMemCurrent = 7,
        hipMemPoolAttrUsedMemHigh = 8,
    }
}

enumeration! {
    hipMemRangeAttribute(u32) {
        hipMemRangeAttributeReadMostly = 1,
        hipMemRangeAttributePreferredLocation = 2,
        hipMemRangeAttributeAccessedBy = 3,
        hipMemRangeAttributeLastPrefetchLocation = 4,
        hipMemRangeAttributeCoherencyMode = 100,
    }
}

enumeration! {
    hipMemRangeCoherencyMode(u32) {
        hipMemRangeCoherencyModeFineGrain = 0,
        hipMemRangeCoherencyModeCoarseGrain = 1,
        hipMemRangeCoherencyModeIndeterminate = 2,
    }
}

enumeration! {
    hipMemRangeFlags(u32) {
        hipMemRangeFlagDmaBufMappingTypePcie = 1,
        hipMemRangeFlagsMax = 2147483647,
    }
}

enumeration! {
    hipMemRangeHandleType(u32) {
        hipMemRangeHandleTypeDmaBufFd = 1,
        hipMemRangeHandleTypeMax = 2147483647,
    }
}

enumeration! {
    hipMemcpy3DOperandType(u32) {
        hipMemcpyOperandTypePointer = 1,
        hipMemcpyOperandTypeArray = 2,
        hipMemcpyOperandTypeMax = 2147483647,
    }
}

enumeration! {
    hipMemcpyFlags(u32) {
        hipMemcpyFlagDefault = 0,
        hipMemcpyFlagPreferOverlapWithCompute = 1,
        hipMemcpyFlagExtPreferCE = 256,
        hipMemcpyFlagExtOpSwap = 512,
        hipMemcpyFlagExtOpIndirectSrc = 1024,
        hipMemcpyFlagExtOpIndirectDst = 2048,
    }
}

enumeration! {
    hipMemcpyKind(u32) {
        hipMemcpyHostToHost = 0,
        hipMemcpyHostToDevice = 1,
        hipMemcpyDeviceToHost = 2,
        hipMemcpyDeviceToDevice = 3,
        hipMemcpyDefault = 4,
        hipMemcpyDeviceToDeviceNoCU = 1024,
    }
}

enumeration! {
    hipMemcpySrcAccessOrder(u32) {
        hipMemcpySrcAccessOrderInvalid = 0,
        hipMemcpySrcAccessOrderStream = 1,
        hipMemcpySrcAccessOrderDuringApiCall = 2,
        hipMemcpySrcAccessOrderAny = 3,
        hipMemcpySrcAccessOrderMax = 2147483647,
    }
}

enumeration! {
    hipMemoryAdvise(u32) {
        hipMemAdviseSetReadMostly = 1,
        hipMemAdviseUnsetReadMostly = 2,
        hipMemAdviseSetPreferredLocation = 3,
        hipMemAdviseUnsetPreferredLocation = 4,
        hipMemAdviseSetAccessedBy = 5,
        hipMemAdviseUnsetAccessedBy = 6,
        hipMemAdviseSetCoarseGrain = 100,
        hipMemAdviseUnsetCoarseGrain = 101,
    }
}

enumeration! {
    hipMemoryType(u32) {
        hipMemoryTypeUnregistered = 0,
        hipMemoryTypeHost = 1,
        hipMemoryTypeDevice = 2,
        hipMemoryTypeManaged = 3,
        hipMemoryTypeArray = 10,
        hipMemoryTypeUnified = 11,
    }
}

enumeration! {
    hipPointer_attribute(u32) {
        HIP_POINTER_ATTRIBUTE_CONTEXT = 1,
        HIP_POINTER_ATTRIBUTE_MEMORY_TYPE = 2,
        HIP_POINTER_ATTRIBUTE_DEVICE_POINTER = 3,
        HIP_POINTER_ATTRIBUTE_HOST_POINTER = 4,
        HIP_POINTER_ATTRIBUTE_P2P_TOKENS = 5,
        HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS = 6,
        HIP_POINTER_ATTRIBUTE_BUFFER_ID = 7,
        HIP_POINTER_ATTRIBUTE_IS_MANAGED = 8,
        HIP_POINTER_ATTRIBUTE_DEVICE_ORDINAL = 9,
        HIP_POINTER_ATTRIBUTE_IS_LEGACY_HIP_IPC_CAPABLE = 10,
        HIP_POINTER_ATTRIBUTE_RANGE_START_ADDR = 11,
        HIP_POINTER_ATTRIBUTE_RANGE_SIZE = 12,
        HIP_POINTER_ATTRIBUTE_MAPPED = 13,
        HIP_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES = 14,
        HIP_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE = 15,
        HIP_POINTER_ATTRIBUTE_ACCESS_FLAGS = 16,
        HIP_POINTER_ATTRIBUTE_MEMPOOL_HANDLE = 17,
    }
}

enumeration! {
    hipResourceType(u32) {
        hipResourceTypeArray = 0,
        hipResourceTypeMipmappedArray = 1,
        hipResourceTypeLinear = 2,
        hipResourceTypePitch2D = 3,
    }
}

enumeration! {
    hipResourceViewFormat(u32) {
        hipResViewFormatNone = 0,
        hipResViewFormatUnsignedChar1 = 1,
        hipResViewFormatUnsignedChar2 = 2,
        hipResViewFormatUnsignedChar4 = 3,
        hipResViewFormatSignedChar1 = 4,
        hipResViewFormatSignedChar2 = 5,
        hipResViewFormatSignedChar4 = 6,
        hipResViewFormatUnsignedShort1 = 7,
        hipResViewFormatUnsignedShort2 = 8,
        hipResViewFormatUnsignedShort4 = 9,
        hipResViewFormatSignedShort1 = 10,
        hipResViewFormatSignedShort2 = 11,
        hipResViewFormatSignedShort4 = 12,
        hipResViewFormatUnsignedInt1 = 13,
        hipResViewFormatUnsignedInt2 = 14,
        hipResViewFormatUnsignedInt4 = 15,
        hipResViewFormatSignedInt1 = 16,
        hipResViewFormatSignedInt2 = 17,
        hipResViewFormatSignedInt4 = 18,
        hipResViewFormatHalf1 = 19,
        hipResViewFormatHalf2 = 20,
        hipResViewFormatHalf4 = 21,
        hipResViewFormatFloat1 = 22,
        hipResViewFormatFloat2 = 23,
        hipResViewFormatFloat4 = 24,
        hipResViewFormatUnsignedBlockCompressed1 = 25,
        hipResViewFormatUnsignedBlockCompressed2 = 26,
        hipResViewFormatUnsignedBlockCompressed3 = 27,
        hipResViewFormatUnsignedBlockCompressed4 = 28,
        hipResViewFormatSignedBlockCompressed4 = 29,
        hipResViewFormatUnsignedBlockCompressed5 = 30,
        hipResViewFormatSignedBlockCompressed5 = 31,
        hipResViewFormatUnsignedBlockCompressed6H = 32,
        hipResViewFormatSignedBlockCompressed6H = 33,
        hipResViewFormatUnsignedBlockCompressed7 = 34,
    }
}

enumeration! {
    hipSharedMemConfig(u32) {
        hipSharedMemBankSizeDefault = 0,
        hipSharedMemBankSizeFourByte = 1,
        hipSharedMemBankSizeEightByte = 2,
    }
}

enumeration! {
    hipStreamBatchMemOpType(u32) {
        hipStreamMemOpWaitValue32 = 1,
        hipStreamMemOpWriteValue32 = 2,
        hipStreamMemOpFlushRemoteWrites = 3,
        hipStreamMemOpWaitValue64 = 4,
        hipStreamMemOpWriteValue64 = 5,
        hipStreamMemOpBarrier = 6,
    }
}

enumeration! {
    hipStreamCaptureMode(u32) {
        hipStreamCaptureModeGlobal = 0,
        hipStreamCaptureModeThreadLocal = 1,
        hipStreamCaptureModeRelaxed = 2,
    }
}

enumeration! {
    hipStreamCaptureStatus(u32) {
        hipStreamCaptureStatusNone = 0,
        hipStreamCaptureStatusActive = 1,
        hipStreamCaptureStatusInvalidated = 2,
    }
}

enumeration! {
    hipStreamUpdateCaptureDependenciesFlags(u32) {
        hipStreamAddCaptureDependencies = 0,
        hipStreamSetCaptureDependencies = 1,
    }
}

enumeration! {
    hipSurfaceBoundaryMode(u32) {
        hipBoundaryModeZero = 0,
        hipBoundaryModeTrap = 1,
        hipBoundaryModeClamp = 2,
    }
}

enumeration! {
    hipSynchronizationPolicy(u32) {
        hipSyncPolicyAuto = 1,
        hipSyncPolicySpin = 2,
        hipSyncPolicyYield = 3,
        hipSyncPolicyBlockingSync = 4,
    }
}

enumeration! {
    hipTextureAddressMode(u32) {
        hipAddressModeWrap = 0,
        hipAddressModeClamp = 1,
        hipAddressModeMirror = 2,
        hipAddressModeBorder = 3,
    }
}

enumeration! {
    hipTextureFilterMode(u32) {
        hipFilterModePoint = 0,
        hipFilterModeLinear = 1,
    }
}

enumeration! {
    hipTextureReadMode(u32) {
        hipReadModeElementType = 0,
        hipReadModeNormalizedFloat = 1,
    }
}

enumeration! {
    hipUserObjectFlags(u32) {
        hipUserObjectNoDestructorSync = 1,
    }
}

enumeration! {
    hipUserObjectRetainFlags(u32) {
        hipGraphUserObjectMove = 1,
    }
}

enumeration! {
    hiprtcResult(u32) {
        HIPRTC_SUCCESS = 0,
        HIPRTC_ERROR_OUT_OF_MEMORY = 1,
        HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2,
        HIPRTC_ERROR_INVALID_INPUT = 3,
        HIPRTC_ERROR_INVALID_PROGRAM = 4,
        HIPRTC_ERROR_INVALID_OPTION = 5,
        HIPRTC_ERROR_COMPILATION = 6,
        HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7,
        HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
        HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9,
        HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10,
        HIPRTC_ERROR_INTERNAL_ERROR = 11,
        HIPRTC_ERROR_LINKING = 100,
    }
}

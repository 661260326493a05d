/* Written by `cargo xtask check --write` from the tables in capi/api: change those. */
#ifndef HIP_RUNTIME_API_H
#define HIP_RUNTIME_API_H

/* CUDA's include guards, by which programs detect the runtime and the driver. */
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__
#endif
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__
#endif
#ifndef __cuda_cuda_h__
#define __cuda_cuda_h__ 1
#endif

#include <hip/hip_common.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
#define __HIP_SOFT_DEFAULT(x) = x
#define __HIP_SOFT_ASSERT(c, m) static_assert(c, m)
#else
#define __HIP_SOFT_DEFAULT(x)
#if defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define __HIP_SOFT_ASSERT(c, m) _Static_assert(c, m)
#else
#define __HIP_SOFT_ASSERT(c, m) struct hip_assert_unused
#endif
#endif

#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)0x01)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)0x02)
#define HIP_LAUNCH_PARAM_END ((void *)0x03)
#define HIPRT_CB
#define HIP_SYMBOL(symbol) symbol
#define hipKernelNodeAttrID hipLaunchAttributeID
#define hipKernelNodeAttrValue hipLaunchAttributeValue
#define hipStreamAttrID hipLaunchAttributeID
#define hipStreamAttrValue hipLaunchAttributeValue
#define hipDrvLaunchAttribute hipLaunchAttribute
#define hipDrvLaunchAttributeID hipLaunchAttributeID
#define hipDrvLaunchAttributeValue hipLaunchAttributeValue
#define hipHostAllocUncached 0x10000000
#if defined(__GNUC__)
#define HIP_DEPRECATED(message) __attribute__((deprecated(message)))
#else
#define HIP_DEPRECATED(message)
#endif
#define hipStreamLegacy ((hipStream_t)1)
#define hipStreamPerThread ((hipStream_t)2)
#define hipChooseDevice hipChooseDeviceR0600
#define hipGetDeviceProperties hipGetDevicePropertiesR0600

#define GENERIC_GRID_LAUNCH 1
#define HIP_ERROR_INVALID_VALUE 1
#define HIP_ERROR_LAUNCH_OUT_OF_RESOURCES 3
#define HIP_ERROR_NOT_INITIALIZED 2
#define HIP_IMAGE_OBJECT_SIZE_DWORD 12
#define HIP_IPC_HANDLE_SIZE 64
#define HIP_SAMPLER_OBJECT_OFFSET_DWORD 12
#define HIP_SAMPLER_OBJECT_SIZE_DWORD 8
#define HIP_SUCCESS 0
#define HIP_TEXTURE_OBJECT_SIZE_DWORD 20
#define HIP_TRSA_OVERRIDE_FORMAT 1
#define HIP_TRSF_NORMALIZED_COORDINATES 2
#define HIP_TRSF_READ_AS_INTEGER 1
#define HIP_TRSF_SRGB 16
#define hipArrayCubemap 4
#define hipArrayDefault 0
#define hipArrayLayered 1
#define hipArraySurfaceLoadStore 2
#define hipArrayTextureGather 8
#define hipCooperativeLaunchMultiDeviceNoPostSync 2
#define hipCooperativeLaunchMultiDeviceNoPreSync 1
#define hipCpuDeviceId -1
#define hipDeviceLmemResizeToMax 16
#define hipDeviceMallocContiguous 4
#define hipDeviceMallocDefault 0
#define hipDeviceMallocFinegrained 1
#define hipDeviceMallocUncached 3
#define hipDeviceMapHost 8
#define hipDeviceScheduleAuto 0
#define hipDeviceScheduleBlockingSync 4
#define hipDeviceScheduleMask 7
#define hipDeviceScheduleSpin 1
#define hipDeviceScheduleYield 2
#define hipDrvLaunchAttributeCooperative 2
#define hipEnableDefault 0
#define hipEnableLegacyStream 1
#define hipEnablePerThreadDefaultStream 2
#define hipEventBlockingSync 1
#define hipEventDefault 0
#define hipEventDisableSystemFence 536870912
#define hipEventDisableTiming 2
#define hipEventInterprocess 4
#define hipEventRecordDefault 0
#define hipEventRecordExternal 1
#define hipEventReleaseToDevice 1073741824
#define hipEventReleaseToSystem 0x80000000
#define hipEventWaitDefault 0
#define hipEventWaitExternal 1
#define hipExtAnyOrderLaunch 1
#define hipExtHostRegisterCoarseGrained 8
#define hipExtHostRegisterUncached 2147483648
#define hipExternalMemoryDedicated 1
#define hipGraphKernelNodePortDefault 0
#define hipGraphKernelNodePortLaunchCompletion 2
#define hipGraphKernelNodePortProgrammatic 1
#define hipHostAllocDefault 0
#define hipHostAllocMapped 2
#define hipHostAllocPortable 1
#define hipHostAllocWriteCombined 4
#define hipHostMallocCoherent 1073741824
#define hipHostMallocDefault 0
#define hipHostMallocMapped 2
#define hipHostMallocNonCoherent 0x80000000
#define hipHostMallocNumaUser 536870912
#define hipHostMallocPortable 1
#define hipHostMallocUncached 268435456
#define hipHostMallocWriteCombined 4
#define hipHostRegisterDefault 0
#define hipHostRegisterIoMemory 4
#define hipHostRegisterMapped 2
#define hipHostRegisterPortable 1
#define hipHostRegisterReadOnly 8
#define hipInvalidDeviceId -2
#define hipIpcMemLazyEnablePeerAccess 1
#define hipKernelNodeAttributeAccessPolicyWindow 1
#define hipKernelNodeAttributeCooperative 2
#define hipKernelNodeAttributePriority 8
#define hipMallocSignalMemory 2
#define hipMemAttachGlobal 1
#define hipMemAttachHost 2
#define hipMemAttachSingle 4
#define hipOccupancyDefault 0
#define hipOccupancyDisableCachingOverride 1
#define hipStreamAttributeAccessPolicyWindow 1
#define hipStreamAttributeMemSyncDomain 10
#define hipStreamAttributeMemSyncDomainMap 9
#define hipStreamAttributePriority 8
#define hipStreamAttributeSynchronizationPolicy 3
#define hipStreamDefault 0
#define hipStreamNonBlocking 1
#define hipStreamWaitValueAnd 2
#define hipStreamWaitValueEq 1
#define hipStreamWaitValueGte 0
#define hipStreamWaitValueNor 3
#define hipTextureType1D 1
#define hipTextureType1DLayered 241
#define hipTextureType2D 2
#define hipTextureType2DLayered 242
#define hipTextureType3D 3
#define hipTextureTypeCubemap 12
#define hipTextureTypeCubemapLayered 252

#if defined(__cplusplus)
extern "C" {
#endif

typedef enum HIPaddress_mode_enum {
    HIP_TR_ADDRESS_MODE_WRAP = 0,
    HIP_TR_ADDRESS_MODE_CLAMP = 1,
    HIP_TR_ADDRESS_MODE_MIRROR = 2,
    HIP_TR_ADDRESS_MODE_BORDER = 3,
} HIPaddress_mode_enum;
typedef enum HIPfilter_mode_enum {
    HIP_TR_FILTER_MODE_POINT = 0,
    HIP_TR_FILTER_MODE_LINEAR = 1,
} HIPfilter_mode_enum;
typedef enum HIPresourceViewFormat_enum {
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
} HIPresourceViewFormat_enum;
typedef enum HIPresourcetype_enum {
    HIP_RESOURCE_TYPE_ARRAY = 0,
    HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY = 1,
    HIP_RESOURCE_TYPE_LINEAR = 2,
    HIP_RESOURCE_TYPE_PITCH2D = 3,
} HIPresourcetype_enum;
typedef enum hipAccessProperty {
    hipAccessPropertyNormal = 0,
    hipAccessPropertyStreaming = 1,
    hipAccessPropertyPersisting = 2,
} hipAccessProperty;
typedef enum hipArraySparseSubresourceType {
    hipArraySparseSubresourceTypeSparseLevel = 0,
    hipArraySparseSubresourceTypeMiptail = 1,
} hipArraySparseSubresourceType;
typedef enum hipArray_Format {
    HIP_AD_FORMAT_UNSIGNED_INT8 = 1,
    HIP_AD_FORMAT_UNSIGNED_INT16 = 2,
    HIP_AD_FORMAT_UNSIGNED_INT32 = 3,
    HIP_AD_FORMAT_SIGNED_INT8 = 8,
    HIP_AD_FORMAT_SIGNED_INT16 = 9,
    HIP_AD_FORMAT_SIGNED_INT32 = 10,
    HIP_AD_FORMAT_HALF = 16,
    HIP_AD_FORMAT_FLOAT = 32,
} hipArray_Format;
typedef enum hipChannelFormatKind {
    hipChannelFormatKindSigned = 0,
    hipChannelFormatKindUnsigned = 1,
    hipChannelFormatKindFloat = 2,
    hipChannelFormatKindNone = 3,
} hipChannelFormatKind;
typedef enum hipClusterSchedulingPolicy {
    hipClusterSchedulingPolicyDefault = 0,
    hipClusterSchedulingPolicySpread = 1,
    hipClusterSchedulingPolicyLoadBalancing = 2,
} hipClusterSchedulingPolicy;
typedef enum hipComputeMode {
    hipComputeModeDefault = 0,
    hipComputeModeExclusive = 1,
    hipComputeModeProhibited = 2,
    hipComputeModeExclusiveProcess = 3,
} hipComputeMode;
typedef enum hipDataType {
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
} hipDataType;
typedef enum hipDevResourceType {
    hipDevResourceTypeInvalid = 0,
    hipDevResourceTypeSm = 1,
    hipDevResourceTypeWorkqueueConfig = 1000,
    hipDevResourceTypeWorkqueue = 10000,
} hipDevResourceType;
typedef enum hipDevSmResourceGroup_flags {
    hipDevSmResourceGroupDefault = 0,
    hipDevSmResourceGroupBackfill = 1,
} hipDevSmResourceGroup_flags;
typedef enum hipDevSmResourceSplitByCount_flags {
    hipDevSmResourceSplitIgnoreSmCoscheduling = 1,
    hipDevSmResourceSplitMaxPotentialClusterSize = 2,
} hipDevSmResourceSplitByCount_flags;
typedef enum hipDevWorkqueueConfigScope {
    hipDevWorkqueueConfigScopeDeviceCtx = 0,
    hipDevWorkqueueConfigScopeGreenCtxBalanced = 1,
} hipDevWorkqueueConfigScope;
typedef enum hipDeviceAttribute_t {
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
} hipDeviceAttribute_t;
typedef enum hipDeviceP2PAttr {
    hipDevP2PAttrPerformanceRank = 0,
    hipDevP2PAttrAccessSupported = 1,
    hipDevP2PAttrNativeAtomicSupported = 2,
    hipDevP2PAttrHipArrayAccessSupported = 3,
} hipDeviceP2PAttr;
typedef enum hipDriverEntryPointQueryResult {
    hipDriverEntryPointSuccess = 0,
    hipDriverEntryPointSymbolNotFound = 1,
    hipDriverEntryPointVersionNotSufficent = 2,
} hipDriverEntryPointQueryResult;
typedef enum hipDriverProcAddressQueryResult {
    HIP_GET_PROC_ADDRESS_SUCCESS = 0,
    HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND = 1,
    HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT = 2,
} hipDriverProcAddressQueryResult;
typedef enum hipError_t {
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
} hipError_t;
typedef enum hipExtDynDataPrefetchTemporal {
    hipExtDynDataPrefetchTemporalRegular = 0,
    hipExtDynDataPrefetchTemporalHigh = 1,
} hipExtDynDataPrefetchTemporal;
typedef enum hipExtGraphConditionalHandleFlags {
    hipExtGraphCondAssignDefault = 1,
} hipExtGraphConditionalHandleFlags;
typedef enum hipExtGraphConditionalNodeType {
    hipExtGraphCondTypeIf = 0,
    hipExtGraphCondTypeWhile = 1,
    hipExtGraphCondTypeSwitch = 2,
} hipExtGraphConditionalNodeType;
typedef enum hipExternalMemoryHandleType_enum {
    hipExternalMemoryHandleTypeOpaqueFd = 1,
    hipExternalMemoryHandleTypeOpaqueWin32 = 2,
    hipExternalMemoryHandleTypeOpaqueWin32Kmt = 3,
    hipExternalMemoryHandleTypeD3D12Heap = 4,
    hipExternalMemoryHandleTypeD3D12Resource = 5,
    hipExternalMemoryHandleTypeD3D11Resource = 6,
    hipExternalMemoryHandleTypeD3D11ResourceKmt = 7,
    hipExternalMemoryHandleTypeNvSciBuf = 8,
} hipExternalMemoryHandleType_enum;
typedef enum hipExternalSemaphoreHandleType_enum {
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
} hipExternalSemaphoreHandleType_enum;
typedef enum hipFlushGPUDirectRDMAWritesOptions {
    hipFlushGPUDirectRDMAWritesOptionHost = 1,
    hipFlushGPUDirectRDMAWritesOptionMemOps = 2,
} hipFlushGPUDirectRDMAWritesOptions;
typedef enum hipFuncAttribute {
    hipFuncAttributeMaxDynamicSharedMemorySize = 8,
    hipFuncAttributePreferredSharedMemoryCarveout = 9,
    hipFuncAttributeClusterDimMustBeSet = 10,
    hipFuncAttributeRequiredClusterWidth = 11,
    hipFuncAttributeRequiredClusterHeight = 12,
    hipFuncAttributeRequiredClusterDepth = 13,
    hipFuncAttributeNonPortableClusterSizeAllowed = 14,
    hipFuncAttributeClusterSchedulingPolicyPreference = 15,
    hipFuncAttributeMax = 16,
} hipFuncAttribute;
typedef enum hipFuncCache_t {
    hipFuncCachePreferNone = 0,
    hipFuncCachePreferShared = 1,
    hipFuncCachePreferL1 = 2,
    hipFuncCachePreferEqual = 3,
} hipFuncCache_t;
typedef enum hipFunction_attribute {
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
} hipFunction_attribute;
typedef enum hipGPUDirectRDMAWritesOrdering {
    hipGPUDirectRDMAWritesOrderingNone = 0,
    hipGPUDirectRDMAWritesOrderingOwner = 100,
    hipGPUDirectRDMAWritesOrderingAllDevices = 200,
} hipGPUDirectRDMAWritesOrdering;
typedef enum hipGraphDebugDotFlags {
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
} hipGraphDebugDotFlags;
typedef enum hipGraphDependencyType {
    hipGraphDependencyTypeDefault = 0,
    hipGraphDependencyTypeProgrammatic = 1,
} hipGraphDependencyType;
typedef enum hipGraphExecUpdateResult {
    hipGraphExecUpdateSuccess = 0,
    hipGraphExecUpdateError = 1,
    hipGraphExecUpdateErrorTopologyChanged = 2,
    hipGraphExecUpdateErrorNodeTypeChanged = 3,
    hipGraphExecUpdateErrorFunctionChanged = 4,
    hipGraphExecUpdateErrorParametersChanged = 5,
    hipGraphExecUpdateErrorNotSupported = 6,
    hipGraphExecUpdateErrorUnsupportedFunctionChange = 7,
} hipGraphExecUpdateResult;
typedef enum hipGraphInstantiateFlags {
    hipGraphInstantiateFlagAutoFreeOnLaunch = 1,
    hipGraphInstantiateFlagUpload = 2,
    hipGraphInstantiateFlagDeviceLaunch = 4,
    hipGraphInstantiateFlagUseNodePriority = 8,
} hipGraphInstantiateFlags;
typedef enum hipGraphInstantiateResult {
    hipGraphInstantiateSuccess = 0,
    hipGraphInstantiateError = 1,
    hipGraphInstantiateInvalidStructure = 2,
    hipGraphInstantiateNodeOperationNotSupported = 3,
    hipGraphInstantiateMultipleDevicesNotSupported = 4,
    hipExtGraphInstantiateConditionalHandleUnused = 5,
} hipGraphInstantiateResult;
typedef enum hipGraphMemAttributeType {
    hipGraphMemAttrUsedMemCurrent = 0,
    hipGraphMemAttrUsedMemHigh = 1,
    hipGraphMemAttrReservedMemCurrent = 2,
    hipGraphMemAttrReservedMemHigh = 3,
} hipGraphMemAttributeType;
typedef enum hipGraphNodeType {
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
} hipGraphNodeType;
typedef enum hipGraphicsRegisterFlags {
    hipGraphicsRegisterFlagsNone = 0,
    hipGraphicsRegisterFlagsReadOnly = 1,
    hipGraphicsRegisterFlagsWriteDiscard = 2,
    hipGraphicsRegisterFlagsSurfaceLoadStore = 4,
    hipGraphicsRegisterFlagsTextureGather = 8,
} hipGraphicsRegisterFlags;
typedef enum hipJitCacheMode {
    hipJitCacheOptionNone = 0,
    hipJitCacheOptionCG = 1,
    hipJitCacheOptionCA = 2,
} hipJitCacheMode;
typedef enum hipJitFallback {
    hipJitPreferPTX = 0,
    hipJitPreferBinary = 1,
} hipJitFallback;
typedef enum hipJitInputType {
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
} hipJitInputType;
typedef enum hipJitOption {
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
} hipJitOption;
typedef enum hipLaunchAttributeID {
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
} hipLaunchAttributeID;
typedef enum hipLaunchMemSyncDomain {
    hipLaunchMemSyncDomainDefault = 0,
    hipLaunchMemSyncDomainRemote = 1,
} hipLaunchMemSyncDomain;
typedef enum hipLibraryOption_e {
    hipLibraryHostUniversalFunctionAndDataTable = 0,
    hipLibraryBinaryIsPreserved = 1,
} hipLibraryOption_e;
typedef enum hipLibraryPropertyType {
    HIP_LIBRARY_MAJOR_VERSION = 0,
    HIP_LIBRARY_MINOR_VERSION = 1,
    HIP_LIBRARY_PATCH_LEVEL = 2,
} hipLibraryPropertyType;
typedef enum hipLimit_t {
    hipLimitStackSize = 0,
    hipLimitPrintfFifoSize = 1,
    hipLimitMallocHeapSize = 2,
    hipExtLimitScratchMin = 4096,
    hipExtLimitScratchMax = 4097,
    hipExtLimitScratchCurrent = 4098,
    hipLimitRange = 4099,
} hipLimit_t;
typedef enum hipMemAccessFlags {
    hipMemAccessFlagsProtNone = 0,
    hipMemAccessFlagsProtRead = 1,
    hipMemAccessFlagsProtReadWrite = 3,
} hipMemAccessFlags;
typedef enum hipMemAllocationGranularity_flags {
    hipMemAllocationGranularityMinimum = 0,
    hipMemAllocationGranularityRecommended = 1,
} hipMemAllocationGranularity_flags;
typedef enum hipMemAllocationHandleType {
    hipMemHandleTypeNone = 0,
    hipMemHandleTypePosixFileDescriptor = 1,
    hipMemHandleTypeWin32 = 2,
    hipMemHandleTypeWin32Kmt = 4,
    hipMemHandleTypeFabric = 8,
} hipMemAllocationHandleType;
typedef enum hipMemAllocationType {
    hipMemAllocationTypeInvalid = 0,
    hipMemAllocationTypePinned = 1,
    hipMemAllocationTypeManaged = 2,
    hipMemAllocationTypeUncached = 1073741824,
    hipMemAllocationTypeMax = 2147483647,
} hipMemAllocationType;
typedef enum hipMemHandleType {
    hipMemHandleTypeGeneric = 0,
} hipMemHandleType;
typedef enum hipMemLocationType {
    hipMemLocationTypeInvalid = 0,
    hipMemLocationTypeNone = 0,
    hipMemLocationTypeDevice = 1,
    hipMemLocationTypeHost = 2,
    hipMemLocationTypeHostNuma = 3,
    hipMemLocationTypeHostNumaCurrent = 4,
} hipMemLocationType;
typedef enum hipMemOperationType {
    hipMemOperationTypeMap = 1,
    hipMemOperationTypeUnmap = 2,
} hipMemOperationType;
typedef enum hipMemPoolAttr {
    hipMemPoolReuseFollowEventDependencies = 1,
    hipMemPoolReuseAllowOpportunistic = 2,
    hipMemPoolReuseAllowInternalDependencies = 3,
    hipMemPoolAttrReleaseThreshold = 4,
    hipMemPoolAttrReservedMemCurrent = 5,
    hipMemPoolAttrReservedMemHigh = 6,
    hipMemPoolAttrUsedMemCurrent = 7,
    hipMemPoolAttrUsedMemHigh = 8,
} hipMemPoolAttr;
typedef enum hipMemRangeAttribute {
    hipMemRangeAttributeReadMostly = 1,
    hipMemRangeAttributePreferredLocation = 2,
    hipMemRangeAttributeAccessedBy = 3,
    hipMemRangeAttributeLastPrefetchLocation = 4,
    hipMemRangeAttributeCoherencyMode = 100,
} hipMemRangeAttribute;
typedef enum hipMemRangeCoherencyMode {
    hipMemRangeCoherencyModeFineGrain = 0,
    hipMemRangeCoherencyModeCoarseGrain = 1,
    hipMemRangeCoherencyModeIndeterminate = 2,
} hipMemRangeCoherencyMode;
typedef enum hipMemRangeFlags {
    hipMemRangeFlagDmaBufMappingTypePcie = 1,
    hipMemRangeFlagsMax = 2147483647,
} hipMemRangeFlags;
typedef enum hipMemRangeHandleType {
    hipMemRangeHandleTypeDmaBufFd = 1,
    hipMemRangeHandleTypeMax = 2147483647,
} hipMemRangeHandleType;
typedef enum hipMemcpy3DOperandType {
    hipMemcpyOperandTypePointer = 1,
    hipMemcpyOperandTypeArray = 2,
    hipMemcpyOperandTypeMax = 2147483647,
} hipMemcpy3DOperandType;
typedef enum hipMemcpyFlags {
    hipMemcpyFlagDefault = 0,
    hipMemcpyFlagPreferOverlapWithCompute = 1,
    hipMemcpyFlagExtPreferCE = 256,
    hipMemcpyFlagExtOpSwap = 512,
    hipMemcpyFlagExtOpIndirectSrc = 1024,
    hipMemcpyFlagExtOpIndirectDst = 2048,
} hipMemcpyFlags;
typedef enum hipMemcpyKind {
    hipMemcpyHostToHost = 0,
    hipMemcpyHostToDevice = 1,
    hipMemcpyDeviceToHost = 2,
    hipMemcpyDeviceToDevice = 3,
    hipMemcpyDefault = 4,
    hipMemcpyDeviceToDeviceNoCU = 1024,
} hipMemcpyKind;
typedef enum hipMemcpySrcAccessOrder {
    hipMemcpySrcAccessOrderInvalid = 0,
    hipMemcpySrcAccessOrderStream = 1,
    hipMemcpySrcAccessOrderDuringApiCall = 2,
    hipMemcpySrcAccessOrderAny = 3,
    hipMemcpySrcAccessOrderMax = 2147483647,
} hipMemcpySrcAccessOrder;
typedef enum hipMemoryAdvise {
    hipMemAdviseSetReadMostly = 1,
    hipMemAdviseUnsetReadMostly = 2,
    hipMemAdviseSetPreferredLocation = 3,
    hipMemAdviseUnsetPreferredLocation = 4,
    hipMemAdviseSetAccessedBy = 5,
    hipMemAdviseUnsetAccessedBy = 6,
    hipMemAdviseSetCoarseGrain = 100,
    hipMemAdviseUnsetCoarseGrain = 101,
} hipMemoryAdvise;
typedef enum hipMemoryType {
    hipMemoryTypeUnregistered = 0,
    hipMemoryTypeHost = 1,
    hipMemoryTypeDevice = 2,
    hipMemoryTypeManaged = 3,
    hipMemoryTypeArray = 10,
    hipMemoryTypeUnified = 11,
} hipMemoryType;
typedef enum hipPointer_attribute {
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
} hipPointer_attribute;
typedef enum hipResourceType {
    hipResourceTypeArray = 0,
    hipResourceTypeMipmappedArray = 1,
    hipResourceTypeLinear = 2,
    hipResourceTypePitch2D = 3,
} hipResourceType;
typedef enum hipResourceViewFormat {
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
} hipResourceViewFormat;
typedef enum hipSharedMemConfig {
    hipSharedMemBankSizeDefault = 0,
    hipSharedMemBankSizeFourByte = 1,
    hipSharedMemBankSizeEightByte = 2,
} hipSharedMemConfig;
typedef enum hipStreamBatchMemOpType {
    hipStreamMemOpWaitValue32 = 1,
    hipStreamMemOpWriteValue32 = 2,
    hipStreamMemOpFlushRemoteWrites = 3,
    hipStreamMemOpWaitValue64 = 4,
    hipStreamMemOpWriteValue64 = 5,
    hipStreamMemOpBarrier = 6,
} hipStreamBatchMemOpType;
typedef enum hipStreamCaptureMode {
    hipStreamCaptureModeGlobal = 0,
    hipStreamCaptureModeThreadLocal = 1,
    hipStreamCaptureModeRelaxed = 2,
} hipStreamCaptureMode;
typedef enum hipStreamCaptureStatus {
    hipStreamCaptureStatusNone = 0,
    hipStreamCaptureStatusActive = 1,
    hipStreamCaptureStatusInvalidated = 2,
} hipStreamCaptureStatus;
typedef enum hipStreamUpdateCaptureDependenciesFlags {
    hipStreamAddCaptureDependencies = 0,
    hipStreamSetCaptureDependencies = 1,
} hipStreamUpdateCaptureDependenciesFlags;
typedef enum hipSurfaceBoundaryMode {
    hipBoundaryModeZero = 0,
    hipBoundaryModeTrap = 1,
    hipBoundaryModeClamp = 2,
} hipSurfaceBoundaryMode;
typedef enum hipSynchronizationPolicy {
    hipSyncPolicyAuto = 1,
    hipSyncPolicySpin = 2,
    hipSyncPolicyYield = 3,
    hipSyncPolicyBlockingSync = 4,
} hipSynchronizationPolicy;
typedef enum hipTextureAddressMode {
    hipAddressModeWrap = 0,
    hipAddressModeClamp = 1,
    hipAddressModeMirror = 2,
    hipAddressModeBorder = 3,
} hipTextureAddressMode;
typedef enum hipTextureFilterMode {
    hipFilterModePoint = 0,
    hipFilterModeLinear = 1,
} hipTextureFilterMode;
typedef enum hipTextureReadMode {
    hipReadModeElementType = 0,
    hipReadModeNormalizedFloat = 1,
} hipTextureReadMode;
typedef enum hipUserObjectFlags {
    hipUserObjectNoDestructorSync = 1,
} hipUserObjectFlags;
typedef enum hipUserObjectRetainFlags {
    hipGraphUserObjectMove = 1,
} hipUserObjectRetainFlags;

typedef struct HIP_ARRAY3D_DESCRIPTOR HIP_ARRAY3D_DESCRIPTOR;
typedef struct HIP_ARRAY_DESCRIPTOR HIP_ARRAY_DESCRIPTOR;
typedef struct HIP_LAUNCH_CONFIG_st HIP_LAUNCH_CONFIG_st;
typedef struct HIP_MEMCPY3D HIP_MEMCPY3D;
typedef struct HIP_RESOURCE_DESC_st HIP_RESOURCE_DESC_st;
typedef struct HIP_RESOURCE_VIEW_DESC_st HIP_RESOURCE_VIEW_DESC_st;
typedef struct HIP_TEXTURE_DESC_st HIP_TEXTURE_DESC_st;
typedef struct hipAccessPolicyWindow hipAccessPolicyWindow;
typedef struct hipArrayMapInfo hipArrayMapInfo;
typedef struct hipArrayMemoryRequirements hipArrayMemoryRequirements;
typedef struct hipBatchMemOpNodeParams hipBatchMemOpNodeParams;
typedef struct hipChannelFormatDesc hipChannelFormatDesc;
typedef struct hipChildGraphNodeParams hipChildGraphNodeParams;
typedef struct hipDevResource_st hipDevResource_st;
typedef struct hipDevSmResource hipDevSmResource;
typedef struct hipDevSmResourceGroupParams_st hipDevSmResourceGroupParams_st;
typedef struct hipDevWorkqueueConfigResource hipDevWorkqueueConfigResource;
typedef struct hipDevWorkqueueResource hipDevWorkqueueResource;
typedef struct hipDeviceArch_t hipDeviceArch_t;
typedef struct hipDeviceProp_tR0000 hipDeviceProp_tR0000;
typedef struct hipDeviceProp_tR0600 hipDeviceProp_tR0600;
typedef struct hipEventRecordNodeParams hipEventRecordNodeParams;
typedef struct hipEventWaitNodeParams hipEventWaitNodeParams;
typedef struct hipExtConditionalNodeParams hipExtConditionalNodeParams;
typedef struct hipExtDynDataPrefetchConfig hipExtDynDataPrefetchConfig;
typedef struct hipExtDynDataPrefetchRegion hipExtDynDataPrefetchRegion;
typedef struct hipExtent hipExtent;
typedef struct hipExternalMemoryBufferDesc_st hipExternalMemoryBufferDesc_st;
typedef struct hipExternalMemoryHandleDesc_st hipExternalMemoryHandleDesc_st;
typedef struct hipExternalMemoryMipmappedArrayDesc_st hipExternalMemoryMipmappedArrayDesc_st;
typedef struct hipExternalSemaphoreHandleDesc_st hipExternalSemaphoreHandleDesc_st;
typedef struct hipExternalSemaphoreSignalNodeParams hipExternalSemaphoreSignalNodeParams;
typedef struct hipExternalSemaphoreSignalParams_st hipExternalSemaphoreSignalParams_st;
typedef struct hipExternalSemaphoreWaitNodeParams hipExternalSemaphoreWaitNodeParams;
typedef struct hipExternalSemaphoreWaitParams_st hipExternalSemaphoreWaitParams_st;
typedef struct hipFuncAttributes hipFuncAttributes;
typedef struct hipFunctionLaunchParams_t hipFunctionLaunchParams_t;
typedef struct hipGraphEdgeData hipGraphEdgeData;
typedef struct hipGraphInstantiateParams hipGraphInstantiateParams;
typedef struct hipGraphNodeParams hipGraphNodeParams;
typedef struct hipHostNodeParams hipHostNodeParams;
typedef struct hipIpcEventHandle_st hipIpcEventHandle_st;
typedef struct hipIpcMemHandle_st hipIpcMemHandle_st;
typedef struct hipKernelNodeParams hipKernelNodeParams;
typedef union hipLaunchAttributeValue hipLaunchAttributeValue;
typedef struct hipLaunchAttribute_st hipLaunchAttribute_st;
typedef struct hipLaunchConfig_st hipLaunchConfig_st;
typedef struct hipLaunchMemSyncDomainMap hipLaunchMemSyncDomainMap;
typedef struct hipLaunchParams_t hipLaunchParams_t;
typedef struct hipMemAccessDesc hipMemAccessDesc;
typedef struct hipMemAllocNodeParams hipMemAllocNodeParams;
typedef struct hipMemAllocationProp hipMemAllocationProp;
typedef struct hipMemFabricHandle_st hipMemFabricHandle_st;
typedef struct hipMemFreeNodeParams hipMemFreeNodeParams;
typedef struct hipMemLocation hipMemLocation;
typedef struct hipMemPoolProps hipMemPoolProps;
typedef struct hipMemPoolPtrExportData hipMemPoolPtrExportData;
typedef struct hipMemcpy3DBatchOp hipMemcpy3DBatchOp;
typedef struct hipMemcpy3DOperand hipMemcpy3DOperand;
typedef struct hipMemcpy3DParms hipMemcpy3DParms;
typedef struct hipMemcpy3DPeerParms hipMemcpy3DPeerParms;
typedef struct hipMemcpyAttributes hipMemcpyAttributes;
typedef struct hipMemcpyNodeParams hipMemcpyNodeParams;
typedef struct hipMemsetParams hipMemsetParams;
typedef struct hipMipmappedArray hipMipmappedArray;
typedef struct hipOffset3D hipOffset3D;
typedef struct hipPitchedPtr hipPitchedPtr;
typedef struct hipPointerAttribute_t hipPointerAttribute_t;
typedef struct hipPos hipPos;
typedef struct hipResourceDesc hipResourceDesc;
typedef struct hipResourceViewDesc hipResourceViewDesc;
typedef union hipStreamBatchMemOpParams_union hipStreamBatchMemOpParams_union;
typedef struct hipStreamMemOpFlushRemoteWritesParams_t hipStreamMemOpFlushRemoteWritesParams_t;
typedef struct hipStreamMemOpMemoryBarrierParams_t hipStreamMemOpMemoryBarrierParams_t;
typedef struct hipStreamMemOpWaitValueParams_t hipStreamMemOpWaitValueParams_t;
typedef struct hipStreamMemOpWriteValueParams_t hipStreamMemOpWriteValueParams_t;
typedef struct hipTextureDesc hipTextureDesc;
typedef struct hipUUID_t hipUUID_t;
typedef struct hip_Memcpy2D hip_Memcpy2D;
typedef struct textureReference textureReference;
typedef struct uint3 {
    unsigned int x;
    unsigned int y;
    unsigned int z;
#if defined(__cplusplus) && defined(__HIP__) && defined(__clang__)
    /* For hipcc, components are also elements of `data`, as in AMD's header. */
    __attribute__((host, device)) unsigned int __hip_get(int place) const { return (&x)[place]; }
    __attribute__((host, device)) void __hip_put(int place, unsigned int value) { (&x)[place] = value; }
    __declspec(property(get = __hip_get, put = __hip_put)) unsigned int data[];
#endif
} uint3;
typedef struct dim3 {
    uint32_t x;
    uint32_t y;
    uint32_t z;
#if defined(__cplusplus)
    constexpr dim3(uint32_t x_ = 1, uint32_t y_ = 1, uint32_t z_ = 1) : x(x_), y(y_), z(z_) {}
    /* Conversions of CUDA's. */
    constexpr dim3(const uint3 &v) : x(v.x), y(v.y), z(v.z) {}
    constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
} dim3;

typedef unsigned int GLenum;
typedef unsigned int GLuint;
struct HIP_ARRAY3D_DESCRIPTOR { size_t Width; size_t Height; size_t Depth; enum hipArray_Format Format; unsigned int NumChannels; unsigned int Flags; };
struct HIP_ARRAY_DESCRIPTOR { size_t Width; size_t Height; enum hipArray_Format Format; unsigned int NumChannels; };
typedef HIPaddress_mode_enum HIPaddress_mode;
typedef HIPfilter_mode_enum HIPfilter_mode;
typedef HIPresourceViewFormat_enum HIPresourceViewFormat;
typedef HIPresourcetype_enum HIPresourcetype;
struct hipAccessPolicyWindow { void * base_ptr; hipAccessProperty hitProp; float hitRatio; hipAccessProperty missProp; size_t num_bytes; };
struct hipArrayMemoryRequirements { size_t alignment; size_t size; };
typedef const struct hipArray * hipArray_const_t;
typedef struct hipArray * hipArray_t;
struct hipChannelFormatDesc { int x; int y; int z; int w; enum hipChannelFormatKind f; };
typedef struct ihipCtx_t * hipCtx_t;
typedef struct ihipDevResourceDesc_t * hipDevResourceDesc_t;
struct hipDevSmResource { unsigned int smCount; unsigned int minSmPartitionSize; unsigned int smCoscheduledAlignment; unsigned int flags; };
struct hipDevSmResourceGroupParams_st { unsigned int smCount; unsigned int coscheduledSmCount; unsigned int preferredCoscheduledSmCount; unsigned int flags; unsigned int reserved[12]; };
struct hipDevWorkqueueConfigResource { int device; unsigned int wqConcurrencyLimit; hipDevWorkqueueConfigScope sharingScope; };
struct hipDevWorkqueueResource { unsigned char reserved[40]; };
struct hipDeviceArch_t { unsigned int hasGlobalInt32Atomics : 1; unsigned int hasGlobalFloatAtomicExch : 1; unsigned int hasSharedInt32Atomics : 1; unsigned int hasSharedFloatAtomicExch : 1; unsigned int hasFloatAtomicAdd : 1; unsigned int hasGlobalInt64Atomics : 1; unsigned int hasSharedInt64Atomics : 1; unsigned int hasDoubles : 1; unsigned int hasWarpVote : 1; unsigned int hasWarpBallot : 1; unsigned int hasWarpShuffle : 1; unsigned int hasFunnelShift : 1; unsigned int hasThreadFenceSystem : 1; unsigned int hasSyncThreadsExt : 1; unsigned int hasSurfaceFuncs : 1; unsigned int has3dGrid : 1; unsigned int hasDynamicParallelism : 1; };
typedef int hipDevice_t;
typedef void * hipDeviceptr_t;
typedef struct ihipEvent_t * hipEvent_t;
typedef struct ihipExecutionCtx_t * hipExecutionCtx_t;
struct hipExtDynDataPrefetchRegion { void * address; size_t stride; size_t width; size_t height; };
typedef unsigned long long hipExtGraphConditionalHandle;
struct hipExtent { size_t width; size_t height; size_t depth; };
struct hipExternalMemoryBufferDesc_st { unsigned long long offset; unsigned long long size; unsigned int flags; unsigned int reserved[16]; };
typedef hipExternalMemoryHandleType_enum hipExternalMemoryHandleType;
typedef void * hipExternalMemory_t;
typedef hipExternalSemaphoreHandleType_enum hipExternalSemaphoreHandleType;
struct hipExternalSemaphoreSignalParams_st { struct { struct { unsigned long long value; } fence; union { void * fence; unsigned long long reserved; } nvSciSync; struct { unsigned long long key; } keyedMutex; unsigned int reserved[12]; } params; unsigned int flags; unsigned int reserved[16]; };
struct hipExternalSemaphoreWaitParams_st { struct { struct { unsigned long long value; } fence; union { void * fence; unsigned long long reserved; } nvSciSync; struct { unsigned long long key; unsigned int timeoutMs; } keyedMutex; unsigned int reserved[10]; } params; unsigned int flags; unsigned int reserved[16]; };
typedef void * hipExternalSemaphore_t;
struct hipFuncAttributes { int binaryVersion; int cacheModeCA; size_t constSizeBytes; size_t localSizeBytes; int maxDynamicSharedSizeBytes; int maxThreadsPerBlock; int numRegs; int preferredShmemCarveout; int ptxVersion; size_t sharedSizeBytes; };
typedef struct ihipModuleSymbol_t * hipFunction_t;
typedef int hipGLDeviceList;
struct hipGraphEdgeData { unsigned char from_port; unsigned char reserved[5]; unsigned char to_port; unsigned char type; };
typedef struct hipGraphExec * hipGraphExec_t;
typedef struct hipGraphNode * hipGraphNode_t;
typedef struct ihipGraph * hipGraph_t;
typedef struct _hipGraphicsResource hipGraphicsResource;
typedef struct _hipGraphicsResource * hipGraphicsResource_t;
typedef void (*hipHostFn_t)(void *);
struct hipIpcEventHandle_st { char reserved[64]; };
struct hipIpcMemHandle_st { char reserved[64]; };
struct hipKernelNodeParams { dim3 blockDim; void ** extra; void * func; dim3 gridDim; void ** kernelParams; unsigned int sharedMemBytes; };
typedef struct ihipKernel_t * hipKernel_t;
struct hipLaunchMemSyncDomainMap { unsigned char default_; unsigned char remote; };
typedef hipLibraryOption_e hipLibraryOption;
typedef struct ihipLibrary_t * hipLibrary_t;
typedef struct ihipLinkState_t * hipLinkState_t;
struct hipMemFabricHandle_st { unsigned char data[64]; };
struct hipMemFreeNodeParams { void * dptr; };
typedef struct ihipMemGenericAllocationHandle * hipMemGenericAllocationHandle_t;
struct hipMemLocation { hipMemLocationType type; int id; };
struct hipMemPoolPtrExportData { unsigned char reserved[64]; };
typedef struct ihipMemPoolHandle_t * hipMemPool_t;
struct hipMemsetParams { void * dst; unsigned int elementSize; size_t height; size_t pitch; unsigned int value; size_t width; };
typedef const struct hipMipmappedArray * hipMipmappedArray_const_t;
typedef struct hipMipmappedArray * hipMipmappedArray_t;
typedef struct ihipModule_t * hipModule_t;
struct hipOffset3D { size_t x; size_t y; size_t z; };
struct hipPitchedPtr { void * ptr; size_t pitch; size_t xsize; size_t ysize; };
struct hipPointerAttribute_t { enum hipMemoryType type; int device; void * devicePointer; void * hostPointer; int isManaged; unsigned int allocationFlags; };
struct hipPos { size_t x; size_t y; size_t z; };
struct hipResourceViewDesc { enum hipResourceViewFormat format; size_t width; size_t height; size_t depth; unsigned int firstMipmapLevel; unsigned int lastMipmapLevel; unsigned int firstLayer; unsigned int lastLayer; };
struct hipStreamMemOpFlushRemoteWritesParams_t { hipStreamBatchMemOpType operation; unsigned int flags; };
struct hipStreamMemOpMemoryBarrierParams_t { hipStreamBatchMemOpType operation; unsigned int flags; };
typedef struct ihipStream_t * hipStream_t;
typedef struct __hip_surface * hipSurfaceObject_t;
typedef struct textureReference * hipTexRef;
struct hipTextureDesc { enum hipTextureAddressMode addressMode[3]; enum hipTextureFilterMode filterMode; enum hipTextureReadMode readMode; int sRGB; float borderColor[4]; int normalizedCoords; unsigned int maxAnisotropy; enum hipTextureFilterMode mipmapFilterMode; float mipmapLevelBias; float minMipmapLevelClamp; float maxMipmapLevelClamp; };
typedef struct __hip_texture * hipTextureObject_t;
struct hipUUID_t { char bytes[16]; };
typedef struct hipUserObject * hipUserObject_t;
struct HIP_MEMCPY3D { size_t srcXInBytes; size_t srcY; size_t srcZ; size_t srcLOD; hipMemoryType srcMemoryType; const void * srcHost; hipDeviceptr_t srcDevice; hipArray_t srcArray; size_t srcPitch; size_t srcHeight; size_t dstXInBytes; size_t dstY; size_t dstZ; size_t dstLOD; hipMemoryType dstMemoryType; void * dstHost; hipDeviceptr_t dstDevice; hipArray_t dstArray; size_t dstPitch; size_t dstHeight; size_t WidthInBytes; size_t Height; size_t Depth; };
struct HIP_RESOURCE_DESC_st { HIPresourcetype resType; union { struct { hipArray_t hArray; } array; struct { hipMipmappedArray_t hMipmappedArray; } mipmap; struct { hipDeviceptr_t devPtr; hipArray_Format format; unsigned int numChannels; size_t sizeInBytes; } linear; struct { hipDeviceptr_t devPtr; hipArray_Format format; unsigned int numChannels; size_t width; size_t height; size_t pitchInBytes; } pitch2D; struct { int reserved[32]; } reserved; } res; unsigned int flags; };
struct HIP_RESOURCE_VIEW_DESC_st { HIPresourceViewFormat format; size_t width; size_t height; size_t depth; unsigned int firstMipmapLevel; unsigned int lastMipmapLevel; unsigned int firstLayer; unsigned int lastLayer; unsigned int reserved[16]; };
struct HIP_TEXTURE_DESC_st { HIPaddress_mode addressMode[3]; HIPfilter_mode filterMode; unsigned int flags; unsigned int maxAnisotropy; HIPfilter_mode mipmapFilterMode; float mipmapLevelBias; float minMipmapLevelClamp; float maxMipmapLevelClamp; float borderColor[4]; int reserved[12]; };
struct hipChildGraphNodeParams { hipGraph_t graph; };
struct hipDevResource_st { hipDevResourceType type; unsigned char _internal_padding[92]; union { hipDevSmResource sm; hipDevWorkqueueConfigResource wqConfig; hipDevWorkqueueResource wq; unsigned char _oversize[40]; }; struct hipDevResource_st * nextResource; };
typedef hipDevSmResourceGroupParams_st hipDevSmResourceGroupParams;
struct hipDeviceProp_tR0000 { char name[256]; size_t totalGlobalMem; size_t sharedMemPerBlock; int regsPerBlock; int warpSize; int maxThreadsPerBlock; int maxThreadsDim[3]; int maxGridSize[3]; int clockRate; int memoryClockRate; int memoryBusWidth; size_t totalConstMem; int major; int minor; int multiProcessorCount; int l2CacheSize; int maxThreadsPerMultiProcessor; int computeMode; int clockInstructionRate; hipDeviceArch_t arch; int concurrentKernels; int pciDomainID; int pciBusID; int pciDeviceID; size_t maxSharedMemoryPerMultiProcessor; int isMultiGpuBoard; int canMapHostMemory; int gcnArch; char gcnArchName[256]; int integrated; int cooperativeLaunch; int cooperativeMultiDeviceLaunch; int maxTexture1DLinear; int maxTexture1D; int maxTexture2D[2]; int maxTexture3D[3]; unsigned int * hdpMemFlushCntl; unsigned int * hdpRegFlushCntl; size_t memPitch; size_t textureAlignment; size_t texturePitchAlignment; int kernelExecTimeoutEnabled; int ECCEnabled; int tccDriver; int cooperativeMultiDeviceUnmatchedFunc; int cooperativeMultiDeviceUnmatchedGridDim; int cooperativeMultiDeviceUnmatchedBlockDim; int cooperativeMultiDeviceUnmatchedSharedMem; int isLargeBar; int asicRevision; int managedMemory; int directManagedMemAccessFromHost; int concurrentManagedAccess; int pageableMemoryAccess; int pageableMemoryAccessUsesHostPageTables; };
struct hipEventRecordNodeParams { hipEvent_t event; };
struct hipEventWaitNodeParams { hipEvent_t event; };
struct hipExtConditionalNodeParams { hipExtGraphConditionalHandle handle; hipExtGraphConditionalNodeType type; unsigned int size; hipGraph_t * phGraph_out; };
struct hipExtDynDataPrefetchConfig { unsigned int numRegions; hipExtDynDataPrefetchTemporal temporal; hipExtDynDataPrefetchRegion regions[2]; };
typedef hipExternalMemoryBufferDesc_st hipExternalMemoryBufferDesc;
struct hipExternalMemoryHandleDesc_st { hipExternalMemoryHandleType type; union { int fd; struct { void * handle; const void * name; } win32; const void * nvSciBufObject; } handle; unsigned long long size; unsigned int flags; unsigned int reserved[16]; };
struct hipExternalMemoryMipmappedArrayDesc_st { unsigned long long offset; hipChannelFormatDesc formatDesc; hipExtent extent; unsigned int flags; unsigned int numLevels; };
struct hipExternalSemaphoreHandleDesc_st { hipExternalSemaphoreHandleType type; union { int fd; struct { void * handle; const void * name; } win32; const void * NvSciSyncObj; } handle; unsigned int flags; unsigned int reserved[16]; };
typedef hipExternalSemaphoreSignalParams_st hipExternalSemaphoreSignalParams;
typedef hipExternalSemaphoreWaitParams_st hipExternalSemaphoreWaitParams;
struct hipFunctionLaunchParams_t { hipFunction_t function; unsigned int gridDimX; unsigned int gridDimY; unsigned int gridDimZ; unsigned int blockDimX; unsigned int blockDimY; unsigned int blockDimZ; unsigned int sharedMemBytes; hipStream_t hStream; void ** kernelParams; };
struct hipGraphInstantiateParams { hipGraphNode_t errNode_out; unsigned long long flags; hipGraphInstantiateResult result_out; hipStream_t uploadStream; };
struct hipHostNodeParams { hipHostFn_t fn; void * userData; };
typedef hipIpcEventHandle_st hipIpcEventHandle_t;
typedef hipIpcMemHandle_st hipIpcMemHandle_t;
union hipLaunchAttributeValue { char pad[64]; hipAccessPolicyWindow accessPolicyWindow; int cooperative; int priority; hipSynchronizationPolicy syncPolicy; hipLaunchMemSyncDomainMap memSyncDomainMap; hipLaunchMemSyncDomain memSyncDomain; struct { unsigned int x; unsigned int y; unsigned int z; } clusterDim; hipClusterSchedulingPolicy clusterSchedulingPolicyPreference; };
struct hipLaunchParams_t { void * func; dim3 gridDim; dim3 blockDim; void ** args; size_t sharedMem; hipStream_t stream; };
struct hipMemAccessDesc { hipMemLocation location; hipMemAccessFlags flags; };
struct hipMemAllocationProp { hipMemAllocationType type; union { hipMemAllocationHandleType requestedHandleType; hipMemAllocationHandleType requestedHandleTypes; }; hipMemLocation location; void * win32HandleMetaData; struct { unsigned char compressionType; unsigned char gpuDirectRDMACapable; unsigned short usage; } allocFlags; };
typedef hipMemFabricHandle_st hipMemFabricHandle;
struct hipMemPoolProps { hipMemAllocationType allocType; hipMemAllocationHandleType handleTypes; hipMemLocation location; void * win32SecurityAttributes; size_t maxSize; unsigned char reserved[56]; };
struct hipMemcpy3DOperand { hipMemcpy3DOperandType type; union { struct { void * ptr; size_t rowLength; size_t layerHeight; hipMemLocation locHint; } ptr; struct { hipArray_t array; hipOffset3D offset; } array; } op; };
struct hipMemcpy3DParms { hipArray_t srcArray; struct hipPos srcPos; struct hipPitchedPtr srcPtr; hipArray_t dstArray; struct hipPos dstPos; struct hipPitchedPtr dstPtr; struct hipExtent extent; enum hipMemcpyKind kind; };
struct hipMemcpy3DPeerParms { hipArray_t srcArray; hipPos srcPos; hipPitchedPtr srcPtr; int srcDevice; hipArray_t dstArray; hipPos dstPos; hipPitchedPtr dstPtr; int dstDevice; hipExtent extent; };
struct hipMemcpyAttributes { hipMemcpySrcAccessOrder srcAccessOrder; hipMemLocation srcLocHint; hipMemLocation dstLocHint; unsigned int flags; };
struct hipMipmappedArray { void * data; struct hipChannelFormatDesc desc; unsigned int type; unsigned int width; unsigned int height; unsigned int depth; unsigned int min_mipmap_level; unsigned int max_mipmap_level; unsigned int flags; enum hipArray_Format format; unsigned int num_channels; };
struct hipResourceDesc { enum hipResourceType resType; union { struct { hipArray_t array; } array; struct { hipMipmappedArray_t mipmap; } mipmap; struct { void * devPtr; struct hipChannelFormatDesc desc; size_t sizeInBytes; } linear; struct { void * devPtr; struct hipChannelFormatDesc desc; size_t width; size_t height; size_t pitchInBytes; } pitch2D; } res; };
typedef void (*hipStreamCallback_t)(hipStream_t, hipError_t, void *);
struct hipStreamMemOpWaitValueParams_t { hipStreamBatchMemOpType operation; hipDeviceptr_t address; union { uint32_t value; uint64_t value64; }; unsigned int flags; hipDeviceptr_t alias; };
struct hipStreamMemOpWriteValueParams_t { hipStreamBatchMemOpType operation; hipDeviceptr_t address; union { uint32_t value; uint64_t value64; }; unsigned int flags; hipDeviceptr_t alias; };
typedef hipUUID_t hipUUID;
struct hip_Memcpy2D { size_t srcXInBytes; size_t srcY; hipMemoryType srcMemoryType; const void * srcHost; hipDeviceptr_t srcDevice; hipArray_t srcArray; size_t srcPitch; size_t dstXInBytes; size_t dstY; hipMemoryType dstMemoryType; void * dstHost; hipDeviceptr_t dstDevice; hipArray_t dstArray; size_t dstPitch; size_t WidthInBytes; size_t Height; };
typedef hipMipmappedArray_t hipmipmappedArray;
struct textureReference { int normalized; enum hipTextureReadMode readMode; enum hipTextureFilterMode filterMode; enum hipTextureAddressMode addressMode[3]; struct hipChannelFormatDesc channelDesc; int sRGB; unsigned int maxAnisotropy; enum hipTextureFilterMode mipmapFilterMode; float mipmapLevelBias; float minMipmapLevelClamp; float maxMipmapLevelClamp; hipTextureObject_t textureObject; int numChannels; enum hipArray_Format format; };
typedef HIP_RESOURCE_DESC_st HIP_RESOURCE_DESC;
typedef HIP_RESOURCE_VIEW_DESC_st HIP_RESOURCE_VIEW_DESC;
typedef HIP_TEXTURE_DESC_st HIP_TEXTURE_DESC;
struct hipArrayMapInfo { hipResourceType resourceType; union { hipMipmappedArray mipmap; hipArray_t array; } resource; hipArraySparseSubresourceType subresourceType; union { struct { unsigned int level; unsigned int layer; unsigned int offsetX; unsigned int offsetY; unsigned int offsetZ; unsigned int extentWidth; unsigned int extentHeight; unsigned int extentDepth; } sparseLevel; struct { unsigned int layer; unsigned long long offset; unsigned long long size; } miptail; } subresource; hipMemOperationType memOperationType; hipMemHandleType memHandleType; union { hipMemGenericAllocationHandle_t memHandle; } memHandle; unsigned long long offset; unsigned int deviceBitMask; unsigned int flags; unsigned int reserved[2]; };
typedef hipDevResource_st hipDevResource;
struct hipDeviceProp_tR0600 { char name[256]; hipUUID uuid; char luid[8]; unsigned int luidDeviceNodeMask; size_t totalGlobalMem; size_t sharedMemPerBlock; int regsPerBlock; int warpSize; size_t memPitch; int maxThreadsPerBlock; int maxThreadsDim[3]; int maxGridSize[3]; int clockRate; size_t totalConstMem; int major; int minor; size_t textureAlignment; size_t texturePitchAlignment; int deviceOverlap; int multiProcessorCount; int kernelExecTimeoutEnabled; int integrated; int canMapHostMemory; int computeMode; int maxTexture1D; int maxTexture1DMipmap; int maxTexture1DLinear; int maxTexture2D[2]; int maxTexture2DMipmap[2]; int maxTexture2DLinear[3]; int maxTexture2DGather[2]; int maxTexture3D[3]; int maxTexture3DAlt[3]; int maxTextureCubemap; int maxTexture1DLayered[2]; int maxTexture2DLayered[3]; int maxTextureCubemapLayered[2]; int maxSurface1D; int maxSurface2D[2]; int maxSurface3D[3]; int maxSurface1DLayered[2]; int maxSurface2DLayered[3]; int maxSurfaceCubemap; int maxSurfaceCubemapLayered[2]; size_t surfaceAlignment; int concurrentKernels; int ECCEnabled; int pciBusID; int pciDeviceID; int pciDomainID; int tccDriver; int asyncEngineCount; int unifiedAddressing; int memoryClockRate; int memoryBusWidth; int l2CacheSize; int persistingL2CacheMaxSize; int maxThreadsPerMultiProcessor; int streamPrioritiesSupported; int globalL1CacheSupported; int localL1CacheSupported; size_t sharedMemPerMultiprocessor; int regsPerMultiprocessor; int managedMemory; int isMultiGpuBoard; int multiGpuBoardGroupID; int hostNativeAtomicSupported; int singleToDoublePrecisionPerfRatio; int pageableMemoryAccess; int concurrentManagedAccess; int computePreemptionSupported; int canUseHostPointerForRegisteredMem; int cooperativeLaunch; int cooperativeMultiDeviceLaunch; size_t sharedMemPerBlockOptin; int pageableMemoryAccessUsesHostPageTables; int directManagedMemAccessFromHost; int maxBlocksPerMultiProcessor; int accessPolicyMaxWindowSize; size_t reservedSharedMemPerBlock; int hostRegisterSupported; int sparseHipArraySupported; int hostRegisterReadOnlySupported; int timelineSemaphoreInteropSupported; int memoryPoolsSupported; int gpuDirectRDMASupported; unsigned int gpuDirectRDMAFlushWritesOptions; int gpuDirectRDMAWritesOrdering; unsigned int memoryPoolSupportedHandleTypes; int deferredMappingHipArraySupported; int ipcEventSupported; int clusterLaunch; int unifiedFunctionPointers; int reserved[63]; int hipReserved[32]; char gcnArchName[256]; size_t maxSharedMemoryPerMultiProcessor; int clockInstructionRate; hipDeviceArch_t arch; unsigned int * hdpMemFlushCntl; unsigned int * hdpRegFlushCntl; int cooperativeMultiDeviceUnmatchedFunc; int cooperativeMultiDeviceUnmatchedGridDim; int cooperativeMultiDeviceUnmatchedBlockDim; int cooperativeMultiDeviceUnmatchedSharedMem; int isLargeBar; int asicRevision; };
typedef hipExternalMemoryHandleDesc_st hipExternalMemoryHandleDesc;
typedef hipExternalMemoryMipmappedArrayDesc_st hipExternalMemoryMipmappedArrayDesc;
typedef hipExternalSemaphoreHandleDesc_st hipExternalSemaphoreHandleDesc;
struct hipExternalSemaphoreSignalNodeParams { hipExternalSemaphore_t * extSemArray; const hipExternalSemaphoreSignalParams * paramsArray; unsigned int numExtSems; };
struct hipExternalSemaphoreWaitNodeParams { hipExternalSemaphore_t * extSemArray; const hipExternalSemaphoreWaitParams * paramsArray; unsigned int numExtSems; };
typedef hipFunctionLaunchParams_t hipFunctionLaunchParams;
struct hipLaunchAttribute_st { hipLaunchAttributeID id; char pad[4]; union { hipLaunchAttributeValue val; hipLaunchAttributeValue value; }; };
typedef hipLaunchParams_t hipLaunchParams;
struct hipMemAllocNodeParams { hipMemPoolProps poolProps; const hipMemAccessDesc * accessDescs; size_t accessDescCount; size_t bytesize; void * dptr; };
struct hipMemcpy3DBatchOp { hipMemcpy3DOperand src; hipMemcpy3DOperand dst; hipExtent extent; hipMemcpySrcAccessOrder srcAccessOrder; unsigned int flags; };
struct hipMemcpyNodeParams { int flags; int reserved[3]; hipMemcpy3DParms copyParams; };
union hipStreamBatchMemOpParams_union { hipStreamBatchMemOpType operation; struct hipStreamMemOpWaitValueParams_t waitValue; struct hipStreamMemOpWriteValueParams_t writeValue; struct hipStreamMemOpFlushRemoteWritesParams_t flushRemoteWrites; struct hipStreamMemOpMemoryBarrierParams_t memoryBarrier; uint64_t pad[6]; };
#define hipDeviceProp_t hipDeviceProp_tR0600
struct hipGraphNodeParams { hipGraphNodeType type; int reserved0[3]; union { long long reserved1[29]; hipKernelNodeParams kernel; hipMemcpyNodeParams memcpy; hipMemsetParams memset; hipHostNodeParams host; hipChildGraphNodeParams graph; hipEventWaitNodeParams eventWait; hipEventRecordNodeParams eventRecord; hipExternalSemaphoreSignalNodeParams extSemSignal; hipExternalSemaphoreWaitNodeParams extSemWait; hipMemAllocNodeParams alloc; hipMemFreeNodeParams free; hipExtConditionalNodeParams conditional; }; long long reserved2; };
typedef hipLaunchAttribute_st hipLaunchAttribute;
typedef hipStreamBatchMemOpParams_union hipStreamBatchMemOpParams;
struct HIP_LAUNCH_CONFIG_st { unsigned int gridDimX; unsigned int gridDimY; unsigned int gridDimZ; unsigned int blockDimX; unsigned int blockDimY; unsigned int blockDimZ; unsigned int sharedMemBytes; hipStream_t hStream; hipLaunchAttribute * attrs; unsigned int numAttrs; };
struct hipBatchMemOpNodeParams { hipCtx_t ctx; unsigned int count; hipStreamBatchMemOpParams * paramArray; unsigned int flags; };
struct hipLaunchConfig_st { dim3 gridDim; dim3 blockDim; size_t dynamicSmemBytes; hipStream_t stream; hipLaunchAttribute * attrs; unsigned int numAttrs; };
typedef HIP_LAUNCH_CONFIG_st HIP_LAUNCH_CONFIG;
typedef hipLaunchConfig_st hipLaunchConfig_t;

/* (logging, group unknown) */
hipError_t hipExtDisableLogging(void);
hipError_t hipExtEnableLogging(void);
hipError_t hipExtSetLoggingParams(size_t log_level, size_t log_size, size_t log_mask);

/* - */
hipError_t hipChooseDeviceR0000(int * device, const hipDeviceProp_tR0000 * properties);
hipError_t hipExtModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ, size_t sharedMemBytes, hipStream_t hStream, void ** kernelParams, void ** extra, hipEvent_t startEvent __HIP_SOFT_DEFAULT(NULL), hipEvent_t stopEvent __HIP_SOFT_DEFAULT(NULL), uint32_t flags __HIP_SOFT_DEFAULT(0));
hipError_t hipGLGetDevices(unsigned int * pHipDeviceCount, int * pHipDevices, unsigned int hipDeviceCount, hipGLDeviceList deviceList);
hipError_t hipGetDevicePropertiesR0000(hipDeviceProp_tR0000 * prop, int device);
hipError_t hipGraphicsGLRegisterBuffer(hipGraphicsResource ** resource, GLuint buffer, unsigned int flags);
hipError_t hipGraphicsGLRegisterImage(hipGraphicsResource ** resource, GLuint image, GLenum target, unsigned int flags);
hipError_t hipHccModuleLaunchKernel(hipFunction_t f, uint32_t globalWorkSizeX, uint32_t globalWorkSizeY, uint32_t globalWorkSizeZ, uint32_t localWorkSizeX, uint32_t localWorkSizeY, uint32_t localWorkSizeZ, size_t sharedMemBytes, hipStream_t hStream, void ** kernelParams, void ** extra, hipEvent_t startEvent __HIP_SOFT_DEFAULT(NULL), hipEvent_t stopEvent __HIP_SOFT_DEFAULT(NULL));

/* Callback */
const char * hipApiName(uint32_t id);
int hipGetStreamDeviceId(hipStream_t stream);
const char * hipKernelNameRef(const hipFunction_t f);
const char * hipKernelNameRefByPtr(const void *hostFunction, hipStream_t stream);

/* Clang */
hipError_t __hipPopCallConfiguration(dim3 *gridDim, dim3 *blockDim, size_t *sharedMem, hipStream_t *stream);
hipError_t __hipPushCallConfiguration(dim3 gridDim, dim3 blockDim, size_t sharedMem, hipStream_t stream);
hipError_t hipConfigureCall(dim3 gridDim, dim3 blockDim, size_t sharedMem __HIP_SOFT_DEFAULT(0), hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipDrvMemcpy2DUnaligned(const hip_Memcpy2D *pCopy);
hipError_t hipExtLaunchKernel(const void *function_address, dim3 numBlocks, dim3 dimBlocks, void **args, size_t sharedMemBytes, hipStream_t stream, hipEvent_t startEvent, hipEvent_t stopEvent, int flags);
hipError_t hipLaunchByPtr(const void *func);
hipError_t hipLaunchHostFunc(hipStream_t stream, hipHostFn_t fn, void *userData);
hipError_t hipLaunchKernel(const void *function_address, dim3 numBlocks, dim3 dimBlocks, void **args, size_t sharedMemBytes, hipStream_t stream);
hipError_t hipSetupArgument(const void *arg, size_t size, size_t offset);

/* CompilerInterface */
void ** __hipRegisterFatBinary(const void * data);
void __hipRegisterFunction(void ** modules, const void * hostFunction, char * deviceFunction, const char * deviceName, unsigned int threadLimit, uint3 * tid, uint3 * bid, dim3 * blockDim, dim3 * gridDim, int * wSize);
void __hipRegisterManagedVar(void * hipModule, void ** pointer, void * init_value, const char * name, size_t size, unsigned align);
void __hipRegisterSurface(void ** modules, void * var, char * hostVar, char * deviceVar, int type, int ext);
void __hipRegisterTexture(void ** modules, void * var, char * hostVar, char * deviceVar, int type, int norm, int ext);
void __hipRegisterVar(void ** modules, void * var, char * hostVar, char * deviceVar, int ext, size_t size, int constant, int global);
void __hipReportDevices(size_t numDevices, const hipUUID * uuids);
void __hipUnregisterFatBinary(void ** modules);

/* Context */
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxCreate(hipCtx_t *ctx, unsigned int flags, hipDevice_t device);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxDestroy(hipCtx_t ctx);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxDisablePeerAccess(hipCtx_t peerCtx);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxEnablePeerAccess(hipCtx_t peerCtx, unsigned int flags);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxGetApiVersion(hipCtx_t ctx, unsigned int *apiVersion);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxGetCacheConfig(hipFuncCache_t *cacheConfig);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxGetCurrent(hipCtx_t *ctx);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxGetDevice(hipDevice_t *device);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxGetFlags(unsigned int *flags);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxGetSharedMemConfig(hipSharedMemConfig *pConfig);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxPopCurrent(hipCtx_t *ctx);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxPushCurrent(hipCtx_t ctx);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxSetCacheConfig(hipFuncCache_t cacheConfig);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxSetCurrent(hipCtx_t ctx);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxSetSharedMemConfig(hipSharedMemConfig config);
HIP_DEPRECATED("HIP's contexts are deprecated: use devices and streams") hipError_t hipCtxSynchronize(void);
hipError_t hipDevicePrimaryCtxGetState(hipDevice_t dev, unsigned int *flags, int *active);
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t dev);
hipError_t hipDevicePrimaryCtxReset(hipDevice_t dev);
hipError_t hipDevicePrimaryCtxRetain(hipCtx_t *pctx, hipDevice_t dev);
hipError_t hipDevicePrimaryCtxSetFlags(hipDevice_t dev, unsigned int flags);

/* Device */
hipError_t hipChooseDeviceR0600(int *device, const hipDeviceProp_tR0600 *prop);
hipError_t hipDeviceGetAttribute(int *pi, hipDeviceAttribute_t attr, int deviceId);
hipError_t hipDeviceGetCacheConfig(hipFuncCache_t *cacheConfig);
hipError_t hipDeviceGetDefaultMemPool(hipMemPool_t *mem_pool, int device);
hipError_t hipDeviceGetLimit(size_t *pValue, enum hipLimit_t limit);
hipError_t hipDeviceGetMemPool(hipMemPool_t *mem_pool, int device);
hipError_t hipDeviceGetSharedMemConfig(hipSharedMemConfig *pConfig);
hipError_t hipDeviceGetTexture1DLinearMaxWidth(size_t *max_width, const hipChannelFormatDesc *desc, int device);
hipError_t hipDeviceReset(void);
hipError_t hipDeviceSetCacheConfig(hipFuncCache_t cacheConfig);
hipError_t hipDeviceSetLimit(enum hipLimit_t limit, size_t value);
hipError_t hipDeviceSetMemPool(int device, hipMemPool_t mem_pool);
hipError_t hipDeviceSetSharedMemConfig(hipSharedMemConfig config);
hipError_t hipDeviceSynchronize(void);
hipError_t hipExtGetLinkTypeAndHopCount(int device1, int device2, uint32_t *linktype, uint32_t *hopcount);
hipError_t hipGetDevice(int *deviceId);
hipError_t hipGetDeviceCount(int *count);
hipError_t hipGetDeviceFlags(unsigned int *flags);
hipError_t hipGetDevicePropertiesR0600(hipDeviceProp_tR0600 *prop, int deviceId);
hipError_t hipIpcCloseMemHandle(void *devPtr);
hipError_t hipIpcGetEventHandle(hipIpcEventHandle_t *handle, hipEvent_t event);
hipError_t hipIpcGetMemHandle(hipIpcMemHandle_t *handle, void *devPtr);
hipError_t hipIpcOpenEventHandle(hipEvent_t *event, hipIpcEventHandle_t handle);
hipError_t hipIpcOpenMemHandle(void **devPtr, hipIpcMemHandle_t handle, unsigned int flags);
hipError_t hipSetDevice(int deviceId);
hipError_t hipSetDeviceFlags(unsigned int flags);
hipError_t hipSetValidDevices(int *device_arr, int len);

/* Driver */
hipError_t hipDeviceComputeCapability(int *major, int *minor, hipDevice_t device);
hipError_t hipDeviceGet(hipDevice_t *device, int ordinal);
hipError_t hipDeviceGetByPCIBusId(int *device, const char *pciBusId);
hipError_t hipDeviceGetName(char *name, int len, hipDevice_t device);
hipError_t hipDeviceGetP2PAttribute(int *value, hipDeviceP2PAttr attr, int srcDevice, int dstDevice);
hipError_t hipDeviceGetPCIBusId(char *pciBusId, int len, int device);
hipError_t hipDeviceGetUuid(hipUUID *uuid, hipDevice_t device);
hipError_t hipDeviceTotalMem(size_t *bytes, hipDevice_t device);
hipError_t hipDriverGetVersion(int *driverVersion);
hipError_t hipInit(unsigned int flags);
hipError_t hipRuntimeGetVersion(int *runtimeVersion);

/* Error */
hipError_t hipDrvGetErrorName(hipError_t hipError, const char **errorString);
hipError_t hipDrvGetErrorString(hipError_t hipError, const char **errorString);
hipError_t hipExtGetLastError(void);
const char * hipGetErrorName(hipError_t hip_error);
const char * hipGetErrorString(hipError_t hipError);
hipError_t hipGetLastError(void);
hipError_t hipPeekAtLastError(void);

/* Event */
hipError_t hipEventCreate(hipEvent_t *event);
hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned int flags);
hipError_t hipEventDestroy(hipEvent_t event);
hipError_t hipEventElapsedTime(float *ms, hipEvent_t start, hipEvent_t stop);
hipError_t hipEventQuery(hipEvent_t event);
hipError_t hipEventRecord(hipEvent_t event, hipStream_t stream __HIP_SOFT_DEFAULT(NULL));
hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t stream __HIP_SOFT_DEFAULT(NULL), unsigned int flags __HIP_SOFT_DEFAULT(0));
hipError_t hipEventSynchronize(hipEvent_t event);

/* Execution */
hipError_t hipFuncSetAttribute(const void *func, hipFuncAttribute attr, int value);
hipError_t hipFuncSetCacheConfig(const void *func, hipFuncCache_t config);
hipError_t hipFuncSetSharedMemConfig(const void *func, hipSharedMemConfig config);

/* Execution (neighbour) */
hipError_t hipKernelGetFunction(hipFunction_t * pFunc, hipKernel_t kernel);
hipError_t hipKernelSetAttribute(hipFunction_attribute attrib, int value, hipKernel_t kernel, int dev);

/* ExecutionContext */
hipError_t hipDevResourceGenerateDesc(hipDevResourceDesc_t * phDesc, hipDevResource_st * resources, unsigned int nbResources);
hipError_t hipDevSmResourceSplit(hipDevResource_st * result, unsigned int nbGroups, const hipDevResource_st * input, hipDevResource_st * remainder, unsigned int flags, hipDevSmResourceGroupParams_st * groupParams);
hipError_t hipDevSmResourceSplitByCount(hipDevResource_st * result, unsigned int * nbGroups, const hipDevResource_st * input, hipDevResource_st * remainder, unsigned int flags, unsigned int minCount);
hipError_t hipDeviceGetDevResource(int device, hipDevResource_st * resource, hipDevResourceType type);
hipError_t hipDeviceGetExecutionCtx(hipExecutionCtx_t * ctx, int device);
hipError_t hipExecutionCtxDestroy(hipExecutionCtx_t ctx);
hipError_t hipExecutionCtxGetDevResource(hipExecutionCtx_t ctx, hipDevResource_st * resource, hipDevResourceType type);
hipError_t hipExecutionCtxGetDevice(int * device, hipExecutionCtx_t ctx);
hipError_t hipExecutionCtxGetId(hipExecutionCtx_t ctx, unsigned long long * ctxId);
hipError_t hipExecutionCtxRecordEvent(hipExecutionCtx_t ctx, hipEvent_t event);
hipError_t hipExecutionCtxStreamCreate(hipStream_t * stream, hipExecutionCtx_t greenctx, unsigned int flags, int priority);
hipError_t hipExecutionCtxSynchronize(hipExecutionCtx_t ctx);
hipError_t hipExecutionCtxWaitEvent(hipExecutionCtx_t ctx, hipEvent_t event);
hipError_t hipGreenCtxCreate(hipExecutionCtx_t * ctx, hipDevResourceDesc_t desc, int device, unsigned int flags);
hipError_t hipStreamGetDevResource(hipStream_t hStream, hipDevResource_st * resource, hipDevResourceType type);

/* External */
hipError_t hipDestroyExternalMemory(hipExternalMemory_t extMem);
hipError_t hipDestroyExternalSemaphore(hipExternalSemaphore_t extSem);
hipError_t hipExternalMemoryGetMappedBuffer(void **devPtr, hipExternalMemory_t extMem, const hipExternalMemoryBufferDesc *bufferDesc);
hipError_t hipExternalMemoryGetMappedMipmappedArray(hipMipmappedArray_t *mipmap, hipExternalMemory_t extMem, const hipExternalMemoryMipmappedArrayDesc *mipmapDesc);
hipError_t hipImportExternalMemory(hipExternalMemory_t *extMem_out, const hipExternalMemoryHandleDesc *memHandleDesc);
hipError_t hipImportExternalSemaphore(hipExternalSemaphore_t *extSem_out, const hipExternalSemaphoreHandleDesc *semHandleDesc);
hipError_t hipSignalExternalSemaphoresAsync(const hipExternalSemaphore_t *extSemArray, const hipExternalSemaphoreSignalParams *paramsArray, unsigned int numExtSems, hipStream_t stream);
hipError_t hipWaitExternalSemaphoresAsync(const hipExternalSemaphore_t *extSemArray, const hipExternalSemaphoreWaitParams *paramsArray, unsigned int numExtSems, hipStream_t stream);

/* GlobalDefs */
void __hipGetPCH(const char **pch, unsigned int *size);

/* Graph */
hipError_t hipDeviceGetGraphMemAttribute(int device, hipGraphMemAttributeType attr, void *value);
hipError_t hipDeviceGraphMemTrim(int device);
hipError_t hipDeviceSetGraphMemAttribute(int device, hipGraphMemAttributeType attr, void *value);
hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t *phGraphNode, hipGraph_t hGraph, const hipGraphNode_t *dependencies, size_t numDependencies, hipDeviceptr_t dptr);
hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t *phGraphNode, hipGraph_t hGraph, const hipGraphNode_t *dependencies, size_t numDependencies, const HIP_MEMCPY3D *copyParams, hipCtx_t ctx);
hipError_t hipDrvGraphAddMemsetNode(hipGraphNode_t *phGraphNode, hipGraph_t hGraph, const hipGraphNode_t *dependencies, size_t numDependencies, const hipMemsetParams *memsetParams, hipCtx_t ctx);
hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t hNode, const HIP_MEMCPY3D *copyParams, hipCtx_t ctx);
hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t hNode, const hipMemsetParams *memsetParams, hipCtx_t ctx);
hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t hNode, HIP_MEMCPY3D *nodeParams);
hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t hNode, const HIP_MEMCPY3D *nodeParams);
hipError_t hipGraphAddChildGraphNode(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, hipGraph_t childGraph);
hipError_t hipGraphAddDependencies(hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t numDependencies);
hipError_t hipGraphAddEmptyNode(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies);
hipError_t hipGraphAddEventRecordNode(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, hipEvent_t event);
hipError_t hipGraphAddEventWaitNode(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, hipEvent_t event);
hipError_t hipGraphAddExternalSemaphoresSignalNode(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, const hipExternalSemaphoreSignalNodeParams *nodeParams);
hipError_t hipGraphAddExternalSemaphoresWaitNode(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, const hipExternalSemaphoreWaitNodeParams *nodeParams);
hipError_t hipGraphAddHostNode(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, const hipHostNodeParams *pNodeParams);
hipError_t hipGraphAddKernelNode(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, const hipKernelNodeParams *pNodeParams);
hipError_t hipGraphAddMemAllocNode(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, hipMemAllocNodeParams *pNodeParams);
hipError_t hipGraphAddMemFreeNode(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, void *dev_ptr);
hipError_t hipGraphAddMemcpyNode(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, const hipMemcpy3DParms *pCopyParams);
hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, void *dst, const void *src, size_t count, hipMemcpyKind kind);
hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, void *dst, const void *symbol, size_t count, size_t offset, hipMemcpyKind kind);
hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, const void *symbol, const void *src, size_t count, size_t offset, hipMemcpyKind kind);
hipError_t hipGraphAddMemsetNode(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, const hipMemsetParams *pMemsetParams);
hipError_t hipGraphAddNode(hipGraphNode_t *pGraphNode, hipGraph_t graph, const hipGraphNode_t *pDependencies, size_t numDependencies, hipGraphNodeParams *nodeParams);
hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t node, hipGraph_t *pGraph);
hipError_t hipGraphClone(hipGraph_t *pGraphClone, hipGraph_t originalGraph);
hipError_t hipGraphCreate(hipGraph_t *pGraph, unsigned int flags);
hipError_t hipGraphDebugDotPrint(hipGraph_t graph, const char *path, unsigned int flags);
hipError_t hipGraphDestroy(hipGraph_t graph);
hipError_t hipGraphDestroyNode(hipGraphNode_t node);
hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t node, hipEvent_t *event_out);
hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t node, hipEvent_t event);
hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t node, hipEvent_t *event_out);
hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t node, hipEvent_t event);
hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t node, hipGraph_t childGraph);
hipError_t hipGraphExecDestroy(hipGraphExec_t graphExec);
hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t hGraphExec, hipGraphNode_t hNode, hipEvent_t event);
hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t hGraphExec, hipGraphNode_t hNode, hipEvent_t event);
hipError_t hipGraphExecExternalSemaphoresSignalNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t hNode, const hipExternalSemaphoreSignalNodeParams *nodeParams);
hipError_t hipGraphExecExternalSemaphoresWaitNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t hNode, const hipExternalSemaphoreWaitNodeParams *nodeParams);
hipError_t hipGraphExecGetFlags(hipGraphExec_t graphExec, unsigned long long *flags);
hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t node, const hipHostNodeParams *pNodeParams);
hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t node, const hipKernelNodeParams *pNodeParams);
hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t node, hipMemcpy3DParms *pNodeParams);
hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t hGraphExec, hipGraphNode_t node, void *dst, const void *src, size_t count, hipMemcpyKind kind);
hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t hGraphExec, hipGraphNode_t node, void *dst, const void *symbol, size_t count, size_t offset, hipMemcpyKind kind);
hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t hGraphExec, hipGraphNode_t node, const void *symbol, const void *src, size_t count, size_t offset, hipMemcpyKind kind);
hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t node, const hipMemsetParams *pNodeParams);
hipError_t hipGraphExecNodeSetParams(hipGraphExec_t graphExec, hipGraphNode_t node, hipGraphNodeParams *nodeParams);
hipError_t hipGraphExecUpdate(hipGraphExec_t hGraphExec, hipGraph_t hGraph, hipGraphNode_t *hErrorNode_out, hipGraphExecUpdateResult *updateResult_out);
hipError_t hipGraphExternalSemaphoresSignalNodeGetParams(hipGraphNode_t hNode, hipExternalSemaphoreSignalNodeParams *params_out);
hipError_t hipGraphExternalSemaphoresSignalNodeSetParams(hipGraphNode_t hNode, const hipExternalSemaphoreSignalNodeParams *nodeParams);
hipError_t hipGraphExternalSemaphoresWaitNodeGetParams(hipGraphNode_t hNode, hipExternalSemaphoreWaitNodeParams *params_out);
hipError_t hipGraphExternalSemaphoresWaitNodeSetParams(hipGraphNode_t hNode, const hipExternalSemaphoreWaitNodeParams *nodeParams);
hipError_t hipGraphGetEdges(hipGraph_t graph, hipGraphNode_t *from, hipGraphNode_t *to, size_t *numEdges);
hipError_t hipGraphGetNodes(hipGraph_t graph, hipGraphNode_t *nodes, size_t *numNodes);
hipError_t hipGraphGetRootNodes(hipGraph_t graph, hipGraphNode_t *pRootNodes, size_t *pNumRootNodes);
hipError_t hipGraphHostNodeGetParams(hipGraphNode_t node, hipHostNodeParams *pNodeParams);
hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams *pNodeParams);
hipError_t hipGraphInstantiate(hipGraphExec_t *pGraphExec, hipGraph_t graph, hipGraphNode_t *pErrorNode, char *pLogBuffer, size_t bufferSize);
hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *pGraphExec, hipGraph_t graph, unsigned long long flags);
hipError_t hipGraphInstantiateWithParams(hipGraphExec_t *pGraphExec, hipGraph_t graph, hipGraphInstantiateParams *instantiateParams);
hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t hSrc, hipGraphNode_t hDst);
hipError_t hipGraphKernelNodeGetAttribute(hipGraphNode_t hNode, hipLaunchAttributeID attr, hipLaunchAttributeValue *value);
hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t node, hipKernelNodeParams *pNodeParams);
hipError_t hipGraphKernelNodeSetAttribute(hipGraphNode_t hNode, hipLaunchAttributeID attr, const hipLaunchAttributeValue *value);
hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t node, const hipKernelNodeParams *pNodeParams);
hipError_t hipGraphLaunch(hipGraphExec_t graphExec, hipStream_t stream);
hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t node, hipMemAllocNodeParams *pNodeParams);
hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t node, void *dev_ptr);
hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t node, hipMemcpy3DParms *pNodeParams);
hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms *pNodeParams);
hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void *dst, const void *src, size_t count, hipMemcpyKind kind);
hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t node, void *dst, const void *symbol, size_t count, size_t offset, hipMemcpyKind kind);
hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t node, const void *symbol, const void *src, size_t count, size_t offset, hipMemcpyKind kind);
hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t node, hipMemsetParams *pNodeParams);
hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node, const hipMemsetParams *pNodeParams);
hipError_t hipGraphNodeFindInClone(hipGraphNode_t *pNode, hipGraphNode_t originalNode, hipGraph_t clonedGraph);
hipError_t hipGraphNodeGetDependencies(hipGraphNode_t node, hipGraphNode_t *pDependencies, size_t *pNumDependencies);
hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t node, hipGraphNode_t *pDependentNodes, size_t *pNumDependentNodes);
hipError_t hipGraphNodeGetEnabled(hipGraphExec_t hGraphExec, hipGraphNode_t hNode, unsigned int *isEnabled);
hipError_t hipGraphNodeGetType(hipGraphNode_t node, hipGraphNodeType *pType);
hipError_t hipGraphNodeSetEnabled(hipGraphExec_t hGraphExec, hipGraphNode_t hNode, unsigned int isEnabled);
hipError_t hipGraphNodeSetParams(hipGraphNode_t node, hipGraphNodeParams *nodeParams);
hipError_t hipGraphReleaseUserObject(hipGraph_t graph, hipUserObject_t object, unsigned int count __HIP_SOFT_DEFAULT(1));
hipError_t hipGraphRemoveDependencies(hipGraph_t graph, const hipGraphNode_t *from, const hipGraphNode_t *to, size_t numDependencies);
hipError_t hipGraphRetainUserObject(hipGraph_t graph, hipUserObject_t object, unsigned int count __HIP_SOFT_DEFAULT(1), unsigned int flags __HIP_SOFT_DEFAULT(0));
hipError_t hipGraphUpload(hipGraphExec_t graphExec, hipStream_t stream);
hipError_t hipStreamBeginCapture(hipStream_t stream, hipStreamCaptureMode mode);
hipError_t hipStreamBeginCaptureToGraph(hipStream_t stream, hipGraph_t graph, const hipGraphNode_t *dependencies, const hipGraphEdgeData *dependencyData, size_t numDependencies, hipStreamCaptureMode mode);
hipError_t hipStreamEndCapture(hipStream_t stream, hipGraph_t *pGraph);
hipError_t hipStreamGetCaptureInfo(hipStream_t stream, hipStreamCaptureStatus *pCaptureStatus, unsigned long long *pId);
hipError_t hipStreamGetCaptureInfo_v2(hipStream_t stream, hipStreamCaptureStatus *captureStatus_out, unsigned long long *id_out __HIP_SOFT_DEFAULT(NULL), hipGraph_t *graph_out __HIP_SOFT_DEFAULT(NULL), const hipGraphNode_t **dependencies_out __HIP_SOFT_DEFAULT(NULL), size_t *numDependencies_out __HIP_SOFT_DEFAULT(NULL));
hipError_t hipStreamIsCapturing(hipStream_t stream, hipStreamCaptureStatus *pCaptureStatus);
hipError_t hipStreamUpdateCaptureDependencies(hipStream_t stream, hipGraphNode_t *dependencies, size_t numDependencies, unsigned int flags __HIP_SOFT_DEFAULT(0));
hipError_t hipThreadExchangeStreamCaptureMode(hipStreamCaptureMode *mode);
hipError_t hipUserObjectCreate(hipUserObject_t *object_out, void *ptr, hipHostFn_t destroy, unsigned int initialRefcount, unsigned int flags);
hipError_t hipUserObjectRelease(hipUserObject_t object, unsigned int count __HIP_SOFT_DEFAULT(1));
hipError_t hipUserObjectRetain(hipUserObject_t object, unsigned int count __HIP_SOFT_DEFAULT(1));

/* GraphicsInterop */
hipError_t hipGraphicsMapResources(int count, hipGraphicsResource_t *resources, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipGraphicsResourceGetMappedPointer(void **devPtr, size_t *size, hipGraphicsResource_t resource);
hipError_t hipGraphicsSubResourceGetMappedArray(hipArray_t *array, hipGraphicsResource_t resource, unsigned int arrayIndex, unsigned int mipLevel);
hipError_t hipGraphicsUnmapResources(int count, hipGraphicsResource_t *resources, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipGraphicsUnregisterResource(hipGraphicsResource_t resource);

/* Memory */
hipError_t hipArray3DCreate(hipArray_t *array, const HIP_ARRAY3D_DESCRIPTOR *pAllocateArray);
hipError_t hipArray3DGetDescriptor(HIP_ARRAY3D_DESCRIPTOR *pArrayDescriptor, hipArray_t array);
hipError_t hipArrayCreate(hipArray_t *pHandle, const HIP_ARRAY_DESCRIPTOR *pAllocateArray);
hipError_t hipArrayDestroy(hipArray_t array);
hipError_t hipArrayGetDescriptor(HIP_ARRAY_DESCRIPTOR *pArrayDescriptor, hipArray_t array);
hipError_t hipArrayGetInfo(hipChannelFormatDesc *desc, hipExtent *extent, unsigned int *flags, hipArray_t array);
hipError_t hipDrvMemcpy3D(const HIP_MEMCPY3D *pCopy);
hipError_t hipDrvMemcpy3DAsync(const HIP_MEMCPY3D *pCopy, hipStream_t stream);
hipError_t hipDrvPointerGetAttributes(unsigned int numAttributes, hipPointer_attribute *attributes, void **data, hipDeviceptr_t ptr);
hipError_t hipExtHostAlloc(void **ptr, size_t size, unsigned int flags);
hipError_t hipExtMallocWithFlags(void **ptr, size_t sizeBytes, unsigned int flags);
hipError_t hipFree(void *ptr);
hipError_t hipFreeArray(hipArray_t array);
hipError_t hipFreeHost(void *ptr);
hipError_t hipGetProcAddress(const char *symbol, void **pfn, int hipVersion, uint64_t flags, hipDriverProcAddressQueryResult *symbolStatus);
hipError_t hipGetSymbolAddress(void **devPtr, const void *symbol);
hipError_t hipGetSymbolSize(size_t *size, const void *symbol);
hipError_t hipHostAlloc(void **ptr, size_t size, unsigned int flags);
hipError_t hipHostFree(void *ptr);
hipError_t hipHostGetDevicePointer(void **devPtr, void *hstPtr, unsigned int flags);
hipError_t hipHostGetFlags(unsigned int *flagsPtr, void *hostPtr);
hipError_t hipHostMalloc(void **ptr, size_t size, unsigned int flags __HIP_SOFT_DEFAULT(0));
hipError_t hipHostRegister(void *hostPtr, size_t sizeBytes, unsigned int flags);
hipError_t hipHostUnregister(void *hostPtr);
hipError_t hipMalloc(void **ptr, size_t size);
hipError_t hipMalloc3D(hipPitchedPtr *pitchedDevPtr, hipExtent extent);
hipError_t hipMalloc3DArray(hipArray_t *array, const struct hipChannelFormatDesc *desc, struct hipExtent extent, unsigned int flags __HIP_SOFT_DEFAULT(0));
hipError_t hipMallocArray(hipArray_t *array, const hipChannelFormatDesc *desc, size_t width, size_t height __HIP_SOFT_DEFAULT(0), unsigned int flags __HIP_SOFT_DEFAULT(0));
hipError_t hipMallocPitch(void **ptr, size_t *pitch, size_t width, size_t height);
hipError_t hipMemAllocPitch(hipDeviceptr_t *dptr, size_t *pitch, size_t widthInBytes, size_t height, unsigned int elementSizeBytes);
hipError_t hipMemGetAddressRange(hipDeviceptr_t *pbase, size_t *psize, hipDeviceptr_t dptr);
hipError_t hipMemGetInfo(size_t *free, size_t *total);
hipError_t hipMemPtrGetInfo(void *ptr, size_t *size);
hipError_t hipMemcpy(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind);
hipError_t hipMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DArrayToArray(hipArray_t dst, size_t wOffsetDst, size_t hOffsetDst, hipArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height, hipMemcpyKind kind __HIP_SOFT_DEFAULT(hipMemcpyDeviceToDevice));
hipError_t hipMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemcpy2DFromArray(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DFromArrayAsync(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemcpy2DToArray(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DToArrayAsync(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemcpy3D(const struct hipMemcpy3DParms *p);
hipError_t hipMemcpy3DAsync(const struct hipMemcpy3DParms *p, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemcpy3DBatchAsync(size_t numOps, struct hipMemcpy3DBatchOp *opList, size_t *failIdx, unsigned long long flags, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemcpy3DPeer(hipMemcpy3DPeerParms *p);
hipError_t hipMemcpy3DPeerAsync(hipMemcpy3DPeerParms *p, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemcpyAsync(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemcpyAtoA(hipArray_t dstArray, size_t dstOffset, hipArray_t srcArray, size_t srcOffset, size_t ByteCount);
hipError_t hipMemcpyAtoD(hipDeviceptr_t dstDevice, hipArray_t srcArray, size_t srcOffset, size_t ByteCount);
hipError_t hipMemcpyAtoH(void *dst, hipArray_t srcArray, size_t srcOffset, size_t count);
hipError_t hipMemcpyAtoHAsync(void *dstHost, hipArray_t srcArray, size_t srcOffset, size_t ByteCount, hipStream_t stream);
hipError_t hipMemcpyBatchAsync(void **dsts, void **srcs, size_t *sizes, size_t count, hipMemcpyAttributes *attrs, size_t *attrsIdxs, size_t numAttrs, size_t *failIdx, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemcpyDtoA(hipArray_t dstArray, size_t dstOffset, hipDeviceptr_t srcDevice, size_t ByteCount);
hipError_t hipMemcpyDtoD(hipDeviceptr_t dst, hipDeviceptr_t src, size_t sizeBytes);
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t dst, hipDeviceptr_t src, size_t sizeBytes, hipStream_t stream);
hipError_t hipMemcpyDtoH(void *dst, hipDeviceptr_t src, size_t sizeBytes);
hipError_t hipMemcpyDtoHAsync(void *dst, hipDeviceptr_t src, size_t sizeBytes, hipStream_t stream);
hipError_t hipMemcpyFromArray(void *dst, hipArray_const_t srcArray, size_t wOffset, size_t hOffset, size_t count, hipMemcpyKind kind);
hipError_t hipMemcpyFromSymbol(void *dst, const void *symbol, size_t sizeBytes, size_t offset __HIP_SOFT_DEFAULT(0), hipMemcpyKind kind __HIP_SOFT_DEFAULT(hipMemcpyDeviceToHost));
hipError_t hipMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemcpyHtoA(hipArray_t dstArray, size_t dstOffset, const void *srcHost, size_t count);
hipError_t hipMemcpyHtoAAsync(hipArray_t dstArray, size_t dstOffset, const void *srcHost, size_t ByteCount, hipStream_t stream);
hipError_t hipMemcpyHtoD(hipDeviceptr_t dst, const void *src, size_t sizeBytes);
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t dst, const void *src, size_t sizeBytes, hipStream_t stream);
hipError_t hipMemcpyParam2D(const hip_Memcpy2D *pCopy);
hipError_t hipMemcpyParam2DAsync(const hip_Memcpy2D *pCopy, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemcpyToArray(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t count, hipMemcpyKind kind);
hipError_t hipMemcpyToSymbol(const void *symbol, const void *src, size_t sizeBytes, size_t offset __HIP_SOFT_DEFAULT(0), hipMemcpyKind kind __HIP_SOFT_DEFAULT(hipMemcpyHostToDevice));
hipError_t hipMemcpyToSymbolAsync(const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemcpyWithStream(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemset(void *dst, int value, size_t sizeBytes);
hipError_t hipMemset2D(void *dst, size_t pitch, int value, size_t width, size_t height);
hipError_t hipMemset2DAsync(void *dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemset3D(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent);
hipError_t hipMemset3DAsync(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemsetAsync(void *dst, int value, size_t sizeBytes, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemsetD16(hipDeviceptr_t dest, unsigned short value, size_t count);
hipError_t hipMemsetD16Async(hipDeviceptr_t dest, unsigned short value, size_t count, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemsetD2D16(hipDeviceptr_t dst, size_t dstPitch, unsigned short value, size_t width, size_t height);
hipError_t hipMemsetD2D16Async(hipDeviceptr_t dst, size_t dstPitch, unsigned short value, size_t width, size_t height, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemsetD2D32(hipDeviceptr_t dst, size_t dstPitch, unsigned int value, size_t width, size_t height);
hipError_t hipMemsetD2D32Async(hipDeviceptr_t dst, size_t dstPitch, unsigned int value, size_t width, size_t height, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemsetD2D8(hipDeviceptr_t dst, size_t dstPitch, unsigned char value, size_t width, size_t height);
hipError_t hipMemsetD2D8Async(hipDeviceptr_t dst, size_t dstPitch, unsigned char value, size_t width, size_t height, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemsetD32(hipDeviceptr_t dest, int value, size_t count);
hipError_t hipMemsetD32Async(hipDeviceptr_t dst, int value, size_t count, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemsetD8(hipDeviceptr_t dest, unsigned char value, size_t count);
hipError_t hipMemsetD8Async(hipDeviceptr_t dest, unsigned char value, size_t count, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipModuleGetGlobal(hipDeviceptr_t *dptr, size_t *bytes, hipModule_t hmod, const char *name);
hipError_t hipPointerGetAttribute(void *data, hipPointer_attribute attribute, hipDeviceptr_t ptr);
hipError_t hipPointerGetAttributes(hipPointerAttribute_t *attributes, const void *ptr);
hipError_t hipPointerSetAttribute(const void *value, hipPointer_attribute attribute, hipDeviceptr_t ptr);

/* Memory (neighbour) */
hipError_t hipMipmappedArrayGetMemoryRequirements(hipArrayMemoryRequirements * memoryRequirements, hipMipmappedArray_t mipmap, int device);

/* MemoryD */
hipError_t hipMallocHost(void **ptr, size_t size);
hipError_t hipMemAllocHost(void **ptr, size_t size);

/* MemoryM */
hipError_t hipMallocManaged(void **dev_ptr, size_t size, unsigned int flags __HIP_SOFT_DEFAULT(hipMemAttachGlobal));
hipError_t hipMemAdvise(const void *dev_ptr, size_t count, hipMemoryAdvise advice, int device);
hipError_t hipMemAdvise_v2(const void *dev_ptr, size_t count, hipMemoryAdvise advice, hipMemLocation location);
hipError_t hipMemPrefetchAsync(const void *dev_ptr, size_t count, int device, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemPrefetchAsync_v2(const void *dev_ptr, size_t count, hipMemLocation location, unsigned int flags, hipStream_t stream __HIP_SOFT_DEFAULT(0));
hipError_t hipMemRangeGetAttribute(void *data, size_t data_size, hipMemRangeAttribute attribute, const void *dev_ptr, size_t count);
hipError_t hipMemRangeGetAttributes(void **data, size_t *data_sizes, hipMemRangeAttribute *attributes, size_t num_attributes, const void *dev_ptr, size_t count);
hipError_t hipStreamAttachMemAsync(hipStream_t stream, void *dev_ptr, size_t length __HIP_SOFT_DEFAULT(0), unsigned int flags __HIP_SOFT_DEFAULT(hipMemAttachSingle));

/* MemoryM (neighbour) */
hipError_t hipDrvMemDiscardAndPrefetchBatchAsync(void ** dptrs, size_t * sizes, size_t count, hipMemLocation * prefetchLocs, size_t * prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, hipStream_t stream);
hipError_t hipDrvMemDiscardBatchAsync(void ** dptrs, size_t * sizes, size_t count, unsigned long long flags, hipStream_t stream);
hipError_t hipMemDiscardAndPrefetchBatchAsync(void ** dptrs, size_t * sizes, size_t count, hipMemLocation * prefetchLocs, size_t * prefetchLocIdxs, size_t numPrefetchLocs, unsigned long long flags, hipStream_t stream);
hipError_t hipMemDiscardBatchAsync(void ** dev_ptrs, size_t * sizes, size_t count, unsigned long long flags, hipStream_t stream);
hipError_t hipMemPrefetchBatchAsync(void ** dev_ptrs, size_t * sizes, size_t count, hipMemLocation * prefetch_locs, size_t * prefetch_loc_idxs, size_t num_prefetch_locs, unsigned long long flags, hipStream_t stream);

/* Module */
hipError_t hipDrvLaunchKernelEx(const HIP_LAUNCH_CONFIG *config, hipFunction_t f, void **params, void **extra);
hipError_t hipExtLaunchMultiKernelMultiDevice(hipLaunchParams *launchParamsList, int numDevices, unsigned int flags);
hipError_t hipFuncGetAttribute(int *value, hipFunction_attribute attrib, hipFunction_t hfunc);
hipError_t hipFuncGetAttributes(struct hipFuncAttributes *attr, const void *func);
hipError_t hipGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags, hipDriverEntryPointQueryResult *driverStatus);
hipError_t hipGetFuncBySymbol(hipFunction_t *functionPtr, const void *symbolPtr);
hipError_t hipLaunchKernelExC(const hipLaunchConfig_t *config, const void *fPtr, void **args);
hipError_t hipLibraryGetKernel(hipKernel_t *pKernel, hipLibrary_t library, const char *name);
hipError_t hipLibraryGetKernelCount(unsigned int *count, hipLibrary_t library);
hipError_t hipLibraryLoadData(hipLibrary_t *library, const void *code, hipJitOption **jitOptions, void **jitOptionsValues, unsigned int numJitOptions, hipLibraryOption **libraryOptions, void **libraryOptionValues, unsigned int numLibraryOptions);
hipError_t hipLibraryLoadFromFile(hipLibrary_t *library, const char *fileName, hipJitOption **jitOptions, void **jitOptionsValues, unsigned int numJitOptions, hipLibraryOption **libraryOptions, void **libraryOptionValues, unsigned int numLibraryOptions);
hipError_t hipLibraryUnload(hipLibrary_t library);
hipError_t hipLinkAddData(hipLinkState_t state, hipJitInputType type, void *data, size_t size, const char *name, unsigned int numOptions, hipJitOption *options, void **optionValues);
hipError_t hipLinkAddFile(hipLinkState_t state, hipJitInputType type, const char *path, unsigned int numOptions, hipJitOption *options, void **optionValues);
hipError_t hipLinkComplete(hipLinkState_t state, void **hipBinOut, size_t *sizeOut);
hipError_t hipLinkCreate(unsigned int numOptions, hipJitOption *options, void **optionValues, hipLinkState_t *stateOut);
hipError_t hipLinkDestroy(hipLinkState_t state);
hipError_t hipMemGetHandleForAddressRange(void *handle, hipDeviceptr_t dptr, size_t size, hipMemRangeHandleType handleType, unsigned long long flags);
hipError_t hipModuleGetFunction(hipFunction_t *function, hipModule_t module, const char *kname);
hipError_t hipModuleGetFunctionCount(unsigned int *count, hipModule_t mod);
hipError_t hipModuleGetTexRef(textureReference **texRef, hipModule_t hmod, const char *name);
hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, hipStream_t stream, void **kernelParams, void **extra);
hipError_t hipModuleLoad(hipModule_t *module, const char *fname);
hipError_t hipModuleLoadData(hipModule_t *module, const void *image);
hipError_t hipModuleLoadDataEx(hipModule_t *module, const void *image, unsigned int numOptions, hipJitOption *options, void **optionValues);
hipError_t hipModuleLoadFatBinary(hipModule_t *module, const void *fatbin);
hipError_t hipModuleUnload(hipModule_t module);

/* Module (neighbour) */
hipError_t hipKernelGetAttribute(int * pi, hipFunction_attribute attrib, hipKernel_t kernel, int dev);
hipError_t hipKernelGetLibrary(hipLibrary_t * library, hipKernel_t kernel);
hipError_t hipKernelGetName(const char ** name, hipKernel_t kernel);
hipError_t hipKernelGetParamInfo(hipKernel_t kernel, size_t paramIndex, size_t * paramOffset, size_t * paramSize);
hipError_t hipLibraryEnumerateKernels(hipKernel_t * kernels, unsigned int numKernels, hipLibrary_t library);
hipError_t hipLibraryGetGlobal(void ** dptr, size_t * bytes, hipLibrary_t library, const char * name);
hipError_t hipLibraryGetManaged(void ** dptr, size_t * bytes, hipLibrary_t library, const char * name);

/* ModuleCooperativeG */
hipError_t hipLaunchCooperativeKernel(const void *f, dim3 gridDim, dim3 blockDimX, void **kernelParams, unsigned int sharedMemBytes, hipStream_t stream);
hipError_t hipLaunchCooperativeKernelMultiDevice(hipLaunchParams *launchParamsList, int numDevices, unsigned int flags);
hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t f, unsigned int gridDimX, unsigned int gridDimY, unsigned int gridDimZ, unsigned int blockDimX, unsigned int blockDimY, unsigned int blockDimZ, unsigned int sharedMemBytes, hipStream_t stream, void **kernelParams __HIP_SOFT_DEFAULT(NULL));
hipError_t hipModuleLaunchCooperativeKernelMultiDevice(hipFunctionLaunchParams *launchParamsList, unsigned int numDevices, unsigned int flags);

/* Occupancy */
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, hipFunction_t f, int blockSize, size_t dynSharedMemPerBlk);
hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, hipFunction_t f, int blockSize, size_t dynSharedMemPerBlk, unsigned int flags);
hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *gridSize, int *blockSize, hipFunction_t f, size_t dynSharedMemPerBlk, int blockSizeLimit);
hipError_t hipModuleOccupancyMaxPotentialBlockSizeWithFlags(int *gridSize, int *blockSize, hipFunction_t f, size_t dynSharedMemPerBlk, int blockSizeLimit, unsigned int flags);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *f, int blockSize, size_t dynSharedMemPerBlk);
hipError_t hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *f, int blockSize, size_t dynSharedMemPerBlk, unsigned int flags);
hipError_t hipOccupancyMaxPotentialBlockSize(int *gridSize, int *blockSize, const void *f, size_t dynSharedMemPerBlk, int blockSizeLimit);

/* Occupancy (neighbour) */
hipError_t hipOccupancyAvailableDynamicSMemPerBlock(size_t * dynamicSmemSize, const void * f, int numBlocks, int blockSize);
hipError_t hipOccupancyMaxActiveClusters(int * numClusters, const void * f, const hipLaunchConfig_st * config);
hipError_t hipOccupancyMaxPotentialClusterSize(int * clusterSize, const void * f, const hipLaunchConfig_st * config);

/* PeerToPeer */
hipError_t hipDeviceCanAccessPeer(int *canAccessPeer, int deviceId, int peerDeviceId);
hipError_t hipDeviceDisablePeerAccess(int peerDeviceId);
hipError_t hipDeviceEnablePeerAccess(int peerDeviceId, unsigned int flags);
hipError_t hipMemcpyPeer(void *dst, int dstDeviceId, const void *src, int srcDeviceId, size_t sizeBytes);
hipError_t hipMemcpyPeerAsync(void *dst, int dstDeviceId, const void *src, int srcDevice, size_t sizeBytes, hipStream_t stream __HIP_SOFT_DEFAULT(0));

/* PerThreadStream */
hipError_t hipEventRecord_spt(hipEvent_t event, hipStream_t stream);
hipError_t hipGetDriverEntryPoint_spt(const char *symbol, void **funcPtr, unsigned long long flags, hipDriverEntryPointQueryResult *status);
hipError_t hipGetProcAddress_spt(const char * symbol, void ** pfn, int hipVersion, uint64_t flags, hipDriverProcAddressQueryResult * symbolStatus);
hipError_t hipGraphLaunch_spt(hipGraphExec_t graphExec, hipStream_t stream);
hipError_t hipLaunchCooperativeKernel_spt(const void *f, dim3 gridDim, dim3 blockDim, void **kernelParams, uint32_t sharedMemBytes, hipStream_t hStream);
hipError_t hipLaunchHostFunc_spt(hipStream_t stream, hipHostFn_t fn, void *userData);
hipError_t hipLaunchKernel_spt(const void *function_address, dim3 numBlocks, dim3 dimBlocks, void **args, size_t sharedMemBytes, hipStream_t stream);
hipError_t hipMemcpy2DAsync_spt(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpy2DFromArrayAsync_spt(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffsetSrc, size_t hOffsetSrc, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpy2DFromArray_spt(void *dst, size_t dpitch, hipArray_const_t src, size_t wOffset, size_t hOffset, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2DToArrayAsync_spt(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpy2DToArray_spt(hipArray_t dst, size_t wOffset, size_t hOffset, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy2D_spt(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width, size_t height, hipMemcpyKind kind);
hipError_t hipMemcpy3DAsync_spt(const hipMemcpy3DParms *p, hipStream_t stream);
hipError_t hipMemcpy3D_spt(const struct hipMemcpy3DParms *p);
hipError_t hipMemcpyAsync_spt(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyFromArray_spt(void *dst, hipArray_const_t src, size_t wOffsetSrc, size_t hOffset, size_t count, hipMemcpyKind kind);
hipError_t hipMemcpyFromSymbolAsync_spt(void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyFromSymbol_spt(void *dst, const void *symbol, size_t sizeBytes, size_t offset, hipMemcpyKind kind);
hipError_t hipMemcpyToSymbolAsync_spt(const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind, hipStream_t stream);
hipError_t hipMemcpyToSymbol_spt(const void *symbol, const void *src, size_t sizeBytes, size_t offset, hipMemcpyKind kind);
hipError_t hipMemcpy_spt(void *dst, const void *src, size_t sizeBytes, hipMemcpyKind kind);
hipError_t hipMemset2DAsync_spt(void *dst, size_t pitch, int value, size_t width, size_t height, hipStream_t stream);
hipError_t hipMemset2D_spt(void *dst, size_t pitch, int value, size_t width, size_t height);
hipError_t hipMemset3DAsync_spt(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent, hipStream_t stream);
hipError_t hipMemset3D_spt(hipPitchedPtr pitchedDevPtr, int value, hipExtent extent);
hipError_t hipMemsetAsync_spt(void *dst, int value, size_t sizeBytes, hipStream_t stream);
hipError_t hipMemset_spt(void *dst, int value, size_t sizeBytes);
hipError_t hipStreamAddCallback_spt(hipStream_t stream, hipStreamCallback_t callback, void *userData, unsigned int flags);
hipError_t hipStreamBeginCapture_spt(hipStream_t stream, hipStreamCaptureMode mode);
hipError_t hipStreamEndCapture_spt(hipStream_t stream, hipGraph_t *pGraph);
hipError_t hipStreamGetCaptureInfo_spt(hipStream_t stream, hipStreamCaptureStatus *pCaptureStatus, unsigned long long *pId);
hipError_t hipStreamGetCaptureInfo_v2_spt(hipStream_t stream, hipStreamCaptureStatus *captureStatus_out, unsigned long long *id_out, hipGraph_t *graph_out, const hipGraphNode_t **dependencies_out, size_t *numDependencies_out);
hipError_t hipStreamGetFlags_spt(hipStream_t stream, unsigned int *flags);
hipError_t hipStreamGetPriority_spt(hipStream_t stream, int *priority);
hipError_t hipStreamIsCapturing_spt(hipStream_t stream, hipStreamCaptureStatus *pCaptureStatus);
hipError_t hipStreamQuery_spt(hipStream_t stream);
hipError_t hipStreamSynchronize_spt(hipStream_t stream);
hipError_t hipStreamWaitEvent_spt(hipStream_t stream, hipEvent_t event, unsigned int flags);

/* Profiler */
hipError_t hipProfilerStart(void);
hipError_t hipProfilerStop(void);

/* Stream */
hipError_t hipDeviceGetStreamPriorityRange(int *leastPriority, int *greatestPriority);
hipError_t hipExtStreamCreateWithCUMask(hipStream_t *stream, uint32_t cuMaskSize, const uint32_t *cuMask);
hipError_t hipExtStreamGetCUMask(hipStream_t stream, uint32_t cuMaskSize, uint32_t *cuMask);
hipError_t hipStreamAddCallback(hipStream_t stream, hipStreamCallback_t callback, void *userData, unsigned int flags);
hipError_t hipStreamCreate(hipStream_t *stream);
hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned int flags);
hipError_t hipStreamCreateWithPriority(hipStream_t *stream, unsigned int flags, int priority);
hipError_t hipStreamDestroy(hipStream_t stream);
hipError_t hipStreamGetAttribute(hipStream_t stream, hipLaunchAttributeID attr, hipLaunchAttributeValue *value_out);
hipError_t hipStreamGetDevice(hipStream_t stream, hipDevice_t *device);
hipError_t hipStreamGetFlags(hipStream_t stream, unsigned int *flags);
hipError_t hipStreamGetId(hipStream_t stream, unsigned long long *streamId);
hipError_t hipStreamGetPriority(hipStream_t stream, int *priority);
hipError_t hipStreamQuery(hipStream_t stream);
hipError_t hipStreamSetAttribute(hipStream_t stream, hipLaunchAttributeID attr, const hipLaunchAttributeValue *value);
hipError_t hipStreamSynchronize(hipStream_t stream);
hipError_t hipStreamWaitEvent(hipStream_t stream, hipEvent_t event, unsigned int flags __HIP_SOFT_DEFAULT(0));

/* Stream (neighbour) */
hipError_t hipStreamCopyAttributes(hipStream_t dst, hipStream_t src);

/* StreamM */
hipError_t hipGraphAddBatchMemOpNode(hipGraphNode_t *phGraphNode, hipGraph_t hGraph, const hipGraphNode_t *dependencies, size_t numDependencies, const hipBatchMemOpNodeParams *nodeParams);
hipError_t hipGraphBatchMemOpNodeGetParams(hipGraphNode_t hNode, hipBatchMemOpNodeParams *nodeParams_out);
hipError_t hipGraphBatchMemOpNodeSetParams(hipGraphNode_t hNode, hipBatchMemOpNodeParams *nodeParams);
hipError_t hipGraphExecBatchMemOpNodeSetParams(hipGraphExec_t hGraphExec, hipGraphNode_t hNode, const hipBatchMemOpNodeParams *nodeParams);
hipError_t hipStreamBatchMemOp(hipStream_t stream, unsigned int count, hipStreamBatchMemOpParams *paramArray, unsigned int flags);
hipError_t hipStreamWaitValue32(hipStream_t stream, void *ptr, uint32_t value, unsigned int flags, uint32_t mask __HIP_SOFT_DEFAULT(0xFFFFFFFF));
hipError_t hipStreamWaitValue64(hipStream_t stream, void *ptr, uint64_t value, unsigned int flags, uint64_t mask __HIP_SOFT_DEFAULT(0xFFFFFFFFFFFFFFFF));
hipError_t hipStreamWriteValue32(hipStream_t stream, void *ptr, uint32_t value, unsigned int flags);
hipError_t hipStreamWriteValue64(hipStream_t stream, void *ptr, uint64_t value, unsigned int flags);

/* StreamO */
hipError_t hipFreeAsync(void *dev_ptr, hipStream_t stream);
hipError_t hipMallocAsync(void **dev_ptr, size_t size, hipStream_t stream);
hipError_t hipMallocFromPoolAsync(void **dev_ptr, size_t size, hipMemPool_t mem_pool, hipStream_t stream);
hipError_t hipMemPoolCreate(hipMemPool_t *mem_pool, const hipMemPoolProps *pool_props);
hipError_t hipMemPoolDestroy(hipMemPool_t mem_pool);
hipError_t hipMemPoolExportPointer(hipMemPoolPtrExportData *export_data, void *dev_ptr);
hipError_t hipMemPoolExportToShareableHandle(void *shared_handle, hipMemPool_t mem_pool, hipMemAllocationHandleType handle_type, unsigned int flags);
hipError_t hipMemPoolGetAccess(hipMemAccessFlags *flags, hipMemPool_t mem_pool, hipMemLocation *location);
hipError_t hipMemPoolGetAttribute(hipMemPool_t mem_pool, hipMemPoolAttr attr, void *value);
hipError_t hipMemPoolImportFromShareableHandle(hipMemPool_t *mem_pool, void *shared_handle, hipMemAllocationHandleType handle_type, unsigned int flags);
hipError_t hipMemPoolImportPointer(void **dev_ptr, hipMemPool_t mem_pool, hipMemPoolPtrExportData *export_data);
hipError_t hipMemPoolSetAccess(hipMemPool_t mem_pool, const hipMemAccessDesc *desc_list, size_t count);
hipError_t hipMemPoolSetAttribute(hipMemPool_t mem_pool, hipMemPoolAttr attr, void *value);
hipError_t hipMemPoolTrimTo(hipMemPool_t mem_pool, size_t min_bytes_to_hold);

/* StreamO (neighbour) */
hipError_t hipMemGetDefaultMemPool(hipMemPool_t * memPool, hipMemLocation * location, hipMemAllocationType type);
hipError_t hipMemGetMemPool(hipMemPool_t * pool, hipMemLocation * location, hipMemAllocationType type);
hipError_t hipMemSetMemPool(hipMemLocation * location, hipMemAllocationType type, hipMemPool_t pool);

/* Surface */
hipError_t hipCreateSurfaceObject(hipSurfaceObject_t *pSurfObject, const hipResourceDesc *pResDesc);
hipError_t hipDestroySurfaceObject(hipSurfaceObject_t surfaceObject);

/* Texture */
hipError_t hipCreateTextureObject(hipTextureObject_t *pTexObject, const hipResourceDesc *pResDesc, const hipTextureDesc *pTexDesc, const struct hipResourceViewDesc *pResViewDesc);
hipError_t hipDestroyTextureObject(hipTextureObject_t textureObject);
hipError_t hipFreeMipmappedArray(hipMipmappedArray_t mipmappedArray);
hipError_t hipGetChannelDesc(hipChannelFormatDesc *desc, hipArray_const_t array);
hipError_t hipGetMipmappedArrayLevel(hipArray_t *levelArray, hipMipmappedArray_const_t mipmappedArray, unsigned int level);
hipError_t hipGetTextureObjectResourceDesc(hipResourceDesc *pResDesc, hipTextureObject_t textureObject);
hipError_t hipGetTextureObjectResourceViewDesc(struct hipResourceViewDesc *pResViewDesc, hipTextureObject_t textureObject);
hipError_t hipGetTextureObjectTextureDesc(hipTextureDesc *pTexDesc, hipTextureObject_t textureObject);
hipError_t hipMallocMipmappedArray(hipMipmappedArray_t *mipmappedArray, const struct hipChannelFormatDesc *desc, struct hipExtent extent, unsigned int numLevels, unsigned int flags __HIP_SOFT_DEFAULT(0));
hipError_t hipMipmappedArrayCreate(hipMipmappedArray_t *pHandle, HIP_ARRAY3D_DESCRIPTOR *pMipmappedArrayDesc, unsigned int numMipmapLevels);
hipError_t hipMipmappedArrayDestroy(hipMipmappedArray_t hMipmappedArray);
hipError_t hipMipmappedArrayGetLevel(hipArray_t *pLevelArray, hipMipmappedArray_t hMipMappedArray, unsigned int level);
hipError_t hipTexObjectCreate(hipTextureObject_t *pTexObject, const HIP_RESOURCE_DESC *pResDesc, const HIP_TEXTURE_DESC *pTexDesc, const HIP_RESOURCE_VIEW_DESC *pResViewDesc);
hipError_t hipTexObjectDestroy(hipTextureObject_t texObject);
hipError_t hipTexObjectGetResourceDesc(HIP_RESOURCE_DESC *pResDesc, hipTextureObject_t texObject);
hipError_t hipTexObjectGetResourceViewDesc(HIP_RESOURCE_VIEW_DESC *pResViewDesc, hipTextureObject_t texObject);
hipError_t hipTexObjectGetTextureDesc(HIP_TEXTURE_DESC *pTexDesc, hipTextureObject_t texObject);

/* TextureD */
hipError_t hipBindTexture(size_t *offset, const textureReference *tex, const void *devPtr, const hipChannelFormatDesc *desc, size_t size);
hipError_t hipBindTexture2D(size_t *offset, const textureReference *tex, const void *devPtr, const hipChannelFormatDesc *desc, size_t width, size_t height, size_t pitch);
hipError_t hipBindTextureToArray(const textureReference *tex, hipArray_const_t array, const hipChannelFormatDesc *desc);
hipError_t hipBindTextureToMipmappedArray(const textureReference *tex, hipMipmappedArray_const_t mipmappedArray, const hipChannelFormatDesc *desc);
hipError_t hipGetTextureAlignmentOffset(size_t *offset, const textureReference *texref);
hipError_t hipGetTextureReference(const textureReference **texref, const void *symbol);
hipError_t hipTexRefGetAddress(hipDeviceptr_t *dev_ptr, const textureReference *texRef);
hipError_t hipTexRefGetAddressMode(enum hipTextureAddressMode *pam, const textureReference *texRef, int dim);
hipError_t hipTexRefGetArray(hipArray_t *pArray, const textureReference *texRef);
hipError_t hipTexRefGetBorderColor(float *pBorderColor, const textureReference *texRef);
hipError_t hipTexRefGetFilterMode(enum hipTextureFilterMode *pfm, const textureReference *texRef);
hipError_t hipTexRefGetFlags(unsigned int *pFlags, const textureReference *texRef);
hipError_t hipTexRefGetFormat(hipArray_Format *pFormat, int *pNumChannels, const textureReference *texRef);
hipError_t hipTexRefGetMaxAnisotropy(int *pmaxAnsio, const textureReference *texRef);
hipError_t hipTexRefGetMipMappedArray(hipMipmappedArray_t *pArray, const textureReference *texRef);
hipError_t hipTexRefGetMipmapFilterMode(enum hipTextureFilterMode *pfm, const textureReference *texRef);
hipError_t hipTexRefGetMipmapLevelBias(float *pbias, const textureReference *texRef);
hipError_t hipTexRefGetMipmapLevelClamp(float *pminMipmapLevelClamp, float *pmaxMipmapLevelClamp, const textureReference *texRef);
hipError_t hipTexRefSetAddress(size_t *ByteOffset, textureReference *texRef, hipDeviceptr_t dptr, size_t bytes);
hipError_t hipTexRefSetAddress2D(textureReference *texRef, const HIP_ARRAY_DESCRIPTOR *desc, hipDeviceptr_t dptr, size_t Pitch);
hipError_t hipTexRefSetAddressMode(textureReference *texRef, int dim, enum hipTextureAddressMode am);
hipError_t hipTexRefSetArray(textureReference *tex, hipArray_const_t array, unsigned int flags);
hipError_t hipTexRefSetBorderColor(textureReference *texRef, float *pBorderColor);
hipError_t hipTexRefSetFilterMode(textureReference *texRef, enum hipTextureFilterMode fm);
hipError_t hipTexRefSetFlags(textureReference *texRef, unsigned int Flags);
hipError_t hipTexRefSetFormat(textureReference *texRef, hipArray_Format fmt, int NumPackedComponents);
hipError_t hipTexRefSetMaxAnisotropy(textureReference *texRef, unsigned int maxAniso);
hipError_t hipTexRefSetMipmapFilterMode(textureReference *texRef, enum hipTextureFilterMode fm);
hipError_t hipTexRefSetMipmapLevelBias(textureReference *texRef, float bias);
hipError_t hipTexRefSetMipmapLevelClamp(textureReference *texRef, float minMipMapLevelClamp, float maxMipMapLevelClamp);
hipError_t hipTexRefSetMipmappedArray(textureReference *texRef, struct hipMipmappedArray *mipmappedArray, unsigned int Flags);
hipError_t hipUnbindTexture(const textureReference *tex);

/* Virtual */
hipError_t hipMemAddressFree(void *devPtr, size_t size);
hipError_t hipMemAddressReserve(void **ptr, size_t size, size_t alignment, void *addr, unsigned long long flags);
hipError_t hipMemCreate(hipMemGenericAllocationHandle_t *handle, size_t size, const hipMemAllocationProp *prop, unsigned long long flags);
hipError_t hipMemExportToShareableHandle(void *shareableHandle, hipMemGenericAllocationHandle_t handle, hipMemAllocationHandleType handleType, unsigned long long flags);
hipError_t hipMemGetAccess(unsigned long long *flags, const hipMemLocation *location, void *ptr);
hipError_t hipMemGetAllocationGranularity(size_t *granularity, const hipMemAllocationProp *prop, hipMemAllocationGranularity_flags option);
hipError_t hipMemGetAllocationPropertiesFromHandle(hipMemAllocationProp *prop, hipMemGenericAllocationHandle_t handle);
hipError_t hipMemImportFromShareableHandle(hipMemGenericAllocationHandle_t *handle, void *osHandle, hipMemAllocationHandleType shHandleType);
hipError_t hipMemMap(void *ptr, size_t size, size_t offset, hipMemGenericAllocationHandle_t handle, unsigned long long flags);
hipError_t hipMemMapArrayAsync(hipArrayMapInfo *mapInfoList, unsigned int count, hipStream_t stream);
hipError_t hipMemRelease(hipMemGenericAllocationHandle_t handle);
hipError_t hipMemRetainAllocationHandle(hipMemGenericAllocationHandle_t *handle, void *addr);
hipError_t hipMemSetAccess(void *ptr, size_t size, const hipMemAccessDesc *desc, size_t count);
hipError_t hipMemUnmap(void *ptr, size_t size);
struct HIP_MEMSET_NODE_PARAMS { hipDeviceptr_t dst; size_t pitch; unsigned int value; unsigned int elementSize; size_t width; size_t height; };
typedef struct HIP_MEMSET_NODE_PARAMS HIP_MEMSET_NODE_PARAMS;
struct surfaceReference { hipSurfaceObject_t surfaceObject; };
typedef struct surfaceReference surfaceReference;
static inline struct hipPitchedPtr make_hipPitchedPtr(void *d, size_t p, size_t xsz, size_t ysz)
{
    struct hipPitchedPtr built = {d, p, xsz, ysz};
    return built;
}
static inline struct hipPos make_hipPos(size_t x, size_t y, size_t z)
{
    struct hipPos built = {x, y, z};
    return built;
}
static inline struct hipExtent make_hipExtent(size_t w, size_t h, size_t d)
{
    struct hipExtent built = {w, h, d};
    return built;
}

#if defined(__cplusplus)
}

template <typename T> static inline hipError_t hipMalloc(T **ptr, size_t size) { return hipMalloc((void **)ptr, size); }
template <typename T> static inline hipError_t hipHostMalloc(T **ptr, size_t size, unsigned int flags = 0)
{
    return hipHostMalloc((void **)ptr, size, flags);
}
template <typename T> static inline hipError_t hipMallocManaged(T **ptr, size_t size, unsigned int flags = hipMemAttachGlobal)
{
    return hipMallocManaged((void **)ptr, size, flags);
}
#endif
__HIP_SOFT_ASSERT(sizeof(HIP_ARRAY3D_DESCRIPTOR) == 40, "HIP_ARRAY3D_DESCRIPTOR");
__HIP_SOFT_ASSERT(sizeof(HIP_ARRAY_DESCRIPTOR) == 24, "HIP_ARRAY_DESCRIPTOR");
__HIP_SOFT_ASSERT(sizeof(HIP_LAUNCH_CONFIG_st) == 56, "HIP_LAUNCH_CONFIG_st");
__HIP_SOFT_ASSERT(sizeof(HIP_MEMCPY3D) == 184, "HIP_MEMCPY3D");
__HIP_SOFT_ASSERT(sizeof(HIP_RESOURCE_DESC_st) == 144, "HIP_RESOURCE_DESC_st");
__HIP_SOFT_ASSERT(sizeof(HIP_RESOURCE_VIEW_DESC_st) == 112, "HIP_RESOURCE_VIEW_DESC_st");
__HIP_SOFT_ASSERT(sizeof(HIP_TEXTURE_DESC_st) == 104, "HIP_TEXTURE_DESC_st");
__HIP_SOFT_ASSERT(sizeof(dim3) == 12, "dim3");
__HIP_SOFT_ASSERT(sizeof(hipAccessPolicyWindow) == 32, "hipAccessPolicyWindow");
__HIP_SOFT_ASSERT(sizeof(hipArrayMapInfo) == 152, "hipArrayMapInfo");
__HIP_SOFT_ASSERT(sizeof(hipArrayMemoryRequirements) == 16, "hipArrayMemoryRequirements");
__HIP_SOFT_ASSERT(sizeof(hipArray_const_t) == 8, "hipArray_const_t");
__HIP_SOFT_ASSERT(sizeof(hipArray_t) == 8, "hipArray_t");
__HIP_SOFT_ASSERT(sizeof(hipBatchMemOpNodeParams) == 32, "hipBatchMemOpNodeParams");
__HIP_SOFT_ASSERT(sizeof(hipChannelFormatDesc) == 20, "hipChannelFormatDesc");
__HIP_SOFT_ASSERT(sizeof(hipChildGraphNodeParams) == 8, "hipChildGraphNodeParams");
__HIP_SOFT_ASSERT(sizeof(hipCtx_t) == 8, "hipCtx_t");
__HIP_SOFT_ASSERT(sizeof(hipDevResourceDesc_t) == 8, "hipDevResourceDesc_t");
__HIP_SOFT_ASSERT(sizeof(hipDevResource_st) == 144, "hipDevResource_st");
__HIP_SOFT_ASSERT(sizeof(hipDevSmResource) == 16, "hipDevSmResource");
__HIP_SOFT_ASSERT(sizeof(hipDevSmResourceGroupParams_st) == 64, "hipDevSmResourceGroupParams_st");
__HIP_SOFT_ASSERT(sizeof(hipDevWorkqueueConfigResource) == 12, "hipDevWorkqueueConfigResource");
__HIP_SOFT_ASSERT(sizeof(hipDevWorkqueueResource) == 40, "hipDevWorkqueueResource");
__HIP_SOFT_ASSERT(sizeof(hipDeviceArch_t) == 4, "hipDeviceArch_t");
__HIP_SOFT_ASSERT(sizeof(hipDeviceProp_tR0000) == 792, "hipDeviceProp_tR0000");
__HIP_SOFT_ASSERT(sizeof(hipDeviceProp_tR0600) == 1472, "hipDeviceProp_tR0600");
__HIP_SOFT_ASSERT(sizeof(hipDeviceptr_t) == 8, "hipDeviceptr_t");
__HIP_SOFT_ASSERT(sizeof(hipEventRecordNodeParams) == 8, "hipEventRecordNodeParams");
__HIP_SOFT_ASSERT(sizeof(hipEventWaitNodeParams) == 8, "hipEventWaitNodeParams");
__HIP_SOFT_ASSERT(sizeof(hipEvent_t) == 8, "hipEvent_t");
__HIP_SOFT_ASSERT(sizeof(hipExecutionCtx_t) == 8, "hipExecutionCtx_t");
__HIP_SOFT_ASSERT(sizeof(hipExtConditionalNodeParams) == 24, "hipExtConditionalNodeParams");
__HIP_SOFT_ASSERT(sizeof(hipExtDynDataPrefetchConfig) == 72, "hipExtDynDataPrefetchConfig");
__HIP_SOFT_ASSERT(sizeof(hipExtDynDataPrefetchRegion) == 32, "hipExtDynDataPrefetchRegion");
__HIP_SOFT_ASSERT(sizeof(hipExtGraphConditionalHandle) == 8, "hipExtGraphConditionalHandle");
__HIP_SOFT_ASSERT(sizeof(hipExtent) == 24, "hipExtent");
__HIP_SOFT_ASSERT(sizeof(hipExternalMemoryBufferDesc_st) == 88, "hipExternalMemoryBufferDesc_st");
__HIP_SOFT_ASSERT(sizeof(hipExternalMemoryHandleDesc_st) == 104, "hipExternalMemoryHandleDesc_st");
__HIP_SOFT_ASSERT(sizeof(hipExternalMemoryMipmappedArrayDesc_st) == 64, "hipExternalMemoryMipmappedArrayDesc_st");
__HIP_SOFT_ASSERT(sizeof(hipExternalMemory_t) == 8, "hipExternalMemory_t");
__HIP_SOFT_ASSERT(sizeof(hipExternalSemaphoreHandleDesc_st) == 96, "hipExternalSemaphoreHandleDesc_st");
__HIP_SOFT_ASSERT(sizeof(hipExternalSemaphoreSignalNodeParams) == 24, "hipExternalSemaphoreSignalNodeParams");
__HIP_SOFT_ASSERT(sizeof(hipExternalSemaphoreSignalParams_st) == 144, "hipExternalSemaphoreSignalParams_st");
__HIP_SOFT_ASSERT(sizeof(hipExternalSemaphoreWaitNodeParams) == 24, "hipExternalSemaphoreWaitNodeParams");
__HIP_SOFT_ASSERT(sizeof(hipExternalSemaphoreWaitParams_st) == 144, "hipExternalSemaphoreWaitParams_st");
__HIP_SOFT_ASSERT(sizeof(hipExternalSemaphore_t) == 8, "hipExternalSemaphore_t");
__HIP_SOFT_ASSERT(sizeof(hipFuncAttributes) == 56, "hipFuncAttributes");
__HIP_SOFT_ASSERT(sizeof(hipFunctionLaunchParams_t) == 56, "hipFunctionLaunchParams_t");
__HIP_SOFT_ASSERT(sizeof(hipFunction_t) == 8, "hipFunction_t");
__HIP_SOFT_ASSERT(sizeof(hipGraphEdgeData) == 8, "hipGraphEdgeData");
__HIP_SOFT_ASSERT(sizeof(hipGraphExec_t) == 8, "hipGraphExec_t");
__HIP_SOFT_ASSERT(sizeof(hipGraphInstantiateParams) == 32, "hipGraphInstantiateParams");
__HIP_SOFT_ASSERT(sizeof(hipGraphNodeParams) == 256, "hipGraphNodeParams");
__HIP_SOFT_ASSERT(sizeof(hipGraphNode_t) == 8, "hipGraphNode_t");
__HIP_SOFT_ASSERT(sizeof(hipGraph_t) == 8, "hipGraph_t");
__HIP_SOFT_ASSERT(sizeof(hipGraphicsResource_t) == 8, "hipGraphicsResource_t");
__HIP_SOFT_ASSERT(sizeof(hipHostFn_t) == 8, "hipHostFn_t");
__HIP_SOFT_ASSERT(sizeof(hipHostNodeParams) == 16, "hipHostNodeParams");
__HIP_SOFT_ASSERT(sizeof(hipIpcEventHandle_st) == 64, "hipIpcEventHandle_st");
__HIP_SOFT_ASSERT(sizeof(hipIpcMemHandle_st) == 64, "hipIpcMemHandle_st");
__HIP_SOFT_ASSERT(sizeof(hipKernelNodeParams) == 64, "hipKernelNodeParams");
__HIP_SOFT_ASSERT(sizeof(hipKernel_t) == 8, "hipKernel_t");
__HIP_SOFT_ASSERT(sizeof(hipLaunchAttributeValue) == 64, "hipLaunchAttributeValue");
__HIP_SOFT_ASSERT(sizeof(hipLaunchAttribute_st) == 72, "hipLaunchAttribute_st");
__HIP_SOFT_ASSERT(sizeof(hipLaunchConfig_st) == 56, "hipLaunchConfig_st");
__HIP_SOFT_ASSERT(sizeof(hipLaunchMemSyncDomainMap) == 2, "hipLaunchMemSyncDomainMap");
__HIP_SOFT_ASSERT(sizeof(hipLaunchParams_t) == 56, "hipLaunchParams_t");
__HIP_SOFT_ASSERT(sizeof(hipLibrary_t) == 8, "hipLibrary_t");
__HIP_SOFT_ASSERT(sizeof(hipLinkState_t) == 8, "hipLinkState_t");
__HIP_SOFT_ASSERT(sizeof(hipMemAccessDesc) == 12, "hipMemAccessDesc");
__HIP_SOFT_ASSERT(sizeof(hipMemAllocNodeParams) == 120, "hipMemAllocNodeParams");
__HIP_SOFT_ASSERT(sizeof(hipMemAllocationProp) == 32, "hipMemAllocationProp");
__HIP_SOFT_ASSERT(sizeof(hipMemFabricHandle_st) == 64, "hipMemFabricHandle_st");
__HIP_SOFT_ASSERT(sizeof(hipMemFreeNodeParams) == 8, "hipMemFreeNodeParams");
__HIP_SOFT_ASSERT(sizeof(hipMemGenericAllocationHandle_t) == 8, "hipMemGenericAllocationHandle_t");
__HIP_SOFT_ASSERT(sizeof(hipMemLocation) == 8, "hipMemLocation");
__HIP_SOFT_ASSERT(sizeof(hipMemPoolProps) == 88, "hipMemPoolProps");
__HIP_SOFT_ASSERT(sizeof(hipMemPoolPtrExportData) == 64, "hipMemPoolPtrExportData");
__HIP_SOFT_ASSERT(sizeof(hipMemPool_t) == 8, "hipMemPool_t");
__HIP_SOFT_ASSERT(sizeof(hipMemcpy3DBatchOp) == 112, "hipMemcpy3DBatchOp");
__HIP_SOFT_ASSERT(sizeof(hipMemcpy3DOperand) == 40, "hipMemcpy3DOperand");
__HIP_SOFT_ASSERT(sizeof(hipMemcpy3DParms) == 160, "hipMemcpy3DParms");
__HIP_SOFT_ASSERT(sizeof(hipMemcpy3DPeerParms) == 168, "hipMemcpy3DPeerParms");
__HIP_SOFT_ASSERT(sizeof(hipMemcpyAttributes) == 24, "hipMemcpyAttributes");
__HIP_SOFT_ASSERT(sizeof(hipMemcpyNodeParams) == 176, "hipMemcpyNodeParams");
__HIP_SOFT_ASSERT(sizeof(hipMemsetParams) == 48, "hipMemsetParams");
__HIP_SOFT_ASSERT(sizeof(hipMipmappedArray) == 64, "hipMipmappedArray");
__HIP_SOFT_ASSERT(sizeof(hipMipmappedArray_const_t) == 8, "hipMipmappedArray_const_t");
__HIP_SOFT_ASSERT(sizeof(hipMipmappedArray_t) == 8, "hipMipmappedArray_t");
__HIP_SOFT_ASSERT(sizeof(hipModule_t) == 8, "hipModule_t");
__HIP_SOFT_ASSERT(sizeof(hipOffset3D) == 24, "hipOffset3D");
__HIP_SOFT_ASSERT(sizeof(hipPitchedPtr) == 32, "hipPitchedPtr");
__HIP_SOFT_ASSERT(sizeof(hipPointerAttribute_t) == 32, "hipPointerAttribute_t");
__HIP_SOFT_ASSERT(sizeof(hipPos) == 24, "hipPos");
__HIP_SOFT_ASSERT(sizeof(hipResourceDesc) == 64, "hipResourceDesc");
__HIP_SOFT_ASSERT(sizeof(hipResourceViewDesc) == 48, "hipResourceViewDesc");
__HIP_SOFT_ASSERT(sizeof(hipStreamBatchMemOpParams_union) == 48, "hipStreamBatchMemOpParams_union");
__HIP_SOFT_ASSERT(sizeof(hipStreamCallback_t) == 8, "hipStreamCallback_t");
__HIP_SOFT_ASSERT(sizeof(hipStreamMemOpFlushRemoteWritesParams_t) == 8, "hipStreamMemOpFlushRemoteWritesParams_t");
__HIP_SOFT_ASSERT(sizeof(hipStreamMemOpMemoryBarrierParams_t) == 8, "hipStreamMemOpMemoryBarrierParams_t");
__HIP_SOFT_ASSERT(sizeof(hipStreamMemOpWaitValueParams_t) == 40, "hipStreamMemOpWaitValueParams_t");
__HIP_SOFT_ASSERT(sizeof(hipStreamMemOpWriteValueParams_t) == 40, "hipStreamMemOpWriteValueParams_t");
__HIP_SOFT_ASSERT(sizeof(hipStream_t) == 8, "hipStream_t");
__HIP_SOFT_ASSERT(sizeof(hipSurfaceObject_t) == 8, "hipSurfaceObject_t");
__HIP_SOFT_ASSERT(sizeof(hipTexRef) == 8, "hipTexRef");
__HIP_SOFT_ASSERT(sizeof(hipTextureDesc) == 64, "hipTextureDesc");
__HIP_SOFT_ASSERT(sizeof(hipTextureObject_t) == 8, "hipTextureObject_t");
__HIP_SOFT_ASSERT(sizeof(hipUUID_t) == 16, "hipUUID_t");
__HIP_SOFT_ASSERT(sizeof(hipUserObject_t) == 8, "hipUserObject_t");
__HIP_SOFT_ASSERT(sizeof(hip_Memcpy2D) == 128, "hip_Memcpy2D");
__HIP_SOFT_ASSERT(sizeof(textureReference) == 88, "textureReference");
#endif
/* Driver and runtime share one type of error codes: overloads for both would be declared twice. */
#undef CUDA_DRIVER_API
/* Programs that undefine the qualifiers include this header to restore them. */
#if defined(__HIP__) && defined(__clang__)
#ifndef __host__
#define __host__ __attribute__((host))
#endif
#ifndef __device__
#define __device__ __attribute__((device))
#endif
#endif

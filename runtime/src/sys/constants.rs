//! Written by `cargo xtask check --write` from the tables in capi/api: change those.
//!
//! Macros that stand for numbers.

use super::types::hipStream_t;
use std::ffi::c_void;

/// `1`
pub const GENERIC_GRID_LAUNCH: u32 = 1;
/// `1`
pub const HIP_ERROR_INVALID_VALUE: u32 = 1;
/// `3`
pub const HIP_ERROR_LAUNCH_OUT_OF_RESOURCES: u32 = 3;
/// `2`
pub const HIP_ERROR_NOT_INITIALIZED: u32 = 2;
/// `12`
pub const HIP_IMAGE_OBJECT_SIZE_DWORD: u32 = 12;
/// `64`
pub const HIP_IPC_HANDLE_SIZE: u32 = 64;
/// `12`
pub const HIP_SAMPLER_OBJECT_OFFSET_DWORD: u32 = 12;
/// `8`
pub const HIP_SAMPLER_OBJECT_SIZE_DWORD: u32 = 8;
/// `0`
pub const HIP_SUCCESS: u32 = 0;
/// `20`
pub const HIP_TEXTURE_OBJECT_SIZE_DWORD: u32 = 20;
/// `1`
pub const HIP_TRSA_OVERRIDE_FORMAT: u32 = 1;
/// `2`
pub const HIP_TRSF_NORMALIZED_COORDINATES: u32 = 2;
/// `1`
pub const HIP_TRSF_READ_AS_INTEGER: u32 = 1;
/// `16`
pub const HIP_TRSF_SRGB: u32 = 16;
/// `0`
pub const HIP_VERSION_BUILD_ID: u32 = 0;
/// `7`
pub const HIP_VERSION_MAJOR: u32 = 7;
/// `1`
pub const HIP_VERSION_MINOR: u32 = 1;
/// `25424`
pub const HIP_VERSION_PATCH: u32 = 25424;
/// `4`
pub const hipArrayCubemap: u32 = 4;
/// `0`
pub const hipArrayDefault: u32 = 0;
/// `1`
pub const hipArrayLayered: u32 = 1;
/// `2`
pub const hipArraySurfaceLoadStore: u32 = 2;
/// `8`
pub const hipArrayTextureGather: u32 = 8;
/// `2`
pub const hipCooperativeLaunchMultiDeviceNoPostSync: u32 = 2;
/// `1`
pub const hipCooperativeLaunchMultiDeviceNoPreSync: u32 = 1;
/// `-1`
pub const hipCpuDeviceId: i32 = -1;
/// `16`
pub const hipDeviceLmemResizeToMax: u32 = 16;
/// `4`
pub const hipDeviceMallocContiguous: u32 = 4;
/// `0`
pub const hipDeviceMallocDefault: u32 = 0;
/// `1`
pub const hipDeviceMallocFinegrained: u32 = 1;
/// `3`
pub const hipDeviceMallocUncached: u32 = 3;
/// `8`
pub const hipDeviceMapHost: u32 = 8;
/// `0`
pub const hipDeviceScheduleAuto: u32 = 0;
/// `4`
pub const hipDeviceScheduleBlockingSync: u32 = 4;
/// `7`
pub const hipDeviceScheduleMask: u32 = 7;
/// `1`
pub const hipDeviceScheduleSpin: u32 = 1;
/// `2`
pub const hipDeviceScheduleYield: u32 = 2;
/// `2`
pub const hipDrvLaunchAttributeCooperative: u32 = 2;
/// `0`
pub const hipEnableDefault: u32 = 0;
/// `1`
pub const hipEnableLegacyStream: u32 = 1;
/// `2`
pub const hipEnablePerThreadDefaultStream: u32 = 2;
/// `1`
pub const hipEventBlockingSync: u32 = 1;
/// `0`
pub const hipEventDefault: u32 = 0;
/// `536870912`
pub const hipEventDisableSystemFence: u32 = 536870912;
/// `2`
pub const hipEventDisableTiming: u32 = 2;
/// `4`
pub const hipEventInterprocess: u32 = 4;
/// `0`
pub const hipEventRecordDefault: u32 = 0;
/// `1`
pub const hipEventRecordExternal: u32 = 1;
/// `1073741824`
pub const hipEventReleaseToDevice: u32 = 1073741824;
/// `0x80000000`
pub const hipEventReleaseToSystem: u32 = 0x80000000;
/// `0`
pub const hipEventWaitDefault: u32 = 0;
/// `1`
pub const hipEventWaitExternal: u32 = 1;
/// `1`
pub const hipExtAnyOrderLaunch: u32 = 1;
/// `8`
pub const hipExtHostRegisterCoarseGrained: u32 = 8;
/// `2147483648`
pub const hipExtHostRegisterUncached: u32 = 2147483648;
/// `1`
pub const hipExternalMemoryDedicated: u32 = 1;
/// `0`
pub const hipGraphKernelNodePortDefault: u32 = 0;
/// `2`
pub const hipGraphKernelNodePortLaunchCompletion: u32 = 2;
/// `1`
pub const hipGraphKernelNodePortProgrammatic: u32 = 1;
/// `0`
pub const hipHostAllocDefault: u32 = 0;
/// `2`
pub const hipHostAllocMapped: u32 = 2;
/// `1`
pub const hipHostAllocPortable: u32 = 1;
/// `4`
pub const hipHostAllocWriteCombined: u32 = 4;
/// `1073741824`
pub const hipHostMallocCoherent: u32 = 1073741824;
/// `0`
pub const hipHostMallocDefault: u32 = 0;
/// `2`
pub const hipHostMallocMapped: u32 = 2;
/// `0x80000000`
pub const hipHostMallocNonCoherent: u32 = 0x80000000;
/// `536870912`
pub const hipHostMallocNumaUser: u32 = 536870912;
/// `1`
pub const hipHostMallocPortable: u32 = 1;
/// `268435456`
pub const hipHostMallocUncached: u32 = 268435456;
/// `4`
pub const hipHostMallocWriteCombined: u32 = 4;
/// `0`
pub const hipHostRegisterDefault: u32 = 0;
/// `4`
pub const hipHostRegisterIoMemory: u32 = 4;
/// `2`
pub const hipHostRegisterMapped: u32 = 2;
/// `1`
pub const hipHostRegisterPortable: u32 = 1;
/// `8`
pub const hipHostRegisterReadOnly: u32 = 8;
/// `-2`
pub const hipInvalidDeviceId: i32 = -2;
/// `1`
pub const hipIpcMemLazyEnablePeerAccess: u32 = 1;
/// `1`
pub const hipKernelNodeAttributeAccessPolicyWindow: u32 = 1;
/// `2`
pub const hipKernelNodeAttributeCooperative: u32 = 2;
/// `8`
pub const hipKernelNodeAttributePriority: u32 = 8;
/// `2`
pub const hipMallocSignalMemory: u32 = 2;
/// `1`
pub const hipMemAttachGlobal: u32 = 1;
/// `2`
pub const hipMemAttachHost: u32 = 2;
/// `4`
pub const hipMemAttachSingle: u32 = 4;
/// `0`
pub const hipOccupancyDefault: u32 = 0;
/// `1`
pub const hipOccupancyDisableCachingOverride: u32 = 1;
/// `1`
pub const hipStreamAttributeAccessPolicyWindow: u32 = 1;
/// `10`
pub const hipStreamAttributeMemSyncDomain: u32 = 10;
/// `9`
pub const hipStreamAttributeMemSyncDomainMap: u32 = 9;
/// `8`
pub const hipStreamAttributePriority: u32 = 8;
/// `3`
pub const hipStreamAttributeSynchronizationPolicy: u32 = 3;
/// `0`
pub const hipStreamDefault: u32 = 0;
/// `1`
pub const hipStreamNonBlocking: u32 = 1;
/// `2`
pub const hipStreamWaitValueAnd: u32 = 2;
/// `1`
pub const hipStreamWaitValueEq: u32 = 1;
/// `0`
pub const hipStreamWaitValueGte: u32 = 0;
/// `3`
pub const hipStreamWaitValueNor: u32 = 3;
/// `1`
pub const hipTextureType1D: u32 = 1;
/// `241`
pub const hipTextureType1DLayered: u32 = 241;
/// `2`
pub const hipTextureType2D: u32 = 2;
/// `242`
pub const hipTextureType2DLayered: u32 = 242;
/// `3`
pub const hipTextureType3D: u32 = 3;
/// `12`
pub const hipTextureTypeCubemap: u32 = 12;
/// `252`
pub const hipTextureTypeCubemapLayered: u32 = 252;
/// A stream that always exists.
pub const hipStreamLegacy: hipStream_t = 1 as hipStream_t;
/// A stream that always exists.
pub const hipStreamPerThread: hipStream_t = 2 as hipStream_t;
/// In `extra` of a launch: what follows.
pub const HIP_LAUNCH_PARAM_BUFFER_POINTER: *mut c_void = std::ptr::without_provenance_mut(1);
/// In `extra` of a launch: what follows.
pub const HIP_LAUNCH_PARAM_BUFFER_SIZE: *mut c_void = std::ptr::without_provenance_mut(2);
/// In `extra` of a launch: the end.
pub const HIP_LAUNCH_PARAM_END: *mut c_void = std::ptr::without_provenance_mut(3);

//! Functions that answer.

use crate::{Code, LAST, MAX_LIMIT_REACHED, SUCCESS, ended, export, put};
use std::ffi::{CStr, c_char, c_void};
use std::time::{SystemTime, UNIX_EPOCH};

/// Version of the interface of CUDA 13.0, the imitated one. Clients of CUDA 12 expect 28 at most, and
/// test that it is not older.
const VERSION: u32 = 130_000;

/// Names of `CUptiResult` from 0 on, in its order.
const NAMES: [&CStr; 48] = [
    c"CUPTI_SUCCESS",
    c"CUPTI_ERROR_INVALID_PARAMETER",
    c"CUPTI_ERROR_INVALID_DEVICE",
    c"CUPTI_ERROR_INVALID_CONTEXT",
    c"CUPTI_ERROR_INVALID_EVENT_DOMAIN_ID",
    c"CUPTI_ERROR_INVALID_EVENT_ID",
    c"CUPTI_ERROR_INVALID_EVENT_NAME",
    c"CUPTI_ERROR_INVALID_OPERATION",
    c"CUPTI_ERROR_OUT_OF_MEMORY",
    c"CUPTI_ERROR_HARDWARE",
    c"CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT",
    c"CUPTI_ERROR_API_NOT_IMPLEMENTED",
    c"CUPTI_ERROR_MAX_LIMIT_REACHED",
    c"CUPTI_ERROR_NOT_READY",
    c"CUPTI_ERROR_NOT_COMPATIBLE",
    c"CUPTI_ERROR_NOT_INITIALIZED",
    c"CUPTI_ERROR_INVALID_METRIC_ID",
    c"CUPTI_ERROR_INVALID_METRIC_NAME",
    c"CUPTI_ERROR_QUEUE_EMPTY",
    c"CUPTI_ERROR_INVALID_HANDLE",
    c"CUPTI_ERROR_INVALID_STREAM",
    c"CUPTI_ERROR_INVALID_KIND",
    c"CUPTI_ERROR_INVALID_EVENT_VALUE",
    c"CUPTI_ERROR_DISABLED",
    c"CUPTI_ERROR_INVALID_MODULE",
    c"CUPTI_ERROR_INVALID_METRIC_VALUE",
    c"CUPTI_ERROR_HARDWARE_BUSY",
    c"CUPTI_ERROR_NOT_SUPPORTED",
    c"CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED",
    c"CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_DEVICE",
    c"CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_ON_NON_P2P_DEVICES",
    c"CUPTI_ERROR_UM_PROFILING_NOT_SUPPORTED_WITH_MPS",
    c"CUPTI_ERROR_CDP_TRACING_NOT_SUPPORTED",
    c"CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED",
    c"CUPTI_ERROR_CUDA_COMPILER_NOT_COMPATIBLE",
    c"CUPTI_ERROR_INSUFFICIENT_PRIVILEGES",
    c"CUPTI_ERROR_OLD_PROFILER_API_INITIALIZED",
    c"CUPTI_ERROR_OPENACC_UNDEFINED_ROUTINE",
    c"CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED",
    c"CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED",
    c"CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES",
    c"CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED",
    c"CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED",
    c"CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED",
    c"CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED",
    c"CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED",
    c"CUPTI_ERROR_INVALID_CHIP_NAME",
    c"CUPTI_ERROR_HES_TRACE_NOT_SUPPORTED_ON_MPS",
];

/// Code of unknown errors, which has a name, too.
const UNKNOWN: Code = 999;

/// `CUptiResult cuptiGetVersion(uint32_t *version)`
///
/// # Safety
/// The pointer is null or leads to a number.
unsafe extern "C" fn cuptiGetVersion(to: *mut u32) -> Code {
    // SAFETY: as the caller says.
    unsafe { put(to, VERSION) }
}

/// `CUptiResult cuptiGetResultString(CUptiResult result, const char **str)`
///
/// # Safety
/// The pointer is null or leads to a pointer.
unsafe extern "C" fn cuptiGetResultString(code: Code, to: *mut *const c_char) -> Code {
    let name = NAMES.get(code as usize).copied();
    match name.or((code == UNKNOWN).then_some(c"CUPTI_ERROR_UNKNOWN")) {
        // SAFETY: as the caller says.
        Some(name) => unsafe { put(to, name.as_ptr()) },
        None => ended(crate::INVALID_PARAMETER),
    }
}

/// `CUptiResult cuptiGetErrorMessage(CUptiResult result, const char **str)`: the name, as it says what it
/// means.
///
/// # Safety
/// The pointer is null or leads to a pointer.
unsafe extern "C" fn cuptiGetErrorMessage(code: Code, to: *mut *const c_char) -> Code {
    // SAFETY: as the caller says.
    unsafe { cuptiGetResultString(code, to) }
}

/// `CUptiResult cuptiGetLastError(void)`: the last error of this thread, once.
extern "C" fn cuptiGetLastError() -> Code {
    LAST.replace(SUCCESS)
}

/// `CUptiResult cuptiGetTimestamp(uint64_t *timestamp)`: nanoseconds of the machine's clock.
///
/// # Safety
/// The pointer is null or leads to a number.
unsafe extern "C" fn cuptiGetTimestamp(to: *mut u64) -> Code {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let now = u64::try_from(now.as_nanos()).unwrap_or(u64::MAX);
    // SAFETY: as the caller says.
    unsafe { put(to, now) }
}

/// `CUptiResult cuptiFinalize(void)`: there is nothing to detach.
extern "C" fn cuptiFinalize() -> Code {
    SUCCESS
}

/// `CUptiResult cuptiActivityFlush(CUcontext context, uint32_t streamId, uint32_t flag)`: no record waits.
extern "C" fn cuptiActivityFlush(_: *mut c_void, _: u32, _: u32) -> Code {
    SUCCESS
}

/// `CUptiResult cuptiActivityFlushAll(uint32_t flag)`: no record waits.
extern "C" fn cuptiActivityFlushAll(_: u32) -> Code {
    SUCCESS
}

/// `CUptiResult cuptiActivityGetNextRecord(uint8_t *buffer, size_t validBufferSizeBytes, CUpti_Activity
/// **record)`: no buffer has records.
extern "C" fn cuptiActivityGetNextRecord(_: *mut u8, _: usize, _: *mut *mut c_void) -> Code {
    ended(MAX_LIMIT_REACHED)
}

/// `CUptiResult cuptiActivityGetNumDroppedRecords(CUcontext context, uint32_t streamId, size_t *dropped)`
///
/// # Safety
/// The pointer is null or leads to a number.
unsafe extern "C" fn cuptiActivityGetNumDroppedRecords(_: *mut c_void, _: u32, to: *mut usize) -> Code {
    // SAFETY: as the caller says.
    unsafe { put(to, 0) }
}

/// `CUptiResult cuptiSupportedDomains(size_t *domainCount, CUpti_DomainTable *domainTable)`: none has
/// callbacks.
///
/// # Safety
/// The pointers are null or lead to a number and to a pointer.
unsafe extern "C" fn cuptiSupportedDomains(count: *mut usize, table: *mut *const u32) -> Code {
    // SAFETY: as the caller says.
    let code = unsafe { put(table, std::ptr::null()) };
    if code != SUCCESS {
        return code;
    }
    // SAFETY: as the caller says.
    unsafe { put(count, 0) }
}

/// `CUptiResult cuptiGetNumEventDomains(uint32_t *numDomains)`
///
/// # Safety
/// The pointer is null or leads to a number.
unsafe extern "C" fn cuptiGetNumEventDomains(to: *mut u32) -> Code {
    // SAFETY: as the caller says.
    unsafe { put(to, 0) }
}

/// `CUptiResult cuptiGetNumMetrics(uint32_t *numMetrics)`
///
/// # Safety
/// The pointer is null or leads to a number.
unsafe extern "C" fn cuptiGetNumMetrics(to: *mut u32) -> Code {
    // SAFETY: as the caller says.
    unsafe { put(to, 0) }
}

/// Defines functions about a device: how many events or metrics it has.
macro_rules! none_of_devices {
    ($($name:ident;)*) => {$(
        /// Reports none.
        ///
        /// # Safety
        /// The pointer is null or leads to a number.
        unsafe extern "C" fn $name(_: i32, to: *mut u32) -> Code {
            // SAFETY: as the caller says.
            unsafe { put(to, 0) }
        }
    )*};
}

none_of_devices! {
    cuptiDeviceGetNumEventDomains;
    cuptiDeviceGetNumMetrics;
}

export! {
    cuptiActivityFlush;
    cuptiActivityFlushAll;
    cuptiActivityGetNextRecord;
    cuptiActivityGetNumDroppedRecords;
    cuptiDeviceGetNumEventDomains;
    cuptiDeviceGetNumMetrics;
    cuptiFinalize;
    cuptiGetErrorMessage;
    cuptiGetLastError;
    cuptiGetNumEventDomains;
    cuptiGetNumMetrics;
    cuptiGetResultString;
    cuptiGetTimestamp;
    cuptiGetVersion;
    cuptiSupportedDomains;
}

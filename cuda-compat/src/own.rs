//! Calls whose numbers, structures or meaning are CUDA's own.

mod function;
mod rectangle;

pub use function::*;
pub use rectangle::*;

use crate::entry::{Code, PER_THREAD, Pointer, Spelling, of_hip, per_thread};
use crate::forward::{DEVICE_ATTRIBUTES, SPELLINGS};
use crate::result::{self, INVALID_VALUE, NOT_FOUND, NOT_SUPPORTED, SUCCESS};
use std::ffi::{CStr, c_char};

/// The version of CUDA whose driver this is.
const VERSION: i32 = 13_000;

unsafe extern "C" {
    fn hipGetErrorString(code: Code) -> *const c_char;
    fn hipDriverGetVersion(version: *mut i32) -> Code;
    fn hipDeviceGetAttribute(value: *mut i32, attribute: u32, device: u32) -> Code;
    fn hipDeviceComputeCapability(major: Pointer, minor: Pointer, device: u32) -> Code;
    fn hipDeviceGetP2PAttribute(value: *mut i32, attribute: u32, from: u32, to: u32) -> Code;
    fn hipCtxCreate(context: Pointer, flags: u32, device: u32) -> Code;
    fn hipDrvLaunchKernelEx(config: Pointer, function: Pointer, arguments: Pointer, extra: Pointer) -> Code;
}

/// Writes through a pointer that C passed.
///
/// # Safety
/// The pointer is null or leads to a `T` of the caller's.
unsafe fn put<T>(to: *mut T, value: T) -> Code {
    if to.is_null() {
        return INVALID_VALUE;
    }
    // SAFETY: not null, and the caller's.
    unsafe { to.write_unaligned(value) };
    SUCCESS
}

/// `CUresult cuDriverGetVersion(int *driverVersion)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDriverGetVersion(version: *mut i32) -> Code {
    // SAFETY: passed on as it came; what HIP writes is replaced by CUDA's number.
    match unsafe { hipDriverGetVersion(version) } {
        // SAFETY: the callee wrote there.
        SUCCESS => unsafe { put(version, VERSION) },
        code => of_hip(code),
    }
}

/// `CUresult cuGetErrorName(CUresult error, const char **pStr)`
///
/// # Safety
/// The pointer is null or leads to a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorName(error: Code, text: *mut *const c_char) -> Code {
    let name = result::name(error);
    // SAFETY: as the caller says.
    let put = unsafe { put(text, name.map_or(std::ptr::null(), CStr::as_ptr)) };
    if name.is_some() { put } else { INVALID_VALUE }
}

/// `CUresult cuGetErrorString(CUresult error, const char **pStr)`: HIP's text where HIP has the error, else its name.
///
/// # Safety
/// The pointer is null or leads to a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetErrorString(error: Code, text: *mut *const c_char) -> Code {
    let Some(name) = result::name(error) else {
        // SAFETY: as the caller says.
        unsafe { put(text, std::ptr::null()) };
        return INVALID_VALUE;
    };
    // SAFETY: takes any number, and answers a constant.
    let (of, unknown) = unsafe { (hipGetErrorString(error), hipGetErrorString(Code::MAX)) };
    let known = of_hip(error) == error && !of.is_null() && of != unknown;
    // SAFETY: as the caller says.
    unsafe { put(text, if known { of } else { name.as_ptr() }) }
}

/// `CUresult cuDeviceGetAttribute(int *pi, CUdevice_attribute attrib, CUdevice dev)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetAttribute(value: *mut i32, attribute: u32, device: u32) -> Code {
    let Ok(row) = DEVICE_ATTRIBUTES.binary_search_by_key(&attribute, |row| row.0) else {
        return INVALID_VALUE;
    };
    let (_, hip, constant, since) = DEVICE_ATTRIBUTES[row];
    if let Some(hip) = hip {
        // SAFETY: passed on as it came.
        return of_hip(unsafe { hipDeviceGetAttribute(value, hip, device) });
    }
    if value.is_null() {
        return INVALID_VALUE;
    }
    let (mut major, mut minor) = (0i32, 0i32);
    // SAFETY: locals' addresses; `value` is not null, and the caller's.
    unsafe {
        let code = hipDeviceComputeCapability((&raw mut major).cast(), (&raw mut minor).cast(), device);
        if code == SUCCESS {
            value.write_unaligned(if 10 * major + minor >= since { constant } else { 0 });
        }
        of_hip(code)
    }
}

/// `CUresult cuDeviceGetP2PAttribute(int *value, CUdevice_P2PAttribute attrib, CUdevice srcDevice, CUdevice dstDevice)`:
/// CUDA counts from one, HIP from zero.
///
/// # Safety
/// The pointer is null or leads to an `int`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuDeviceGetP2PAttribute(
    value: *mut i32,
    attribute: u32,
    from: u32,
    to: u32,
) -> Code {
    if !(1..=4).contains(&attribute) {
        return INVALID_VALUE;
    }
    // SAFETY: passed on as it came.
    of_hip(unsafe { hipDeviceGetP2PAttribute(value, attribute - 1, from, to) })
}

/// `CUresult cuCtxCreate_v3(CUcontext *pctx, CUexecAffinityParam *paramsArray, int numParams, unsigned int flags, CUdevice dev)`:
/// contexts with an affinity to some SMs are not supported.
///
/// # Safety
/// The first pointer is null or leads to a context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxCreate_v3(
    context: Pointer,
    _: Pointer,
    count: i32,
    flags: u32,
    device: u32,
) -> Code {
    if count != 0 {
        return NOT_SUPPORTED;
    }
    // SAFETY: passed on as it came.
    of_hip(unsafe { hipCtxCreate(context, flags, device) })
}

/// `CUresult cuCtxCreate_v4(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags, CUdevice dev)`: contexts
/// with parameters are not supported.
///
/// # Safety
/// The first pointer is null or leads to a context.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxCreate_v4(context: Pointer, params: Pointer, flags: u32, device: u32) -> Code {
    if !params.is_null() {
        return NOT_SUPPORTED;
    }
    // SAFETY: passed on as it came.
    of_hip(unsafe { hipCtxCreate(context, flags, device) })
}

/// `CUlaunchConfig`; HIP's is the same, but for the attributes it knows.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct LaunchConfig {
    grid: [u32; 3],
    block: [u32; 3],
    shared: u32,
    stream: Pointer,
    attributes: Pointer,
    count: u32,
}

/// A launch by a structure; `own` is what a launch without a stream means. Attributes are not supported.
///
/// # Safety
/// As `cuLaunchKernelEx`.
unsafe fn launch(
    config: *const LaunchConfig,
    function: Pointer,
    arguments: Pointer,
    extra: Pointer,
    own: bool,
) -> Code {
    if config.is_null() {
        return INVALID_VALUE;
    }
    // SAFETY: not null, and the caller's.
    let mut config = unsafe { config.read_unaligned() };
    if config.count != 0 {
        return NOT_SUPPORTED;
    }
    if own {
        config.stream = per_thread(config.stream);
    }
    // SAFETY: the structure is a local of HIP's layout; the others are passed on as they came.
    of_hip(unsafe { hipDrvLaunchKernelEx((&raw mut config).cast(), function, arguments, extra) })
}

/// `CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction f, void **kernelParams, void **extra)`
///
/// # Safety
/// The first pointer is null or leads to a `CUlaunchConfig`; the others are as `cuLaunchKernel` has them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchKernelEx(
    config: *const LaunchConfig,
    function: Pointer,
    arguments: Pointer,
    extra: Pointer,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { launch(config, function, arguments, extra, false) }
}

/// `cuLaunchKernelEx` with the thread's own stream for none.
///
/// # Safety
/// As `cuLaunchKernelEx`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuLaunchKernelEx_ptsz(
    config: *const LaunchConfig,
    function: Pointer,
    arguments: Pointer,
    extra: Pointer,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { launch(config, function, arguments, extra, true) }
}

/// `CUresult cuGetExportTable(const void **ppExportTable, const CUuuid *pExportTableId)`: the driver's private tables do not
/// exist here.
///
/// # Safety
/// The first pointer is null or leads to a pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetExportTable(table: *mut Pointer, _: Pointer) -> Code {
    // SAFETY: as the caller says.
    match unsafe { put(table, std::ptr::null_mut()) } {
        SUCCESS => NOT_FOUND,
        code => code,
    }
}

/// Why a look-up by name found nothing: `CUdriverProcAddressQueryResult`.
const FOUND: u32 = 0;
const NO_SUCH_NAME: u32 = 1;
const NEWER: u32 = 2;

/// The spelling that a request for `name` by a program of CUDA `version` gets; `own` asks for per-thread streams.
pub(crate) fn spelling(name: &str, version: i32, own: bool) -> Result<&'static Spelling, u32> {
    let first = SPELLINGS.partition_point(|s| s.function < name);
    let all = SPELLINGS[first..].iter().take_while(|s| s.function == name);
    let streams = |s: &Spelling| s.symbol.ends_with("_ptds") || s.symbol.ends_with("_ptsz");
    let mut found = Err(NO_SUCH_NAME);
    let mut best = (false, i32::MIN);
    for s in all {
        if s.since > version {
            found = found.or(Err(NEWER));
        } else if (own || !streams(s)) && (found.is_err() || (streams(s), s.since) > best) {
            best = (streams(s), s.since);
            found = Ok(s);
        }
    }
    found
}

/// `CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
/// CUdriverProcAddressQueryResult *symbolStatus)`
///
/// # Safety
/// The name is null or ends with a zero; the pointers are null or lead to what the declaration says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetProcAddress_v2(
    name: *const c_char,
    code: *mut Pointer,
    version: i32,
    flags: u64,
    status: *mut u32,
) -> Code {
    if name.is_null() || code.is_null() || flags > 2 {
        return INVALID_VALUE;
    }
    // SAFETY: not null, and the caller's text.
    let text = unsafe { CStr::from_ptr(name) }.to_str().unwrap_or_default();
    let found = spelling(text, version, flags == 2);
    if !status.is_null() {
        // SAFETY: not null, and the caller's.
        unsafe { put(status, found.as_ref().err().copied().unwrap_or(FOUND)) };
    }
    let address = found.as_ref().map_or(std::ptr::null_mut(), |s| s.code.0.cast_mut().cast());
    // SAFETY: not null, and the caller's.
    unsafe { put(code, address) };
    if found.is_ok() { SUCCESS } else { NOT_FOUND }
}

/// `cuGetProcAddress_v2` of programs with per-thread streams; the flags say what is looked for.
///
/// # Safety
/// As `cuGetProcAddress_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetProcAddress_v2_ptsz(
    name: *const c_char,
    code: *mut Pointer,
    version: i32,
    flags: u64,
    status: *mut u32,
) -> Code {
    let flags = if flags == 0 { PER_THREAD.addr() as u64 } else { flags };
    // SAFETY: as the caller says.
    unsafe { cuGetProcAddress_v2(name, code, version, flags, status) }
}

/// `CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags)`, as CUDA 11 had it.
///
/// # Safety
/// As `cuGetProcAddress_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetProcAddress(
    name: *const c_char,
    code: *mut Pointer,
    version: i32,
    flags: u64,
) -> Code {
    // SAFETY: as the caller says.
    unsafe { cuGetProcAddress_v2(name, code, version, flags, std::ptr::null_mut()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_get_the_spelling_of_their_version() {
        let of = |name, version, own| spelling(name, version, own).map(|s| s.symbol);
        assert_eq!(of("cuMemAlloc", 12_090, false), Ok("cuMemAlloc_v2"));
        assert_eq!(of("cuCtxCreate", 12_090, false), Ok("cuCtxCreate_v2"));
        assert_eq!(of("cuCtxCreate", 13_000, false), Ok("cuCtxCreate_v4"));
        assert_eq!(of("cuMemcpyHtoD", 12_090, true), Ok("cuMemcpyHtoD_v2_ptds"));
        assert_eq!(of("cuMemcpyHtoD", 12_090, false), Ok("cuMemcpyHtoD_v2"));
        assert_eq!(of("cuLaunchKernel", 13_000, true), Ok("cuLaunchKernel_ptsz"));
        assert_eq!(of("cuMemAlloc", 13_000, true), Ok("cuMemAlloc_v2"), "it has no stream");
        assert_eq!(of("cuGetProcAddress", 13_000, true), Ok("cuGetProcAddress_v2_ptsz"));
        assert_eq!(of("cuNone", 13_000, false), Err(NO_SUCH_NAME));
    }

    #[test]
    fn spellings_are_in_the_order_they_are_looked_up_in() {
        assert!(SPELLINGS.is_sorted_by_key(|s| s.function));
        assert!(SPELLINGS.len() > 500, "{}", SPELLINGS.len());
    }
}

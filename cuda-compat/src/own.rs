//! Functions that differ from HIP in numbers, structures or meaning.

mod context;
mod device;
mod function;
mod graph;
mod launch;
mod occupancy;
mod pointer;
mod rectangle;

pub use context::*;
pub use device::*;
pub use function::*;
pub use graph::*;
pub use launch::*;
pub use occupancy::*;
pub use pointer::*;
pub use rectangle::*;

use crate::entry::{Code, PER_THREAD, Pointer, Spelling, need, of_hip};
use crate::forward::SPELLINGS;
use crate::result::{self, INVALID_VALUE, NOT_FOUND, NOT_SUPPORTED, SUCCESS};
use std::ffi::{CStr, c_char};
use std::sync::atomic::{AtomicBool, Ordering};

/// The CUDA version of this driver.
const VERSION: i32 = 13_000;

unsafe extern "C" {
    fn hipGetErrorString(code: Code) -> *const c_char;
    fn hipDriverGetVersion(version: *mut i32) -> Code;
    fn hipInit(flags: u32) -> Code;
    fn __hipFrontBecomeDriver();
    fn hipCtxCreate(context: Pointer, flags: u32, device: u32) -> Code;
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

/// Reads through a pointer that C passed.
///
/// # Safety
/// The pointer is null or leads to a `T` of the caller's.
unsafe fn get<T: Copy>(from: *const T) -> Option<T> {
    // SAFETY: not null, and the caller's.
    (!from.is_null()).then(|| unsafe { from.read_unaligned() })
}

/// `CUresult cuInit(unsigned int Flags)`
#[unsafe(no_mangle)]
pub extern "C" fn cuInit(flags: u32) -> Code {
    // SAFETY: takes nothing.
    unsafe { __hipFrontBecomeDriver() };
    // SAFETY: takes a number.
    let code = of_hip(unsafe { hipInit(flags) });
    if code == SUCCESS {
        crate::entry::initialise();
    }
    code
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

/// `CUresult cuGetErrorString(CUresult error, const char **pStr)`: HIP's text where HIP has the error, else
/// its name.
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

/// `CUresult cuCtxCreate_v3(CUcontext *pctx, CUexecAffinityParam *paramsArray, int numParams, unsigned int
/// flags, CUdevice dev)`: contexts with an affinity to SMs are not supported.
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
    need!(init);
    if count != 0 {
        return NOT_SUPPORTED;
    }
    // SAFETY: passed on as it came.
    of_hip(unsafe { hipCtxCreate(context, flags, device) })
}

/// `CUctxCreateParams`
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct ContextParameters {
    affinity: Pointer,
    affinity_count: i32,
    graphics: Pointer,
}

/// `CUresult cuCtxCreate_v4(CUcontext *pctx, CUctxCreateParams *ctxCreateParams, unsigned int flags, CUdevice
/// dev)`: contexts with an affinity to SMs or for graphics are not supported.
///
/// # Safety
/// The first pointer is null or leads to a context, the second is null or leads to the structure.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuCtxCreate_v4(
    context: Pointer,
    params: *const ContextParameters,
    flags: u32,
    device: u32,
) -> Code {
    need!(init);
    let is_special = |params: &ContextParameters| params.affinity_count != 0 || !params.graphics.is_null();
    // SAFETY: as the caller says.
    if unsafe { params.as_ref() }.is_some_and(is_special) {
        return NOT_SUPPORTED;
    }
    // SAFETY: passed on as it came.
    of_hip(unsafe { hipCtxCreate(context, flags, device) })
}

/// Identifier of the first private table that NVIDIA's runtime library requires. Observed with CUDA 13.0 on
/// an H200: at its first call it reads seven tables, and asks the last one three times for a digest of 16
/// bytes of a random number. If the tables are at other addresses, even with all functions NVIDIA's, it stops
/// with "integrity checks failed". Therefore no driver but NVIDIA's can answer it, and this one does not try.
const OF_THE_RUNTIME: [u8; 16] =
    [0x6b, 0xd5, 0xfb, 0x6c, 0x5b, 0xf4, 0xe7, 0x4a, 0x89, 0x87, 0xd9, 0x39, 0x12, 0xfd, 0x9d, 0xf9];

/// `CUresult cuGetExportTable(const void **ppExportTable, const CUuuid *pExportTableId)`: the driver's
/// private tables do not exist here. NVIDIA's runtime library requires one, which is logged once. Our runtime
/// library does not.
///
/// # Safety
/// The pointers are null or lead to a pointer and an identity.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetExportTable(table: *mut Pointer, id: *const [u8; 16]) -> Code {
    static SAID: AtomicBool = AtomicBool::new(false);
    // SAFETY: as the caller says.
    let of_runtime = unsafe { get(id) } == Some(OF_THE_RUNTIME);
    if of_runtime && !SAID.swap(true, Ordering::Relaxed) {
        eprintln!(
            "cuda: NVIDIA's runtime library, which is part of this program or of a library of its, wants a private table of NVIDIA's \
             driver: link it with `nvcc -cudart shared`, and start the program with hip-run"
        );
    }
    // SAFETY: as the caller says.
    match unsafe { put(table, std::ptr::null_mut()) } {
        SUCCESS => NOT_FOUND,
        code => code,
    }
}

/// Results of a look-up by name: `CUdriverProcAddressQueryResult`.
const FOUND: u32 = 0;
const NO_SUCH_NAME: u32 = 1;
const NEWER: u32 = 2;

/// Returns the variant for a request of `name` by a program of CUDA `version`. `own` requests per-thread
/// streams, and if the function has such variants, only those are valid.
pub(crate) fn spelling(name: &str, version: i32, own: bool) -> Result<&'static Spelling, u32> {
    let first = SPELLINGS.partition_point(|s| s.function < name);
    let all = || SPELLINGS[first..].iter().take_while(|s| s.function == name);
    let streams = |s: &Spelling| s.symbol.ends_with("_ptds") || s.symbol.ends_with("_ptsz");
    let wanted = own && all().any(streams);
    let fit = all().filter(|s| streams(s) == wanted);
    match fit.filter(|s| s.since <= version).max_by_key(|s| s.since) {
        Some(found) => Ok(found),
        None => Err(if all().next().is_some() { NEWER } else { NO_SUCH_NAME }),
    }
}

/// The first invalid version (an H200's driver, 580).
const NO_VERSION: i32 = 99_999;

/// Looks up a function and reports the status.
///
/// # Safety
/// The name ends with a zero; `status` is null or leads to an enumerator.
unsafe fn look_up(
    name: *const c_char,
    code: *mut Pointer,
    version: i32,
    flags: u64,
    status: *mut u32,
) -> Result<bool, Code> {
    if name.is_null() || code.is_null() || flags > 3 || version >= NO_VERSION {
        return Err(INVALID_VALUE);
    }
    // SAFETY: not null, and the caller's text.
    let text = unsafe { CStr::from_ptr(name) }.to_str().unwrap_or_default();
    // A negative version means any.
    let version = if version < 0 { i32::MAX } else { version };
    let found = spelling(text, version, flags == 2);
    if !status.is_null() {
        // SAFETY: not null, and the caller's.
        unsafe { put(status, found.as_ref().err().copied().unwrap_or(FOUND)) };
    }
    let address = found.as_ref().map_or(std::ptr::null_mut(), |s| s.code.0.cast_mut().cast());
    // SAFETY: not null, and the caller's.
    unsafe { put(code, address) };
    Ok(found.is_ok())
}

/// `CUresult cuGetProcAddress_v2(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags,
/// CUdriverProcAddressQueryResult *symbolStatus)`: an unknown function is reported in the status, not as an
/// error.
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
    // SAFETY: as the caller says.
    match unsafe { look_up(name, code, version, flags, status) } {
        Ok(_) => SUCCESS,
        Err(code) => code,
    }
}

/// `cuGetProcAddress_v2` for programs with per-thread streams. The flags select the variant.
///
/// # Safety
/// Same as `cuGetProcAddress_v2`.
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

/// `CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t flags)` of CUDA 11.
///
/// # Safety
/// Same as `cuGetProcAddress_v2`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn cuGetProcAddress(
    name: *const c_char,
    code: *mut Pointer,
    version: i32,
    flags: u64,
) -> Code {
    // SAFETY: as the caller says.
    match unsafe { look_up(name, code, version, flags, std::ptr::null_mut()) } {
        Ok(true) => SUCCESS,
        Ok(false) => NOT_FOUND,
        Err(code) => code,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_get_the_spelling_of_their_version() {
        // Same answer as an H200's driver (580).
        let of = |name, version, own| spelling(name, version, own).map(|s| s.symbol);
        assert_eq!(of("cuMemAlloc", 0, false), Err(NEWER));
        assert_eq!(of("cuMemAlloc", 3_000, false), Ok("cuMemAlloc"));
        assert_eq!(of("cuMemAlloc", 12_090, false), Ok("cuMemAlloc_v2"));
        assert_eq!(of("cuCtxCreate", 3_020, false), Ok("cuCtxCreate_v2"));
        assert_eq!(of("cuCtxCreate", 12_000, false), Ok("cuCtxCreate_v3"));
        assert_eq!(of("cuCtxCreate", 13_000, false), Ok("cuCtxCreate_v4"));
        assert_eq!(of("cuCtxCreate_v3", 12_000, false), Err(NO_SUCH_NAME), "a spelling is no name");
        assert_eq!(of("cuMemcpyHtoD", 12_090, true), Ok("cuMemcpyHtoD_v2_ptds"));
        assert_eq!(of("cuMemcpyHtoD", 12_090, false), Ok("cuMemcpyHtoD_v2"));
        assert_eq!(of("cuMemcpy", 6_000, true), Err(NEWER), "streams of threads came later");
        assert_eq!(of("cuMemcpy", 7_000, true), Ok("cuMemcpy_ptds"));
        assert_eq!(of("cuLaunchKernel", 13_000, true), Ok("cuLaunchKernel_ptsz"));
        assert_eq!(of("cuMemAlloc", 13_000, true), Ok("cuMemAlloc_v2"), "it has no stream");
        assert_eq!(of("cuGetProcAddress", 11_030, false), Ok("cuGetProcAddress"));
        assert_eq!(of("cuGetProcAddress", 12_000, true), Ok("cuGetProcAddress_v2"));
        assert_eq!(of("cuStreamGetCaptureInfo", 11_030, false), Ok("cuStreamGetCaptureInfo_v2"));
        assert_eq!(of("cuGLGetDevices", 12_000, false), Ok("cuGLGetDevices_v2"));
        assert_eq!(of("cuGraphInstantiate", 11_000, false), Ok("cuGraphInstantiate_v2"));
        assert_eq!(of("cuGraphInstantiate", 12_000, false), Ok("cuGraphInstantiateWithFlags"));
        assert_eq!(of("cuGraphInstantiateWithFlags", 11_040, false), Ok("cuGraphInstantiateWithFlags"));
        assert_eq!(of("cuStreamWaitValue32", 8_000, true), Ok("cuStreamWaitValue32_ptsz"));
        assert_eq!(of("cuGreenCtxCreate", 12_030, false), Err(NEWER));
        assert_eq!(of("cuNone", 13_000, false), Err(NO_SUCH_NAME));
        assert_eq!(of("", 13_000, false), Err(NO_SUCH_NAME));
    }

    #[test]
    fn spellings_are_in_the_order_they_are_looked_up_in() {
        assert!(SPELLINGS.is_sorted_by_key(|s| s.function));
        assert!(SPELLINGS.len() > 500, "{}", SPELLINGS.len());
    }
}

//! Facts about the library itself: names of calls and kernels, addresses of its functions, the log and
//! profiler switches (HIP: "Callback", "External entry points", "Profiler Control").

use crate::entry::{self, Out, entry_points, text};
use crate::host_function::kernel_of_host_function;
use crate::names::{api_name, interned, is_function};
use crate::types::{Function, Stream};
use hip_sys::hipDriverProcAddressQueryResult as Outcome;
use runtime::Error;
use runtime::api::module;
use runtime::trace::{self, Level};
use std::ffi::{CStr, CString, c_char, c_void};
use std::sync::OnceLock;

crate::entry::export!(hipApiName, hipKernelNameRef, hipKernelNameRefByPtr, __hipReportDevices, __hipGetPCH);

/// Makes a call that returns a text: null if it fails.
fn answer(name: &'static str, call: impl FnOnce() -> Result<*const c_char, Error>) -> *const c_char {
    let mut text = std::ptr::null();
    entry::outcome(name, || {
        text = call()?;
        Ok(())
    });
    text
}

/// Returns the name of a call, numbered from 1 in alphabetical order; "unknown" for another number.
pub extern "C" fn hipApiName(id: u32) -> *const c_char {
    api_name(id).map_or(c"unknown".as_ptr(), CStr::as_ptr)
}

/// A kernel's name; null if there is no such kernel.
pub extern "C" fn hipKernelNameRef(function: Function) -> *const c_char {
    answer("hipKernelNameRef", || Ok(interned(&module::name(function.id()?)?)))
}

/// The name of the kernel of a host function; null if there is none. The stream does not matter.
pub extern "C" fn hipKernelNameRefByPtr(host: *const c_void, _: Stream) -> *const c_char {
    answer("hipKernelNameRefByPtr", || Ok(interned(&module::name(kernel_of_host_function(host)?.id()?)?)))
}

/// Receives the devices that registered code; compilers emit calls of it, which have no effect here.
pub extern "C" fn __hipReportDevices(_: usize, _: *const c_void) {}

// Flags of a lookup.
const LEGACY_STREAM: u64 = hip_sys::hipEnableLegacyStream as u64;
const PER_THREAD_STREAM: u64 = hip_sys::hipEnablePerThreadDefaultStream as u64;
/// First version, in HIP's numbering (major × 100 + minor); all functions exist from it on.
const FIRST_VERSION: i32 = 100;

/// Returns a handle of the library itself.
fn own() -> Option<usize> {
    static OWN: OnceLock<Option<usize>> = OnceLock::new();
    *OWN.get_or_init(|| {
        // SAFETY: all zeros are a value of this structure of pointers.
        let mut info: libc::Dl_info = unsafe { std::mem::zeroed() };
        // SAFETY: the address is one of this library's functions, and `info` is ours.
        if unsafe { libc::dladdr(hipApiName as *const c_void, &raw mut info) } == 0 {
            return None;
        }
        // SAFETY: `dladdr` left a file name that ends in a zero; the file is loaded already, and stays.
        let library = unsafe { libc::dlopen(info.dli_fname, libc::RTLD_LAZY | libc::RTLD_NOLOAD) };
        (!library.is_null()).then_some(library as usize)
    })
}

/// Returns the address of one of the library's functions.
fn function(name: &str) -> Option<u64> {
    let name = CString::new(name).ok()?;
    if !is_function(&name) {
        return None;
    }
    // SAFETY: the handle is of a library that is loaded, the name ends in a zero.
    let found = unsafe { libc::dlsym(own()? as *mut c_void, name.as_ptr()) };
    (!found.is_null()).then_some(found as u64)
}

/// Lookup of a function: the name, the flags, and whether `NULL` streams are the thread's own by default.
struct Request {
    symbol: *const c_char,
    flags: u64,
    per_thread: bool,
}

/// Returns the function with a name; for a `NULL` stream that is the thread's own, the variant with `_spt`.
fn look_up(asked: Request) -> Result<Option<u64>, Error> {
    let Request { symbol, flags, per_thread } = asked;
    let name = text(symbol, "symbol")?;
    if flags > LEGACY_STREAM | PER_THREAD_STREAM {
        return Err(Error::BadFlags { what: "a look-up of a function", got: flags });
    }
    let own_stream = flags & PER_THREAD_STREAM != 0 || per_thread && flags & LEGACY_STREAM == 0;
    let spt = own_stream.then(|| function(&format!("{name}_spt"))).flatten();
    Ok(spt.or_else(|| function(&name)))
}

/// Returns the address of a function, 0 if there is none, and the outcome. An unknown function is not an
/// error (observed on an H200).
fn tell(asked: Request, out: Out<u64>, status: Out<Outcome>, version: i32) -> Result<(), Error> {
    let out = out.wanted("pfn")?;
    out.set(0);
    let found = look_up(asked)?.filter(|_| version >= FIRST_VERSION);
    out.set(found.unwrap_or(0));
    if let Some(status) = status.optional() {
        status.set(match found {
            Some(_) => Outcome::HIP_GET_PROC_ADDRESS_SUCCESS,
            None if version < FIRST_VERSION => Outcome::HIP_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT,
            None => Outcome::HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND,
        });
    }
    Ok(())
}

entry_points! {
    /// The address of a function; there are none before HIP 1.
    fn hipGetProcAddress(symbol: *const c_char, out: Out<u64>, version: i32, flags: u64, status: Out<Outcome>) {
        tell(Request { symbol, flags, per_thread: false }, out, status, version)?;
    }
    /// Same as `hipGetProcAddress`, for functions whose `NULL` stream is the thread's own.
    fn hipGetProcAddress_spt(symbol: *const c_char, out: Out<u64>, version: i32, flags: u64, status: Out<Outcome>) {
        tell(Request { symbol, flags, per_thread: true }, out, status, version)?;
    }
    /// The address of a function.
    fn hipGetDriverEntryPoint(symbol: *const c_char, out: Out<u64>, flags: u64, status: Out<Outcome>) {
        tell(Request { symbol, flags, per_thread: false }, out, status, FIRST_VERSION)?;
    }
    /// Same as `hipGetDriverEntryPoint`, for functions whose `NULL` stream is the thread's own.
    fn hipGetDriverEntryPoint_spt(symbol: *const c_char, out: Out<u64>, flags: u64, status: Out<Outcome>) {
        tell(Request { symbol, flags, per_thread: true }, out, status, FIRST_VERSION)?;
    }
    /// Starts a profiler: there is none, which is not an error.
    fn hipProfilerStart() { trace::log(Level::Detail, format_args!("profiling begins here")); }
    /// Stops a profiler.
    fn hipProfilerStop() { trace::log(Level::Detail, format_args!("profiling ends here")); }
    /// Enables the log, at the level of `hipExtSetLoggingParams` or the environment.
    fn hipExtEnableLogging() { trace::switch(true); }
    /// Disables the log.
    fn hipExtDisableLogging() { trace::switch(false); }
    /// Sets the log level, in the numbering of `AMD_LOG_LEVEL`. The log has no size limit and no categories
    /// to mask.
    fn hipExtSetLoggingParams(level: u64, _size: u64, _mask: u64) {
        let level = u32::try_from(level).ok().filter(|&level| level <= 5);
        let max = 5;
        trace::set_level(level.ok_or(Error::OutOfRange { what: "log_level", got: u64::MAX, min: 0, max })?);
    }
}

/// Returns the header that a compiler may precompile for `hiprtc`: none.
pub extern "C" fn __hipGetPCH(pch: Out<*const c_char>, size: Out<u32>) {
    if let Some(pch) = pch.optional() {
        pch.set(c"".as_ptr());
    }
    if let Some(size) = size.optional() {
        size.set(0);
    }
}

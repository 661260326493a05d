//! Initialisation, version and errors (HIP: "Initialization and Version", "Error Handling").

use crate::entry::{self, Out, entry_points, watched_points};
use runtime::api::init;
use runtime::{Error, Status};
use std::ffi::{CString, c_char};
use std::sync::OnceLock;

crate::entry::export!(hipGetErrorName, hipGetErrorString);

entry_points! {
    /// Starts the runtime; `flags` is 0.
    fn hipInit(flags: u32) { init::init(flags)?; }
    /// Driver version, in CUDA's numbering.
    fn hipDriverGetVersion(out: Out<i32>) { out.wanted("driverVersion")?.set(init::DRIVER_VERSION); }
    /// Runtime version, in HIP's numbering.
    fn hipRuntimeGetVersion(out: Out<i32>) { out.wanted("runtimeVersion")?.set(init::RUNTIME_VERSION); }
    /// A code's name, by pointer.
    fn hipDrvGetErrorName(code: u32, out: Out<*const c_char>) {
        let out = out.wanted("errorString")?;
        out.set(names_of_error(code)?.0);
    }
    /// A code's text, by pointer.
    fn hipDrvGetErrorString(code: u32, out: Out<*const c_char>) {
        let out = out.wanted("errorString")?;
        out.set(names_of_error(code)?.1);
    }
}

watched_points! { entry::answer =>
    /// Returns and clears the thread's last error.
    fn hipGetLastError() { found(init::take_last_error())?; }
    /// Returns the thread's last error.
    fn hipPeekAtLastError() { found(init::last_error())?; }
    /// Returns and clears the status of the last call, including "not ready", which `hipGetLastError` hides.
    fn hipExtGetLastError() { found(init::take_last_error())?; }
}

fn found(status: Status) -> Result<(), Status> {
    if status == Status::Success { Ok(()) } else { Err(status) }
}

/// Returns the name of a code; never null.
pub extern "C" fn hipGetErrorName(code: u32) -> *const c_char {
    let mut name = c"hipErrorUnknown".as_ptr();
    entry::outcome("hipGetErrorName", || {
        name = names_of_error(code)?.0;
        Ok(())
    });
    name
}

/// Returns the text of a code; never null.
pub extern "C" fn hipGetErrorString(code: u32) -> *const c_char {
    let mut text = c"unknown error".as_ptr();
    entry::outcome("hipGetErrorString", || {
        text = names_of_error(code)?.1;
        Ok(())
    });
    text
}

/// Returns the name and text of a code, as C strings that live as long as the process.
fn names_of_error(code: u32) -> Result<(*const c_char, *const c_char), Error> {
    static TEXTS: OnceLock<Vec<(u32, CString, CString)>> = OnceLock::new();
    let texts = TEXTS.get_or_init(|| {
        let c = |text: &str| CString::new(text).unwrap_or_default();
        Status::ALL.iter().map(|s| (s.code(), c(s.name()), c(s.text()))).collect()
    });
    match texts.binary_search_by_key(&code, |row| row.0) {
        Ok(at) => Ok((texts[at].1.as_ptr(), texts[at].2.as_ptr())),
        Err(_) => Err(Error::UnknownEnumerator { what: "error code", got: code.into() }),
    }
}

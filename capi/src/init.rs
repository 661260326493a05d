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
    /// The driver's version, as CUDA counts.
    fn hipDriverGetVersion(out: Out<i32>) { out.wanted("driverVersion")?.set(init::DRIVER_VERSION); }
    /// The runtime's version, as HIP counts.
    fn hipRuntimeGetVersion(out: Out<i32>) { out.wanted("runtimeVersion")?.set(init::RUNTIME_VERSION); }
    /// A code's name, by pointer.
    fn hipDrvGetErrorName(code: u32, out: Out<*const c_char>) {
        let out = out.wanted("errorString")?;
        out.set(known(code)?.0);
    }
    /// A code's text, by pointer.
    fn hipDrvGetErrorString(code: u32, out: Out<*const c_char>) {
        let out = out.wanted("errorString")?;
        out.set(known(code)?.1);
    }
}

watched_points! { entry::answer =>
    /// The thread's last error, which is forgotten.
    fn hipGetLastError() { found(init::take_last_error())?; }
    /// The thread's last error, which stays.
    fn hipPeekAtLastError() { found(init::last_error())?; }
    /// How the last call went: the thread's last error, as `hipGetLastError` gives it, without "not ready"
    /// being hidden.
    fn hipExtGetLastError() { found(init::take_last_error())?; }
}

fn found(status: Status) -> Result<(), Status> {
    if status == Status::Success { Ok(()) } else { Err(status) }
}

/// A code's name; never null.
pub extern "C" fn hipGetErrorName(code: u32) -> *const c_char {
    let mut name = c"hipErrorUnknown".as_ptr();
    entry::outcome("hipGetErrorName", || {
        name = known(code)?.0;
        Ok(())
    });
    name
}

/// A code's text; never null.
pub extern "C" fn hipGetErrorString(code: u32) -> *const c_char {
    let mut text = c"unknown error".as_ptr();
    entry::outcome("hipGetErrorString", || {
        text = known(code)?.1;
        Ok(())
    });
    text
}

/// Name and text of a code, as C strings that live as long as the process.
fn known(code: u32) -> Result<(*const c_char, *const c_char), Error> {
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

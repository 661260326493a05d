//! Queries: versions, numbers of ranks, errors.

use crate::communicator::{Entry, communicator};
use crate::last_error;
use crate::nvidia;
use crate::status::Status;
use std::ffi::c_char;
use work::{Pointer, put};

type Done = Result<(), Status>;

/// `NCCL_VERSION_CODE`
const VERSION: i32 = 22707;

/// `ncclGetVersion`
pub(crate) fn version(to: Pointer) -> Done {
    put(to, VERSION)
}

/// `ncclCommCount`
pub(crate) fn count(handle: Pointer, to: Pointer) -> Done {
    put(to, communicator(handle)?.size())
}

/// `ncclCommCuDevice`
pub(crate) fn device(handle: Pointer, to: Pointer) -> Done {
    put(to, communicator(handle)?.device())
}

/// `ncclCommUserRank`
pub(crate) fn rank(handle: Pointer, to: Pointer) -> Done {
    put(to, communicator(handle)?.rank)
}

/// `ncclCommGetAsyncError`
pub(crate) fn async_error(handle: Pointer, to: Pointer) -> Done {
    put(to, Entry::get(handle)?.async_status() as u32)
}

/// `const char *ncclGetErrorString(ncclResult_t result)`
#[unsafe(no_mangle)]
pub extern "C" fn ncclGetErrorString(result: u32) -> *const c_char {
    let library = nvidia::library().ok().flatten();
    library.and_then(|library| library.error_string(result)).unwrap_or(Status::text(result).as_ptr())
}

/// `const char *ncclGetLastError(ncclComm_t comm)`: the text of the process' last error; the communicator
/// may be null.
#[unsafe(no_mangle)]
pub extern "C" fn ncclGetLastError(comm: Pointer) -> *const c_char {
    let library = nvidia::library().ok().flatten().filter(|_| last_error::is_of_library());
    library.and_then(|library| library.last_error(comm)).unwrap_or(last_error::text())
}

/// `void ncclResetDebugInit(void)`: nothing of this library's is kept that would be reset.
#[unsafe(no_mangle)]
pub extern "C" fn ncclResetDebugInit() {
    if let Ok(Some(library)) = nvidia::library() {
        library.reset_debug();
    }
}

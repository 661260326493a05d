//! State of cuBLAS' first version: one handle for the process, and the last error.

use crate::{numbers, own};
use forward::{Pointer, put};
use std::sync::{Mutex, MutexGuard, PoisonError};

unsafe extern "C" {
    fn hipMalloc(to: *mut Pointer, bytes: usize) -> u32;
    fn hipFree(pointer: Pointer) -> u32;
    fn hipblasCreate(to: Pointer) -> u32;
    fn hipblasDestroy(handle: Pointer) -> u32;
    fn hipblasSetStream(handle: Pointer, stream: Pointer) -> u32;
}

const SUCCESS: u32 = 0;
/// `CUBLAS_STATUS_NOT_INITIALIZED`
const NOT_INITIALIZED: u32 = 1;
/// `CUBLAS_STATUS_ALLOC_FAILED`
const ALLOC_FAILED: u32 = 3;
/// `CUBLAS_STATUS_INVALID_VALUE`
const INVALID_VALUE: u32 = 7;
/// `CUBLAS_STATUS_INTERNAL_ERROR`
const INTERNAL_ERROR: u32 = 14;

struct Session {
    /// Address of the handle, 0 before `cublasInit`.
    handle: usize,
    error: u32,
}

static SESSION: Mutex<Session> = Mutex::new(Session { handle: 0, error: SUCCESS });

fn session() -> MutexGuard<'static, Session> {
    SESSION.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The handle, if there is one.
fn handle() -> Option<Pointer> {
    let handle = session().handle;
    (handle != 0).then(|| std::ptr::with_exposed_provenance_mut(handle))
}

/// Calls a function of hipBLAS with the handle. A failure becomes the last error.
pub(crate) fn run(call: impl FnOnce(Pointer) -> u32) {
    let status = handle().map_or(NOT_INITIALIZED, |handle| numbers::STATUS.cuda(call(handle)));
    if status != SUCCESS {
        session().error = status;
    }
}

/// A complex number of single precision.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct C32(f32, f32);

/// A complex number of double precision.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub(crate) struct C64(f64, f64);

/// A number that no enumeration has: hipBLAS refuses it.
const NONE: u32 = u32::MAX;

/// `hipblasOperation_t` of a letter.
pub(crate) fn operation(letter: i8) -> u32 {
    match (letter as u8).to_ascii_uppercase() {
        b'N' => 111,
        b'T' => 112,
        b'C' => 113,
        _ => NONE,
    }
}

/// `hipblasFillMode_t` of a letter.
pub(crate) fn fill(letter: i8) -> u32 {
    match (letter as u8).to_ascii_uppercase() {
        b'U' => 121,
        b'L' => 122,
        _ => NONE,
    }
}

/// `hipblasDiagType_t` of a letter.
pub(crate) fn diagonal(letter: i8) -> u32 {
    match (letter as u8).to_ascii_uppercase() {
        b'N' => 131,
        b'U' => 132,
        _ => NONE,
    }
}

/// `hipblasSideMode_t` of a letter.
pub(crate) fn side(letter: i8) -> u32 {
    match (letter as u8).to_ascii_uppercase() {
        b'L' => 141,
        b'R' => 142,
        _ => NONE,
    }
}

/// Exports functions without handle and status: the older releases, then for each function its name and
/// parameters, its result, and the call of hipBLAS.
macro_rules! functions {
    ($older:tt; $($symbol:ident($($arg:ident: $class:ty),*) $(-> $result:ident: $number:ty)? = $hip:ident($($value:expr => $wanted:ty),*);)*) => {$(
        unsafe extern "C" fn $symbol($($arg: $class),*) $(-> $number)? {
            unsafe extern "C" {
                fn $hip(handle: Pointer, $(_: $wanted),*) -> u32;
            }
            $(let mut $result = <$number>::default();)?
            // SAFETY: the arguments have the callee's classes, and the caller answers for where pointers
            // lead; the others are locals'.
            $crate::session::run(|handle| unsafe { $hip(handle, $($value),*) });
            $($result)?
        }
        forward::export!($symbol, $symbol, $older);
    )*};
}
pub(crate) use functions;

/// `cublasStatus cublasInit(void)`
pub(crate) extern "C" fn start() -> u32 {
    let mut session = session();
    if session.handle != 0 {
        return SUCCESS;
    }
    let mut handle: Pointer = std::ptr::null_mut();
    // SAFETY: a local's address.
    let status = numbers::STATUS.cuda(unsafe { hipblasCreate((&raw mut handle).cast()) });
    (session.handle, session.error) = (handle.expose_provenance(), SUCCESS);
    status
}

/// `cublasStatus cublasShutdown(void)`
pub(crate) extern "C" fn end() -> u32 {
    let Some(handle) = handle() else { return NOT_INITIALIZED };
    session().handle = 0;
    // SAFETY: the handle of `start`, which nothing else has.
    numbers::STATUS.cuda(unsafe { hipblasDestroy(handle) })
}

/// `cublasStatus cublasGetError(void)`, which forgets the error.
pub(crate) extern "C" fn error() -> u32 {
    std::mem::replace(&mut session().error, SUCCESS)
}

/// `cublasStatus cublasGetVersion(int *version)`
///
/// # Safety
/// The pointer is null or leads to an `int`.
pub(crate) unsafe extern "C" fn version(to: *mut i32) -> u32 {
    // SAFETY: as the caller says; the handle is not looked at.
    unsafe { own::version(std::ptr::null_mut(), to) }
}

/// `cublasStatus cublasSetKernelStream(cudaStream_t stream)`
pub(crate) extern "C" fn set_stream(stream: Pointer) -> u32 {
    let Some(handle) = handle() else { return NOT_INITIALIZED };
    // SAFETY: the handle of `start`; the library checks the stream.
    numbers::STATUS.cuda(unsafe { hipblasSetStream(handle, stream) })
}

/// `cublasStatus cublasAlloc(int n, int elemSize, void **devicePtr)`
///
/// # Safety
/// The pointer is null or leads to a pointer.
pub(crate) unsafe extern "C" fn allocate(count: i32, size: i32, to: *mut Pointer) -> u32 {
    if handle().is_none() {
        return NOT_INITIALIZED;
    }
    let (Ok(count @ 1..), Ok(size @ 1..)) = (usize::try_from(count), usize::try_from(size)) else {
        return INVALID_VALUE;
    };
    let mut memory: Pointer = std::ptr::null_mut();
    // SAFETY: a local's address.
    if unsafe { hipMalloc(&raw mut memory, count.saturating_mul(size)) } != SUCCESS {
        return ALLOC_FAILED;
    }
    // SAFETY: as the caller says.
    if unsafe { put(to, memory) } { SUCCESS } else { INVALID_VALUE }
}

/// `cublasStatus cublasFree(const void *devicePtr)`
pub(crate) extern "C" fn free(memory: Pointer) -> u32 {
    if handle().is_none() {
        return NOT_INITIALIZED;
    }
    // SAFETY: the runtime checks the address.
    if unsafe { hipFree(memory) } == SUCCESS { SUCCESS } else { INTERNAL_ERROR }
}

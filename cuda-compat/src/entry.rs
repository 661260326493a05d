//! How an exported function is made: forwarded, or refused by name.

pub(crate) use crate::result::{Code, of_hip};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

/// An address or a handle, as it came.
pub(crate) type Pointer = *mut c_void;

/// `hipStreamPerThread`, which is `CU_STREAM_PER_THREAD` too.
pub(crate) const PER_THREAD: Pointer = std::ptr::without_provenance_mut(2);

/// The stream that a `_ptsz` spelling means: none is the thread's own.
pub(crate) fn per_thread(stream: Pointer) -> Pointer {
    if stream.is_null() { PER_THREAD } else { stream }
}

/// Waits for the thread's own stream, if what was sent to it was taken.
pub(crate) fn wait(sent: Code) -> Code {
    unsafe extern "C" {
        fn hipStreamSynchronize(stream: Pointer) -> Code;
    }
    if sent != 0 {
        return sent;
    }
    // SAFETY: the stream always exists.
    unsafe { hipStreamSynchronize(PER_THREAD) }
}

/// What a function that is missing does: says its name once, and answers `CUDA_ERROR_NOT_SUPPORTED`.
pub(crate) fn refuse(name: &str, said: &AtomicBool) -> Code {
    if !said.swap(true, Ordering::Relaxed) {
        eprintln!("cuda: {name} is not implemented");
    }
    crate::result::NOT_SUPPORTED
}

/// Functions that are a HIP call: `name(argument: class) = hipName(value => class)`, then `wait` if CUDA's call waits
/// for the thread's stream and HIP's does not. The callee catches its panics and checks its arguments.
macro_rules! forwards {
    ($($symbol:ident($($arg:ident: $class:ty),*) = $hip:ident($($value:expr => $wanted:ty),*) $($wait:ident)?;)*) => {$(
        #[doc = concat!("CUDA's name of `", stringify!($hip), "`.\n\n# Safety\nPointers are what CUDA's manual says.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $symbol($($arg: $class),*) -> $crate::entry::Code {
            unsafe extern "C" {
                fn $hip($(_: $wanted),*) -> $crate::entry::Code;
            }
            // SAFETY: the arguments have the callee's classes, and the caller answers for where pointers lead.
            let code = unsafe { $hip($($value),*) };
            $(let code = $crate::entry::$wait(code);)?
            $crate::entry::of_hip(code)
        }
    )*};
}
pub(crate) use forwards;

/// Functions that are missing.
macro_rules! refusals {
    ($($symbol:ident,)*) => {$(
        /// Not implemented.
        #[unsafe(no_mangle)]
        pub extern "C" fn $symbol() -> $crate::entry::Code {
            static SAID: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
            $crate::entry::refuse(stringify!($symbol), &SAID)
        }
    )*};
}
pub(crate) use refusals;

/// A spelling of a function, as `cuGetProcAddress` finds it.
pub(crate) struct Spelling {
    /// The name that is asked for.
    pub(crate) function: &'static str,
    /// The exported name, which ends in `_ptds` or `_ptsz` if it is for per-thread streams.
    pub(crate) symbol: &'static str,
    /// The CUDA version from which a request gets this spelling.
    pub(crate) since: i32,
    /// Where its code is.
    pub(crate) code: Address,
}

/// Where a function's code is.
#[derive(Clone, Copy)]
pub(crate) struct Address(pub(crate) *const ());

// SAFETY: code is never written to.
unsafe impl Sync for Address {}

//! How an exported function is made: forwarded, refused by name, or one of `own`.

pub use crate::result::{Code, NOT_SUPPORTED, of_hip};
pub use hip_sys::{
    dim3 as Dim3, hipExtent as Extent, hipIpcMemHandle_t as Ipc, hipMemLocation as Location,
    hipPitchedPtr as Pitched,
};
use std::cell::Cell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

/// An address or a handle, as it came.
pub type Pointer = *mut c_void;

/// `cudaStreamPerThread`, which is `hipStreamPerThread` too.
pub const PER_THREAD: Pointer = hip_sys::hipStreamPerThread.cast();

/// No address.
pub const NONE: Pointer = std::ptr::null_mut();

/// The stream that a `_ptsz` spelling means: none is the thread's own.
pub fn per_thread(stream: Pointer) -> Pointer {
    if stream.is_null() { PER_THREAD } else { stream }
}

/// Waits for the thread's own stream, if what was sent to it was taken.
pub fn wait(sent: Code) -> Code {
    unsafe extern "C" {
        fn hipStreamSynchronize(stream: Pointer) -> Code;
    }
    if sent != 0 {
        return sent;
    }
    // SAFETY: the stream always exists.
    unsafe { hipStreamSynchronize(PER_THREAD) }
}

/// Writes through a pointer that C passed.
///
/// # Safety
/// The pointer is null or leads to a `T` of the caller's.
pub unsafe fn put<T>(to: *mut T, value: T) -> Code {
    if to.is_null() {
        return fail(crate::result::INVALID_VALUE);
    }
    // SAFETY: not null, and the caller's.
    unsafe { to.write_unaligned(value) };
    crate::result::SUCCESS
}

/// What a function that is missing does: says its name once, and answers `cudaErrorNotSupported`.
pub fn refuse(name: &str, said: &AtomicBool) -> Code {
    if !said.swap(true, Ordering::Relaxed) {
        eprintln!("cudart: {name} is not implemented");
    }
    fail(crate::result::NOT_SUPPORTED)
}

thread_local!(static LAST: Cell<Code> = const { Cell::new(0) });

unsafe extern "C" {
    fn hipGetLastError() -> Code;
    fn hipPeekAtLastError() -> Code;
}

/// An error that the core knows nothing of: notes it as the thread's last.
pub fn fail(code: Code) -> Code {
    // What the core noted is older; what it notes from here on is newer.
    // SAFETY: takes nothing.
    unsafe { hipGetLastError() };
    LAST.set(code);
    code
}

/// The thread's last error, which is forgotten.
pub(crate) fn take_last() -> Code {
    // SAFETY: takes nothing.
    let core = of_hip(unsafe { hipGetLastError() });
    let own = LAST.take();
    if core == 0 { own } else { core }
}

/// The thread's last error, which stays.
pub(crate) fn last() -> Code {
    // SAFETY: takes nothing.
    let core = of_hip(unsafe { hipPeekAtLastError() });
    if core == 0 { LAST.get() } else { core }
}

/// Exports a function under a C name. Labels of assembly are the one kind of symbol that rustc leaves to our
/// own list of versions (`symbols.map`); the jump is a nanosecond.
#[macro_export]
macro_rules! export {
    ($symbol:ident, $code:path) => {
        core::arch::global_asm!(
            concat!(".pushsection .text.", stringify!($symbol), ",\"ax\",@progbits"),
            concat!(".globl ", stringify!($symbol)),
            concat!(".type ", stringify!($symbol), ",@function"),
            concat!(stringify!($symbol), ":"),
            "jmp {code}",
            concat!(".size ", stringify!($symbol), ", .-", stringify!($symbol)),
            ".popsection",
            code = sym $code,
        );
    };
}

/// Functions that are a HIP call: `name(argument: class) = hipName(value => class)`, then `wait` if CUDA's
/// call waits for the thread's stream and HIP's does not. The callee catches its panics and checks its
/// arguments.
#[macro_export]
macro_rules! forwards {
    ($($symbol:ident($($arg:ident: $class:ty),*) = $([$before:ident($($checked:ident),*)])? $hip:ident($($value:expr => $wanted:ty),*) $($wait:ident)? $([$after:ident($($answered:ident),*)])?;)*) => {$(
        unsafe extern "C" fn $symbol($($arg: $class),*) -> $crate::entry::Code {
            unsafe extern "C" {
                fn $hip($(_: $wanted),*) -> $crate::entry::Code;
            }
            // SAFETY: the caller answers for where pointers lead.
            $(if !unsafe { $crate::own::$before($($checked),*) } {
                return $crate::entry::fail($crate::entry::NOT_SUPPORTED);
            })?
            // SAFETY: the arguments have the callee's classes, and the caller answers for where pointers
            // lead.
            let code = unsafe { $hip($($value),*) };
            $(let code = $crate::entry::$wait(code);)?
            $(if code == 0 {
                // SAFETY: as above.
                unsafe { $crate::own::$after($($answered),*) };
            })?
            $crate::entry::of_hip(code)
        }
        $crate::export!($symbol, $symbol);
    )*};
}

/// Functions that are missing.
#[macro_export]
macro_rules! refusals {
    ($($symbol:ident,)*) => {$(
        extern "C" fn $symbol() -> $crate::entry::Code {
            static SAID: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
            $crate::entry::refuse(stringify!($symbol), &SAID)
        }
        $crate::export!($symbol, $symbol);
    )*};
}

/// Functions that `own` has.
#[macro_export]
macro_rules! exports {
    ($($symbol:ident = $own:path;)*) => {$(
        $crate::export!($symbol, $own);
    )*};
}

//! Macros that export functions: forwarded to HIP, refused by name, or implemented in `own`.

pub use crate::result::{Code, NOT_SUPPORTED, of_hip};
pub use hip_sys::{
    dim3 as Dim3, hipExtent as Extent, hipIpcMemHandle_t as Ipc, hipMemLocation as Location,
    hipPitchedPtr as Pitched,
};
use std::cell::Cell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

/// An address or a handle, passed through unchanged.
pub type Pointer = *mut c_void;

/// `cudaStreamPerThread`, which has the same value as `hipStreamPerThread`.
pub const PER_THREAD: Pointer = hip_sys::hipStreamPerThread.cast();

/// The null pointer.
pub const NONE: Pointer = std::ptr::null_mut();

/// Returns the stream that a `_ptsz` function uses: null means the per-thread stream.
pub fn per_thread(stream: Pointer) -> Pointer {
    if stream.is_null() { PER_THREAD } else { stream }
}

/// Waits for the per-thread stream if the call before it succeeded.
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

/// Answers for a function that is not implemented: prints its name once, and returns `cudaErrorNotSupported`.
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

/// Records an error that the core does not know as the thread's last error.
pub fn fail(code: Code) -> Code {
    // Errors that the core recorded are older. Those that it records from now on are newer.
    // SAFETY: takes nothing.
    unsafe { hipGetLastError() };
    LAST.set(code);
    code
}

/// Returns the thread's last error and clears it.
pub(crate) fn take_last() -> Code {
    // SAFETY: takes nothing.
    let core = of_hip(unsafe { hipGetLastError() });
    let own = LAST.take();
    if core == 0 { own } else { core }
}

/// Returns the thread's last error without clearing it.
pub(crate) fn last() -> Code {
    // SAFETY: takes nothing.
    let core = of_hip(unsafe { hipPeekAtLastError() });
    if core == 0 { LAST.get() } else { core }
}

/// Exports a function under a C name. The symbol is a label in assembly, the only kind of symbol that rustc
/// leaves to our version script (`symbols.map`). The jump takes a nanosecond.
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

/// Defines functions that forward to HIP: `name(argument: class) = hipName(value => class)`, followed by
/// `wait` if CUDA's function waits for the thread's stream and HIP's does not. The called function catches
/// its panics and checks its arguments.
#[macro_export]
macro_rules! forwards {
    ($($symbol:ident($($arg:ident: $class:ty),*) = $hip:ident($($value:expr => $wanted:ty),*) $($wait:ident)? $([$after:ident($($answered:ident),*)])?;)*) => {$(
        unsafe extern "C" fn $symbol($($arg: $class),*) -> $crate::entry::Code {
            unsafe extern "C" {
                fn $hip($(_: $wanted),*) -> $crate::entry::Code;
            }
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

/// Defines functions that are not implemented.
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

/// Exports functions that are implemented in `own`.
#[macro_export]
macro_rules! exports {
    ($($symbol:ident = $own:path;)*) => {$(
        $crate::export!($symbol, $own);
    )*};
}

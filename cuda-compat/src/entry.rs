//! Macros that export functions: forwarded to HIP, or refused by name.

pub(crate) use crate::result::{Code, of_hip};
pub(crate) use cudart::entry::NONE;
use std::cell::Cell;
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, Ordering};

/// An address or a handle, passed through unchanged.
pub(crate) type Pointer = *mut c_void;

pub(crate) use cudart::entry::PER_THREAD;

/// Returns the stream that a `_ptsz` function uses: null means the per-thread stream.
pub(crate) fn per_thread(stream: Pointer) -> Pointer {
    if stream.is_null() { PER_THREAD } else { stream }
}

/// Waits for the per-thread stream if the call before it succeeded.
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

/// Returns the context of a handle by CUDA's rules: a green context is not valid before `cuCtxFromGreenCtx`
/// returned it (observed on an H200).
pub(crate) fn named(context: Pointer) -> Pointer {
    unsafe extern "C" {
        fn __hipFrontIsNamed(context: Pointer) -> u32;
    }
    /// A value that is no context's handle.
    const NOBODY: Pointer = std::ptr::without_provenance_mut(1);
    // SAFETY: takes any word.
    if context.is_null() || unsafe { __hipFrontIsNamed(context) } != 0 { context } else { NOBODY }
}

/// Returns from a function if a requirement is not met: `init` or `context`.
macro_rules! need {
    ($what:ident) => {
        if let Err(code) = $crate::entry::$what() {
            return code;
        }
    };
}
pub(crate) use need;

/// `true` after a call of `cuInit`.
static INITIALISED: AtomicBool = AtomicBool::new(false);

/// Records a call of `cuInit`.
pub(crate) fn initialise() {
    INITIALISED.store(true, Ordering::Release);
}

/// Returns whether the process uses CUDA's runtime API. That library initialises the driver and makes primary
/// contexts current.
fn has_runtime() -> bool {
    [c"libcudart.so.12", c"libcudart.so.13"].iter().any(|name| {
        // SAFETY: a name that ends in a zero; nothing is loaded, and what is loaded stays so.
        !unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) }.is_null()
    })
}

/// Fails before `cuInit`.
pub(crate) fn init() -> Result<(), Code> {
    if INITIALISED.load(Ordering::Acquire) { Ok(()) } else { late() }
}

#[cold]
fn late() -> Result<(), Code> {
    if !has_runtime() {
        return Err(crate::result::NOT_INITIALIZED);
    }
    initialise();
    Ok(())
}

thread_local!(static HAS_CONTEXT: Cell<bool> = const { Cell::new(false) });

/// Fails if the thread has no current context. HIP would use the primary context.
pub(crate) fn context() -> Result<(), Code> {
    if HAS_CONTEXT.get() { Ok(()) } else { look_for_context() }
}

#[cold]
fn look_for_context() -> Result<(), Code> {
    unsafe extern "C" {
        fn hipCtxGetCurrent(context: Pointer) -> Code;
    }
    init()?;
    let mut context = std::ptr::null_mut::<c_void>();
    // SAFETY: a local's address.
    unsafe { hipCtxGetCurrent((&raw mut context).cast()) };
    if context.is_null() && !has_runtime() {
        return Err(crate::result::INVALID_CONTEXT);
    }
    HAS_CONTEXT.set(true);
    Ok(())
}

/// Fails before `cuInit`. For functions that may leave the thread without a context.
pub(crate) fn forget() -> Result<(), Code> {
    HAS_CONTEXT.set(false);
    init()
}

/// Answers for a function that is not implemented: prints its name once, and returns
/// `CUDA_ERROR_NOT_SUPPORTED`.
pub(crate) fn refuse(name: &str, said: &AtomicBool) -> Code {
    if !said.swap(true, Ordering::Relaxed) {
        eprintln!("cuda: {name} is not implemented");
    }
    crate::result::NOT_SUPPORTED
}

/// Defines functions that forward to HIP: `name(argument: class) condition = hipName(value => class)`,
/// followed by `wait` if CUDA's function waits for the thread's stream and HIP's does not. The called
/// function catches its panics and checks its arguments.
macro_rules! forwards {
    ($($symbol:ident($($arg:ident: $class:ty),*) $needs:ident = $hip:ident($($value:expr => $wanted:ty),*) $($wait:ident)? $([$after:ident($($answered:ident),*)])?;)*) => {$(
        #[doc = concat!("CUDA's name of `", stringify!($hip), "`.\n\n# Safety\nPointers are what CUDA's manual says.")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $symbol($($arg: $class),*) -> $crate::entry::Code {
            unsafe extern "C" {
                fn $hip($(_: $wanted),*) -> $crate::entry::Code;
            }
            if let Err(code) = $crate::entry::$needs() {
                return code;
            }
            // SAFETY: the arguments have the callee's classes, and the caller answers for where pointers
            // lead.
            let code = unsafe { $hip($($value),*) };
            $(let code = $crate::entry::$wait(code);)?
            $(if code == $crate::result::SUCCESS {
                // SAFETY: as above.
                unsafe { cudart::own::$after($($answered),*) };
            })?
            $crate::entry::of_hip(code)
        }
    )*};
}
pub(crate) use forwards;

/// Defines functions that crate `cudart` implements, with structures that both APIs share: `name(argument:
/// class) condition = its_name(value)`.
macro_rules! aliases {
    ($($symbol:ident($($arg:ident: $class:ty),*) $needs:ident = $own:ident($($value:expr),*);)*) => {$(
        #[doc = concat!("`", stringify!($own), "` of crate `cudart`.\n\n# Safety\nPointers are what CUDA's manual says.")]
        #[allow(unused_unsafe, reason = "some take numbers only")]
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $symbol($($arg: $class),*) -> $crate::entry::Code {
            if let Err(code) = $crate::entry::$needs() {
                return code;
            }
            // SAFETY: the arguments have the callee's classes, and the caller answers for where pointers
            // lead.
            $crate::entry::of_hip(unsafe { cudart::own::$own($($value),*) })
        }
    )*};
}
pub(crate) use aliases;

/// Defines functions that are not implemented.
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

/// An exported variant of a function, as `cuGetProcAddress` finds it.
pub(crate) struct Spelling {
    /// The requested name.
    pub(crate) function: &'static str,
    /// The exported name, which ends in `_ptds` or `_ptsz` for per-thread streams.
    pub(crate) symbol: &'static str,
    /// The CUDA version from which requests get this variant.
    pub(crate) since: i32,
    /// Address of its code.
    pub(crate) code: Address,
}

/// Address of a function's code.
#[derive(Clone, Copy)]
pub(crate) struct Address(pub(crate) *const ());

// SAFETY: code is never written to.
unsafe impl Sync for Address {}

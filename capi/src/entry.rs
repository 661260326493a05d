//! The one door between C and Rust.

pub(crate) use crate::watch::Code;
use runtime::api::rtc;
use runtime::trace::{self, Failure, Level};
use runtime::{Error, Status};
use std::any::Any;
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// How a call ended: with an error, or by a panic.
type Ended = Result<Result<(), Error>, Box<dyn Any + Send>>;

/// Runs a call: nothing unwinds out of it, its outcome is noted for the thread and traced.
pub(crate) fn run(name: &'static str, call: impl FnOnce() -> Result<(), Error>) -> Code {
    let ended = catch_unwind(AssertUnwindSafe(call));
    // Most calls succeed and are not traced: they pay for a look at both.
    if matches!(ended, Ok(Ok(()))) && !trace::enabled(Level::Call) {
        return Status::Success.code();
    }
    let status = conclude(name, ended);
    runtime::api::init::note(status);
    status.code()
}

/// As [`run`], for calls whose answer is no news of the thread (`hipGetErrorName` and its kind).
pub(crate) fn outcome(name: &'static str, call: impl FnOnce() -> Result<(), Error>) -> Status {
    conclude(name, catch_unwind(AssertUnwindSafe(call)))
}

/// The status of a call, which is traced; an error is logged unless it only says that work goes on.
#[cold]
#[inline(never)]
fn conclude(name: &str, ended: Ended) -> Status {
    let status = match ended {
        Ok(Ok(())) => Status::Success,
        Ok(Err(error)) => {
            let status = error.status();
            if status != Status::NotReady {
                trace::log(Level::Error, format_args!("{name}: {error}"));
                if let Some(failure) = unnoticed(name, &error) {
                    trace::report(failure, format_args!("{name}: {error}"));
                }
            }
            status
        }
        Err(_) => {
            trace::log(Level::Error, format_args!("{name}: a mistake of the runtime's own"));
            Status::Unknown
        }
    };
    trace::log(Level::Call, format_args!("{name} -> {status}"));
    status
}

/// The kind of a failure that is reported even if nothing is logged: refused device code, and a refused
/// launch. The fault that a later call answers was reported when it happened.
fn unnoticed(name: &str, error: &Error) -> Option<Failure> {
    use Status::{InvalidImage, InvalidKernelFile, NoBinaryForGpu, UnsupportedPtxVersion};
    match error.status() {
        InvalidImage | InvalidKernelFile | NoBinaryForGpu | UnsupportedPtxVersion => Some(Failure::Image),
        _ if matches!(error, Error::Fault { .. }) => None,
        _ if name.contains("Launch") && (name.contains("Kernel") || name == "hipLaunchByPtr") => {
            Some(Failure::Launch)
        }
        _ => None,
    }
}

/// As [`run`], for calls that answer a status they found, which is no news of the thread.
pub(crate) fn answer(_: &'static str, call: impl FnOnce() -> Result<(), Status>) -> Code {
    call().err().unwrap_or(Status::Success).code()
}

/// As [`run`], for run-time compilation, which has codes of its own and no last error.
pub(crate) fn run_rtc(name: &'static str, call: impl FnOnce() -> Result<(), rtc::Failure>) -> Code {
    let code = match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => rtc::Code::Success,
        Ok(Err(failure)) => {
            trace::log(Level::Error, format_args!("{name}: {failure}"));
            failure.code()
        }
        Err(_) => {
            trace::log(Level::Error, format_args!("{name}: a mistake of the runtime's own"));
            rtc::Code::Internal
        }
    };
    trace::log(Level::Call, format_args!("{name} -> {} ({})", code.name().to_string_lossy(), code as u32));
    code as u32
}

/// Declares C functions: the body is the call's core, and its `?` its error.
macro_rules! entry_points {
    ($($(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block)*) => {
        $crate::entry::watched_points! { $crate::entry::run => $($(#[$meta])* fn $name($($arg: $ty),*) $body)* }
    };
}
pub(crate) use entry_points;

/// Declares C functions that tools observe; `run` makes a code of the body's outcome.
macro_rules! watched_points {
    ($run:path => $($(#[$meta:meta])* fn $name:ident $args:tt $body:block)*) => {
        $($crate::entry::watched_points! { @one $run => $(#[$meta])* fn $name $args $body })*
    };
    (@one $run:path => $(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty),*) $body:block) => {
        $(#[$meta])*
        ///
        /// # Safety
        /// Pointers are null or point to what the C declaration says.
        pub unsafe extern "C" fn $name($($arg: $ty),*) -> $crate::entry::Code {
            // Named so that no body means it by a name of its own.
            #[inline(always)]
            extern "C" fn the_library_has($($arg: $ty),*) -> $crate::entry::Code {
                $run(stringify!($name), move || {
                    $body
                    Ok(())
                })
            }
            if !$crate::watch::watched() {
                return the_library_has($($arg),*);
            }
            const NAME: &std::ffi::CStr = $crate::entry::c_name(concat!(stringify!($name), "\0"));
            let places: &[*const std::ffi::c_void] = &[$((&raw const $arg).cast()),*];
            $crate::watch::call(NAME, places, &mut |instead| {
                let mut function: unsafe extern "C" fn($($ty),*) -> $crate::entry::Code = the_library_has;
                if let Some(other) = instead {
                    // SAFETY: who replaces a function promised that the other one is of the same type.
                    function = unsafe {
                        std::mem::transmute::<usize, unsafe extern "C" fn($($ty),*) -> $crate::entry::Code>(other)
                    };
                }
                // SAFETY: arguments are C's values: a copy of their bytes is another of the same. Pointers
                // are as the caller promised.
                unsafe { function($((&raw const $arg).read()),*) }
            })
        }
        $crate::entry::export!($name);
    };
}
pub(crate) use watched_points;

/// Exports functions under their names. The symbols are labels of assembly: rustc would put names of its own
/// (`no_mangle`) into the linker's list without a version, and the linker takes the first list that names a
/// symbol. The jump costs under a nanosecond.
macro_rules! export {
    ($($name:ident),+) => {$(
        core::arch::global_asm!(
            concat!(".pushsection .text.", stringify!($name), ",\"ax\",@progbits"),
            concat!(".globl ", stringify!($name)),
            concat!(".type ", stringify!($name), ",@function"),
            concat!(stringify!($name), ":"),
            ".cfi_startproc",
            $crate::entry::jump!(),
            ".cfi_endproc",
            concat!(".size ", stringify!($name), ", .-", stringify!($name)),
            ".popsection",
            code = sym $name,
        );
    )+};
}
pub(crate) use export;

/// A jump to `code` in assembly.
#[cfg(target_arch = "x86_64")]
macro_rules! jump {
    () => {
        "jmp {code}"
    };
}
#[cfg(target_arch = "aarch64")]
macro_rules! jump {
    () => {
        "b {code}"
    };
}
pub(crate) use jump;

/// A name with a zero at its end as C has it.
pub(crate) const fn c_name(name: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(name.as_bytes()) {
        Ok(name) => name,
        Err(_) => panic!("a name has one zero, at its end"),
    }
}

/// A pointer that C wants a value written to.
#[repr(transparent)]
pub struct Out<T>(*mut T);

impl<T> Out<T> {
    /// The place at an address that C passed in an array.
    pub(crate) fn at(address: u64) -> Self {
        Out(address as *mut T)
    }

    /// Fails if the pointer is null: asked before anything is done.
    pub(crate) fn wanted(self, what: &'static str) -> Result<Place<T>, Error> {
        if self.0.is_null() { Err(Error::Null { what }) } else { Ok(Place(self.0)) }
    }

    /// The place, if C wants the value.
    pub(crate) fn optional(self) -> Option<Place<T>> {
        (!self.0.is_null()).then_some(Place(self.0))
    }
}

/// A place that is not null.
pub(crate) struct Place<T>(*mut T);

impl<T> Place<T> {
    /// Where it is.
    pub(crate) fn address(&self) -> u64 {
        self.0 as u64
    }

    /// The same place, for what else C promised to have room for there.
    pub(crate) fn part<U>(&self) -> Place<U> {
        Place(self.0.cast())
    }

    /// Writes the value.
    pub(crate) fn set(&self, value: T) {
        // SAFETY: not null, and C promised that it points to a `T` it owns.
        unsafe { self.0.write_unaligned(value) }
    }

    /// Writes the value at an index of the array that starts here.
    pub(crate) fn set_at(&self, index: usize, value: T) {
        // SAFETY: C promised an array that is as long as it said.
        unsafe { self.0.add(index).write_unaligned(value) }
    }
}

impl<T: Copy> Place<T> {
    /// Reads the value at an index of the array that starts here.
    pub(crate) fn get_at(&self, index: usize) -> T {
        // SAFETY: as for `set_at`.
        unsafe { self.0.add(index).read_unaligned() }
    }

    /// Reads what is there.
    pub(crate) fn get(&self) -> T {
        // SAFETY: as for `set`.
        unsafe { self.0.read_unaligned() }
    }
}

/// A pointer to values that C passes.
#[repr(transparent)]
pub struct In<T>(*const T);

impl<T> Clone for In<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for In<T> {}

impl<T: Copy> In<T> {
    /// The values at an address that C passed as another type.
    pub(crate) fn at(address: u64) -> Self {
        In(address as *const T)
    }

    /// No values.
    pub(crate) const fn nothing() -> Self {
        In(std::ptr::null())
    }

    /// Fails if the pointer is null.
    pub(crate) fn read(&self, what: &'static str) -> Result<T, Error> {
        if self.0.is_null() {
            return Err(Error::Null { what });
        }
        // SAFETY: not null, and C promised a `T` there.
        Ok(unsafe { self.0.read_unaligned() })
    }

    /// The first `count` values of an array; none if the pointer is null. Memory is taken only for an array
    /// that can exist.
    ///
    /// # Errors
    /// `BadPointer` for a count beyond what the program has memory for at the address; `OutOfMemory`.
    pub(crate) fn array(&self, count: usize) -> Result<Vec<T>, Error> {
        let mut values = Vec::new();
        if self.0.is_null() || count == 0 {
            return Ok(values);
        }
        let bytes = count.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
        let exists = bytes.is_some_and(|bytes| runtime::memory::may_be_read(self.address(), bytes as u64));
        if !exists {
            return Err(Error::BadPointer {
                what: "an array of as many values as is said",
                address: self.address(),
            });
        }
        let wanted = (count * size_of::<T>()) as u64;
        values.try_reserve_exact(count).map_err(|_| Error::OutOfMemory { wanted, free: 0 })?;
        // SAFETY: C promised an array of that length.
        values.extend((0..count).map(|n| unsafe { self.0.add(n).read_unaligned() }));
        Ok(values)
    }

    /// Whether it is null.
    pub(crate) fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// The address.
    pub(crate) fn address(&self) -> u64 {
        self.0 as u64
    }
}

/// A string that C passes.
///
/// # Errors
/// `Null`.
pub(crate) fn text(pointer: *const c_char, what: &'static str) -> Result<String, Error> {
    if pointer.is_null() {
        return Err(Error::Null { what });
    }
    // SAFETY: C promised a string that ends in a zero.
    Ok(unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned())
}

/// A file name that C passes.
pub(crate) fn path(pointer: *const c_char) -> Result<std::path::PathBuf, Error> {
    Ok(Path::new(&text(pointer, "fname")?).to_owned())
}

/// Writes a string into a buffer of C's, cut to fit, always ended by a zero.
pub(crate) fn put_text(buffer: *mut c_char, size: usize, text: &str) {
    if buffer.is_null() || size == 0 {
        return;
    }
    let count = text.len().min(size - 1);
    // SAFETY: C promised `size` bytes at the buffer.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), buffer.cast::<u8>(), count);
        buffer.add(count).write(0);
    }
}

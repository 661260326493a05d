//! Boundary between C and Rust.

pub(crate) use crate::watch::Code;
use runtime::api::rtc;
use runtime::trace::{self, Failure, Level};
use runtime::{Error, Status};
use std::any::Any;
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Outcome of a call: success, an error, or a panic.
type Ended = Result<Result<(), Error>, Box<dyn Any + Send>>;

/// Runs a call: catches panics, records its outcome for the thread, and traces it.
pub(crate) fn run(name: &'static str, call: impl FnOnce() -> Result<(), Error>) -> Code {
    let ended = catch_unwind(AssertUnwindSafe(call));
    // Most calls succeed and are not traced; for them only these two conditions are tested.
    if matches!(ended, Ok(Ok(()))) && !trace::enabled(Level::Call) {
        return Status::Success.code();
    }
    let status = conclude(name, ended);
    runtime::api::init::note(status);
    status.code()
}

/// Runs a call like [`run`], without setting the thread's last error (`hipGetErrorName` and similar).
pub(crate) fn outcome(name: &'static str, call: impl FnOnce() -> Result<(), Error>) -> Status {
    conclude(name, catch_unwind(AssertUnwindSafe(call)))
}

/// Determines and traces the status of a call. An error is logged unless it only means that work continues.
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

/// Returns the kind of a failure that is reported even without logging: rejected device code, and a rejected
/// launch. A fault returned by a later call was reported when it happened.
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

/// Runs a call like [`run`] that returns a status it has looked up, without setting the last error.
pub(crate) fn answer(_: &'static str, call: impl FnOnce() -> Result<(), Status>) -> Code {
    call().err().unwrap_or(Status::Success).code()
}

/// Runs a call like [`run`] for run-time compilation, which has its own codes and no last error.
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

/// Declares C functions with the body as the implementation; `?` in it returns an error.
macro_rules! entry_points {
    ($($(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block)*) => {
        $crate::entry::watched_points! { $crate::entry::run => $($(#[$meta])* fn $name($($arg: $ty),*) $body)* }
    };
}
pub(crate) use entry_points;

/// Declares C functions that tools can observe; `run` converts the body's outcome into a code.
macro_rules! watched_points {
    ($run:path => $($(#[$meta:meta])* fn $name:ident $args:tt $body:block)*) => {
        $($crate::entry::watched_points! { @one $run => $(#[$meta])* fn $name $args $body })*
    };
    (@one $run:path => $(#[$meta:meta])* fn $name:ident($($arg:ident: $ty:ty),*) $body:block) => {
        $(#[$meta])*
        ///
        /// # Safety
        /// Pointers are null or point to what the C declaration requires.
        pub unsafe extern "C" fn $name($($arg: $ty),*) -> $crate::entry::Code {
            // Named so that no body refers to it by accident.
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

/// Exports functions under their names. The symbols are assembly labels: with `no_mangle`, rustc would put
/// the names without a version into the linker's list, and the linker uses the first list that has a symbol.
/// The extra jump takes less than a nanosecond.
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

/// Emits a jump to `code` in assembly.
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

/// Returns a NUL-terminated name as a C string.
pub(crate) const fn c_name(name: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(name.as_bytes()) {
        Ok(name) => name,
        Err(_) => panic!("a name has one zero, at its end"),
    }
}

/// Pointer to which C expects a value to be written.
#[repr(transparent)]
pub struct Out<T>(*mut T);

impl<T> Out<T> {
    /// Returns the pointer at an address that C passed in an array.
    pub(crate) fn at(address: u64) -> Self {
        Out(address as *mut T)
    }

    /// Checks that the pointer is not null, before any other effect.
    pub(crate) fn wanted(self, what: &'static str) -> Result<Place<T>, Error> {
        if self.0.is_null() { Err(Error::Null { what }) } else { Ok(Place(self.0)) }
    }

    /// Returns the place, or `None` for a null pointer.
    pub(crate) fn optional(self) -> Option<Place<T>> {
        (!self.0.is_null()).then_some(Place(self.0))
    }
}

/// Non-null pointer to write through.
pub(crate) struct Place<T>(*mut T);

impl<T> Place<T> {
    /// Where it is.
    pub(crate) fn address(&self) -> u64 {
        self.0 as u64
    }

    /// Returns the same place for another type, for which C provides memory as well.
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

    /// Reads the value.
    pub(crate) fn get(&self) -> T {
        // SAFETY: as for `set`.
        unsafe { self.0.read_unaligned() }
    }
}

/// Pointer to values that C passes.
#[repr(transparent)]
pub struct In<T>(*const T);

impl<T> Clone for In<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for In<T> {}

impl<T: Copy> In<T> {
    /// Returns the pointer at an address that C passed as another type.
    pub(crate) fn at(address: u64) -> Self {
        In(address as *const T)
    }

    /// Returns a null pointer.
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

    /// Reads the value at an index of the array that starts here, which is not null.
    pub(crate) fn get_at(&self, index: usize) -> T {
        // SAFETY: C promised an array that is longer.
        unsafe { self.0.add(index).read_unaligned() }
    }

    /// Reads the first `count` values of an array; none if the pointer is null. Memory is allocated only if
    /// an array of that length can exist.
    ///
    /// # Errors
    /// `BadPointer` for a count beyond what the program has memory for at the address; `OutOfMemory`.
    pub(crate) fn array(&self, count: usize) -> Result<Vec<T>, Error> {
        let mut values = Vec::new();
        if self.0.is_null() || count == 0 {
            return Ok(values);
        }
        let bytes = count.checked_mul(size_of::<T>()).filter(|&bytes| bytes <= isize::MAX as usize);
        let exists = bytes.is_some_and(|bytes| runtime::host::may_be_read(self.address(), bytes as u64));
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

    /// Returns whether the pointer is null.
    pub(crate) fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// The address.
    pub(crate) fn address(&self) -> u64 {
        self.0 as u64
    }
}

/// Reads a string that C passes.
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

/// Reads a file name that C passes.
pub(crate) fn path(pointer: *const c_char) -> Result<std::path::PathBuf, Error> {
    Ok(Path::new(&text(pointer, "fname")?).to_owned())
}

/// Writes a string into a C buffer, truncated to fit and NUL-terminated.
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

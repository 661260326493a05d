//! Common part of the libraries with CUDA's names (`libcublas.so.12`, …), whose functions are those of HIP's
//! libraries with other numbers.

use std::ffi::{CStr, c_char, c_void};
use std::sync::atomic::{AtomicBool, Ordering};

/// An address or a handle, passed through unchanged.
pub type Pointer = *mut c_void;

/// Values of an enumeration, by CUDA's number: HIP's, and CUDA's name.
pub struct Numbers(pub &'static [(u32, u32, &'static CStr)]);

/// Status of a call that did its work, in all libraries.
const SUCCESS: u32 = 0;

/// A number that no enumeration has: the library called refuses it as it does others.
const NONE: u32 = u32::MAX;

impl Numbers {
    /// HIP's number for CUDA's.
    pub fn hip(&self, cuda: u32) -> u32 {
        self.0.iter().find(|row| row.0 == cuda).map_or(NONE, |row| row.1)
    }

    /// CUDA's number for HIP's.
    pub fn cuda(&self, hip: u32) -> u32 {
        self.0.iter().find(|row| row.1 == hip).map_or(NONE, |row| row.0)
    }

    /// CUDA's name of a number.
    pub fn name(&self, cuda: u32) -> Option<*const c_char> {
        self.0.iter().find(|row| row.0 == cuda).map(|row| row.2.as_ptr())
    }
}

/// Says once that a function is missing.
pub fn refuse(library: &str, name: &str, said: &AtomicBool) {
    if !said.swap(true, Ordering::Relaxed) {
        eprintln!("{library}: {name} is not implemented");
    }
}

/// Exports a function under a C name, with the library's version and those of older releases. The symbols are
/// labels in assembly, the only ones that rustc leaves to our version script (`symbols.map`).
#[macro_export]
macro_rules! export {
    ($symbol:ident, $code:path, [$($older:literal)*]) => {
        $crate::label!($symbol, "", $code);
        $(
            $crate::label!($symbol, concat!("__", $older), $code);
            core::arch::global_asm!(concat!(
                ".symver ", stringify!($symbol), "__", $older, ", ", stringify!($symbol), "@", $older
            ));
        )*
    };
}

/// Defines a label that jumps to a function. The jump takes a nanosecond.
#[macro_export]
macro_rules! label {
    ($symbol:ident, $end:expr, $code:path) => {
        core::arch::global_asm!(
            concat!(".pushsection .text.", stringify!($symbol), $end, ",\"ax\",@progbits"),
            concat!(".globl ", stringify!($symbol), $end),
            concat!(".type ", stringify!($symbol), $end, ",@function"),
            concat!(stringify!($symbol), $end, ":"),
            "jmp {code}",
            concat!(".size ", stringify!($symbol), $end, ", .-", stringify!($symbol), $end),
            ".popsection",
            code = sym $code,
        );
    };
}

/// Defines functions that forward to HIP's library: `name(argument: class) = hipName(value => class)`.
#[macro_export]
macro_rules! forwards {
    ($older:tt $answer:expr; $($symbol:ident($($arg:ident: $class:ty),*) = $hip:ident($($value:expr => $wanted:ty),*);)*) => {$(
        unsafe extern "C" fn $symbol($($arg: $class),*) -> u32 {
            unsafe extern "C" {
                fn $hip($(_: $wanted),*) -> u32;
            }
            // SAFETY: the arguments have the callee's classes, and the caller answers for where pointers
            // lead.
            $answer(unsafe { $hip($($value),*) })
        }
        $crate::export!($symbol, $symbol, $older);
    )*};
}

/// Defines functions that are not implemented.
#[macro_export]
macro_rules! refusals {
    ($older:tt $library:literal $status:expr; $($symbol:ident,)*) => {
        $crate::refused_by! {
            $older |name: &str, said: &std::sync::atomic::AtomicBool| -> u32 {
                $crate::refuse($library, name, said);
                $status
            };
            $($symbol,)*
        }
    };
}

/// Defines functions that answer what another one does, which gets their name and whether it was said. Their
/// arguments are not read.
#[macro_export]
macro_rules! refused_by {
    ($older:tt $refuse:expr; $($symbol:ident,)*) => {$(
        extern "C" fn $symbol() -> u32 {
            static SAID: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
            $refuse(stringify!($symbol), &SAID)
        }
        $crate::export!($symbol, $symbol, $older);
    )*};
}

/// Exports functions that are implemented in `own`.
#[macro_export]
macro_rules! exports {
    ($older:tt $($symbol:ident = $own:path;)*) => {$(
        $crate::export!($symbol, $own, $older);
    )*};
}

/// Version of a library, and its statuses.
pub struct Version {
    /// Major, minor, patch.
    pub parts: [i32; 3],
    /// Factor of the major part in the version as one number; that of the minor part is 100.
    pub major: i32,
    /// Status of a place that is null, and of a part that does not exist.
    pub refused: u32,
}

#[expect(unsafe_code, reason = "pointers of C")]
impl Version {
    /// Writes the version as one number.
    ///
    /// # Safety
    /// The pointer is null or leads to an `int`.
    pub unsafe fn write(&self, to: *mut i32) -> u32 {
        let [major, minor, patch] = self.parts;
        // SAFETY: as the caller says.
        if unsafe { put(to, major * self.major + minor * 100 + patch) } { SUCCESS } else { self.refused }
    }

    /// Writes a part: `libraryPropertyType`.
    ///
    /// # Safety
    /// The pointer is null or leads to an `int`.
    pub unsafe fn write_part(&self, which: u32, to: *mut i32) -> u32 {
        let Some(&part) = self.parts.get(which as usize) else { return self.refused };
        // SAFETY: as the caller says.
        if unsafe { put(to, part) } { SUCCESS } else { self.refused }
    }
}

/// Writes a value to a place of the program's, and returns whether there is one.
///
/// # Safety
/// The pointer is null or leads to a `T` of the caller's.
#[expect(unsafe_code, reason = "a pointer of C")]
pub unsafe fn put<T>(to: *mut T, value: T) -> bool {
    if !to.is_null() {
        // SAFETY: as the caller says.
        unsafe { to.write_unaligned(value) };
    }
    !to.is_null()
}

#[cfg(test)]
mod tests {
    use super::{Numbers, SUCCESS, Version};

    #[test]
    #[expect(unsafe_code, reason = "pointers of C")]
    fn versions_are_told_whole_and_in_parts() {
        let version = Version { parts: [12, 3, 4], major: 1000, refused: 9 };
        let mut to = 0;
        // SAFETY: a local's address.
        unsafe {
            assert_eq!((version.write(&raw mut to), to), (SUCCESS, 12304));
            assert_eq!((version.write_part(1, &raw mut to), to), (SUCCESS, 3));
            assert_eq!(version.write_part(3, &raw mut to), 9);
            assert_eq!(version.write(std::ptr::null_mut()), 9);
        }
    }

    #[test]
    fn numbers_go_both_ways_and_the_first_row_counts() {
        let numbers = Numbers(&[(0, 111, c"N"), (1, 112, c"T"), (2, 111, c"M")]);
        assert_eq!([0, 1, 2, 3].map(|n| numbers.hip(n)), [111, 112, 111, u32::MAX]);
        assert_eq!([111, 112, 0].map(|n| numbers.cuda(n)), [0, 1, u32::MAX]);
        assert!(numbers.name(1).is_some() && numbers.name(9).is_none());
    }
}

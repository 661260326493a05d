//! `libhipcudnn.so`, which stands for an installed `libcudnn.so.9` of NVIDIA's: cuDNN's kernels are machine
//! code, and its runtime is static and stripped, so that it fails at once without a GPU.
//!
//! Frameworks make a handle when they start, even for programs without a layer of cuDNN's. Handles, versions
//! and texts of errors answer here; every other function is refused by name.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(non_snake_case, reason = "functions have cuDNN's names")]

mod absent;
mod answers;

use std::sync::atomic::{AtomicBool, Ordering};

/// `cudnnStatus_t`
type Code = u32;

const SUCCESS: Code = 0;
const BAD_PARAM: Code = 2000;
const NULL_POINTER: Code = 2002;
const NOT_SUPPORTED: Code = 3000;

/// Refuses a function, and prints its name once.
fn refuse(name: &str, said: &AtomicBool) -> Code {
    if !said.swap(true, Ordering::Relaxed) {
        eprintln!("cudnn: {name} is not implemented: cuDNN's kernels are machine code of GPUs");
    }
    answers::fail(NOT_SUPPORTED, &format!("{name} is not implemented"))
}

/// Writes through a pointer that C passed.
///
/// # Safety
/// The pointer is null or leads to a `T` of the caller's.
unsafe fn put<T>(to: *mut T, value: T) -> Code {
    // SAFETY: as the caller says.
    if unsafe { forward::put(to, value) } { SUCCESS } else { NULL_POINTER }
}

/// Exports functions under their names.
macro_rules! export {
    ($($name:ident;)*) => {$(
        forward::label!($name, "", $name);
    )*};
}
pub(crate) use export;

//! The C API as Rust declares it: what `hipify-rs` makes of Rust programs that call `cu*` and `cuda*` themselves.
//!
//! Functions are those of `libamdhip64`, under the names, types and values of HIP 7.15; nothing here is checked, as in C.
//! Programs that begin afresh take the safe API of this crate instead.
//!
//! The functions are declared only; who calls one must link the library:
//!
//! * with the feature `link`, this crate asks for `-lamdhip64` and looks below `$HIP_PATH/lib`, else `/opt/rocm/lib`;
//! * a program may ask for it by itself (`cargo::rustc-link-lib=amdhip64`), or depend on the crate `hip-capi`, which
//!   defines the same functions in Rust.
//!
//! The library brings a runtime of its own: its handles and memory mean nothing to the safe API of this crate, unless
//! both are one, as with `hip-capi`.
//!
//! Enumerations are Rust enumerations, so that `match`, `as` and `use hipError_t::*` work as in programs of the CUDA
//! crates; a library newer than these declarations could answer a value that they lack, which would be undefined.

#[rustfmt::skip]
mod constants;
#[rustfmt::skip]
mod enums;
#[rustfmt::skip]
mod functions;
#[rustfmt::skip]
mod types;

pub use constants::*;
pub use enums::*;
pub use functions::*;
pub use types::*;

impl dim3 {
    /// Sizes in x, y and z.
    pub const fn new(x: u32, y: u32, z: u32) -> Self {
        Self { x, y, z }
    }
}

impl From<u32> for dim3 {
    fn from(x: u32) -> Self {
        Self::new(x, 1, 1)
    }
}

impl hipError_t {
    /// `Err` of every code but `hipSuccess`.
    ///
    /// # Errors
    /// The code itself.
    pub fn result(self) -> Result<(), Self> {
        if self == Self::hipSuccess { Ok(()) } else { Err(self) }
    }
}

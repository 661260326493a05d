//! HIP's C API as Rust declares it: types, constants and functions under the names and values of HIP 7.15.
//!
//! Nothing is checked, as in C. `hipify-rs` makes this of Rust programs that call `cu*` and `cuda*`
//! themselves, by the name `hip_runtime::sys`; programs that begin afresh take the safe API of `hip-runtime`
//! instead.
//!
//! The functions are declared only; a program that calls one must link the library:
//!
//! * with the feature `link`, this crate asks for `-lamdhip64` and looks below `$HIP_PATH/lib`, else
//!   `/opt/rocm/lib`;
//! * a program may ask for it by itself (`cargo::rustc-link-lib=amdhip64`), or depend on the crate
//!   `hip-capi`, which defines the same functions in Rust.
//!
//! The library brings a runtime of its own: its handles and memory mean nothing to the safe API of
//! `hip-runtime`, unless both are one, as with `hip-capi`.
//!
//! An enumeration is a number with names: `hipError_t::hipSuccess` and `hipSuccess` are constants, `.0` is
//! the number, and a value that is not declared is no undefined behaviour.

#![allow(missing_docs, reason = "HIP's manual documents the names")]
#![expect(non_camel_case_types, non_snake_case, non_upper_case_globals, reason = "the names are C's")]
#![expect(unsafe_code, reason = "declarations of a C library")]

#[rustfmt::skip]
mod constants;
mod enumeration;
#[rustfmt::skip]
mod enums;
#[rustfmt::skip]
mod functions;
mod plain;
#[rustfmt::skip]
mod types;

pub use constants::*;
pub use enums::*;
pub use functions::*;
pub use plain::{Plain, zeroed};
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

impl From<[u32; 3]> for dim3 {
    fn from([x, y, z]: [u32; 3]) -> Self {
        Self::new(x, y, z)
    }
}

impl From<dim3> for [u32; 3] {
    fn from(dim3 { x, y, z }: dim3) -> Self {
        [x, y, z]
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

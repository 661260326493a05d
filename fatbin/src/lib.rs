//! The containers that device code travels in: what these bytes are, and which image in them to run.
//!
//! [`sniff`] says what kind of image some bytes are, [`nvidia`] reads NVIDIA's fat binaries, [`elf`] finds the ones
//! embedded in host objects, and [`ptx`] picks the PTX that a device should run. [`mod@write`] packs PTX back.
//!
//! Nothing here reads a file or trusts a header: every offset and size is checked before it is used, and nothing is
//! allocated that the bytes at hand and a fixed limit do not justify. Layouts were checked against files made by
//! NVIDIA's and LLVM's tools; numbers are little endian.

mod compress;
mod cursor;
pub mod elf;
mod error;
pub mod nvidia;
mod select;
mod sniff;
pub mod write;

pub use error::{Error, Found};
pub use select::{Ptx, ptx};
pub use sniff::{Kind, sniff};

/// No image is unpacked to more than this many bytes.
pub const MAX_UNPACKED: u64 = 1 << 30;

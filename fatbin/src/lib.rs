//! Containers of device code: identification, and selection of the image to run.
//!
//! [`sniff`] identifies the container of some bytes, [`inventory`] lists every image in nested containers,
//! [`ptx`] selects the PTX for a device, and [`machine`] reports the attributes of the machine code that a
//! device would run. Each format has a module that reads and writes it: [`nvidia`]'s fat binaries,
//! [`clang`]'s bundles; [`host`] finds them in objects, executables, libraries and archives, and
//! [`mod@device`] reads machine code.
//!
//! Nothing here reads a file or trusts a header: every offset and size is checked before use, and allocations
//! are bounded by the available bytes and a fixed limit. Layouts were checked against files made by NVIDIA's
//! and LLVM's tools; numbers are little endian.

pub mod clang;
mod compress;
mod cursor;
pub mod device;
mod error;
mod extent;
pub mod host;
pub mod inventory;
mod limits;
pub mod machine;
pub mod nvidia;
mod select;
mod sniff;

pub use error::{Error, Found};
pub use extent::{Extent, extent};
pub use limits::MAX_UNPACKED;
pub use select::{Ptx, ptx, ptx_within, runs_on};
pub use sniff::{Format, HIP_WRAPPER_MAGIC, sniff};

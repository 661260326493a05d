//! The containers that device code travels in: what these bytes are, and which image in them to run.
//!
//! [`sniff`] says what kind of container some bytes are, [`inventory`] lists every image in them however deep
//! they lie in each other, [`ptx`] picks the PTX that a device should run, and [`machine`] tells of the
//! machine code beside it what a device would run. Below that each format has a module that reads and writes
//! it: [`nvidia`]'s fat binaries, [`clang`]'s bundles; [`host`] finds them in objects, executables, libraries
//! and archives, and [`mod@device`] tells what is in machine code.
//!
//! Nothing here reads a file or trusts a header: every offset and size is checked before it is used, and
//! nothing is allocated that the bytes at hand and a fixed limit do not justify. Layouts were checked against
//! files made by NVIDIA's and LLVM's tools; numbers are little endian.

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
pub use select::{Ptx, ptx, ptx_within};
pub use sniff::{HIP_WRAPPER_MAGIC, Kind, sniff};

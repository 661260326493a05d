//! `libhipsparse.so`: sparse matrices in the memory of the software device.
//!
//! Every function of C is a line of `exports`, which is written from `api/functions.tsv`. Work reads each
//! matrix, whatever its format, as compressed rows; products of rows with vectors take them in place. A
//! wrong index is the context's error, as an address that is not there. Products and solutions are loops,
//! and rows run side by side.

#![expect(unsafe_code, reason = "pointers of C pass through here")]
#![expect(clippy::too_many_arguments, reason = "functions take what C has them take")]
#![expect(non_snake_case, reason = "functions bear their names in C")]

mod blocks;
mod color;
mod compressed;
mod convert;
mod dense;
mod exports;
mod factor;
mod formats;
mod handle;
mod in_place;
mod legacy;
mod multiply;
mod objects;
mod product;
mod prune;
mod sort;
mod status;
mod triangular;
mod tridiagonal;
mod types;
mod vectors;

pub use exports::*;
pub use handle::{
    hipsparseGetErrorName, hipsparseGetErrorString, hipsparseGetMatDiagType, hipsparseGetMatFillMode,
    hipsparseGetMatIndexBase, hipsparseGetMatType,
};
pub use status::Status;

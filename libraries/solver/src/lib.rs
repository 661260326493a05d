//! `libhipsolver.so`: decompositions of dense matrices in the memory of the software device.
//!
//! Every function of C is a line of `exports`, which is written from `api/functions.tsv`. Eigenvalues,
//! singular values and Cholesky's decompositions are those of the crate `faer`, LU and QR those of `dense`,
//! which BLAS uses, too. Reflections are LAPACK's, so that their factors mean the same.

#![expect(clippy::too_many_arguments, reason = "functions take what C has them take")]
#![expect(non_snake_case, reason = "functions bear their names in C")]

mod cholesky;
mod columns;
mod condensed;
mod eigen;
mod exports;
mod general;
mod generic;
mod handle;
mod indefinite;
mod lu;
mod operand;
mod orders;
mod pattern;
mod positive;
mod refactor;
mod refined;
mod reflections;
mod singular;
mod sparse;
mod status;
mod stepwise;

pub use exports::*;
pub use status::Status;

//! Written by `cargo xtask check --write`: functions of HIP 7.15 that are not implemented yet.
//!
//! There are none. One that is added to the table stands here until it is declared: it says its name
//! once on standard error and answers `hipErrorNotSupported`.

//! Tests of the PTX crate through its public interface.

mod errors;
mod lowered;
mod recorded;
mod robust;

//! Tests of the PTX crate through its public interface.

mod errors;
mod recorded;
mod robust;

//! Tests of the PTX crate through its public interface.

mod errors;
mod golden;
mod lowered;
mod recorded;
mod robust;
mod vectors;

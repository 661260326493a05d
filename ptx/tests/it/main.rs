//! Tests of the PTX crate through its public interface.

mod approximate;
mod calls;
mod damage;
mod errors;
mod eval;
mod forms;
mod golden;
mod graphs;
mod interp;
mod libdevice;
mod link;
mod lowered;
mod mma;
mod oracle;
mod passes;
mod print;
mod programs;
mod recorded;
mod robust;
mod small;
mod sweep;
mod tensor;
mod tensor_map;
mod texture;
mod texture_object;
mod vectors;

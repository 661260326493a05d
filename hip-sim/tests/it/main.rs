//! The command `hip-sim`, and the study of launches by kernels.

mod simulation;
mod study;

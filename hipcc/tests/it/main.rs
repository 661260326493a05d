//! Tests of `hipcc` with a real clang. Without one, they print that they were skipped.

mod architectures;
mod children;
mod command_lines;
mod files;
mod functions;
mod math;
mod programs;
mod random;

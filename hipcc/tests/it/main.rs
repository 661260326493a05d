//! Tests of `hipcc` with a real clang, where one is installed; else they say that they were skipped.

mod architectures;
mod children;
mod command_lines;
mod files;
mod functions;
mod math;
mod programs;

//! Tests of `hipcc` with a real clang, where one is installed; else they say that they were skipped.

mod children;
mod files;
mod functions;

//! `libcuda`: what it exports, and programs that use it.

mod programs;
mod symbols;

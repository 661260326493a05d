//! The reference interpreter: what the IR means, one thread at a time.
//!
//! It is the yardstick of every other engine, so it is obvious rather than fast.

pub mod value;

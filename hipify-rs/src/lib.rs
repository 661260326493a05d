//! hipify-rs

//! Counters compared with those of Nsight Compute on an H200.

mod device;
mod recorded;
mod requests;

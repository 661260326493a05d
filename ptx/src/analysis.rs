//! Static analyses of a function: control flow, dominance, loops, liveness, uniformity of lanes, and the
//! partition into regions by sync operations.
//!
//! Analyses read the IR and never change it. [`mod@cfg`], [`dom`] and [`loops`] work on abstract graphs of
//! small integers, so that they serve a whole function as well as a region.

pub mod branching;
pub mod cfg;
pub mod converge;
pub mod dependence;
pub mod dom;
mod expression;
mod joins;
pub mod lane_offsets;
pub mod leaders;
pub mod live;
pub mod loops;
pub mod origin;
pub mod regions;
pub mod retry;
pub mod tiles;
pub mod uniform;
pub mod waiting;
pub mod waits;

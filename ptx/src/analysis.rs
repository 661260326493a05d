//! What can be known of a function without running it: control flow, dominance, loops, liveness, what lanes
//! of a strip have in common, and how the sync operations cut the function into regions.
//!
//! Analyses read the IR and never change it. [`mod@cfg`], [`dom`] and [`loops`] work on abstract graphs of
//! small integers, so that they serve a whole function as well as the part of one that a region spans.

pub mod cfg;
pub mod converge;
pub mod dom;
pub mod hang;
pub mod live;
pub mod loops;
pub mod origin;
pub mod regions;
pub mod uniform;
pub mod waits;

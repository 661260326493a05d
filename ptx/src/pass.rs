//! The passes over the IR, one file each, and the order in which they run.
//!
//! A pass takes any function that keeps the IR's laws to another that does and that computes the same: the same
//! stores, faults and sync operations by every thread. The last three passes only bring a function into the form
//! that engines want (early exits of their own, loop-closed values, sync operations at block ends); they come
//! last because others would undo it. Passes run in a time about linear in the function's size.

mod count;
mod dce;
mod fold;
mod gvn;
mod lcssa;
mod licm;
mod replace;
mod split_exits;
mod split_sync;
mod straighten;

use crate::ir::Function;
use crate::ir::verify::{self, Violation};
use std::fmt;

/// One pass.
#[derive(Clone, Copy)]
pub struct Pass {
    /// Its name: that of its file.
    pub name: &'static str,
    /// What it does.
    pub run: fn(&mut Function),
}

impl fmt::Debug for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pass({})", self.name)
    }
}

/// All passes in their order.
pub const PIPELINE: &[Pass] = &[
    Pass { name: "dce", run: dce::run },
    Pass { name: "fold", run: fold::run },
    Pass { name: "straighten", run: straighten::run },
    Pass { name: "gvn", run: gvn::run },
    Pass { name: "licm", run: licm::run },
    Pass { name: "dce", run: dce::run },
    Pass { name: "split_exits", run: split_exits::run },
    Pass { name: "lcssa", run: lcssa::run },
    Pass { name: "split_sync", run: split_sync::run },
];

/// A pass that broke the IR: a mistake of ours, found in debug builds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PassError {
    /// The pass; `input` if the function was broken before the first.
    pub pass: &'static str,
    /// The kernel.
    pub kernel: String,
    /// What is wrong now.
    pub violations: Vec<Violation>,
}

impl fmt::Display for PassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pass `{}` broke kernel `{}`", self.pass, self.kernel)?;
        self.violations.iter().try_for_each(|v| write!(f, "\n  {v}"))
    }
}

impl std::error::Error for PassError {}

/// Runs [`PIPELINE`]. In debug builds the verifier runs before the first pass and after each.
///
/// # Errors
/// A pass that broke the IR, by name.
pub fn run(f: &mut Function) -> Result<(), PassError> {
    run_seen(f, |_, _| {})
}

/// As [`run`], and shows the function after each pass.
///
/// # Errors
/// A pass that broke the IR, by name.
pub fn run_seen(f: &mut Function, mut seen: impl FnMut(&'static str, &Function)) -> Result<(), PassError> {
    verified("input", f)?;
    for pass in PIPELINE {
        (pass.run)(f);
        verified(pass.name, f)?;
        seen(pass.name, f);
    }
    Ok(())
}

/// As [`run`], and makes the kernel count the instructions that each block executes: its last parameter is then the address
/// of a word of 64 bits for each block, in order of their linear indices, to which the block's threads add.
///
/// # Errors
/// A pass that broke the IR, by name.
pub fn run_counting(f: &mut Function) -> Result<(), PassError> {
    verified("input", f)?;
    for pass in PIPELINE {
        (pass.run)(f);
        verified(pass.name, f)?;
        // Ways out have ends of their own from here on, which are not empty any more.
        if pass.name == "split_exits" {
            count::run(f);
            verified("count", f)?;
        }
    }
    Ok(())
}

/// Makes a kernel count as [`run_counting`] does, without another pass.
///
/// # Errors
/// That the result is broken.
pub fn count_only(f: &mut Function) -> Result<(), PassError> {
    count::run(f);
    verified("count", f)
}

fn verified(pass: &'static str, f: &Function) -> Result<(), PassError> {
    if !cfg!(debug_assertions) {
        return Ok(());
    }
    let violations = verify::check(f);
    if violations.is_empty() {
        return Ok(());
    }
    Err(PassError { pass, kernel: f.name.clone(), violations })
}

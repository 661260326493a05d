//! Passes over the IR, one file each, and their order.
//!
//! A pass preserves the IR's invariants and the function's behaviour: each thread executes the same stores,
//! faults and sync operations. The last five passes establish the form that engines require: separate early
//! exits, one header for each loop, loop-closed values, yields in waiting loops, sync operations at block
//! ends. They come last because other passes would undo it. The running time is about linear in the
//! function's size.

mod count;
mod counters;
mod dce;
pub mod fast_math;
mod fold;
pub mod full_masks;
mod gvn;
mod lcssa;
mod licm;
mod nest;
mod pages;
mod plain;
mod promote;
mod replace;
mod split_exits;
mod split_sync;
mod straighten;
mod strides;
mod sync_reports;
mod yields;

use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use crate::analysis::loops::Loops;
use crate::analysis::waiting::is_waiting;
use crate::analysis::waits::wait_loops;
use crate::ir::Function;
use crate::ir::verify::{self, Violation};
pub use plain::without_notes;
use std::fmt;

/// A pass.
#[derive(Clone, Copy)]
pub struct Pass {
    /// Name, equal to that of its file.
    pub name: &'static str,
    /// Function that runs the pass.
    pub run: fn(&mut Function),
}

impl fmt::Debug for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pass({})", self.name)
    }
}

/// All passes in order.
pub const PIPELINE: &[Pass] = &[
    Pass { name: "dce", run: dce::run },
    Pass { name: "fold", run: fold::run },
    Pass { name: "promote", run: promote::run },
    Pass { name: "straighten", run: straighten::run },
    Pass { name: "gvn", run: gvn::run },
    Pass { name: "licm", run: licm::run },
    Pass { name: "strides", run: strides::run },
    Pass { name: "dce", run: dce::run },
    Pass { name: "split_exits", run: split_exits::run },
    Pass { name: "nest", run: nest::run },
    Pass { name: "lcssa", run: lcssa::run },
    Pass { name: "yields", run: yields::run },
    Pass { name: "split_sync", run: split_sync::run },
];

/// Error of a pass that broke the IR: a bug in this crate, detected in debug builds.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct PassError {
    /// Name of the pass; `input` if the function was broken before the first.
    pub pass: &'static str,
    /// Name of the kernel.
    pub kernel: String,
    /// Violations after the pass.
    pub violations: Vec<Violation>,
}

impl fmt::Display for PassError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "pass `{}` broke kernel `{}`", self.pass, self.kernel)?;
        self.violations.iter().try_for_each(|v| write!(f, "\n  {v}"))
    }
}

/// Runs [`PIPELINE`]. Debug builds verify the function before the first pass and after each.
///
/// # Errors
/// Returns the name of the pass that broke the IR.
pub fn run(f: &mut Function) -> Result<(), PassError> {
    run_observed(f, |_, _| {})
}

/// Runs [`PIPELINE`] and calls `seen` with the function after each pass.
///
/// # Errors
/// Returns the name of the pass that broke the IR.
pub fn run_observed(
    f: &mut Function,
    mut seen: impl FnMut(&'static str, &Function),
) -> Result<(), PassError> {
    verified("input", f)?;
    for pass in PIPELINE {
        (pass.run)(f);
        verified(pass.name, f)?;
        seen(pass.name, f);
    }
    Ok(())
}

/// Instrumentation of a kernel: data that it records while it runs, through parameters appended to its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Instrumentation {
    /// Counts executed instructions. The parameter is the address of an array with a 64-bit word for each
    /// block, in order of linear indices, to which the block's threads add. The word before the array is the
    /// number of cycles for each instruction: clocks then return the instructions that the thread has
    /// executed, times this number. The word before that is the length of a cycle in picoseconds, for clocks
    /// in nanoseconds.
    pub counts: bool,
    /// Requires `counts`. Orders the operations on shared counters by [executed
    /// instructions](crate::system::Call::OrderCounter).
    pub counters: bool,
    /// Requires `counts`. Reports the words that spin-wait loops wait for, and writes that others may wait
    /// for, by [instrumentation calls](crate::system::Call::is_instrumentation) such as
    /// [`Call::Waited`](crate::system::Call::Waited).
    pub waits: bool,
    /// Records accessed pages. Its three parameters follow that of `counts`: the address of an array with
    /// four bytes for each page and for one more, the address of the first page, the number of pages. Loads
    /// set the first byte of their page to 1, stores the second, atomic operations the third. Accesses
    /// outside the pages set those of the last entry.
    pub pages: bool,
}

impl Instrumentation {
    /// Returns whether anything is recorded.
    pub const fn any(self) -> bool {
        self.counts || self.pages
    }

    /// Returns the bytes of the parameters, which start at a multiple of 8.
    pub const fn param_bytes(self) -> u32 {
        8 * self.counts as u32 + 24 * self.pages as u32
    }

    fn run(self, f: &mut Function) -> Result<(), PassError> {
        if self.counts {
            if self.counters {
                counters::run(f);
                verified("counters", f)?;
            }
            count::run(f, self.waits);
            verified("count", f)?;
        }
        if self.pages {
            pages::run(f);
            verified("pages", f)?;
        }
        Ok(())
    }
}

/// Flag among the bytes of [`Call::Wrote`](crate::system::Call::Wrote): the write updates the word, so its
/// old value still matters.
pub const UPDATES: u32 = 1 << 31;
/// Flag among the same bytes: the call precedes the write.
pub const EARLY: u32 = 1 << 30;
/// Flag among the same bytes: a value is given. It is the new value of the word if the call precedes the
/// write, else the old value.
pub const HAS_VALUE: u32 = 1 << 29;
/// Flag among the bytes of [`Call::Waited`](crate::system::Call::Waited): the thread can evaluate its exit
/// condition for other values of the word.
pub const HAS_CONDITION: u32 = 1 << 28;

/// Dependence of a kernel on the order in which its blocks run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OrderDependence {
    /// No observable dependence.
    None,
    /// It reads words that other blocks change.
    Memory,
    /// Its control flow depends on a [counter](crate::system::Call::OrderCounter) shared with other blocks.
    Counters,
    /// Its progress depends on others: it spin-waits for their writes.
    SpinWaits,
}

/// Returns the dependence of an unoptimised kernel on the order of its blocks, as far as `notes` instruments
/// it.
pub fn order_dependence(f: &Function, notes: Instrumentation) -> OrderDependence {
    let reads_atomics = notes.counters && !counters::used_atomics(f).is_empty();
    if !(reads_atomics || notes.waits && may_wait(f)) {
        return OrderDependence::None;
    }
    let mut f = prepared(f);
    // A spin-wait loop on a counter is not work distribution.
    let has_counters = reads_atomics && counters::run(&mut f);
    match (reads_atomics, has_counters) {
        _ if notes.waits && wait_loops(&f).iter().any(|wait| wait.spins) => OrderDependence::SpinWaits,
        (_, true) => OrderDependence::Counters,
        (true, false) => OrderDependence::Memory,
        (false, false) => OrderDependence::None,
    }
}

/// Returns whether an unoptimised kernel contains a loop that spin-waits for writes of others.
pub fn has_spin_wait(f: &Function) -> bool {
    may_wait(f) && wait_loops(&prepared(f)).iter().any(|wait| wait.spins)
}

fn may_wait(f: &Function) -> bool {
    let graph = Graph::from_function(f);
    let loops = Loops::new(&graph, &Dominators::new(&graph));
    loops.iter().any(|(_, l)| is_waiting(f, &graph, l))
}

/// Returns the kernel in the form in which it would be instrumented.
fn prepared(f: &Function) -> Function {
    let mut f = f.clone();
    for pass in PIPELINE.iter().take_while(|pass| pass.name != "lcssa") {
        (pass.run)(&mut f);
    }
    f
}

/// Runs [`PIPELINE`] and instruments the kernel.
///
/// # Errors
/// Returns the name of the pass that broke the IR.
pub fn run_instrumented(f: &mut Function, notes: Instrumentation) -> Result<(), PassError> {
    verified("input", f)?;
    for pass in PIPELINE {
        (pass.run)(f);
        verified(pass.name, f)?;
        // From here on, exits have final blocks of their own, which instrumentation fills; spin-wait loops
        // have headers of their own.
        if pass.name == "nest" {
            notes.run(f)?;
        }
    }
    Ok(())
}

/// Instruments a kernel like [`run_instrumented`], without optimisations that would move instructions.
///
/// # Errors
/// Returns the violations of the result.
pub fn instrument(f: &mut Function, notes: Instrumentation) -> Result<(), PassError> {
    nest::run(f);
    verified("nest", f)?;
    notes.run(f)
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

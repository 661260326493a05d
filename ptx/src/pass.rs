//! Passes over the IR, one file each, and their order.
//!
//! A pass preserves the IR's invariants and the function's behaviour: each thread executes the same stores,
//! faults and sync operations. The last four passes establish the form that engines require: separate early
//! exits, one header for each loop, loop-closed values, sync operations at block ends. They come last because
//! other passes would undo it. The running time is about linear in the function's size.

mod count;
mod dce;
mod draw;
mod fold;
mod gvn;
mod lcssa;
mod licm;
mod meet;
mod nest;
mod replace;
mod split_exits;
mod split_sync;
mod straighten;
mod strides;
mod touch;

use crate::analysis::cfg::Graph;
use crate::analysis::dom::Dominators;
use crate::analysis::loops::Loops;
use crate::analysis::regions::is_waiting;
use crate::analysis::waits::waits;
use crate::ir::Function;
use crate::ir::verify::{self, Violation};
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
    Pass { name: "straighten", run: straighten::run },
    Pass { name: "gvn", run: gvn::run },
    Pass { name: "licm", run: licm::run },
    Pass { name: "strides", run: strides::run },
    Pass { name: "dce", run: dce::run },
    Pass { name: "split_exits", run: split_exits::run },
    Pass { name: "nest", run: nest::run },
    Pass { name: "lcssa", run: lcssa::run },
    Pass { name: "split_sync", run: split_sync::run },
];

/// Error of a pass that broke the IR: a bug in this crate, detected in debug builds.
#[derive(Clone, PartialEq, Eq, Debug)]
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

impl std::error::Error for PassError {}

/// Runs [`PIPELINE`]. Debug builds verify the function before the first pass and after each.
///
/// # Errors
/// Returns the name of the pass that broke the IR.
pub fn run(f: &mut Function) -> Result<(), PassError> {
    run_seen(f, |_, _| {})
}

/// Runs [`PIPELINE`] and calls `seen` with the function after each pass.
///
/// # Errors
/// Returns the name of the pass that broke the IR.
pub fn run_seen(f: &mut Function, mut seen: impl FnMut(&'static str, &Function)) -> Result<(), PassError> {
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
pub struct Notes {
    /// Counts executed instructions. The parameter is the address of an array with a 64-bit word for each
    /// block, in order of linear indices, to which the block's threads add. The word before the array is the
    /// number of cycles for each instruction: clocks then return the instructions that the thread has
    /// executed, times this number. The word before that is the length of a cycle in picoseconds, for clocks
    /// in nanoseconds.
    pub counts: bool,
    /// Requires `counts`. Orders the operations on shared counters by [executed
    /// instructions](crate::system::Call::Due).
    pub draws: bool,
    /// Requires `counts`. Reports the words that spin-wait loops wait for, and writes that others may wait
    /// for, by [instrumentation calls](crate::system::Call::is_note) such as
    /// [`Call::Met`](crate::system::Call::Met).
    pub meets: bool,
    /// Records accessed pages. Its three parameters follow that of `counts`: the address of an array with
    /// four bytes for each page and for one more, the address of the first page, the number of pages. Loads
    /// set the first byte of their page to 1, stores the second, atomic operations the third. Accesses
    /// outside the pages set those of the last entry.
    pub touches: bool,
}

impl Notes {
    /// Returns whether anything is recorded.
    pub const fn any(self) -> bool {
        self.counts || self.touches
    }

    /// Returns the bytes of the parameters, which start at a multiple of 8.
    pub const fn param_bytes(self) -> u32 {
        8 * self.counts as u32 + 24 * self.touches as u32
    }

    fn run(self, f: &mut Function) -> Result<(), PassError> {
        if self.counts {
            if self.draws {
                draw::run(f);
                verified("draw", f)?;
            }
            count::run(f, self.meets);
            verified("count", f)?;
        }
        if self.touches {
            touch::run(f);
            verified("touch", f)?;
        }
        Ok(())
    }
}

/// Flag among the bytes of [`Call::Wrote`](crate::system::Call::Wrote): the write updates the word, so its
/// old value still matters.
pub const ADDS: u32 = 1 << 31;
/// Flag among the same bytes: the call precedes the write.
pub const EARLY: u32 = 1 << 30;
/// Flag among the same bytes: a value is given. It is the new value of the word if the call precedes the
/// write, else the old value.
pub const VALUED: u32 = 1 << 29;
/// Flag among the bytes of [`Call::Met`](crate::system::Call::Met): the thread can evaluate its exit
/// condition for other values of the word.
pub const JUDGED: u32 = 1 << 28;

/// Dependence of a kernel on the order in which its blocks run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Order {
    /// No observable dependence.
    Any,
    /// It reads words that other blocks change.
    Blocks,
    /// Its control flow depends on a [counter](crate::system::Call::Due) shared with other blocks.
    Draws,
    /// Its progress depends on others: it spin-waits for their writes.
    Turns,
}

/// Returns the dependence of an unoptimised kernel on the order of its blocks, as far as `notes` instruments
/// it.
pub fn order(f: &Function, notes: Notes) -> Order {
    let finds = notes.draws && !draw::used(f).is_empty();
    if !(finds || notes.meets && may_wait(f)) {
        return Order::Any;
    }
    let mut f = noted(f);
    // A spin-wait loop on a counter is not work distribution.
    let draws = finds && draw::run(&mut f);
    match (finds, draws) {
        _ if notes.meets && waits(&f).iter().any(|wait| wait.spins) => Order::Turns,
        (_, true) => Order::Draws,
        (true, false) => Order::Blocks,
        (false, false) => Order::Any,
    }
}

/// Returns whether an unoptimised kernel contains a loop that spin-waits for writes of others.
pub fn spins(f: &Function) -> bool {
    may_wait(f) && waits(&noted(f)).iter().any(|wait| wait.spins)
}

fn may_wait(f: &Function) -> bool {
    let graph = Graph::of(f);
    let loops = Loops::of(&graph, &Dominators::of(&graph));
    loops.iter().any(|(_, l)| is_waiting(f, &graph, l))
}

/// Returns the kernel in the form in which it would be instrumented.
fn noted(f: &Function) -> Function {
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
pub fn run_noting(f: &mut Function, notes: Notes) -> Result<(), PassError> {
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

/// Instruments a kernel like [`run_noting`], without optimisations that would move instructions.
///
/// # Errors
/// Returns the violations of the result.
pub fn note_only(f: &mut Function, notes: Notes) -> Result<(), PassError> {
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

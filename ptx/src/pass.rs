//! The passes over the IR, one file each, and the order in which they run.
//!
//! A pass takes any function that keeps the IR's laws to another that does and that computes the same: the
//! same stores, faults and sync operations by every thread. The last four passes only bring a function into
//! the form that engines want (early exits of their own, a header for each loop, loop-closed values, sync
//! operations at block ends); they come last because others would undo it. Passes run in a time about linear
//! in the function's size.

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
    Pass { name: "strides", run: strides::run },
    Pass { name: "dce", run: dce::run },
    Pass { name: "split_exits", run: split_exits::run },
    Pass { name: "nest", run: nest::run },
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

/// What a kernel notes while it runs, by parameters behind its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// The instructions that each block executes: the parameter is the address of a word of 64 bits for each
    /// block, in order of their linear indices, to which the block's threads add. Clocks then tell what
    /// their thread has executed, times the word before the first block's; nanoseconds are cycles of as
    /// many picoseconds as the word before that says.
    pub counts: bool,
    /// With `counts`: threads that draw what others draw, too, wait for [their
    /// turn](crate::system::Call::Due).
    pub draws: bool,
    /// With `counts`: what it waits for in loops, and what it writes that others may wait for, by calls of
    /// the host ([`Call::Met`](crate::system::Call::Met) and the others that are
    /// [notes](crate::system::Call::is_note)).
    pub meets: bool,
    /// The pages that it touches: three parameters, behind that of `counts`: the address of four bytes for
    /// each page and for one more, the first page's address, the number of pages. Loads set the first
    /// byte of the page they read to 1, stores the second, atomic operations the third; those of other
    /// addresses than the pages' set the last page's.
    pub touches: bool,
}

impl Notes {
    /// Whether there are any.
    pub const fn any(self) -> bool {
        self.counts || self.touches
    }

    /// Bytes of the parameters, which begin at a multiple of 8.
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

/// With the bytes that [`Call::Wrote`](crate::system::Call::Wrote) is told: what was there still counts, for
/// it was added to.
pub const ADDS: u32 = 1 << 31;
/// With the same: it is told of before it is done.
pub const EARLY: u32 = 1 << 30;
/// With the same: there is a value. It is what will be in the word if it is told of before, else what was
/// there before.
pub const VALUED: u32 = 1 << 29;
/// With the bytes that [`Call::Met`](crate::system::Call::Met) is told: which value would have done can be
/// asked for.
pub const JUDGED: u32 = 1 << 28;

/// What hangs on the order in which a kernel's blocks run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Order {
    /// Nothing that can be seen.
    Any,
    /// What it finds in words that other blocks change, too.
    Blocks,
    /// Which way it goes on: it [draws](crate::system::Call::Due) what they draw.
    Draws,
    /// Whether it goes on: it waits in loops for what others write.
    Turns,
}

/// What hangs on the order in which the blocks of a kernel, as it is written, run, of that which it is to
/// note.
pub fn order(f: &Function, notes: Notes) -> Order {
    let finds = notes.draws && !draw::used(f).is_empty();
    if !(finds || notes.meets && may_wait(f)) {
        return Order::Any;
    }
    let mut f = noted(f);
    // What draws in a loop does not wait.
    let draws = finds && draw::run(&mut f);
    match (finds, draws) {
        _ if notes.meets && waits(&f).iter().any(|wait| wait.spins) => Order::Turns,
        (_, true) => Order::Draws,
        (true, false) => Order::Blocks,
        (false, false) => Order::Any,
    }
}

/// Whether a kernel, as it is written, waits in a loop for what others write.
pub fn spins(f: &Function) -> bool {
    may_wait(f) && waits(&noted(f)).iter().any(|wait| wait.spins)
}

fn may_wait(f: &Function) -> bool {
    let graph = Graph::of(f);
    let loops = Loops::of(&graph, &Dominators::of(&graph));
    loops.iter().any(|(_, l)| is_waiting(f, &graph, l))
}

/// A kernel as it is when it is made to note.
fn noted(f: &Function) -> Function {
    let mut f = f.clone();
    for pass in PIPELINE.iter().take_while(|pass| pass.name != "lcssa") {
        (pass.run)(&mut f);
    }
    f
}

/// As [`run`], and makes the kernel note.
///
/// # Errors
/// A pass that broke the IR, by name.
pub fn run_noting(f: &mut Function, notes: Notes) -> Result<(), PassError> {
    verified("input", f)?;
    for pass in PIPELINE {
        (pass.run)(f);
        verified(pass.name, f)?;
        // Ways out have ends of their own from here on, which are not empty any more; loops that wait have
        // beginnings.
        if pass.name == "nest" {
            notes.run(f)?;
        }
    }
    Ok(())
}

/// Makes a kernel note as [`run_noting`] does, without a pass that would move anything.
///
/// # Errors
/// That the result is broken.
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

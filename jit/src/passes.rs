//! Time that the passes of a compilation take, for the benches.

use std::cell::Cell;
use std::time::Duration;

/// A pass of the compiler. Passes do not overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// Facts about the kernel.
    Analyse,
    /// The kernel in Cranelift's language; makes instructions of it.
    Emit,
    /// Order of blocks, loops and dominators; makes blocks.
    Order,
    /// Selection of machine instructions; makes those.
    Select,
    /// Liveness; makes pairs of a block and a value that is live at its start.
    Live,
    /// Registers and encoding; makes bytes.
    Allocate,
    /// Code by Cranelift, where our own code generator makes none; makes bytes.
    Cranelift,
    /// Executable memory and tables.
    Load,
}

impl Pass {
    /// All passes, in the order in which they run.
    pub const ALL: [Pass; 8] = [
        Pass::Analyse,
        Pass::Emit,
        Pass::Order,
        Pass::Select,
        Pass::Live,
        Pass::Allocate,
        Pass::Cranelift,
        Pass::Load,
    ];
}

/// Time of a pass and number of things that it made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spent {
    /// By the clock that was given.
    pub time: Duration,
    /// Number of things.
    pub made: usize,
}

/// Time of each pass, in the order of [`Pass::ALL`].
pub type Passes = [Spent; Pass::ALL.len()];

/// The clock, and what the passes took so far.
type Measured = (fn() -> Duration, Passes);

thread_local! {
    static MEASURED: Cell<Option<Measured>> = const { Cell::new(None) };
}

/// Does some work and returns what the passes took on this thread, by a clock.
pub fn measure<T>(clock: fn() -> Duration, work: impl FnOnce() -> T) -> (T, Passes) {
    MEASURED.set(Some((clock, Passes::default())));
    let result = work();
    (result, MEASURED.take().map(|(_, passes)| passes).unwrap_or_default())
}

/// Does some work as a part of a pass, which makes a number of things.
pub(crate) fn timed<T>(pass: Pass, work: impl FnOnce() -> T, made: impl FnOnce(&T) -> usize) -> T {
    let Some((clock, _)) = MEASURED.get() else { return work() };
    let start = clock();
    let result = work();
    let time = clock().saturating_sub(start);
    if let Some((_, mut passes)) = MEASURED.get() {
        passes[pass as usize].time += time;
        passes[pass as usize].made += made(&result);
        MEASURED.set(Some((clock, passes)));
    }
    result
}

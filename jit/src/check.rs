//! Watched launches: the interface of the memory checker.
//!
//! Code of a [checked](crate::Kernel::checked) kernel runs thread by thread. It asks the watcher before it
//! accesses memory: a refused access is skipped, and a refused load gives zeros. If the watcher checks bounds
//! only, an instruction asks once for each range that it accesses; the range is kept in a table of the block
//! and tested inline. The driver reports barriers and warp operations. This module makes no decisions.

pub(crate) mod marks;
mod site;

use ptx::exec::Fault;
use ptx::interp::watch::Event;
use ptx::ir::Space;
use std::ops::Range;

pub use marks::{Mark, Marks, Passes, Times};
pub(crate) use site::Site;

/// Accesses about which a kernel's code asks a watcher.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Checked {
    /// None: the launch is not watched.
    #[default]
    No,
    /// Accesses outside the ranges that the watcher has returned.
    Bounds,
    /// Every access.
    All,
}

/// Watcher of the blocks of a launch.
pub trait Watch: Send + Sync {
    /// Returns the watcher of a block before its first region; `index` is its position in start order.
    fn block(&self, index: u64) -> Box<dyn BlockWatch>;
    /// Returns the module's text, for reports.
    fn text(&self) -> &str;
}

/// Watcher of one block.
pub trait BlockWatch: Send {
    /// Handles an event; returns whether an access may be carried out.
    fn event(&mut self, event: Event<'_>) -> bool;
    /// Returns the addresses, or offsets in shared memory, around `address` that an instruction may access
    /// without asking; called after an access was allowed.
    fn range(&mut self, space: Space, address: u64, inst: u32) -> Option<Range<u64>>;
    /// Returns whether returned ranges have become invalid since the last call.
    fn changed(&mut self) -> bool;
    /// Returns the marks of shared memory: plain accesses that need no report, tested and recorded inline.
    fn marks(&self) -> Option<&Marks>;
    /// Handles the end of the block's time slice.
    fn pause(&mut self);
    /// Handles the fault that stops the block.
    fn fault(&mut self, fault: &Fault);
}

/// Range that an instruction may access: its first address, and the number of addresses from there at which
/// an access may start.
pub(crate) type Known = [u64; 2];

/// State of a watched block.
pub(crate) struct Watched {
    pub(crate) watch: Box<dyn BlockWatch>,
    /// Ranges by instruction.
    pub(crate) known: Vec<Known>,
}

impl Watched {
    /// Drops invalid ranges before a time slice.
    pub(crate) fn refresh(&mut self) {
        if self.watch.changed() {
            self.known.fill([0; 2]);
        }
    }

    /// Returns the address of the table that code tests inline: ranges by instruction, or marks.
    pub(crate) fn table(&self, asks: Checked) -> u64 {
        match asks {
            Checked::All => self.watch.marks().map_or_else(marks::none, Marks::address),
            _ => self.known.as_ptr() as u64,
        }
    }
}

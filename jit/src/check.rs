//! Launches that somebody watches: the memory checker.
//!
//! Code of a [checked](crate::Kernel::checked) kernel runs thread by thread. It asks here before it touches
//! memory whether it may: an access that the watcher refuses is left out, and a load then reads zeros. Where
//! the watcher wants bounds alone, an instruction asks once for each range that it touches; the range is
//! noted in a table of the block that code tests inline. The driver reports barriers and warp operations.
//! Nothing here judges.

pub(crate) mod marks;
mod site;

use ptx::exec::Fault;
use ptx::interp::watch::Event;
use ptx::ir::Space;
use std::ops::Range;

pub use marks::{Mark, Marks, Passes, Times};
pub(crate) use site::Site;

/// What code of a kernel asks a watcher about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Checked {
    /// Nothing: there is none.
    #[default]
    No,
    /// Accesses outside the ranges that it knows of.
    Bounds,
    /// Every access.
    All,
}

/// Watches the blocks of a launch.
pub trait Watch: Send + Sync {
    /// A block before its first region, by the order in which blocks start.
    fn block(&self, index: u64) -> Box<dyn BlockWatch>;
    /// The module's text, for reports.
    fn text(&self) -> &str;
}

/// Watches one block.
pub trait BlockWatch: Send {
    /// Takes an event in; whether an access is carried out.
    fn event(&mut self, event: Event<'_>) -> bool;
    /// The addresses, or offsets in shared memory, around one that an instruction may touch without asking;
    /// asked after an access was allowed.
    fn range(&mut self, space: Space, address: u64, inst: u32) -> Option<Range<u64>>;
    /// Whether ranges that it gave hold no longer; asking forgets it.
    fn changed(&mut self) -> bool;
    /// Places of shared memory whose plain accesses it need not see; code tests and notes them inline.
    fn marks(&self) -> Option<&Marks>;
    /// The block's turn is over for now.
    fn pause(&mut self);
    /// What stops the block.
    fn fault(&mut self, fault: &Fault);
}

/// A range that an instruction may touch: its first address, and how many addresses from there on an access
/// may begin at.
pub(crate) type Known = [u64; 2];

/// The state of a block that is watched.
pub(crate) struct Watched {
    pub(crate) watch: Box<dyn BlockWatch>,
    /// By instruction.
    pub(crate) known: Vec<Known>,
}

impl Watched {
    /// Before a turn: forgets ranges that hold no longer.
    pub(crate) fn refresh(&mut self) {
        if self.watch.changed() {
            self.known.fill([0; 2]);
        }
    }

    /// Address of the table that code tests inline: of ranges by instruction, or of marks.
    pub(crate) fn table(&self, asks: Checked) -> u64 {
        match asks {
            Checked::All => self.watch.marks().map_or_else(marks::none, Marks::address),
            _ => self.known.as_ptr() as u64,
        }
    }
}

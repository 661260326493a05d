//! Addresses outside what a launch reaches by itself: who is asked about them, and how code asks.
//!
//! Code tests every flat address against one range, that of the block's context. For most launches it is the
//! whole window. Where it is less (other devices' memory that a device may not touch), or where there is more
//! (memory that the program registered), a launch has code that asks here about all else, a lane at a time:
//! [`crate::Kernel::far`].

use crate::check::Checked;
use std::ops::Range;
use std::sync::Arc;

/// What code asks the host about.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Asks {
    /// Addresses outside the reach of a launch.
    pub(crate) far: bool,
    /// Accesses that somebody watches.
    pub(crate) checked: Checked,
}

impl Asks {
    /// As one number.
    pub(crate) const fn code(self) -> u8 {
        self.far as u8 | (self.checked as u8) << 1
    }
}

/// What the threads of a launch may touch.
#[derive(Clone)]
pub struct Reach {
    /// Addresses that need no question. Those of the range that are mapped must be the window's, or memory
    /// that stays mapped as long as the launch runs.
    pub range: Range<u64>,
    /// Who is asked about others; nobody: they may not be touched.
    pub beyond: Option<Arc<dyn Beyond>>,
}

/// Knows what may be touched outside the range of a launch.
///
/// # Safety
/// Memory that an answer allows is memory that a kernel may read, or write, as asked: it holds nothing of
/// this program's that Rust relies on. It need not be there: an access to a page that is not faults in the
/// kernel.
pub unsafe trait Beyond: Send + Sync {
    /// Whether `bytes` bytes at an address, aligned to as many, may be read, or written.
    fn allows(&self, address: u64, bytes: u64, write: bool) -> bool;

    /// Whether it is a multicast address, which is not allowed itself: what is stored there goes to all of
    /// its [replicas](ptx::system::Host::replica).
    fn is_multicast(&self, address: u64) -> bool {
        let _ = address;
        false
    }
}

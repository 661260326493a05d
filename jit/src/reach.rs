//! Addresses outside the reach of a launch, and the questions of compiled code.
//!
//! Code tests every flat address against one range, that of the block's context. For most launches this is
//! the whole window. If the launch may access less (another device's memory is excluded) or more (memory that
//! the program registered), it has code that asks the host about each other address, lane by lane:
//! [`crate::Kernel::with_outside_reach`].

use crate::check::Checked;
use std::ops::Range;
use std::sync::Arc;

/// Questions that compiled code asks the host.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Asks {
    /// Asks about addresses outside the reach.
    pub(crate) outside: bool,
    /// Asks about watched accesses.
    pub(crate) checked: Checked,
    /// Records what its lanes execute.
    pub(crate) traced: bool,
}

impl Asks {
    /// Encodes the questions as a number.
    pub(crate) const fn code(self) -> u8 {
        self.outside as u8 | (self.checked as u8) << 1 | (self.traced as u8) << 3
    }
}

/// Memory that the threads of a launch may access.
#[derive(Clone)]
pub struct Reach {
    /// Addresses that need no question. Mapped pages of this range must be the window's, or memory that stays
    /// mapped while the launch runs.
    pub range: Range<u64>,
    /// Decides about other addresses; without it they are refused.
    pub outside: Option<Arc<dyn OutsideReach>>,
}

/// Decision about addresses outside the range of a launch.
///
/// # Safety
/// Memory that an answer allows may be read or written by a kernel: it must hold nothing of this program that
/// Rust relies on. It need not be mapped: an access to an unmapped page faults in the kernel.
pub unsafe trait OutsideReach: Send + Sync {
    /// Returns whether `bytes` bytes at an address, aligned to as many, may be read or written.
    fn allows(&self, address: u64, bytes: u64, write: bool) -> bool;

    /// Returns whether the address is a multicast address, which is not allowed itself: a store to it goes to
    /// all of its [replicas](ptx::system::Host::replica).
    fn is_multicast(&self, address: u64) -> bool {
        let _ = address;
        false
    }
}

//! Addresses outside what a launch reaches by itself: who is asked about them, and how code asks.
//!
//! Code tests every flat address against one range, that of the block's context. For most launches it is the whole window.
//! Where it is less (other devices' memory that a device may not touch), or where there is more (memory that the program
//! registered), a launch has code that asks here about all else, a lane at a time: [`crate::Kernel::far`].

use crate::abi::BlockContext;
use crate::check::Checked;
use crate::launch::Launch;
use ptx::ir::{InstId, Op};
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
    /// Addresses that need no question. Those of the range that are mapped must be the window's, or memory that stays mapped as
    /// long as the launch runs.
    pub range: Range<u64>,
    /// Who is asked about others; nobody: they may not be touched.
    pub beyond: Option<Arc<dyn Beyond>>,
}

/// Knows what may be touched outside the range of a launch.
///
/// # Safety
/// Memory that an answer allows is memory that a kernel may read, or write, as asked: it holds nothing of this program's that
/// Rust relies on. It need not be there: an access to a page that is not faults in the kernel.
pub unsafe trait Beyond: Send + Sync {
    /// Whether `bytes` bytes at an address, aligned to as many, may be read, or written.
    fn allows(&self, address: u64, bytes: u64, write: bool) -> bool;
}

/// Whether an instruction's access is refused.
///
/// # Safety
/// Compiled code passes the context that it runs with, whose launch is alive, and an instruction of the launch's function.
pub(crate) unsafe extern "C" fn host_beyond(
    context: *const BlockContext,
    inst: u32,
    bytes: u32,
    address: u64,
) -> u32 {
    // SAFETY: by the caller's word; the launch is only read.
    let launch = unsafe { &*((*context).launch as *const Launch) };
    let bytes = u64::from(bytes);
    let write = !matches!(launch.function().inst(InstId::new(inst as usize)).op, Op::Load { .. });
    let fine = address.is_multiple_of(bytes)
        && launch.beyond.as_ref().is_some_and(|beyond| beyond.allows(address, bytes, write));
    u32::from(!fine)
}

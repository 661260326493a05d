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

    /// Whether it is a multicast address, which is not allowed itself: what is stored there goes to all of its
    /// [replicas](ptx::system::Host::replica).
    fn is_multicast(&self, address: u64) -> bool {
        let _ = address;
        false
    }
}

/// Address that an instruction's access goes to, 0 if it is refused: its own, or for a store to a multicast address that of
/// [`BlockContext::spread`], from which [`host_spread`] takes it.
///
/// # Safety
/// Compiled code passes the context that it runs with, whose launch is alive, and an instruction of the launch's function.
pub(crate) unsafe extern "C" fn host_beyond(
    context: *const BlockContext,
    inst: u32,
    bytes: u32,
    address: u64,
) -> u64 {
    // SAFETY: by the caller's word; the launch is only read.
    let launch = unsafe { &*((*context).launch as *const Launch) };
    let bytes = u64::from(bytes);
    let aligned = address.is_multiple_of(bytes);
    let Some(beyond) = launch.beyond.as_ref().filter(|_| aligned) else { return 0 };
    let op = &launch.function().inst(InstId::new(inst as usize)).op;
    if beyond.allows(address, bytes, !matches!(op, Op::Load { .. })) {
        return address;
    }
    if matches!(op, Op::Store { .. }) && beyond.is_multicast(address) {
        // SAFETY: the context is the caller's; only its address is taken.
        return unsafe { &raw const (*context).spread } as u64;
    }
    0
}

/// Takes what was stored in [`BlockContext::spread`] to all replicas of a multicast address; 1 if one of them is not there.
///
/// # Safety
/// As [`host_beyond`]; `bytes` is 1, 2, 4, 8, 16 or 32.
pub(crate) unsafe extern "C" fn host_spread(context: *const BlockContext, bytes: u32, address: u64) -> u32 {
    // SAFETY: by the caller's word; compiled code, which is waiting for this call, is the only one that writes there.
    let (launch, words) = unsafe { (&*((*context).launch as *const Launch), (*context).spread) };
    let Some(host) = &launch.host else { return 1 };
    let whole: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).take(bytes as usize).collect();
    let mut replicas = (0..).map(|n| host.replica(address, n)).take_while(|&at| at != 0);
    // Threads that wait for a word never see part of it.
    let stored = replicas.all(|at| match bytes {
        2 | 4 => launch.window.update(at, bytes, |_| words[0]),
        _ => launch.window.write(at, &whole),
    });
    u32::from(!stored)
}

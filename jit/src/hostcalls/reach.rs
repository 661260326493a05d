//! Host calls about addresses outside a launch's reach.

use crate::abi::BlockContext;
use crate::launch::Launch;
use ptx::ir::{InstId, Op};

/// Returns the address for an instruction's access, 0 if it is refused: its own, or for a store to a
/// multicast address that of [`BlockContext::replica_store`], from which [`host_store_replicas`] copies it.
///
/// # Safety
/// Compiled code passes its own context, which has a live launch, and an instruction of the launch's
/// function.
pub(crate) unsafe extern "C" fn host_outside(
    context: *const BlockContext,
    inst: u32,
    bytes: u32,
    address: u64,
) -> u64 {
    // SAFETY: the caller guarantees the context; the launch is only read.
    let launch = unsafe { &*((*context).launch as *const Launch) };
    let bytes = u64::from(bytes);
    let aligned = address.is_multiple_of(bytes);
    let Some(outside) = launch.outside.as_ref().filter(|_| aligned) else { return 0 };
    let op = &launch.function().inst(InstId::new(inst as usize)).op;
    if outside.allows(address, bytes, !matches!(op, Op::Load { .. })) {
        return address;
    }
    if matches!(op, Op::Store { .. }) && outside.is_multicast(address) {
        // SAFETY: the context is the caller's; only its address is taken.
        return unsafe { &raw const (*context).replica_store } as u64;
    }
    0
}

/// Copies the value in [`BlockContext::replica_store`] to all replicas of a multicast address; 1 if one of
/// them is missing.
///
/// # Safety
/// That of [`host_outside`]; `bytes` is 1, 2, 4, 8, 16 or 32.
pub(crate) unsafe extern "C" fn host_store_replicas(
    context: *const BlockContext,
    bytes: u32,
    address: u64,
) -> u32 {
    // SAFETY: the caller guarantees the context; compiled code, which is waiting for this call, is its only
    // writer.
    let (launch, words) = unsafe { (&*((*context).launch as *const Launch), (*context).replica_store) };
    let Some(host) = &launch.host else { return 1 };
    let whole: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).take(bytes as usize).collect();
    let mut replicas = (0..).map(|n| host.replica(address, n)).take_while(|&at| at != 0);
    // A thread that waits on a word never sees part of it.
    let stored = replicas.all(|at| match bytes {
        2 | 4 => launch.window.update(at, bytes, |_| words[0]),
        _ => launch.window.write(at, &whole),
    });
    u32::from(!stored)
}

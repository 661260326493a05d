//! Memory between processes (HIP: "Device Management", IPC).

use crate::Error;
use crate::memory::AllocationKind;
use crate::memory::share::{Shared, own_process};
use crate::state::{process, usable};
use crate::sync::{Mutex, Rank};
use std::collections::BTreeMap;

/// What of other processes is open: where, and how often.
static OPEN: Mutex<BTreeMap<Shared, (u64, u32)>> = Mutex::new(Rank::Object, BTreeMap::new());

/// The handle of the allocation that an address lies in (`hipIpcGetMemHandle`), after the work of the context is done.
///
/// # Errors
/// `BadPointer` for other memory than `hipMalloc`'s and variables; `System`; what is wrong with the current context.
pub fn handle(address: u64) -> Result<[u8; 64], Error> {
    let context = usable()?;
    let memory = &process()?.memory;
    let found = memory.find(address);
    let own = found.filter(|f| matches!(f.kind, AllocationKind::Device | AllocationKind::Variable));
    let own = own.ok_or(Error::BadPointer { what: "memory for other processes", address })?;
    crate::api::context::wait_for(&context)?;
    Ok(memory.share(&own)?.to_bytes(own.device as u64))
}

/// Opens another process's memory (`hipIpcOpenMemHandle`); opened again it is the same.
///
/// # Errors
/// `NoContext` for memory of this process, as CUDA has it; `BadPointer`, `OutOfMemory`; what is wrong with the current context.
pub fn open(handle: &[u8; 64]) -> Result<u64, Error> {
    let context = usable()?;
    let bad = Error::BadPointer { what: "handle of memory", address: 0 };
    let (shared, _) = Shared::from_bytes(handle).ok_or(bad)?;
    if shared.process == own_process() {
        return Err(Error::NoContext { what: "opening memory of the process itself" });
    }
    let process = process()?;
    let mut open = OPEN.lock();
    if let Some((address, count)) = open.get_mut(&shared) {
        *count += 1;
        return Ok(*address);
    }
    let address = process.memory.open(&shared, context.device, context.owner())?.base();
    open.insert(shared, (address, 1));
    Ok(address)
}

/// Closes what [`open`] gave, after the work of the context is done; the last time takes it away (`hipIpcCloseMemHandle`).
///
/// # Errors
/// `BadPointer`; what is wrong with the current context.
pub fn close(address: u64) -> Result<(), Error> {
    let context = usable()?;
    crate::api::context::wait_for(&context)?;
    let mut open = OPEN.lock();
    let found = open.iter_mut().find(|(_, (at, _))| *at == address);
    let (shared, count) = found.ok_or(Error::BadPointer { what: "opened memory", address })?;
    count.1 -= 1;
    if count.1 == 0 {
        let shared = *shared;
        open.remove(&shared);
        drop(open);
        process()?.memory.remove(address);
    }
    Ok(())
}

//! Memory and events between processes (HIP: "Device Management", IPC).

use crate::Error;
use crate::api::event;
use crate::handle::Id;
use crate::memory::share::{Shared, own_process};
use crate::memory::word::Word;
use crate::memory::{AllocationKind, Request};
use crate::object::{EventObject, SharedEvent};
use crate::state::{process, usable};
use crate::sync::Arc;

/// The handle of the allocation that an address lies in (`hipIpcGetMemHandle`), after the work of the context
/// is done.
///
/// # Errors
/// `BadPointer` for other memory than `hipMalloc`'s and variables; `System`; what is wrong with the current
/// context.
pub fn handle(address: u64) -> Result<[u8; 64], Error> {
    let context = usable()?;
    let memory = process()?.memory;
    let found = memory.find(address);
    let own = found.filter(|f| matches!(f.kind, AllocationKind::Device | AllocationKind::Variable));
    let own = own.ok_or(Error::BadPointer { what: "memory for other processes", address })?;
    crate::api::context::wait_for(&context)?;
    Ok(memory.share(&own)?.to_bytes(own.device as u64))
}

/// Opens another process's memory (`hipIpcOpenMemHandle`); opened again it is the same.
///
/// # Errors
/// `NoContext` for memory of this process, as CUDA has it; `BadPointer`, `OutOfMemory`; what is wrong with
/// the current context.
pub fn open(handle: &[u8; 64]) -> Result<u64, Error> {
    let context = usable()?;
    let bad = Error::BadPointer { what: "handle of memory", address: 0 };
    let (shared, _) = Shared::from_bytes(handle).ok_or(bad)?;
    if shared.process == own_process() {
        return Err(Error::NoContext { what: "opening memory of the process itself" });
    }
    process()?.memory.open_once(&shared, context.device, context.owner())
}

/// Closes what [`open`] gave, after the work of the context is done; the last time takes it away
/// (`hipIpcCloseMemHandle`).
///
/// # Errors
/// `BadPointer`; what is wrong with the current context.
pub fn close(address: u64) -> Result<(), Error> {
    let context = usable()?;
    crate::api::context::wait_for(&context)?;
    process()?.memory.close(address)
}

/// Bytes of what processes share of an event: two numbers.
const EVENT_BYTES: u64 = 16;

/// The handle of an event that other processes may use (`hipIpcGetEventHandle`). A record that is on its way
/// is waited for.
///
/// # Errors
/// `BadHandle` for an event that was made without `hipEventInterprocess`, or is another process's.
pub fn event_handle(id: Id<EventObject>) -> Result<[u8; 64], Error> {
    let process = process()?;
    let event = process.get(id)?;
    let opened = event.shared.get().is_some_and(|shared| shared.opened);
    if event.flags & event::INTERPROCESS == 0 || opened {
        return Err(Error::BadHandle { kind: "event that processes share", word: id.word() });
    }
    let memory = process.memory;
    if event.shared.get().is_none() {
        event::synchronize(id)?;
        let request = Request {
            bytes: EVENT_BYTES,
            kind: AllocationKind::Variable,
            device: event.context.device,
            owner: 0,
        };
        let made = memory.allocate(request)?;
        let shared = words(made.base(), false)?;
        memory.window().write(made.base(), &[0; EVENT_BYTES as usize]);
        // Of two threads one comes first: the handle is of what stays.
        let _ = event.shared.set(shared);
    }
    let shared = event.shared.get().ok_or_else(|| crate::bug::bug!("an event's shared words were set"))?;
    let found = memory.find(shared.records.address());
    let found = found.ok_or_else(|| crate::bug::bug!("an event's shared words lie in an allocation"))?;
    Ok(memory.share(&found)?.to_bytes(EVENT))
}

/// The word beside an event's memory in its handle.
const EVENT: u64 = u64::MAX;

fn words(base: u64, opened: bool) -> Result<SharedEvent, Error> {
    let memory = process()?.memory;
    let (records, reached) = (Word::at(memory, base, true)?, Word::at(memory, base + 8, true)?);
    Ok(SharedEvent { records, reached: Arc::new(reached), opened })
}

/// An event of another process (`hipIpcOpenEventHandle`).
///
/// # Errors
/// `NoContext` for one of this process, as CUDA has it; `NotMapped` for what is no event's handle, or of one
/// that is gone.
pub fn open_event(handle: &[u8; 64]) -> Result<Id<EventObject>, Error> {
    let context = usable()?;
    let none = Error::NotMapped { what: "the event of another process" };
    let Some((shared, EVENT)) = Shared::from_bytes(handle) else { return Err(none) };
    if shared.process == own_process() {
        return Err(Error::NoContext { what: "opening an event of the process itself" });
    }
    let process = process()?;
    let opened = process.memory.open(&shared, context.device, 0).map_err(|_| none)?;
    let words = words(opened.base(), true)?;
    let id = event::create(event::INTERPROCESS | event::DISABLE_TIMING)?;
    let _ = process.get(id)?.shared.set(words);
    Ok(id)
}

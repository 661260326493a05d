//! Memory and events between processes (HIP: "Device Management", IPC).

use crate::Error;
use crate::api::event;
use crate::graph::capture;
use crate::handle::Id;
use crate::object::EventObject;
use crate::state::{process, usable};
use crate::sync::Arc;
use crate::types::AllocationKind;

/// The handle of the allocation that an address lies in (`hipIpcGetMemHandle`), after the work of the context
/// is done.
///
/// # Errors
/// `BadPointer` for other memory than `hipMalloc`'s and variables; `System`; errors of the current
/// context.
pub fn handle(address: u64) -> Result<[u8; 64], Error> {
    let context = usable()?;
    let memory = process()?.memory;
    let found = memory.facts(address);
    let own = found.filter(|f| matches!(f.kind, AllocationKind::Device | AllocationKind::Variable));
    let own = own.ok_or(Error::BadPointer { what: "memory for other processes", address })?;
    crate::api::context::wait_for(&context)?;
    memory.export(own.base, own.device as u64)
}

/// Opens another process's memory (`hipIpcOpenMemHandle`); opening it again returns the same address.
///
/// # Errors
/// `NoContext` for memory of this process, as CUDA has it; `BadPointer`, `OutOfMemory`; what is wrong with
/// the current context.
pub fn open(handle: &[u8; 64]) -> Result<u64, Error> {
    let context = usable()?;
    let bad = Error::BadPointer { what: "handle of memory", address: 0 };
    let memory = process()?.memory;
    let (exporter, _) = memory.exporter(handle).ok_or(bad)?;
    if exporter == std::process::id() {
        return Err(Error::NoContext { what: "opening memory of the process itself" });
    }
    memory.open_counted(handle, context.device, context.owner())
}

/// Closes memory of [`open`] after the work of the context; the last close unmaps it
/// (`hipIpcCloseMemHandle`).
///
/// # Errors
/// `BadPointer`; errors of the current context.
pub fn close(address: u64) -> Result<(), Error> {
    let context = usable()?;
    crate::api::context::wait_for(&context)?;
    process()?.memory.close(address)
}

/// The handle of an event that other processes may use (`hipIpcGetEventHandle`). A record that is on its way
/// is waited for.
///
/// # Errors
/// `BadHandle` for an event that was made without `hipEventInterprocess`, or is another process's.
pub fn event_handle(id: Id<EventObject>) -> Result<[u8; 64], Error> {
    let event = process()?.get(id)?;
    if event.flags & event::INTERPROCESS == 0 || event.opened {
        return Err(Error::BadHandle { kind: "event that processes share", word: id.word() });
    }
    capture::ask(&event, true)?;
    capture::unsafe_call()?;
    event.backend.export()
}

/// An event of another process (`hipIpcOpenEventHandle`).
///
/// # Errors
/// `NoContext` for one of this process, as CUDA has it; `NotMapped` for what is no event's handle, or of one
/// that is gone.
pub fn open_event(handle: &[u8; 64]) -> Result<Id<EventObject>, Error> {
    let context = usable()?;
    let backend = Arc::clone(&context.backend).open_event(handle)?;
    let flags = event::INTERPROCESS | event::DISABLE_TIMING;
    Ok(process()?.insert(|id| EventObject { id, context, flags, opened: true, backend }).id)
}

//! Buffers and events that several processes use.
#![expect(unsafe_code, reason = "another process's work on shared memory is not known here")]

use super::buffer::bytes_of;
use super::memory::Owned;
use super::storage::{Storage, serial};
use crate::api::{event, ipc};
use crate::state::process;
use crate::types::Plain;
use crate::{DeviceBuffer, Error, Event};

/// Bytes by which another process opens a buffer or an event.
pub type IpcHandle = [u8; 64];

impl<T: Plain> DeviceBuffer<T> {
    /// Handle of its memory for other processes, after the work of the current context.
    ///
    /// # Errors
    /// `BadPointer` for memory of a pool; `System`; errors of the current context.
    pub fn share(&self) -> Result<IpcHandle, Error> {
        ipc::handle(self.ptr().address())
    }

    /// Opens another process's buffer by its handle.
    ///
    /// # Errors
    /// `NoContext` for one of this process; `BadPointer` for bytes that are no handle; `PastEnd` if it has
    /// fewer values; errors of the current context.
    ///
    /// # Safety
    /// Its values are of type `T`. While work here uses it, other processes do not write what that uses, nor
    /// use what that writes: this process knows only its own work. It is opened once at a time.
    pub unsafe fn open(handle: &IpcHandle, len: usize) -> Result<DeviceBuffer<T>, Error> {
        let (bytes, address) = (bytes_of::<T>(len)?, ipc::open(handle)?);
        let serial = serial(address, bytes);
        let serial = serial.inspect_err(|_| drop(process().and_then(|p| p.memory.close(address))))?;
        Ok(DeviceBuffer::with_storage(Storage::new(address, Owned::Opened { serial }), len))
    }
}

impl Event {
    /// Creates an event that other processes may use, too.
    ///
    /// # Errors
    /// Errors of the current context.
    pub fn interprocess() -> Result<Event, Error> {
        event::create(event::INTERPROCESS | event::DISABLE_TIMING).map(Event::from_id)
    }

    /// Handle for other processes.
    ///
    /// # Errors
    /// `BadHandle` for an event that was not made by [`Event::interprocess`].
    pub fn share(&self) -> Result<IpcHandle, Error> {
        ipc::event_handle(self.id())
    }

    /// Opens another process's event by its handle.
    ///
    /// # Errors
    /// `NoContext` for one of this process; `NotMapped` for bytes that are no handle, or of an event that is
    /// gone.
    pub fn open(handle: &IpcHandle) -> Result<Event, Error> {
        ipc::open_event(handle).map(Event::from_id)
    }
}

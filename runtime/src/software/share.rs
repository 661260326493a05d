//! Events that processes share: two words of memory, of which each process has the pages.

use super::context::Context;
use super::event::Event;
use crate::Error;
use crate::backend;
use crate::memory::Memory;
use crate::memory::share::{Shared, own_process};
use crate::memory::word::Word;
use crate::sync::Arc;
use crate::types::{AllocationKind, Request};
use std::fmt;

/// Bytes of what processes share of an event: two numbers.
const BYTES: u64 = 16;

/// Word beside an event's memory in its handle.
const EVENT: u64 = u64::MAX;

/// Words that processes share of an event: number of its records, and number of those that were reached.
pub(super) struct SharedEvent {
    pub(super) records: Word,
    pub(super) reached: Arc<Word>,
}

impl fmt::Debug for SharedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SharedEvent({} of {} records)", self.reached.load(), self.records.load())
    }
}

impl SharedEvent {
    fn at(memory: &Memory, base: u64) -> Result<SharedEvent, Error> {
        let (records, reached) = (Word::at(memory, base, true)?, Word::at(memory, base + 8, true)?);
        Ok(SharedEvent { records, reached: Arc::new(reached) })
    }

    /// Returns whether this number of records was reached.
    pub(super) fn has(&self, records: u64) -> bool {
        self.reached.load() >= records
    }
}

impl Event {
    /// Returns the handle for other processes. The first call waits for the last record and makes the words.
    pub(super) fn share(&self) -> Result<[u8; 64], Error> {
        let memory = self.context.memory();
        if self.shared.get().is_none() {
            backend::Event::synchronize(self)?;
            let device = self.context.device.ordinal;
            let request = Request { bytes: BYTES, kind: AllocationKind::Variable, device, owner: 0 };
            let made = memory.allocate(request)?;
            let shared = SharedEvent::at(memory, made.base())?;
            memory.window().write(made.base(), &[0; BYTES as usize]);
            // Of two threads one is first: the handle is of what stays.
            let _ = self.shared.set(shared);
        }
        let shared = self.shared.get().ok_or_else(|| crate::bug::bug!("an event's shared words were set"))?;
        let found = memory.find(shared.records.address());
        let found = found.ok_or_else(|| crate::bug::bug!("an event's shared words lie in an allocation"))?;
        Ok(memory.share(&found)?.to_bytes(EVENT))
    }

    /// Opens another process's event.
    pub(super) fn open(context: Arc<Context>, exported: &[u8; 64]) -> Result<Event, Error> {
        let none = Error::NotMapped { what: "the event of another process" };
        let Some((shared, EVENT)) = Shared::from_bytes(exported) else { return Err(none) };
        if shared.process == own_process() {
            return Err(Error::NoContext { what: "opening an event of the process itself" });
        }
        let memory = context.memory();
        let opened = memory.open(&shared, context.device.ordinal, 0).map_err(|_| none)?;
        let words = SharedEvent::at(memory, opened.base())?;
        let event = Event::new(context, false, None);
        // It was made just before.
        let _ = event.shared.set(words);
        Ok(event)
    }
}

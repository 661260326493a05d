//! Ranges that a library's work reads and writes: they stay mapped until it has ended.

use super::Memory;
use super::observer::Observers;
use super::range::Span;
use crate::Error;

/// Ranges held by one piece of work, and what the thread that runs it needs to touch them.
pub(crate) struct Held {
    memory: &'static Memory,
    spans: Vec<Span>,
    /// Address and bytes of what is written.
    written: Vec<(u64, u64)>,
    observers: Observers,
    _working: jit::watch::Working,
    _open: Option<jit::signals::Open>,
}

impl Held {
    /// Prepares the calling thread.
    pub(crate) fn new(memory: &'static Memory) -> Held {
        let observers = memory.observers();
        let (_working, _open) = (jit::watch::Working::begin(), observers.open());
        Held { memory, spans: Vec::new(), written: Vec::new(), observers, _working, _open }
    }

    /// Holds a range that is not empty.
    ///
    /// # Errors
    /// `BadPointer`, `PastEnd` for what is not in an allocation, or must not be accessed.
    pub(crate) fn add(&mut self, address: u64, bytes: u64, write: bool) -> Result<(), Error> {
        const WHAT: &str = "memory of a library's work";
        // The program keeps its own memory mapped while its devices use it, as on hardware.
        if self.memory.pageable(address, bytes).is_some() {
            return Ok(());
        }
        let span = self.memory.spanning(WHAT, address, bytes)?;
        if !span.allows(write) {
            return Err(Error::BadPointer { what: WHAT, address });
        }
        if write {
            self.observers.each().for_each(|observer| observer.writes(address, &|| Ok(bytes)));
            self.written.push((address, bytes));
        }
        self.spans.push(span);
        Ok(())
    }

    /// Reports what was written, and lets the ranges go.
    pub(crate) fn settle(self) {
        for observer in self.observers.each() {
            for &(address, bytes) in &self.written {
                let touched = self.spans.iter().flat_map(|span| span.parts(address, bytes));
                touched.for_each(|(at, bytes)| observer.wrote(at, bytes));
            }
            observer.settle();
        }
    }
}

//! Ranges that a library's work reads and writes: they stay mapped until it has ended.
#![expect(unsafe_code, reason = "pages that the checker protects are opened by a read")]

use super::Memory;
use super::observer::Observers;
use super::range::Span;
use crate::Error;

/// Bytes of a page.
const PAGE: u64 = 4096;

/// Ranges held by one piece of work, and what the thread that runs it needs to touch them.
pub(crate) struct Held {
    memory: &'static Memory,
    spans: Vec<Span>,
    /// Address and bytes of what is written.
    written: Vec<(u64, u64)>,
    observers: Observers,
    _working: jit::watch::Working,
    opened: Option<jit::signals::Open>,
}

impl Held {
    /// Prepares the calling thread.
    pub(crate) fn new(memory: &'static Memory) -> Held {
        let observers = memory.observers();
        let (_working, opened) = (jit::watch::Working::begin(), observers.open());
        Held { memory, spans: Vec::new(), written: Vec::new(), observers, _working, opened }
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
        if self.opened.is_some() {
            self.open(address, bytes);
        }
        Ok(())
    }

    /// Opens pages that are protected from the host: an engine's other threads may be the first to touch
    /// them.
    fn open(&self, address: u64, bytes: u64) {
        let first = (address / PAGE + 1) * PAGE;
        for page in std::iter::once(address).chain((first..address + bytes).step_by(PAGE as usize)) {
            let byte = std::ptr::with_exposed_provenance::<u8>(page as usize);
            // SAFETY: the byte is in the range, which was held just before.
            unsafe { byte.read_volatile() };
        }
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

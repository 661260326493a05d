//! Memory of owning values, with the pending work that uses it.
//!
//! The borrow checker orders what the host does with a value: `&` to read it, `&mut` to write it. Work of
//! streams outlives these borrows. So the memory itself remembers the work that was submitted with it, and
//! later work, copies and the end of the value wait for that, and for nothing else.

use super::edges;
use super::memory::Owned;
use crate::Error;
use crate::api::context;
use crate::backend::Event;
use crate::graph::{CaptureError, Operation, capture};
use crate::object::{Kept, StreamObject};
use crate::state::process;
use crate::sync::{Arc, Mutex, Rank};
use std::ops::Range;

/// Pending work is searched for completed work when there is that much of it.
const SEARCHED: usize = 16;

/// Memory of a value, which ends on drop, after the work that uses it.
pub(super) struct Storage {
    /// First address; 0 for an array.
    address: u64,
    owned: Owned,
    uses: Mutex<Vec<Use>>,
}

/// Submitted work that uses a part.
#[derive(Clone)]
pub(super) struct Use {
    /// Bytes from the start.
    part: Range<u64>,
    writes: bool,
    /// Its stream, which lasts as long if it is destroyed.
    pub(super) stream: Kept,
    /// Reached once the work is done.
    done: Arc<dyn Event>,
}

impl Use {
    fn conflicts(&self, part: &Range<u64>, writes: bool) -> bool {
        (self.writes || writes) && self.part.start < part.end && part.start < self.part.end
    }

    pub(super) fn is_in(&self, stream: &StreamObject) -> bool {
        self.stream.backend.number() == stream.backend.number()
    }
}

impl Storage {
    /// Memory at an address.
    pub(super) fn new(address: u64, owned: Owned) -> Arc<Storage> {
        Arc::new(Storage { address, owned, uses: Mutex::new(Rank::Object, Vec::new()) })
    }

    /// Owns a new allocation of the current context; none for address 0.
    pub(super) fn of_device(address: u64, bytes: u64) -> Result<Arc<Storage>, Error> {
        let owned = match address {
            0 => Owned::Nothing,
            _ => Owned::Device { serial: serial(address, bytes)? },
        };
        Ok(Storage::new(address, owned))
    }

    /// Owns a new allocation of a device's primary context, which was retained for it.
    pub(super) fn of_primary(
        address: Result<u64, Error>,
        bytes: u64,
        ordinal: i32,
    ) -> Result<Arc<Storage>, Error> {
        let serial = |address| if address == 0 { Ok(0) } else { serial(address, bytes) };
        let made = address.and_then(|address| Ok((address, serial(address)?)));
        let (address, serial) = made.inspect_err(|_| drop(context::release_primary(ordinal)))?;
        Ok(Storage::new(address, Owned::Shared { serial, ordinal }))
    }

    pub(super) const fn address(&self) -> u64 {
        self.address
    }

    pub(super) const fn owned(&self) -> &Owned {
        &self.owned
    }

    fn check(&self) -> Result<(), Error> {
        self.owned.check(self.address)
    }

    /// Has work of other streams wait for the allocation of all bytes, which a stream made in its order.
    pub(super) fn follow(&self, stream: &Arc<StreamObject>, bytes: u64) {
        if let (Some(stream), Some(done)) = (Kept::new(stream), stream.backend.tail()) {
            self.note(Use { part: 0..bytes, writes: true, stream, done });
        }
    }

    /// Waits for the work that uses a part.
    ///
    /// # Errors
    /// `Fault`.
    pub(super) fn wait_for(&self, part: &Range<u64>) -> Result<(), Error> {
        wait_all(&self.conflicts(part, true, None))
    }

    /// Submitted work that must be done before a part is read, or written if `writes`. The order of a
    /// stream's own work is known.
    fn conflicts(&self, part: &Range<u64>, writes: bool, own: Option<&StreamObject>) -> Vec<Use> {
        let is_own = |used: &Use| own.is_some_and(|stream| used.is_in(stream));
        let uses = self.uses.lock();
        uses.iter().filter(|used| used.conflicts(part, writes) && !is_own(used)).cloned().collect()
    }

    fn note(&self, new: Use) {
        let (part, writes, number) = (new.part.clone(), new.writes, new.stream.backend.number());
        let mut uses = self.uses.lock();
        let is_long = uses.len() >= SEARCHED;
        let mut is_over = |old: &mut Use| {
            // The new work follows these: whatever waits for it waits for them.
            let is_covered = part.start <= old.part.start
                && old.part.end <= part.end
                && (writes || !old.writes && old.stream.backend.number() == number);
            is_covered || is_long && matches!(old.done.is_reached(), Ok(true))
        };
        // Mostly there is one, and the new one takes its place.
        let place = uses.iter_mut().position(&mut is_over);
        let over = match place {
            Some(at) => {
                let first = std::mem::replace(&mut uses[at], new);
                (Some(first), uses.extract_if(at + 1.., is_over).collect::<Vec<_>>())
            }
            None => {
                uses.push(new);
                (None, Vec::new())
            }
        };
        drop(uses);
        // Their events and streams end without the lock.
        drop(over);
    }
}

impl Drop for Storage {
    fn drop(&mut self) {
        let pending = std::mem::take(&mut *self.uses.lock());
        let ended = self.owned.end(self.address, &pending);
        drop(pending);
        if let Err(error) = &ended {
            // A context that ends, or that a fault poisoned, frees its memory itself.
            if !matches!(error, Error::Fault(_) | Error::ContextDestroyed { .. }) {
                let address = self.address;
                crate::trace::complain(&format!("the memory of a buffer at {address:#x} stays: {error}"));
            }
        }
    }
}

/// Number of an allocation.
pub(super) fn serial(address: u64, bytes: u64) -> Result<u64, Error> {
    process()?.memory.facts_of_range("buffer", address, bytes).map(|facts| facts.serial)
}

pub(super) fn wait_all(pending: &[Use]) -> Result<(), Error> {
    pending.iter().try_for_each(|used| used.done.synchronize())
}

/// Makes later work of a stream follow a use.
pub(super) fn order(stream: &StreamObject, used: &Use) -> Result<(), Error> {
    match used.stream.context.device == stream.context.device {
        true => stream.backend.wait(&*used.done),
        // Devices do not wait for each other's streams, but for events that were recorded.
        false => used.done.synchronize(),
    }
}

/// Part of an owning value's memory that work is to use.
#[derive(Clone)]
pub struct Loan {
    pub(super) storage: Arc<Storage>,
    /// Bytes from the start.
    pub(super) part: Range<u64>,
    /// The work may write it.
    pub(super) writes: bool,
    /// Number of the capture whose graph borrows it: work of no other may use it.
    pub(super) graph: Option<u64>,
}

impl Loan {
    /// First address.
    pub(crate) fn address(&self) -> u64 {
        self.storage.address + self.part.start
    }

    /// Number of bytes.
    pub(super) const fn bytes(&self) -> u64 {
        self.part.end - self.part.start
    }

    /// Waits for the work that conflicts with this use.
    pub(super) fn wait(&self) -> Result<(), Error> {
        self.storage.check()?;
        wait_all(&self.storage.conflicts(&self.part, self.writes, None))
    }

    /// Makes later work of a stream follow the work that conflicts with this use.
    pub(super) fn order(&self, stream: &StreamObject) -> Result<(), Error> {
        self.storage.check()?;
        let conflicts = self.storage.conflicts(&self.part, self.writes, Some(stream));
        conflicts.iter().try_for_each(|used| order(stream, used))
    }

    fn note(&self, stream: &Kept, done: &Arc<dyn Event>) {
        let (part, writes) = (self.part.clone(), self.writes);
        self.storage.note(Use { part, writes, stream: stream.clone(), done: Arc::clone(done) });
    }
}

impl std::fmt::Debug for Loan {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (bytes, how) = (self.part.end - self.part.start, if self.writes { "written" } else { "read" });
        write!(f, "{bytes} bytes at {:#x}, {how}", self.address())
    }
}

fn destroyed(stream: &StreamObject) -> Error {
    Error::StaleHandle { kind: "stream", handle: stream.id.map_or_else(String::new, |id| id.to_string()) }
}

/// Submits work to a stream that uses loans. If the stream captures, the work becomes a node, provided that
/// the graph borrows all that it uses.
///
/// # Errors
/// `Capture`; those of [`submit`].
pub(crate) fn submit_or_record(
    stream: &Arc<StreamObject>,
    loans: &[Loan],
    node: impl FnOnce() -> Result<Operation, Error>,
    work: impl FnOnce() -> Result<(), Error>,
) -> Result<(), Error> {
    let graph = capture::id_of(stream);
    if loans.iter().any(|loan| loan.graph != graph) {
        return Err(CaptureError::Unsupported.into());
    }
    match graph {
        Some(number) => edges::take(stream, number, loans, node),
        None => submit(stream, loans, work),
    }
}

/// Submits work to a stream that uses loans, after the work that it conflicts with.
///
/// # Errors
/// Those of the work; `Fault`; `BadPointer` for a buffer whose context has ended.
pub(crate) fn submit(
    stream: &Arc<StreamObject>,
    loans: &[Loan],
    work: impl FnOnce() -> Result<(), Error>,
) -> Result<(), Error> {
    if loans.is_empty() {
        return work();
    }
    let kept = Kept::new(stream).ok_or_else(|| destroyed(stream))?;
    loans.iter().try_for_each(|loan| loan.order(stream))?;
    work()?;
    // A stream without work has done it.
    if let Some(done) = stream.backend.tail() {
        loans.iter().for_each(|loan| loan.note(&kept, &done));
    }
    Ok(())
}

//! What lies where: allocations by address.

use super::heap::Usage;
use super::index::{Facts, Index};
use super::{Piece, Request};
use crate::sync::{Arc, AtomicBool, AtomicU32, Ordering};
pub(super) use crate::types::AllocationKind;
use std::collections::BTreeMap;

impl AllocationKind {
    /// Whether all of it takes part of the device's memory; managed memory does where devices cannot hold
    /// single pages.
    pub(crate) fn counts_on_device(self, concurrent: bool) -> bool {
        use AllocationKind::{Device, Managed, Pooled, Variable};
        matches!(self, Device | Variable | Pooled(_)) || matches!(self, Managed(_)) && !concurrent
    }

    /// Whether it takes memory of this machine that is not a device's.
    pub(super) fn is_of_machine(self) -> bool {
        matches!(self, AllocationKind::Managed(_) | AllocationKind::Pinned(_))
    }

    /// Who uses its pages.
    pub(super) fn used_by(self) -> Usage {
        match self {
            AllocationKind::Device | AllocationKind::Variable | AllocationKind::Pooled(_) => Usage::Device,
            AllocationKind::Managed(_) => Usage::Managed,
            _ => Usage::Host,
        }
    }
}

/// One allocation.
pub(crate) struct Allocation {
    /// What keeps its bytes; none for memory of the program's own.
    _piece: Option<Piece>,
    base: u64,
    /// Bytes asked for.
    pub(crate) bytes: u64,
    pub(crate) kind: AllocationKind,
    pub(crate) device: usize,
    /// The word of the context it belongs to.
    pub(crate) owner: u64,
    /// Unlike any other allocation's (`HIP_POINTER_ATTRIBUTE_BUFFER_ID`).
    pub(crate) serial: u64,
    /// Whether operations on it are to be synchronous (`HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS`): kept and told.
    pub(crate) sync_memops: AtomicBool,
    /// Its bytes lie in the window's file, though it is large.
    pub(crate) shared: AtomicBool,
    /// Whether it may be read and written: 0 nothing, 1 read, 3 both.
    pub(crate) access: AtomicU32,
}

impl Allocation {
    pub(super) fn new(piece: Piece, request: Request, serial: u64) -> Self {
        let base = piece.base;
        Self::at(base, Some(piece), request, serial)
    }

    /// Memory at an address, kept by a piece or by the program.
    pub(super) fn at(base: u64, piece: Option<Piece>, request: Request, serial: u64) -> Self {
        let Request { bytes, kind, device, owner } = request;
        Allocation {
            _piece: piece,
            base,
            bytes,
            kind,
            device,
            owner,
            serial,
            sync_memops: AtomicBool::new(false),
            shared: AtomicBool::new(false),
            access: AtomicU32::new(3),
        }
    }

    /// Whether it may be read, or written.
    pub(crate) fn allows(&self, write: bool) -> bool {
        let needed = if write { 2 } else { 1 };
        self.access.load(Ordering::Acquire) & needed != 0
    }

    /// Its first address.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }
}

/// Allocations that hold all of a range: one, or mappings of physical memory side by side.
pub(crate) struct Span {
    pub(crate) first: Arc<Allocation>,
    beside: Vec<Arc<Allocation>>,
}

impl Span {
    /// The allocations from one on that hold `address .. address + bytes`; none if they do not.
    pub(super) fn new(
        first: Arc<Allocation>,
        address: u64,
        bytes: u64,
        find: impl Fn(u64) -> Option<Arc<Allocation>>,
    ) -> Option<Span> {
        let (wanted, mut end) = (address.checked_add(bytes)?, first.base() + first.bytes);
        let mut beside = Vec::new();
        while end < wanted {
            let next = find(end)?;
            let is_mapped = |one: &Allocation| one.kind == AllocationKind::Mapped;
            if next.base() != end || !is_mapped(&first) || !is_mapped(&next) {
                return None;
            }
            end += next.bytes;
            beside.push(next);
        }
        Some(Span { first, beside })
    }

    /// Whether all of it may be read, or written.
    pub(crate) fn allows(&self, write: bool) -> bool {
        self.first.allows(write) && self.beside.iter().all(|one| one.allows(write))
    }

    /// Whether it is one allocation.
    pub(crate) fn is_one(&self) -> bool {
        self.beside.is_empty()
    }

    /// A range in it, in parts that lie in one allocation each: address and bytes.
    pub(crate) fn parts(&self, start: u64, bytes: u64) -> impl Iterator<Item = (u64, u64)> {
        let all = std::iter::once(&self.first).chain(&self.beside);
        all.filter_map(move |one| {
            let (from, to) = (one.base().max(start), (one.base() + one.bytes).min(start + bytes));
            (from < to).then(|| (from, to - from))
        })
    }
}

/// Allocations by their first address.
pub(super) struct Ranges(BTreeMap<u64, Arc<Allocation>>, Arc<Index>);

impl Ranges {
    /// None yet; the index is told what comes and goes.
    pub(super) fn new(index: Arc<Index>) -> Self {
        Ranges(BTreeMap::new(), index)
    }

    pub(super) fn insert(&mut self, allocation: Arc<Allocation>) {
        let facts = Facts::of(&allocation);
        self.0.insert(allocation.base(), allocation);
        self.1.insert(facts, self.0.values().map(|one| Facts::of(one)));
    }

    pub(super) fn remove(&mut self, base: u64) -> Option<Arc<Allocation>> {
        let gone = self.0.remove(&base)?;
        self.1.remove(base);
        Some(gone)
    }

    /// Sets whether operations on the allocation that holds an address are to be synchronous; whether there
    /// is one.
    pub(super) fn set_sync_memops(&self, address: u64, value: bool) -> bool {
        let Some(found) = self.find(address) else { return false };
        found.sync_memops.store(value, Ordering::Relaxed);
        self.1.change(Facts::of(found));
        true
    }

    pub(super) fn find(&self, address: u64) -> Option<&Arc<Allocation>> {
        let (&base, found) = self.0.range(..=address).next_back()?;
        (address - base < found.bytes).then_some(found)
    }

    /// The allocation that holds an address, or the nearest one to it; of two equally near ones the first.
    pub(super) fn nearest(&self, address: u64) -> Option<Arc<Allocation>> {
        let distance = |&(&base, found): &(&u64, &Arc<Allocation>)| match address.checked_sub(base) {
            None => base - address,
            Some(offset) => (offset + 1).saturating_sub(found.bytes),
        };
        let before = self.0.range(..=address).next_back();
        let behind = self.0.range(address..).next();
        before.into_iter().chain(behind).min_by_key(distance).map(|(_, found)| Arc::clone(found))
    }

    /// Whether an allocation holds part of `start .. start + bytes`.
    pub(super) fn meets(&self, start: u64, bytes: u64) -> bool {
        let end = start.saturating_add(bytes);
        self.0.range(..end).next_back().is_some_and(|(&base, found)| base + found.bytes > start)
    }

    /// Memory of the program's own, by address.
    pub(super) fn registered(&self) -> impl Iterator<Item = &Arc<Allocation>> {
        self.0.values().filter(|found| matches!(found.kind, AllocationKind::Registered(_)))
    }

    pub(super) fn bases_of(&self, owner: u64) -> Vec<u64> {
        self.0.iter().filter(|(_, a)| a.owner == owner).map(|(&base, _)| base).collect()
    }
}

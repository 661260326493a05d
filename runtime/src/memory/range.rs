//! Allocations by address.

use super::Piece;
use super::heap::Usage;
use super::index::Index;
use crate::sync::{Arc, AtomicBool, AtomicU32, Ordering};
pub(super) use crate::types::AllocationKind;
use crate::types::{Facts, Request};
use std::collections::BTreeMap;

impl AllocationKind {
    /// Returns whether all of it counts as device memory. Managed memory does on devices that cannot hold
    /// single pages of it.
    pub(crate) fn counts_on_device(self, concurrent: bool) -> bool {
        use AllocationKind::{Device, Managed, Pooled, Variable};
        matches!(self, Device | Variable | Pooled(_)) || matches!(self, Managed(_)) && !concurrent
    }

    /// Returns whether it uses memory of this machine that is not a device's.
    pub(super) fn is_of_machine(self) -> bool {
        matches!(self, AllocationKind::Managed(_) | AllocationKind::Pinned(_))
    }

    /// Usage of its pages.
    pub(super) fn used_by(self) -> Usage {
        match self {
            AllocationKind::Device | AllocationKind::Variable | AllocationKind::Pooled(_) => Usage::Device,
            AllocationKind::Managed(_) => Usage::Managed,
            _ => Usage::Host,
        }
    }
}

/// Allocation.
pub(crate) struct Allocation {
    /// Backing memory; `None` for memory owned by the program.
    _piece: Option<Piece>,
    base: u64,
    /// Requested bytes.
    pub(crate) bytes: u64,
    pub(crate) kind: AllocationKind,
    pub(crate) device: usize,
    /// Handle of the owning context, as a word.
    pub(crate) owner: u64,
    /// Unique number (`HIP_POINTER_ATTRIBUTE_BUFFER_ID`).
    pub(crate) serial: u64,
    /// Value of `HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS`, which is stored but has no effect.
    pub(crate) sync_memops: AtomicBool,
    /// `true` if it is backed by the window's file although it is large.
    pub(crate) shared: AtomicBool,
    /// Access mask: 0 none, 1 read, 3 read and write.
    pub(crate) access: AtomicU32,
}

impl Allocation {
    pub(super) fn new(piece: Piece, request: Request, serial: u64) -> Self {
        let base = piece.base;
        Self::at(base, Some(piece), request, serial)
    }

    /// Creates an allocation at an address, backed by a piece or owned by the program.
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

    /// Returns whether it may be read, or written if `write`.
    pub(crate) fn allows(&self, write: bool) -> bool {
        let needed = if write { 2 } else { 1 };
        self.access.load(Ordering::Acquire) & needed != 0
    }

    /// First address.
    pub(crate) fn base(&self) -> u64 {
        self.base
    }
}

/// Allocations that contain a range: one, or adjacent mappings of physical memory.
pub(crate) struct Span {
    pub(crate) first: Arc<Allocation>,
    rest: Vec<Arc<Allocation>>,
}

impl Span {
    /// Collects the allocations, starting with `first`, that contain `address .. address + bytes`; `None` if
    /// they do not.
    pub(super) fn new(
        first: Arc<Allocation>,
        address: u64,
        bytes: u64,
        find: impl Fn(u64) -> Option<Arc<Allocation>>,
    ) -> Option<Span> {
        let (wanted, mut end) = (address.checked_add(bytes)?, first.base() + first.bytes);
        let mut rest = Vec::new();
        while end < wanted {
            let next = find(end)?;
            let is_mapped = |one: &Allocation| one.kind == AllocationKind::Mapped;
            if next.base() != end || !is_mapped(&first) || !is_mapped(&next) {
                return None;
            }
            end += next.bytes;
            rest.push(next);
        }
        Some(Span { first, rest })
    }

    /// Returns whether all of it may be read, or written if `write`.
    pub(crate) fn allows(&self, write: bool) -> bool {
        self.first.allows(write) && self.rest.iter().all(|one| one.allows(write))
    }

    /// Returns whether it is a single allocation.
    pub(crate) fn is_one(&self) -> bool {
        self.rest.is_empty()
    }

    /// Splits a range by allocation: address and bytes of each part.
    pub(crate) fn parts(&self, start: u64, bytes: u64) -> impl Iterator<Item = (u64, u64)> {
        let all = std::iter::once(&self.first).chain(&self.rest);
        all.filter_map(move |one| {
            let (from, to) = (one.base().max(start), (one.base() + one.bytes).min(start + bytes));
            (from < to).then(|| (from, to - from))
        })
    }
}

/// Allocations by first address.
pub(super) struct Ranges(BTreeMap<u64, Arc<Allocation>>, Arc<Index>);

impl Ranges {
    /// Creates an empty table; `index` is updated with it.
    pub(super) fn new(index: Arc<Index>) -> Self {
        Ranges(BTreeMap::new(), index)
    }

    pub(super) fn insert(&mut self, allocation: Arc<Allocation>) {
        let facts = Facts::new(&allocation);
        self.0.insert(allocation.base(), allocation);
        self.1.insert(facts, self.0.values().map(|one| Facts::new(one)));
    }

    pub(super) fn remove(&mut self, base: u64) -> Option<Arc<Allocation>> {
        let gone = self.0.remove(&base)?;
        self.1.remove(base);
        Some(gone)
    }

    /// Sets `sync_memops` of the allocation that contains an address. Returns whether there is one.
    pub(super) fn set_sync_memops(&self, address: u64, value: bool) -> bool {
        let Some(found) = self.find(address) else { return false };
        found.sync_memops.store(value, Ordering::Relaxed);
        self.1.change(Facts::new(found));
        true
    }

    pub(super) fn find(&self, address: u64) -> Option<&Arc<Allocation>> {
        let (&base, found) = self.0.range(..=address).next_back()?;
        (address - base < found.bytes).then_some(found)
    }

    /// Allocation that contains an address, or the nearest one; of two equally near, the lower.
    pub(super) fn nearest(&self, address: u64) -> Option<Arc<Allocation>> {
        let distance = |&(&base, found): &(&u64, &Arc<Allocation>)| match address.checked_sub(base) {
            None => base - address,
            Some(offset) => (offset + 1).saturating_sub(found.bytes),
        };
        let before = self.0.range(..=address).next_back();
        let behind = self.0.range(address..).next();
        before.into_iter().chain(behind).min_by_key(distance).map(|(_, found)| Arc::clone(found))
    }

    /// Returns whether an allocation overlaps `start .. start + bytes`.
    pub(super) fn overlaps(&self, start: u64, bytes: u64) -> bool {
        let end = start.saturating_add(bytes);
        self.0.range(..end).next_back().is_some_and(|(&base, found)| base + found.bytes > start)
    }

    /// Registered memory of the program, by address.
    pub(super) fn registered(&self) -> impl Iterator<Item = &Arc<Allocation>> {
        self.0.values().filter(|found| matches!(found.kind, AllocationKind::Registered(_)))
    }

    pub(super) fn bases_of(&self, owner: u64) -> Vec<u64> {
        self.0.iter().filter(|(_, a)| a.owner == owner).map(|(&base, _)| base).collect()
    }
}

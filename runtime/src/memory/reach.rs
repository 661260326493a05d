//! Memory that a launch may access: parts of the window, by the access of its device, and registered memory
//! of the program.
//!
//! Most launches may access the whole window and nothing else, which needs no checks. In a process with
//! several devices, a launch may access its own device's memory, the shared part, and memory of peers enabled
//! at the launch; access to pools and to mappings is checked at each access. On devices that hold managed
//! memory as a whole (`concurrentManagedAccess` 0), a launch may not access memory attached to the host or to
//! another stream.
#![expect(unsafe_code, reason = "a promise about the memory that kernels may touch")]

use super::Memory;
use super::attachment::{Attached, User};
use super::multicast::Routes;
use super::part::Owner;
use super::range::Allocation;
use crate::sync::{Arc, Ordering};
use crate::types::AllocationKind;
use device::StreamId;
use std::ops::Range;

/// Memory that a launch may access.
pub(crate) struct Reachable {
    memory: &'static Memory,
    device: usize,
    /// Ranges of the window that need no further check: by address, adjacent ones merged.
    open: Vec<Range<u64>>,
    registered: Arc<[Range<u64>]>,
    /// Routes of the multicast addresses that it may use.
    routes: Option<Arc<Routes>>,
}

/// Returns whether a range contains an access.
fn holds(range: &Range<u64>, address: u64, bytes: u64) -> bool {
    range.contains(&address) && bytes <= range.end - address
}

impl Reachable {
    /// Returns whether `bytes` bytes may be read, or written if `write`.
    pub(crate) fn allows(&self, address: u64, bytes: u64, write: bool) -> bool {
        if self.open.iter().any(|range| holds(range, address, bytes)) {
            return true;
        }
        if !self.memory.window.contains(address, 1) {
            let after = self.registered.partition_point(|range| range.start <= address);
            let found = after.checked_sub(1).map(|n| &self.registered[n]);
            return found.is_some_and(|range| holds(range, address, bytes))
                || self.memory.unified.reaches_pageable();
        }
        if let Some(routes) = &self.routes {
            if routes.contains(address) {
                return false;
            }
            if routes.reaches(address, bytes) {
                return true;
            }
        }
        match self.memory.parts.at(address).map(|part| part.owner) {
            Some(Owner::Pools(_)) => match self.memory.facts(address).map(|facts| facts.kind) {
                Some(AllocationKind::Pooled(word)) => self.memory.pools.is_open_to(word, self.device),
                _ => false,
            },
            Some(Owner::Mappings) => {
                let needed = if write { 2 } else { 1 };
                self.memory.mappings.access(address, self.device as u32) & needed != 0
            }
            _ => false,
        }
    }

    /// Returns whether it is a multicast address that the launch may use. Only stores are allowed there; they
    /// go to all replicas.
    pub(crate) fn is_multicast(&self, address: u64) -> bool {
        self.routes.as_ref().is_some_and(|routes| routes.contains(address))
    }

    /// Range that compiled code tests inline: the one that most parameters point into; on a tie, the device's
    /// own.
    fn first(&self, params: &[u8], own: u64) -> Range<u64> {
        let mut best: Option<(usize, &Range<u64>)> = None;
        for range in self.open.iter().chain(self.registered.iter()) {
            let inside =
                |word: &&[u8]| range.contains(&<[u8; 8]>::try_from(*word).map_or(0, u64::from_le_bytes));
            let count = 2 * params.chunks_exact(8).filter(inside).count() + usize::from(range.contains(&own));
            if best.is_none_or(|(most, _)| count > most) {
                best = Some((count, range));
            }
        }
        best.map_or(0..0, |(_, range)| range.clone())
    }

    /// Description for compiled code.
    pub(crate) fn reach(self: &Arc<Self>, params: &[u8]) -> jit::Reach {
        let own = self.memory.parts.for_kind(AllocationKind::Device, self.device).range.start;
        let outside: Arc<dyn jit::OutsideReach> = Arc::<Reachable>::clone(self);
        jit::Reach { range: self.first(params, own), outside: Some(outside) }
    }
}

// SAFETY: allowed memory is device memory, memory that the program registered for kernels, or, on devices
// with access to pageable memory, any memory of the program. In the last case the kernel is responsible for
// leaving the program's data intact, as on hardware.
unsafe impl jit::OutsideReach for Reachable {
    fn allows(&self, address: u64, bytes: u64, write: bool) -> bool {
        Reachable::allows(self, address, bytes, write)
    }

    fn is_multicast(&self, address: u64) -> bool {
        Reachable::is_multicast(self, address)
    }
}

impl Memory {
    /// Attaches managed memory to one user, or to all. Without effect if devices hold single pages.
    pub(crate) fn attach(&self, allocation: &Allocation, to: Option<User>) {
        if self.unified.is_concurrent() {
            return;
        }
        let mut attached = self.attached.lock();
        match to {
            Some(to) => {
                let end = allocation.base() + allocation.bytes;
                attached.insert(allocation.base(), Attached { end, to });
            }
            None => drop(attached.remove(&allocation.base())),
        }
    }

    /// Attaches the memory of a destroyed stream to all streams.
    pub(crate) fn detach(&self, device: usize, stream: StreamId) {
        self.attached.lock().retain(|_, attached| attached.to != User::Stream(device, stream));
    }

    /// Memory that a launch on `device` in `context` may access; `stream` is that of a launch by the host.
    /// `None` if it is the whole window and nothing else.
    pub(crate) fn reach_of(
        &'static self,
        device: usize,
        context: u64,
        stream: Option<StreamId>,
    ) -> Option<Arc<Reachable>> {
        let outside = self.unified.reaches_pageable() || self.registered.load(Ordering::Acquire) > 0;
        let routes = self.mappings.routes(device);
        if self.parts.is_one() && !outside && self.unified.is_concurrent() && routes.is_none() {
            return None;
        }
        let mut peers = None;
        let mut closed = |owner: Owner| match owner {
            Owner::All | Owner::Shared => false,
            Owner::Device(n) => {
                n != device && !peers.get_or_insert_with(|| self.peers.reached_by(context)).contains(&n)
            }
            Owner::Pools(n) => n != device,
            Owner::Mappings => !self.mappings.all_open_to(device as u32),
        };
        // An empty part needs no check: access to its unmapped pages faults.
        let parts = self.parts.iter().filter(|part| !part.is_empty() && closed(part.owner));
        let mut shut: Vec<Range<u64>> = parts.map(|part| part.range.clone()).collect();
        let attached = self.attached.lock();
        let others = attached.iter().filter(|(_, attached)| match attached.to {
            User::Host => true,
            User::Stream(of, to) => of != device || Some(to) != stream,
        });
        shut.extend(others.map(|(&start, attached)| start..attached.end));
        drop(attached);
        shut.extend(routes.iter().flat_map(|routes| &routes.0).map(|route| route.range.clone()));
        shut.sort_by_key(|range| range.start);
        if shut.is_empty() && !outside {
            return None;
        }
        let mut open = Vec::with_capacity(shut.len() + 1);
        let mut start = self.window.base();
        for range in shut {
            if range.start > start {
                open.push(start..range.start);
            }
            start = start.max(range.end);
        }
        let end = self.window.base() + self.window.size();
        if end > start {
            open.push(start..end);
        }
        let registered = Arc::clone(&self.outside.lock());
        Some(Arc::new(Reachable { memory: self, device, open, registered, routes }))
    }
}

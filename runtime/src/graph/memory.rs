//! Memory that nodes allocate: it has its address from the making of the node on, and holds something between
//! the launch that allocates it and what frees it.
//!
//! An allocation that is made behind the free of another of the same graph takes its address, if it is large
//! enough. What counts as used and reserved goes in steps of 32 MiB an executable, as on an H200.

use crate::Error;
use crate::graph::body::Key;
use crate::graph::{GraphError, Operation};
use crate::object::slots::{Slot, Slots};
use crate::sync::Arc;
use std::collections::BTreeSet;

/// Results of a graph's memory nodes, in the order of their creation.
#[derive(Default)]
pub(crate) struct Layout {
    slots: Vec<(Arc<Slot>, Option<Key>)>,
    freed: BTreeSet<u64>,
}

impl Layout {
    /// Takes a node down.
    pub(crate) fn note(&mut self, key: Key, operation: &Operation) {
        match operation {
            Operation::Alloc(alloc) => {
                self.freed.remove(&alloc.address());
                match self.slots.iter_mut().find(|(slot, _)| slot.base() == alloc.address()) {
                    Some((_, free)) => *free = None,
                    None => self.slots.push((Arc::clone(&alloc.slot), None)),
                }
            }
            Operation::Free(address) => {
                self.freed.insert(*address);
                if let Some((_, free)) = self.slots.iter_mut().find(|(slot, _)| slot.base() == *address) {
                    *free = Some(key);
                }
            }
            _ => {}
        }
    }

    /// A place that one of some nodes frees, and that is large enough.
    pub(crate) fn freed_before(&self, bytes: u64, behind: &BTreeSet<Key>) -> Option<Arc<Slot>> {
        let fits = |(slot, free): &&(Arc<Slot>, Option<Key>)| {
            slot.bytes() >= bytes && free.is_some_and(|free| behind.contains(&free))
        };
        self.slots.iter().find(fits).map(|(slot, _)| Arc::clone(slot))
    }

    /// Fails if a graph cannot free an address: no node allocated it, or one of this graph frees it.
    ///
    /// # Errors
    /// `Graph`.
    pub(crate) fn check_free(&self, slots: &Slots, address: u64) -> Result<(), Error> {
        match slots.at(address) {
            Some(_) if !self.freed.contains(&address) => Ok(()),
            _ => Err(GraphError::NotAllocated { address }.into()),
        }
    }
}

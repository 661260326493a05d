//! Edges of recorded graphs that follow from memory: a node waits for those that use the same bytes, if one
//! of both writes them, and for no others.

use super::storage::{Loan, Storage};
use crate::Error;
use crate::graph::{EdgeData, NodeObject, Operation, capture};
use crate::handle::Id;
use crate::object::StreamObject;
use crate::sync::{Arc, Global, Rank};
use std::collections::BTreeMap;
use std::ops::Range;

/// Recordings of this kind, by the numbers of their captures.
static RECORDINGS: Global<BTreeMap<u64, Vec<Node>>> = Global::new(Rank::Recordings, BTreeMap::new());

/// Node of a recording, with what it uses.
struct Node {
    id: Id<NodeObject>,
    uses: Vec<(Arc<Storage>, Range<u64>, bool)>,
}

impl Node {
    fn conflicts(&self, loan: &Loan) -> bool {
        self.uses.iter().any(|(storage, part, writes)| {
            Arc::ptr_eq(storage, &loan.storage)
                && (*writes || loan.writes)
                && part.start < loan.part.end
                && loan.part.start < part.end
        })
    }
}

/// Recording of this kind, until it is dropped.
pub(super) struct Edges(u64);

impl Edges {
    /// Begins it for a capture.
    pub(super) fn new(capture: u64) -> Edges {
        RECORDINGS.lock().insert(capture, Vec::new());
        Edges(capture)
    }
}

impl Drop for Edges {
    fn drop(&mut self) {
        let nodes = RECORDINGS.lock().remove(&self.0);
        // Their memory ends without the lock.
        drop(nodes);
    }
}

/// Records a node in a stream that captures: behind those that it conflicts with, if the recording is of this
/// kind, else behind the stream's last one.
///
/// # Errors
/// `Capture`; those of the operation.
pub(super) fn take(
    stream: &StreamObject,
    number: u64,
    loans: &[Loan],
    node: impl FnOnce() -> Result<Operation, Error>,
) -> Result<(), Error> {
    let mut recordings = RECORDINGS.lock();
    let Some(nodes) = recordings.get_mut(&number) else {
        drop(recordings);
        return capture::take(stream, node).map(drop);
    };
    let before = nodes.iter().filter(|node| loans.iter().any(|loan| node.conflicts(loan)));
    let before: Vec<_> = before.map(|node| (node.id, EdgeData::default())).collect();
    capture::set_last(stream, &before, false)?;
    capture::take(stream, node)?;
    let last = capture::info(stream)?.map(|info| info.last).unwrap_or_default();
    let uses = |loan: &Loan| (Arc::clone(&loan.storage), loan.part.clone(), loan.writes);
    nodes.extend(last.iter().map(|&(id, _)| Node { id, uses: loans.iter().map(uses).collect() }));
    Ok(())
}

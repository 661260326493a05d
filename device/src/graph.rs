//! Dependence graph: every incomplete operation, and the number of operations for which it waits.

use crate::id::{ContextId, OpId, Slab, StreamId};
use crate::sm::SmSet;
use crate::{GridSpec, Op, StreamName};
use std::collections::VecDeque;

struct Node {
    op: Op,
    origin: Origin,
    /// Stream into which a host thread put it.
    stream: Option<(StreamId, StreamName)>,
    channel: Option<u32>,
    /// Number of incomplete dependences.
    waits: u32,
    waiters: Vec<OpId>,
    /// Its dependences when it was added.
    wanted: Vec<OpId>,
    started: bool,
    cancelled: bool,
    /// `true` if its own work is done; it completes once it waits for nothing.
    ended: bool,
    /// Grids that start one after the other once its own work and its other children are done.
    tails: VecDeque<OpId>,
}

/// Properties that an operation has from its stream, or inherits from the grid that launched it.
#[derive(Clone)]
pub(crate) struct Origin {
    pub(crate) context: ContextId,
    pub(crate) priority: i32,
    pub(crate) sms: SmSet,
}

/// All incomplete operations.
pub(crate) struct Graph {
    nodes: Slab<OpId, Node>,
}

/// State of an operation after its own work is done.
pub(crate) enum Ended {
    /// It is complete.
    Complete,
    /// A grid that it launched is not complete.
    Waits,
    /// This tail grid is next.
    Tail(OpId),
}

/// A started operation, unless it was cancelled, and its origin.
pub(crate) type Started = (Option<Op>, Origin);

impl Graph {
    pub(crate) const fn new() -> Self {
        Graph { nodes: Slab::new() }
    }

    /// Adds an operation that waits for the incomplete ones of `wanted`.
    pub(crate) fn insert(&mut self, op: Op, origin: Origin, channel: Option<u32>, wanted: Vec<OpId>) -> OpId {
        let node = Node {
            op,
            origin,
            stream: None,
            channel,
            waits: 0,
            waiters: Vec::new(),
            wanted: Vec::new(),
            started: false,
            cancelled: false,
            ended: false,
            tails: VecDeque::new(),
        };
        let id = self.nodes.insert(node);
        let mut waits = 0;
        for &target in wanted.iter().filter(|&&target| target != id) {
            if let Some(target) = self.nodes.get_mut(target) {
                target.waiters.push(id);
                waits += 1;
            }
        }
        if let Some(node) = self.nodes.get_mut(id) {
            node.waits = waits;
            node.wanted = wanted;
        }
        id
    }

    /// Sets the stream into which a host thread put an operation.
    pub(crate) fn set_stream(&mut self, id: OpId, stream: (StreamId, StreamName)) {
        if let Some(node) = self.nodes.get_mut(id) {
            node.stream = Some(stream);
        }
    }

    /// Returns the stream of an operation, if a host thread put it into one.
    pub(crate) fn stream(&self, id: OpId) -> Option<StreamId> {
        self.nodes.get(id)?.stream.map(|(stream, _)| stream)
    }

    /// Returns the name of that stream.
    pub(crate) fn stream_name(&self, id: OpId) -> Option<StreamName> {
        self.nodes.get(id)?.stream.map(|(_, name)| name)
    }

    /// Iterates over the incomplete operations.
    pub(crate) fn ids(&self) -> impl Iterator<Item = OpId> + '_ {
        self.nodes.iter().map(|(id, _)| id)
    }

    /// Returns the origin of an operation, which its children inherit.
    pub(crate) fn origin(&self, id: OpId) -> Option<Origin> {
        self.nodes.get(id).map(|node| node.origin.clone())
    }

    /// Makes an incomplete operation wait for a child's completion before its own.
    fn adopt(&mut self, parent: OpId, child: OpId) {
        if let Some(node) = self.nodes.get_mut(child) {
            node.waiters.push(parent);
        }
        if let Some(node) = self.nodes.get_mut(parent) {
            node.waits += 1;
        }
    }

    /// Adds a child of a running operation; it waits for the incomplete ones of `wanted`.
    pub(crate) fn insert_child(&mut self, parent: OpId, op: Op, wanted: Vec<OpId>) -> Option<OpId> {
        let origin = self.origin(parent)?;
        let child = self.insert(op, origin, None, wanted);
        self.adopt(parent, child);
        Some(child)
    }

    /// Adds a tail child of a running operation.
    pub(crate) fn insert_tail(&mut self, parent: OpId, op: Op) -> Option<OpId> {
        let origin = self.origin(parent)?;
        let tail = self.insert(op, origin, None, Vec::new());
        self.nodes.get_mut(tail)?.waits = 1;
        self.nodes.get_mut(parent)?.tails.push_back(tail);
        Some(tail)
    }

    /// Ends an operation's own work. If a tail is next, it becomes free.
    pub(crate) fn end(&mut self, id: OpId) -> Ended {
        let Some(node) = self.nodes.get_mut(id) else { return Ended::Complete };
        node.ended = true;
        if node.waits > 0 {
            return Ended::Waits;
        }
        let Some(tail) = node.tails.pop_front() else { return Ended::Complete };
        self.adopt(id, tail);
        if let Some(tail) = self.nodes.get_mut(tail) {
            tail.waits = 0;
        }
        Ended::Tail(tail)
    }

    /// Returns whether its own work is done and it waits for nothing.
    pub(crate) fn may_complete(&self, id: OpId) -> bool {
        self.nodes.get(id).is_some_and(|node| node.ended && node.waits == 0)
    }

    /// Returns whether it has started, and its own work is not done.
    pub(crate) fn runs(&self, id: OpId) -> bool {
        self.nodes.get(id).is_some_and(|node| node.started && !node.ended)
    }

    pub(crate) fn contains(&self, id: OpId) -> bool {
        self.nodes.get(id).is_some()
    }

    /// Returns whether `then` is `first` or depends on it, for a `first` that has not completed; `false` if
    /// the search exceeds its limit.
    pub(crate) fn waits_for(&self, then: OpId, first: OpId) -> bool {
        const STEPS: usize = 64;
        let Some(held) = self.nodes.get(first) else { return false };
        if then == first {
            return true;
        }
        let Some(waiter) = self.nodes.get(then).filter(|waiter| waiter.waits > 0) else { return false };
        if held.started && held.stream.is_some() && held.stream == waiter.stream {
            // A running operation is the first of its stream.
            return true;
        }
        let mut todo = held.waiters.clone();
        for step in 0..STEPS {
            match todo.get(step) {
                None => return false,
                Some(&op) if op == then => return true,
                Some(&op) => {
                    for next in self.nodes.get(op).into_iter().flat_map(|node| &node.waiters) {
                        if !todo.contains(next) {
                            todo.push(*next);
                        }
                    }
                }
            }
        }
        false
    }

    /// Returns whether it waits for nothing and has not started.
    pub(crate) fn is_free(&self, id: OpId) -> bool {
        self.nodes.get(id).is_some_and(|node| node.waits == 0 && !node.started)
    }

    /// Returns its first incomplete dependence.
    pub(crate) fn first_wanted(&self, id: OpId) -> Option<OpId> {
        let node = self.nodes.get(id).filter(|node| node.waits > 0)?;
        node.wanted.iter().copied().find(|&target| self.contains(target))
    }

    pub(crate) fn channel(&self, id: OpId) -> Option<u32> {
        self.nodes.get(id)?.channel
    }

    pub(crate) fn context(&self, id: OpId) -> Option<ContextId> {
        self.nodes.get(id).map(|node| node.origin.context)
    }

    /// Returns an incomplete grid, with its origin.
    pub(crate) fn grid(&self, id: OpId) -> Option<(GridSpec, Origin)> {
        let node = self.nodes.get(id)?;
        let Op::Grid(grid) = &node.op else { return None };
        Some((grid.clone(), node.origin.clone()))
    }

    pub(crate) fn start(&mut self, id: OpId) -> Option<Started> {
        let node = self.nodes.get_mut(id).filter(|node| !node.started)?;
        node.started = true;
        let op = (!node.cancelled).then(|| node.op.clone());
        Some((op, node.origin.clone()))
    }

    /// Removes an operation; returns those that now wait for nothing, or `None` if it had completed before.
    pub(crate) fn complete(&mut self, id: OpId) -> Option<Vec<OpId>> {
        let node = self.nodes.remove(id)?;
        let freed = node.waiters.into_iter().filter(|&waiter| {
            self.nodes.get_mut(waiter).is_some_and(|waiter| {
                waiter.waits -= 1;
                waiter.waits == 0
            })
        });
        Some(freed.collect())
    }

    /// Cancels an operation: it will complete without running, unless it has started, and waits for no other
    /// context. Returns whether it then waits for nothing.
    pub(crate) fn cancel(&mut self, id: OpId) -> bool {
        let Some(node) = self.nodes.get_mut(id) else { return false };
        node.cancelled = true;
        if node.started || node.waits == 0 {
            return false;
        }
        let (context, wanted) = (node.origin.context, node.wanted.clone());
        let mut fewer = 0;
        for target in wanted {
            if let Some(target) = self.nodes.get_mut(target).filter(|target| target.origin.context != context)
                && let Some(at) = target.waiters.iter().position(|&waiter| waiter == id)
            {
                target.waiters.remove(at);
                fewer += 1;
            }
        }
        let Some(node) = self.nodes.get_mut(id) else { return false };
        node.waits -= fewer;
        fewer > 0 && node.waits == 0
    }

    /// Cancels all operations of a context; returns those that now wait for nothing and did before.
    pub(crate) fn cancel_all(&mut self, context: ContextId) -> Vec<OpId> {
        let of_it = self.nodes.iter().filter(|(_, node)| node.origin.context == context).map(|(id, _)| id);
        let of_it: Vec<OpId> = of_it.collect();
        of_it.into_iter().filter(|&id| self.cancel(id)).collect()
    }
}

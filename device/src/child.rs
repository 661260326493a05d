//! Grids launched by running blocks: their order, and the completion of the launching grid.
//!
//! A child grid enters a *software queue*: that of its stream, one of its own for fire-and-forget, or the
//! parent's tail. The head of a software queue enters a *hardware queue*, always the same one for a stream;
//! the head of a hardware queue enters the pool of grids, and leaves the queue when it has no block on an SM
//! any more. An entry of a hardware queue therefore waits for nothing else, and queues cannot deadlock.
//!
//! A grid is complete when its blocks have ended, its children are complete, and then its tails, one after
//! the other. While it waits for them it holds no SM, no queue and no residence. This module never places a
//! block.
//!
//! A driver that tracks streams and limits itself uses [`Device::submit_child`], which has neither.

use crate::graph::Origin;
use crate::id::{ContextId, OpId};
use crate::{Device, GridSpec, Op, Refused};
use std::collections::{BTreeMap, VecDeque};

/// Default limit of a context's pending launches (observed on an H200).
pub const PENDING: u32 = 2048;

/// Order of a grid launched by a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChildStream {
    /// After the grids that blocks of the same grid launched with the same number. The driver numbers the
    /// streams: each block's default stream and each stream created on the device has its own number.
    Stream(u64),
    /// Immediately and unordered.
    FireAndForget,
    /// After the parent's blocks and other children, one after the other.
    Tail,
}

/// Reason for which a block's launch was rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotLaunched {
    /// The launching grid has no running block.
    #[error("grid {0} runs no block that could launch")]
    NoParent(OpId),
    /// Too many launches are pending.
    #[error("{limit} launches wait already")]
    PendingFull {
        /// The limit.
        limit: u32,
    },
    /// Its blocks do not fit on any SM that it may use.
    #[error(transparent)]
    Refused(Refused),
}

struct Child {
    parent: OpId,
    depth: u32,
    /// Its hardware queue.
    queue: u32,
    /// `true` until it starts to run.
    pending: bool,
    context: ContextId,
}

struct Pending {
    count: u32,
    limit: u32,
}

/// All incomplete child grids.
pub(crate) struct Children {
    /// Last launch of each stream of each grid, and its queue.
    last: BTreeMap<(OpId, u64), (OpId, u32)>,
    grids: BTreeMap<OpId, Child>,
    pending: BTreeMap<ContextId, Pending>,
    /// Hardware queues: the running grid of each, and the waiting ones.
    queues: Vec<(Option<OpId>, VecDeque<OpId>)>,
    /// Number of software queues so far.
    streams: u32,
    launched: u64,
}

impl Children {
    pub(crate) fn new(queues: u32) -> Self {
        Children {
            last: BTreeMap::new(),
            grids: BTreeMap::new(),
            pending: BTreeMap::new(),
            queues: (0..queues.max(1)).map(|_| (None, VecDeque::new())).collect(),
            streams: 0,
            launched: 0,
        }
    }

    pub(crate) fn forget_context(&mut self, context: ContextId) {
        self.pending.remove(&context);
    }

    fn count(&mut self, context: ContextId) -> &mut Pending {
        self.pending.entry(context).or_insert(Pending { count: 0, limit: PENDING })
    }

    /// Removes the waiting children of a context from the hardware queues.
    pub(crate) fn drop_waiting(&mut self, context: ContextId) -> Vec<OpId> {
        let mut dropped = Vec::new();
        for (_, waiting) in &mut self.queues {
            waiting.retain(|op| {
                let drop = self.grids.get(op).is_some_and(|child| child.context == context);
                dropped.extend(drop.then_some(*op));
                !drop
            });
        }
        dropped
    }

    /// Handles a child that has started to run, or never will.
    fn begun(&mut self, id: OpId) {
        if let Some(child) = self.grids.get_mut(&id).filter(|child| child.pending) {
            child.pending = false;
            let context = child.context;
            self.count(context).count -= 1;
        }
    }
}

impl Device {
    /// Sets the number of hardware queues for child grids, initially that of resident grids. Only for a
    /// device on which no block has launched a grid yet.
    pub fn set_hardware_queues(&mut self, queues: u32) {
        if self.children.launched == 0 {
            self.children.queues = Children::new(queues).queues;
        }
    }

    /// Sets the limit of a context's pending launches by blocks (`cudaLimitDevRuntimePendingLaunchCount`).
    pub fn set_pending_limit(&mut self, context: ContextId, limit: u32) {
        self.children.count(context).limit = limit;
    }

    /// Returns a context's pending launches by blocks.
    pub fn pending_launches(&self, context: ContextId) -> u32 {
        self.children.pending.get(&context).map_or(0, |pending| pending.count)
    }

    /// Returns the number of incomplete children of all grids.
    pub fn children(&self) -> usize {
        self.children.grids.len()
    }

    /// Returns the grid that launched a child, and the child's depth: 1 for a child of a host's grid.
    pub fn parent(&self, child: OpId) -> Option<(OpId, u32)> {
        self.children.grids.get(&child).map(|child| (child.parent, child.depth))
    }

    /// Returns the hardware queue of an incomplete child grid.
    pub fn queue_of(&self, child: OpId) -> Option<u32> {
        self.children.grids.get(&child).map(|child| child.queue)
    }

    /// Returns how many blocks of a shape could run concurrently on the SMs of a running grid.
    pub fn capacity_beside(&self, parent: OpId, grid: &GridSpec) -> u64 {
        let sms = self.graph.origin(parent).map(|origin| origin.sms);
        sms.map_or(0, |sms| self.dispatcher.capacity(grid, &sms))
    }

    /// Launches a grid from a running block, with its parent's context, priority and SMs.
    /// [`Action`](crate::Action)s are as for any grid. Nesting is unlimited, as on an H200, although CUDA's
    /// guide says 24.
    ///
    /// # Errors
    /// See [`NotLaunched`]; a rejected launch leaves no trace.
    pub fn launch_child(
        &mut self,
        parent: OpId,
        stream: ChildStream,
        grid: GridSpec,
    ) -> Result<OpId, NotLaunched> {
        let Some(Origin { context, sms, .. }) = self.graph.origin(parent).filter(|_| self.graph.runs(parent))
        else {
            return Err(NotLaunched::NoParent(parent));
        };
        let depth = self.children.grids.get(&parent).map_or(1, |child| child.depth + 1);
        self.dispatcher.admit(&grid, &sms).map_err(NotLaunched::Refused)?;
        let pending = self.children.count(context);
        if pending.count >= pending.limit {
            return Err(NotLaunched::PendingFull { limit: pending.limit });
        }
        let queues = self.children.queues.len() as u32;
        let before = match stream {
            ChildStream::Stream(number) => self.children.last.get(&(parent, number)).copied(),
            ChildStream::FireAndForget | ChildStream::Tail => None,
        };
        let queue = before.map_or(self.children.streams % queues, |(_, queue)| queue);
        let added = match stream {
            ChildStream::Tail => self.graph.insert_tail(parent, Op::Grid(grid)),
            _ => {
                let wanted = before.map(|(op, _)| op).into_iter().collect();
                self.graph.insert_child(parent, Op::Grid(grid), wanted)
            }
        };
        let Some(id) = added else { return Err(NotLaunched::NoParent(parent)) };
        if before.is_none() {
            self.children.streams = self.children.streams.wrapping_add(1);
        }
        if let ChildStream::Stream(number) = stream {
            self.children.last.insert((parent, number), (id, queue));
        }
        self.children.launched += 1;
        self.children.count(context).count += 1;
        self.children.grids.insert(id, Child { parent, depth, queue, pending: true, context });
        self.child_added(context, id);
        Ok(id)
    }

    /// Suspends a running block that waits for its children (`cudaDeviceSynchronize` in a kernel of CUDA 11
    /// and before): it releases its SM until it [resumes](Device::block_resumes).
    pub fn block_waits(&mut self, grid: OpId, sm: u16) {
        if self.dispatcher.suspend(grid, sm) {
            self.left_queue(grid);
        }
        self.settle();
    }

    /// Allows a suspended block to continue: [`Action::Resume`](crate::Action::Resume) says when there is
    /// room again, and on which SM.
    pub fn block_resumes(&mut self, grid: OpId, block: u64) {
        self.dispatcher.resume(grid, block);
        self.settle();
    }

    /// Moves a grid without dependences to the pool, through its hardware queue if a block launched it.
    pub(crate) fn enter_pool(&mut self, id: OpId, grid: GridSpec, origin: Origin) {
        let queue = self.children.grids.get(&id).map(|child| child.queue as usize);
        if let Some((running, waiting)) = queue.and_then(|queue| self.children.queues.get_mut(queue)) {
            if running.is_some() {
                waiting.push_back(id);
                return;
            }
            *running = Some(id);
        }
        self.dispatcher.enqueue(id, grid, origin);
    }

    /// Advances the hardware queue of a grid without blocks on SMs or left to place.
    pub(crate) fn left_queue(&mut self, id: OpId) {
        let Some(queue) = self.children.grids.get(&id).map(|child| child.queue as usize) else { return };
        let Some((running, waiting)) = self.children.queues.get_mut(queue) else { return };
        if *running != Some(id) {
            return;
        }
        *running = waiting.pop_front();
        if let Some(next) = *running
            && let Some((grid, origin)) = self.graph.grid(next)
        {
            self.dispatcher.enqueue(next, grid, origin);
        }
    }

    /// Handles a grid with all blocks ended: it is complete, or will be with its children.
    pub(crate) fn blocks_over(&mut self, id: OpId) {
        self.left_queue(id);
        self.complete(id);
    }

    /// Handles the completion of a grid.
    pub(crate) fn child_complete(&mut self, id: OpId) {
        self.children.begun(id);
        self.children.grids.remove(&id);
        // Its children are complete too.
        let streams = self.children.last.range((id, 0)..=(id, u64::MAX));
        let streams: Vec<_> = streams.map(|(&stream, _)| stream).collect();
        for stream in streams {
            self.children.last.remove(&stream);
        }
    }

    /// Handles the start of a grid's first blocks.
    pub(crate) fn child_begun(&mut self, id: OpId) {
        self.children.begun(id);
    }
}

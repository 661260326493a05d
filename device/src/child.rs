//! Grids that running blocks launch: in which order they may run, and when the grid that launched them is
//! complete.
//!
//! A child grid goes to a *software queue*: that of its stream, one of its own if it is launched to be
//! forgotten, or the parent's tail. What is first in its software queue goes to a *hardware queue*, always
//! the same one for a stream; the first of a hardware queue goes to the pool of grids and leaves the queue
//! when none of its blocks is on an SM any more. So what waits in a hardware queue waits for nothing else,
//! and no queue ever waits for itself.
//!
//! A grid is complete when its blocks have ended, its children are complete, and then its tail, one after the
//! other. While it waits for them it holds no SM, no queue and no place among the resident grids. This module
//! never places a block.
//!
//! Whoever knows streams and limits itself uses [`Device::submit_child`], which has neither.

use crate::id::{ContextId, OpId};
use crate::{Device, GridSpec, Op, Refused};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;

/// Launches of a context that have not begun to run, unless another limit is set: what an H200 answers.
pub const PENDING: u32 = 2048;

/// Where a block launches a grid to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChildStream {
    /// Behind those that blocks of the same grid launched to the same number. Whoever drives the device
    /// numbers streams: a block's default stream and each stream that is made on the device have one
    /// each.
    Stream(u64),
    /// At once, and in no order.
    FireAndForget,
    /// When all blocks of the parent have ended and its other children are complete, one after the other.
    Tail,
}

/// Why a grid was not launched by a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotLaunched {
    /// The launching grid has no running block.
    NoParent(OpId),
    /// Too many launches have not begun to run.
    PendingFull {
        /// How many may wait.
        limit: u32,
    },
    /// No SM that it may use could ever hold its blocks.
    Refused(Refused),
}

impl fmt::Display for NotLaunched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotLaunched::NoParent(op) => write!(f, "grid {op} runs no block that could launch"),
            NotLaunched::PendingFull { limit } => write!(f, "{limit} launches wait already"),
            NotLaunched::Refused(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for NotLaunched {}

struct Child {
    parent: OpId,
    depth: u32,
    /// Its hardware queue.
    queue: u32,
    /// It has not begun to run.
    pending: bool,
    context: ContextId,
}

struct Pending {
    count: u32,
    limit: u32,
}

/// All child grids that are not complete.
pub(crate) struct Children {
    /// The last launch of each stream of each grid, and its queue.
    last: BTreeMap<(OpId, u64), (OpId, u32)>,
    of: BTreeMap<OpId, Child>,
    pending: BTreeMap<ContextId, Pending>,
    /// The hardware queues: what runs from each, and what waits.
    queues: Vec<(Option<OpId>, VecDeque<OpId>)>,
    /// Software queues there were.
    streams: u32,
    launched: u64,
}

impl Children {
    pub(crate) fn new(queues: u32) -> Self {
        Children {
            last: BTreeMap::new(),
            of: BTreeMap::new(),
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

    /// Takes children of a context that wait in hardware queues out of them.
    pub(crate) fn drop_waiting(&mut self, context: ContextId) -> Vec<OpId> {
        let mut dropped = Vec::new();
        for (_, waiting) in &mut self.queues {
            waiting.retain(|op| {
                let drop = self.of.get(op).is_some_and(|child| child.context == context);
                dropped.extend(drop.then_some(*op));
                !drop
            });
        }
        dropped
    }

    /// A child has begun to run, or never will.
    fn begun(&mut self, id: OpId) {
        if let Some(child) = self.of.get_mut(&id).filter(|child| child.pending) {
            child.pending = false;
            let context = child.context;
            self.count(context).count -= 1;
        }
    }
}

impl Device {
    /// Gives child grids another number of hardware queues: at first it is that of resident grids. Only for a
    /// device on which nothing was launched by a block yet.
    pub fn set_hardware_queues(&mut self, queues: u32) {
        if self.children.launched == 0 {
            self.children.queues = Children::new(queues).queues;
        }
    }

    /// Sets how many launches by blocks of a context may wait to begin
    /// (`cudaLimitDevRuntimePendingLaunchCount`).
    pub fn set_pending_limit(&mut self, context: ContextId, limit: u32) {
        self.children.count(context).limit = limit;
    }

    /// Launches by blocks of a context that have not begun to run.
    pub fn pending_launches(&self, context: ContextId) -> u32 {
        self.children.pending.get(&context).map_or(0, |pending| pending.count)
    }

    /// Children of all grids that are not complete.
    pub fn children(&self) -> usize {
        self.children.of.len()
    }

    /// The grid that launched this one, if a grid did, and how deep it is: a child of the host's grid is at
    /// 1.
    pub fn parent(&self, child: OpId) -> Option<(OpId, u32)> {
        self.children.of.get(&child).map(|child| (child.parent, child.depth))
    }

    /// The hardware queue of a child grid that is not complete.
    pub fn queue_of(&self, child: OpId) -> Option<u32> {
        self.children.of.get(&child).map(|child| child.queue)
    }

    /// Blocks of that shape that could run at the same time on the SMs of a running grid.
    pub fn capacity_beside(&self, parent: OpId, grid: &GridSpec) -> u64 {
        let sms = self.graph.place(parent).map(|(_, _, sms)| sms);
        sms.map_or(0, |sms| self.dispatcher.capacity(grid, &sms))
    }

    /// A running block launches a grid: with its parent's context, priority and SMs.
    /// [`Action`](crate::Action)s are as for any grid. How deep grids launch grids has no limit of its
    /// own, as on an H200, though CUDA's guide says 24.
    ///
    /// # Errors
    /// See [`NotLaunched`]; what is refused leaves no trace.
    pub fn launch_child(
        &mut self,
        parent: OpId,
        stream: ChildStream,
        grid: GridSpec,
    ) -> Result<OpId, NotLaunched> {
        let Some((context, _, sms)) = self.graph.place(parent).filter(|_| self.graph.runs(parent)) else {
            return Err(NotLaunched::NoParent(parent));
        };
        let depth = self.children.of.get(&parent).map_or(1, |child| child.depth + 1);
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
        self.children.of.insert(id, Child { parent, depth, queue, pending: true, context });
        self.child_added(context, id);
        Ok(id)
    }

    /// A running block waits for its children (`cudaDeviceSynchronize` in a kernel of CUDA 11 and before): it
    /// gives back what it took of its SM until it [goes on](Device::block_resumes).
    pub fn block_waits(&mut self, grid: OpId, sm: u16) {
        if self.dispatcher.suspend(grid, sm) {
            self.left_queue(grid);
        }
        self.settle();
    }

    /// A block that waited may go on: [`Action::Resume`](crate::Action::Resume) says when there is room
    /// again, and where.
    pub fn block_resumes(&mut self, grid: OpId, block: u64) {
        self.dispatcher.resume(grid, block);
        self.settle();
    }

    /// A grid that nothing keeps from running: to the pool, if a block launched it through its hardware
    /// queue.
    pub(crate) fn enter_pool(&mut self, id: OpId, grid: GridSpec, place: (ContextId, i32, crate::SmSet)) {
        let queue = self.children.of.get(&id).map(|child| child.queue as usize);
        if let Some((running, waiting)) = queue.and_then(|queue| self.children.queues.get_mut(queue)) {
            if running.is_some() {
                waiting.push_back(id);
                return;
            }
            *running = Some(id);
        }
        self.dispatcher.enqueue(id, grid, place);
    }

    /// None of a grid's blocks is on an SM any more, and none has still to be placed: its hardware queue goes
    /// on.
    pub(crate) fn left_queue(&mut self, id: OpId) {
        let Some(queue) = self.children.of.get(&id).map(|child| child.queue as usize) else { return };
        let Some((running, waiting)) = self.children.queues.get_mut(queue) else { return };
        if *running != Some(id) {
            return;
        }
        *running = waiting.pop_front();
        if let Some(next) = *running
            && let Some((grid, place)) = self.graph.grid(next)
        {
            self.dispatcher.enqueue(next, grid, place);
        }
    }

    /// All blocks of a grid have ended: it is complete, or will be when its children are.
    pub(crate) fn blocks_over(&mut self, id: OpId) {
        self.left_queue(id);
        self.complete(id);
    }

    /// A grid is complete.
    pub(crate) fn child_complete(&mut self, id: OpId) {
        self.children.begun(id);
        self.children.of.remove(&id);
        // What it launched is complete too.
        let streams = self.children.last.range((id, 0)..=(id, u64::MAX));
        let streams: Vec<_> = streams.map(|(&stream, _)| stream).collect();
        for stream in streams {
            self.children.last.remove(&stream);
        }
    }

    /// The first blocks of a grid have an SM.
    pub(crate) fn child_begun(&mut self, id: OpId) {
        self.children.begun(id);
    }
}

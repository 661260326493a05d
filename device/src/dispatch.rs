//! Dispatch of grids to SMs: residence of grids, placement of blocks.
//!
//! Blocks of a grid are dispatched in order of their linear index; [`Placement`] selects the SM. Only the
//! oldest grid of the highest priority places blocks on the SMs it may use; a later one gets an SM only if no
//! earlier one is waiting for it. Running blocks are never pre-empted.
//!
//! A cooperative grid is placed as a whole or not at all: two that each held a part of the SMs would
//! deadlock. The same holds for each cluster of blocks, in one GPC.

use crate::graph::Origin;
use crate::grid::GridSpec;
use crate::id::{ContextId, OpId};
use crate::occupancy::clusters_on;
use crate::place::{Placement, Sms};
use crate::sm::{Room, SmSet};
use crate::{Action, Counters, Refused, Spec};
use std::collections::{BTreeMap, VecDeque};

/// Progress of a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Number of blocks.
    pub blocks: u64,
    /// Blocks that have got an SM.
    pub placed: u64,
    /// Blocks among those that have not ended.
    pub running: u64,
    /// `true` if it is one of the resident grids.
    pub resident: bool,
    /// The SMs it may use.
    pub sms: SmSet,
}

struct Grid {
    id: OpId,
    context: ContextId,
    priority: i32,
    sms: SmSet,
    block: Room,
    blocks: u64,
    cooperative: bool,
    cluster: u64,
    /// Blocks dispatched.
    placed: u64,
    /// Blocks dispatched and not reported as ended.
    running: u64,
    /// SMs of running blocks that have released their room.
    waiting: Vec<u16>,
    /// Blocks that wait for their children without an SM.
    suspended: u64,
    /// Suspended blocks that need an SM again, by number.
    returning: VecDeque<u64>,
    /// `true` if none of its SMs had room at the last attempt: only SMs released since may have some.
    exhausted: bool,
}

/// All grids that have reached the front of their streams.
pub(crate) struct Dispatcher {
    spec: Spec,
    sms: Sms,
    /// Grids that wait for residence, and resident grids; both in order of priority, then arrival.
    pool: VecDeque<Grid>,
    resident: Vec<Grid>,
    /// Grids with all remaining blocks suspended.
    aside: BTreeMap<OpId, Grid>,
    /// SMs with room released since the last dispatch.
    freed: SmSet,
}

impl Dispatcher {
    pub(crate) fn new(spec: &Spec, placement: Placement) -> Self {
        Dispatcher {
            sms: Sms::new(spec, placement),
            spec: spec.clone(),
            pool: VecDeque::new(),
            resident: Vec::new(),
            aside: BTreeMap::new(),
            freed: SmSet::default(),
        }
    }

    /// Rejects a grid that could never be placed on these SMs.
    pub(crate) fn admit(&self, grid: &GridSpec, sms: &SmSet) -> Result<(), Refused> {
        let block = Room::of_block(&self.spec, grid);
        let whole = Room::whole(&self.spec);
        if let Some(refused) = whole.shortage(&block) {
            return Err(refused);
        }
        let fit = self.capacity(grid, sms);
        let cluster = u64::from(grid.cluster.max(1));
        if fit < cluster || !grid.blocks.is_multiple_of(cluster) {
            return Err(Refused::ClusterTooLarge { cluster: grid.cluster, blocks: grid.blocks, fit });
        }
        if grid.cooperative && grid.blocks > fit {
            return Err(Refused::CooperativeTooLarge { blocks: grid.blocks, fit });
        }
        Ok(())
    }

    pub(crate) fn enqueue(&mut self, id: OpId, grid: GridSpec, Origin { context, priority, sms }: Origin) {
        let block = Room::of_block(&self.spec, &grid);
        let GridSpec { blocks, cooperative, cluster, .. } = grid;
        let cluster = u64::from(cluster.max(1));
        let grid = Grid {
            id,
            context,
            priority,
            sms,
            block,
            blocks,
            cooperative,
            cluster,
            placed: 0,
            running: 0,
            waiting: Vec::new(),
            suspended: 0,
            returning: VecDeque::new(),
            exhausted: false,
        };
        let at = self.pool.partition_point(|other| other.priority <= priority);
        self.pool.insert(at, grid);
    }

    /// Makes grids resident and places the blocks that fit.
    pub(crate) fn dispatch(&mut self, actions: &mut VecDeque<Action>, counters: &mut Counters) {
        // A grid with all blocks suspended holds no residence until they resume.
        let waiting = self.resident.iter().filter(|grid| grid.waits()).count();
        while self.resident.len() - waiting < self.spec.resident_grids as usize {
            let Some(grid) = self.pool.pop_front() else { break };
            let at = self.resident.partition_point(|other| other.priority <= grid.priority);
            self.resident.insert(at, grid);
        }
        counters.most_resident = counters.most_resident.max(self.resident.len() as u32);
        // SMs for which an earlier grid is waiting.
        let mut claimed = SmSet::default();
        for grid in &mut self.resident {
            if !grid.has_blocks_to_place() {
                continue;
            }
            if claimed.overlaps(&grid.sms) {
                claimed.extend_from(&grid.sms);
                grid.exhausted = false;
                continue;
            }
            let open = if grid.exhausted { grid.sms.shared_with(&self.freed) } else { grid.sms.clone() };
            while let Some(&block) = grid.returning.front() {
                let Some(&sm) = self.sms.place_one(&open, &grid.block).as_ref() else { break };
                grid.returning.pop_front();
                grid.running += 1;
                actions.push_back(Action::Resume { grid: grid.id, block, sm });
            }
            let all_back = grid.returning.is_empty();
            let sms = if all_back { place(grid, &open, &mut self.sms) } else { Vec::new() };
            grid.exhausted = grid.one_by_one();
            if !sms.is_empty() {
                let first = grid.placed;
                grid.placed += sms.len() as u64;
                grid.running += sms.len() as u64;
                counters.blocks += sms.len() as u64;
                actions.push_back(Action::Run { grid: grid.id, first, sms });
            }
            if grid.has_blocks_to_place() {
                claimed.extend_from(&grid.sms);
            }
        }
        self.freed = SmSet::default();
    }

    /// Iterates over the grids with running blocks.
    pub(crate) fn running(&self) -> impl Iterator<Item = OpId> {
        self.resident.iter().filter(|grid| grid.running > 0).map(|grid| grid.id)
    }

    /// Returns the progress of a grid that has reached the front of its stream.
    pub(crate) fn progress(&self, id: OpId) -> Option<Progress> {
        let of = |grid: &Grid, resident| Progress {
            blocks: grid.blocks,
            placed: grid.placed,
            running: grid.running,
            resident,
            sms: grid.sms.clone(),
        };
        let pooled = || self.pool.iter().find(|grid| grid.id == id).map(|grid| of(grid, false));
        self.resident.iter().find(|grid| grid.id == id).map(|grid| of(grid, true)).or_else(pooled)
    }

    /// Returns a grid that holds what another one needs: residence, or room on its SMs. It may be the same
    /// grid, if its other blocks hold the room.
    pub(crate) fn held_by(&self, id: OpId) -> Option<OpId> {
        let Some(at) = self.resident.iter().position(|grid| grid.id == id) else {
            let pooled = self.pool.iter().any(|grid| grid.id == id);
            return self.resident.first().filter(|_| pooled).map(|grid| grid.id);
        };
        let grid = &self.resident[at];
        let holds = |other: &&Grid| other.running > 0 && other.sms.overlaps(&grid.sms);
        // Other grids first, in the order in which they are served.
        let others = self.resident.iter().filter(|other| other.id != id);
        let holder = others.chain(std::iter::once(grid)).find(holds);
        holder.filter(|_| grid.has_blocks_to_place()).map(|grid| grid.id)
    }

    /// Releases the resources of ended blocks.
    pub(crate) fn release(&mut self, id: OpId, sms: &[u16]) -> Left {
        let Some(at) = self.resident.iter().position(|grid| grid.id == id) else { return Left::Running };
        let grid = &mut self.resident[at];
        // More blocks than were dispatched cannot end.
        let sms = &sms[..sms.len().min(grid.running as usize)];
        for &sm in sms {
            match grid.waiting.iter().position(|&other| other == sm) {
                Some(at) => drop(grid.waiting.swap_remove(at)),
                None => {
                    self.sms.give(sm, &grid.block);
                    self.freed.insert(sm);
                }
            }
        }
        grid.running -= sms.len() as u64;
        self.leave(at)
    }

    /// Suspends a block and releases its resources; returns whether its grid holds none any more.
    pub(crate) fn suspend(&mut self, id: OpId, sm: u16) -> bool {
        let Some(at) = self.resident.iter().position(|grid| grid.id == id && grid.running > 0) else {
            return false;
        };
        let grid = &mut self.resident[at];
        self.sms.give(sm, &grid.block);
        self.freed.insert(sm);
        grid.running -= 1;
        grid.suspended += 1;
        self.leave(at) == Left::Suspended
    }

    /// Queues a suspended block for an SM.
    pub(crate) fn resume(&mut self, id: OpId, block: u64) {
        if let Some(grid) = self.aside.remove(&id) {
            // Before grids that have not started.
            let at = self.pool.partition_point(|other| other.priority < grid.priority);
            self.pool.insert(at, grid);
        }
        let mut grids = self.resident.iter_mut().chain(&mut self.pool);
        if let Some(grid) = grids.find(|grid| grid.id == id && grid.suspended > 0) {
            grid.suspended -= 1;
            grid.returning.push_back(block);
            grid.exhausted = false;
        }
    }

    /// Makes room for others if a resident grid has nothing to place and nothing on an SM.
    fn leave(&mut self, at: usize) -> Left {
        let grid = &self.resident[at];
        if grid.running > 0 || grid.has_blocks_to_place() {
            return Left::Running;
        }
        let grid = self.resident.remove(at);
        if grid.suspended == 0 {
            return Left::Ended;
        }
        self.aside.insert(grid.id, grid);
        Left::Suspended
    }

    /// Returns how many blocks of a shape run concurrently on otherwise idle SMs.
    pub(crate) fn capacity(&self, grid: &GridSpec, sms: &SmSet) -> u64 {
        let per_sm = Room::whole(&self.spec).fits(&Room::of_block(&self.spec, grid));
        match grid.cluster {
            0 | 1 => u64::from(per_sm) * u64::from(sms.len()),
            size => clusters_on(&self.spec.cluster_domains(), sms, size, per_sm) * u64::from(size),
        }
    }

    /// Releases the resources of running blocks that wait for others.
    pub(crate) fn relinquish(&mut self, id: OpId, sms: &[u16]) {
        let Some(grid) = self.resident.iter_mut().find(|grid| grid.id == id) else { return };
        let left = (grid.running as usize).saturating_sub(grid.waiting.len());
        for &sm in &sms[..sms.len().min(left)] {
            self.sms.give(sm, &grid.block);
            self.freed.insert(sm);
            grid.waiting.push(sm);
        }
    }

    /// Drops the undispatched blocks of a context; returns the grids that end by this.
    pub(crate) fn drop_undispatched(&mut self, context: ContextId) -> Vec<OpId> {
        let mut ended = Vec::new();
        self.pool.retain_mut(|grid| {
            // A grid with suspended blocks ends like a running one.
            let keep = grid.context != context || !grid.returning.is_empty() || grid.suspended > 0;
            if keep && grid.context == context {
                grid.blocks = grid.placed;
            }
            if !keep {
                ended.push(grid.id);
            }
            keep
        });
        self.resident.retain_mut(|grid| {
            if grid.context == context {
                grid.blocks = grid.placed;
            }
            let keep = grid.running > 0 || grid.has_blocks_to_place() || grid.suspended > 0;
            if !keep {
                ended.push(grid.id);
            }
            keep
        });
        ended
    }
}

/// State of a grid after one of its blocks has released resources.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Left {
    /// It runs or has blocks to place.
    Running,
    /// Its remaining blocks are suspended.
    Suspended,
    /// All its blocks have ended.
    Ended,
}

impl Grid {
    /// Returns whether all its blocks run and have released their room.
    fn waits(&self) -> bool {
        self.placed == self.blocks && self.running > 0 && self.waiting.len() as u64 == self.running
    }

    /// Returns whether blocks need an SM.
    fn has_blocks_to_place(&self) -> bool {
        self.placed < self.blocks || !self.returning.is_empty()
    }

    /// Returns whether a single block can be placed whenever there is room for one.
    fn one_by_one(&self) -> bool {
        !self.cooperative && self.cluster == 1
    }
}

/// Places as many whole clusters of blocks as fit on some SMs now.
fn place(grid: &Grid, among: &SmSet, sms: &mut Sms) -> Vec<u16> {
    let left = grid.blocks - grid.placed;
    let room = match grid.cluster {
        1 => sms.room(among, &grid.block, left),
        size => sms.room_for_clusters(among, &grid.block, size, left / size) * size,
    };
    if room == 0 || grid.cooperative && left > room {
        return Vec::new();
    }
    if grid.placed == 0 {
        sms.begin_grid();
    }
    match grid.cluster {
        1 => sms.place(among, &grid.block, room as usize),
        size => sms.place_clusters(among, &grid.block, (size, room / size)),
    }
}

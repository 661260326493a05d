//! Block barriers, with or without a count, and their reductions (PTX ISA, `barrier`).

use super::{Block, lanes};
use crate::launch::Launch;
use ptx::interp::watch::{Arrival, Event};
use ptx::ir::{Barrier, InstId, Op};

const BARRIERS: usize = ptx::exec::BARRIERS as usize;

/// Arrivals at a barrier since it last opened.
#[derive(Clone, Default)]
pub(super) struct BarrierState {
    /// Arrived lanes by warp.
    lanes: Vec<u32>,
    expected: Option<u32>,
    /// Waiting threads and their predicates.
    waiting: Vec<(usize, bool)>,
}

impl BarrierState {
    /// Returns the arrived lanes, by warp.
    pub(super) fn lanes(&self) -> &[u32] {
        &self.lanes
    }
}

impl Block {
    /// Records new arrivals and opens complete barriers; returns whether any thread can continue.
    pub(super) fn block_barriers(&mut self, launch: &Launch) -> bool {
        if let Some(region) = self.all_at_one_barrier(launch) {
            self.opened_for_all(launch, region);
            self.ready.clone_from(&self.live);
            return true;
        }
        let mut moved = false;
        for warp in 0..self.live.len() {
            for lane in lanes(self.at_sync(warp)) {
                let t = warp * 32 + lane;
                if let Some((inst, _)) = self.sync_inst(launch, t) {
                    moved |= self.arrive(launch, t, inst);
                }
            }
        }
        for id in 0..self.barriers.len() {
            if self.is_complete(id) {
                self.open(launch, id);
                moved = true;
            }
        }
        moved
    }

    /// Returns the region if every thread stands at the same plain barrier and none has arrived before: the
    /// common case.
    fn all_at_one_barrier(&self, launch: &Launch) -> Option<u32> {
        if self.ready.iter().any(|&mask| mask != 0) {
            return None;
        }
        let mut places = (0..self.live.len()).filter(|&w| self.live[w] != 0).map(|w| self.place(w));
        let Some(Some(region)) = places.next() else { return None };
        if !places.all(|place| place == Some(region)) {
            return None;
        }
        let opens = launch.code(self.better).plan.is_behind_barrier(region)
            && self.barriers.iter().all(|b| b.lanes.iter().all(|&lanes| lanes == 0));
        opens.then_some(region)
    }

    /// Counts a thread's arrival; `false` if it is already counted and waits for the next opening.
    fn arrive(&mut self, launch: &Launch, t: usize, place: InstId) -> bool {
        let inst = launch.function().inst(place);
        let Op::Barrier { kind, counted, aligned } = inst.op else { return false };
        if matches!(kind, Barrier::ClusterArrive | Barrier::ClusterWait) {
            return self.reach_cluster_barrier(t, kind == Barrier::ClusterArrive);
        }
        if self.barriers.is_empty() {
            let empty = BarrierState { lanes: vec![0; self.live.len()], ..BarrierState::default() };
            self.barriers = vec![empty; BARRIERS];
        }
        let id = self.get(launch, t, inst.args[0]) as usize % BARRIERS;
        let expected = if counted { Some(self.get(launch, t, inst.args[1]) as u32) } else { None };
        let reduces = matches!(kind, Barrier::RedAnd | Barrier::RedOr | Barrier::RedPopc);
        let said = reduces && inst.args.last().is_some_and(|&v| self.get(launch, t, v) != 0);
        let barrier = &mut self.barriers[id];
        let (warp, bit) = (t / 32, 1 << (t % 32));
        if barrier.lanes[warp] & bit != 0 {
            return false;
        }
        barrier.lanes[warp] |= bit;
        barrier.expected = expected;
        if let Some(watched) = self.watched.as_deref_mut() {
            let (barrier, thread, line, inst) = (id as u32, t as u32, inst.line, place.index() as u32);
            watched.watch.event(Event::Arrive(Arrival { barrier, thread, aligned, expected, line, inst }));
        }
        if kind == Barrier::Arrive {
            self.release(t);
            return true;
        }
        barrier.waiting.push((t, said));
        self.counted[warp] |= bit;
        false
    }

    /// Returns whether a barrier is complete. Without a count it expects all live threads. With one it counts
    /// warps: lanes that ended or never existed count with the others of their warp.
    fn is_complete(&self, id: usize) -> bool {
        let barrier = &self.barriers[id];
        if barrier.lanes.iter().all(|&lanes| lanes == 0) {
            return false;
        }
        let mut warps = barrier.lanes.iter().zip(&self.live);
        match barrier.expected {
            None => warps.all(|(&come, &live)| live & !come == 0),
            Some(wanted) => {
                let count =
                    |(&come, &live): (&u32, &u32)| if come == 0 { 0 } else { (come | !live).count_ones() };
                warps.map(count).sum::<u32>() >= wanted
            }
        }
    }

    fn open(&mut self, launch: &Launch, id: usize) {
        let waiting = std::mem::take(&mut self.barriers[id].waiting);
        self.opened(id as u32, &waiting);
        self.barriers[id].lanes.fill(0);
        let yes = waiting.iter().filter(|(_, said)| *said).count();
        for &(t, _) in &waiting {
            if let Some((inst, _)) = self.sync_inst(launch, t) {
                let inst = launch.function().inst(inst);
                let answer = match inst.op {
                    Op::Barrier { kind: Barrier::RedAnd, .. } => u128::from(yes == waiting.len()),
                    Op::Barrier { kind: Barrier::RedOr, .. } => u128::from(yes > 0),
                    _ => yes as u128,
                };
                if let Some(&result) = inst.results.first() {
                    self.set(launch, t, result, answer);
                }
            }
            self.counted[t / 32] &= !(1 << (t % 32));
            self.release(t);
        }
    }
}

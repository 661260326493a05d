//! Reports of the driver to a block's watcher: see [`crate::check`].

use super::Block;
use crate::launch::Launch;
use ptx::analysis::regions::Start;
use ptx::exec::{BARRIERS, Fault};
use ptx::interp::watch::{self, Arrival, Event, WarpArrival};
use ptx::ir::{InstId, Op};

impl Block {
    fn report(&mut self, event: Event<'_>) {
        if let Some(watched) = self.watched.as_deref_mut() {
            watched.watch.event(event);
        }
    }

    /// Reports that the barrier before a region opens for all live threads.
    pub(super) fn opened_for_all(&mut self, launch: &Launch, region: u32) {
        if self.watched.is_none() {
            return;
        }
        let Some(Start::After(id)) = launch.code(self.better).plan.start(region) else { return };
        let inst = launch.function().inst(id);
        if let Op::Barrier { .. } = inst.op {
            let barrier = inst.args.first().map_or(0, |&v| self.get(launch, self.first_live(), v) as u32);
            self.report(Event::Open { barrier: barrier % BARRIERS, threads: &[], all: true });
        }
    }

    fn first_live(&self) -> usize {
        let warp = self.live.iter().position(|&live| live != 0).unwrap_or(0);
        warp * 32 + self.live.get(warp).map_or(0, |live| live.trailing_zeros() as usize % 32)
    }

    /// Reports that a barrier opens for waiting threads.
    pub(super) fn opened(&mut self, barrier: u32, waiting: &[(usize, bool)]) {
        if self.watched.is_some() {
            let threads: Vec<u32> = waiting.iter().map(|&(t, _)| t as u32).collect();
            let live: u32 = self.live.iter().map(|live| live.count_ones()).sum();
            self.report(Event::Open { barrier, threads: &threads, all: threads.len() as u32 == live });
        }
    }

    /// Reports an operation of a warp's lanes. The lanes `named` are in its mask; those of them in `absent`
    /// take the value of a missing lane.
    pub(super) fn report_warp_op(
        &mut self,
        launch: &Launch,
        (first, lanes): (usize, u32),
        id: InstId,
        (named, absent): (u32, u32),
    ) {
        let (inst, live) = (launch.function().inst(id), self.live[first / 32]);
        let (line, name, first) = (inst.line, watch::name(&inst.op), first as u32);
        self.report(Event::Warp(WarpArrival { first, lanes, named, live, absent, line, name }));
    }

    /// Reports a thread's arrival at the cluster's barrier.
    pub(super) fn cluster_arrived(&mut self, t: usize) {
        let (barrier, thread, inst) = (BARRIERS, t as u32, watch::NO_INST);
        self.report(Event::Arrive(Arrival {
            barrier,
            thread,
            aligned: false,
            expected: None,
            line: 0,
            inst,
        }));
    }

    /// Reports that the cluster's barrier opens.
    pub(super) fn cluster_opened(&mut self) {
        if self.watched.is_some() {
            let threads: Vec<u32> = (0..self.at.len() as u32).collect();
            self.report(Event::Open { barrier: BARRIERS, threads: &threads, all: false });
        }
    }

    /// Reports the end of the block's time slice.
    pub(super) fn paused(&mut self) {
        if let Some(watched) = self.watched.as_deref_mut() {
            watched.watch.pause();
        }
    }

    /// Returns whether the block has these coordinates.
    pub(super) fn is_at(&self, block: [u32; 3]) -> bool {
        self.block == block
    }

    /// Reports the fault that stops the block.
    pub(super) fn stopped_by(&mut self, fault: &Fault) {
        if let Some(watched) = self.watched.as_deref_mut() {
            watched.watch.fault(fault);
        }
    }
}

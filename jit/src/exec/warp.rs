//! Warp operations: carried out once all lanes named by a mask have arrived or ended.
//!
//! Lanes are matched by operation and mask, not by program position (PTX ISA, `shfl.sync`).

use super::{Block, lanes};
use crate::launch::Launch;
use ptx::analysis::regions::Start;
use ptx::interp::{warp_missing_sources, warp_result};
use ptx::ir::{InstId, Op};

impl Block {
    /// Carries out the complete operations of a warp; returns whether any lane can continue.
    pub(super) fn warp_operations(&mut self, launch: &Launch, warp: usize) -> bool {
        let first = warp * 32;
        let live = self.live[warp];
        if let Some(Start::After(inst)) =
            self.place(warp).and_then(|at| launch.code(self.better).plan.start(at))
        {
            if matches!(launch.function().inst(inst).op, Op::Barrier { .. } | Op::Converge { .. }) {
                return false;
            }
            if live != 0 && self.ready[warp] & live == 0 && self.whole_warp(launch, warp, inst) {
                return true;
            }
        }
        let mut open = self.at_sync(warp);
        let mut moved = false;
        while open != 0 {
            let lane = open.trailing_zeros() as usize;
            open &= !(1 << lane);
            let Some(inst) = self.warp_op(launch, first + lane) else { continue };
            let members = self.members(launch, first + lane, inst);
            let mut group = 1u32 << lane;
            for other in lanes(open) {
                let Some(there) = self.warp_op(launch, first + other) else { continue };
                let rendezvous = match members {
                    None => there == inst,
                    Some(_) => {
                        launch.function().inst(there).op == launch.function().inst(inst).op
                            && self.members(launch, first + other, there) == members
                    }
                };
                if rendezvous {
                    group |= 1 << other;
                }
            }
            open &= !group;
            if members.is_none_or(|m| m & live & !group == 0) {
                self.perform(launch, first, inst, group, members);
                moved = true;
            }
        }
        moved
    }

    pub(super) fn warp_op(&self, launch: &Launch, t: usize) -> Option<InstId> {
        let (inst, _) = self.sync_inst(launch, t)?;
        (!matches!(launch.function().inst(inst).op, Op::Barrier { .. } | Op::Converge { .. })).then_some(inst)
    }

    /// Returns the lanes for which an operation waits; `None` for `activemask`, which takes the present ones.
    fn members(&mut self, launch: &Launch, t: usize, inst: InstId) -> Option<u32> {
        let inst = launch.function().inst(inst);
        if inst.op == Op::ActiveMask {
            return None;
        }
        inst.args.last().map(|&v| self.get(launch, t, v) as u32)
    }

    /// Carries out one operation for a group of lanes, each at its own instruction of that kind, and reports
    /// it.
    fn perform(&mut self, launch: &Launch, first: usize, inst: InstId, group: u32, members: Option<u32>) {
        if let Some(named) = members.filter(|_| self.watched.is_some()) {
            let absent = self.absent(launch, first, inst, (group, named));
            self.report_warp_op(launch, (first, group), inst, (named, absent));
        }
        self.carry_out(launch, first, inst, group, members);
    }

    /// Carries out an operation without a report.
    pub(super) fn carry_out(
        &mut self,
        launch: &Launch,
        first: usize,
        inst: InstId,
        group: u32,
        members: Option<u32>,
    ) {
        let function = launch.function();
        if matches!(function.inst(inst).op, Op::Mma(_) | Op::GroupMma(_) | Op::Rows { .. }) {
            return self.matrix(launch, first, inst, group);
        }
        let operands = self.operands(launch, first, inst, group);
        let taking = group & members.unwrap_or(group);
        let op = &function.inst(inst).op;
        let bits = function.inst(inst).args.first().map_or(32, |&v| function.ty(v).bits());
        // All lanes get the same.
        let common = matches!(op, Op::Vote(_) | Op::Redux { .. } | Op::ActiveMask)
            .then(|| warp_result(op, &operands, taking, 0, bits));
        for lane in lanes(group) {
            let answers = common.unwrap_or_else(|| warp_result(op, &operands, taking, lane, bits));
            let own = self.warp_op(launch, first + lane).unwrap_or(inst);
            for (&v, value) in function.inst(own).results.iter().zip(answers) {
                self.set(launch, first + lane, v, value);
            }
        }
        for lane in lanes(group) {
            self.release(first + lane);
        }
    }

    /// Returns the first operands of each lane of a group.
    fn operands(&mut self, launch: &Launch, first: usize, inst: InstId, group: u32) -> [[u128; 3]; 32] {
        let mut operands = [[0u128; 3]; 32];
        for lane in lanes(group) {
            let own = self.warp_op(launch, first + lane).unwrap_or(inst);
            for (n, &v) in launch.function().inst(own).args.iter().take(3).enumerate() {
                operands[lane][n] = self.get(launch, first + lane, v);
            }
        }
        operands
    }

    /// Returns the lanes that take the value of a lane outside the group.
    fn absent(&mut self, launch: &Launch, first: usize, inst: InstId, (group, named): (u32, u32)) -> u32 {
        let op = &launch.function().inst(inst).op;
        if !matches!(op, Op::Shfl(_)) {
            return 0;
        }
        let operands = self.operands(launch, first, inst, group);
        warp_missing_sources(op, &operands, group, group & named)
    }
}

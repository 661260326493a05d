//! Selection of accesses to report: writes that others may wait for, and reads of words that others may have
//! written.

use super::super::{EARLY, UPDATES};
use super::condition::Bypass;
use crate::analysis::dependence::dependent_values;
use crate::analysis::waits::WaitLoop;
use crate::ir::{AtomOp, Function, Inst, InstId, Op, Order, Space, Sreg, Value};
use std::collections::{BTreeMap, BTreeSet};

/// Access to report.
#[derive(Clone, Copy)]
pub(in crate::pass) struct Reported {
    pub(in crate::pass) address: Value,
    /// Bytes added to the address.
    pub(in crate::pass) offset: i64,
    /// Size in bytes, with flags.
    pub(in crate::pass) bytes: u32,
}

impl Reported {
    /// Returns whether the report precedes the access.
    pub(in crate::pass) fn is_early(self) -> bool {
        self.bytes & EARLY != 0
    }
}

/// Accesses to report.
#[derive(Default)]
pub(in crate::pass) struct Reports {
    /// Strong loads outside spin-wait loops, reported like waits, because a thread that reads a word comes
    /// after its writer. Loads whose branch [bypasses a loop](Bypass) are excepted.
    pub(in crate::pass) reads: BTreeMap<InstId, Reported>,
    /// Writes. A kernel that spin-waits itself reports atomic operations after they have changed something;
    /// no two of them run at the same time. Other writes are reported before, because a waiting thread may
    /// see them at once.
    pub(in crate::pass) writes: BTreeMap<InstId, Reported>,
}

/// Selects the accesses to report in a function with these loops: all strong ones if a loop spin-waits.
pub(in crate::pass) fn select(f: &Function, waits: &[WaitLoop], bypasses: &[Bypass]) -> Reports {
    let spins = waits.iter().any(|wait| wait.spins);
    let varies = varying(f);
    let judged: BTreeSet<InstId> = bypasses.iter().map(|guard| guard.condition.inst).collect();
    let mut reports = Reports::default();
    for block in f.blocks() {
        let waiting = waits.iter().any(|wait| wait.contains(block.index()));
        for &id in &f.block(block).insts {
            let inst = f.inst(id);
            let Some(&address) = inst.args.first() else { continue };
            if let Op::Load { space: Space::Global | Space::Generic, ty, offset, order } = inst.op
                && spins
                && !waiting
                && order != Order::Weak
                && !judged.contains(&id)
            {
                reports.reads.insert(id, Reported { address, offset, bytes: ty.bytes() | UPDATES });
            }
            let (space, offset, strong, bytes) = match inst.op {
                Op::Store { space, offset, ty, order } => {
                    let many = inst.args.len().saturating_sub(1) as u32;
                    (space, offset, order != Order::Weak, (ty.bytes() * many) | EARLY)
                }
                Op::Atom { space, offset, ty, ref op, .. } => {
                    let adds = if matches!(op, AtomOp::Exch) { 0 } else { UPDATES };
                    let before = if spins { 0 } else { EARLY };
                    (space, offset, true, ty.bytes() | adds | before)
                }
                _ => continue,
            };
            let shared = !varies[address.index()];
            if matches!(space, Space::Global | Space::Generic) && (shared || spins && strong) {
                reports.writes.insert(id, Reported { address, offset, bytes });
            }
        }
    }
    reports
}

/// Marks the values that may differ between threads of a block.
pub(in crate::pass) fn varying(f: &Function) -> Vec<bool> {
    let by_itself = |inst: &Inst| match inst.op {
        Op::Sreg(
            Sreg::Ctaid(_)
            | Sreg::Nctaid(_)
            | Sreg::Ntid(_)
            | Sreg::GridId
            | Sreg::Clusterid(_)
            | Sreg::ClusterCtarank
            | Sreg::ClusterCtaid(_),
        ) => false,
        Op::Sreg(_) | Op::Atom { .. } => true,
        Op::Load { space, .. } => {
            !matches!(space, Space::Param | Space::Const | Space::Global | Space::Generic)
        }
        _ => false,
    };
    dependent_values(f, |_| true, by_itself)
}

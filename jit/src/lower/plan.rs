//! Where values live when a region ends: slots of the frame.

use crate::abi::{Slot, slot_bytes};
use ptx::analysis::regions::Start;
use ptx::ir::{Barrier, Function, Op, Value};

/// Where the driver finds a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    /// It never crosses the border of a region.
    Nowhere,
    /// It is known without.
    Constant(u64),
    /// In the frame.
    Slot(Slot),
}

/// What the driver and compiled code agree on for one kernel.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    homes: Vec<Home>,
    starts: Vec<Start>,
    /// Regions behind a plain barrier that is the same for all threads.
    behind_barrier: Vec<bool>,
    /// Regions behind an operation of the warp.
    behind_warp_op: Vec<bool>,
    /// Bytes of the frame for one warp.
    pub(crate) frame_bytes: u32,
}

impl Plan {
    /// Gives every value that crosses a border a slot; wide ones first, so that all are aligned.
    pub(crate) fn new(f: &Function, starts: Vec<Start>, frame: &[Value]) -> Plan {
        let mut homes = vec![Home::Nowhere; f.value_count()];
        let mut crossing: Vec<Value> = Vec::new();
        for &v in frame {
            match f.constant(v) {
                Some(bits) => homes[v.index()] = Home::Constant(bits),
                None => crossing.push(v),
            }
        }
        crossing.sort_by_key(|&v| std::cmp::Reverse(slot_bytes(f.ty(v))));
        let mut offset = 0;
        for v in crossing {
            let ty = f.ty(v);
            homes[v.index()] = Home::Slot(Slot { offset, ty });
            offset += slot_bytes(ty) * ptx::exec::WARP;
        }
        let plain = |start: &Start| match *start {
            Start::After(id) => {
                let inst = f.inst(id);
                matches!(inst.op, Op::Barrier { kind: Barrier::Sync, counted: false, .. })
                    && f.constant(inst.args[0]).is_some()
            }
            _ => false,
        };
        let behind_barrier = starts.iter().map(plain).collect();
        let of_warp = |start: &Start| match *start {
            Start::After(id) => !matches!(f.inst(id).op, Op::Barrier { .. }),
            _ => false,
        };
        let behind_warp_op = starts.iter().map(of_warp).collect();
        Plan { homes, starts, behind_barrier, behind_warp_op, frame_bytes: offset.next_multiple_of(16) }
    }

    pub(crate) fn home(&self, v: Value) -> Home {
        self.homes[v.index()]
    }

    /// Why a region starts where it does.
    pub(crate) fn start(&self, region: u32) -> Option<Start> {
        self.starts.get(region as usize).copied()
    }

    /// Whether a region starts behind a plain barrier for all threads of the block.
    pub(crate) fn is_behind_barrier(&self, region: u32) -> bool {
        self.behind_barrier.get(region as usize).copied().unwrap_or(false)
    }

    /// Whether a region starts behind an operation of the warp.
    pub(crate) fn is_behind_warp_op(&self, region: u32) -> bool {
        self.behind_warp_op.get(region as usize).copied().unwrap_or(false)
    }

    /// Whether a region is the next turn of a waiting loop.
    pub(crate) fn is_waiting(&self, region: u32) -> bool {
        matches!(self.start(region), Some(Start::WaitingLoop))
    }
}

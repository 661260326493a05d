//! Frame layout: the slots of values that live across regions.

use crate::abi::{Slot, slot_bytes};
use ptx::analysis::regions::{Regions, Start, is_plain_barrier};
use ptx::ir::{Function, Op, Value};
use std::cmp::Reverse;
use std::collections::{BTreeMap, VecDeque};

/// Size of the smallest slot of a warp, bytes.
const SLOT: u32 = 4 * ptx::exec::WARP;

/// Location of a value for the driver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Home {
    /// Not stored: it never crosses the border of a region.
    Nowhere,
    /// A constant.
    Constant(u64),
    /// A slot of the frame.
    Slot(Slot),
}

/// Layout that the driver and compiled code of one kernel share.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    homes: Vec<Home>,
    starts: Vec<Start>,
    /// Regions after a plain barrier of all threads.
    behind_barrier: Vec<bool>,
    /// Regions after an operation of the warp.
    behind_warp_op: Vec<bool>,
    /// Regions after an iteration of a waiting loop.
    waiting: Vec<bool>,
    /// Size of the frame of one warp, bytes.
    pub(crate) frame_bytes: u32,
}

/// A value of the frame, and the number of its slot.
pub(crate) type Kept = (Value, u32);

/// Assigns frame slots to values. Two values share a slot if no region touches both: reads, defines or passes
/// them. A live value is then never overwritten, wherever other lanes wait, since each lane has a word of its
/// own.
pub(crate) fn share(f: &Function, regions: &Regions, frame: &[Value]) -> Vec<Kept> {
    /// Number of candidate slots of one size; more would be slow with thousands of values.
    const MOST: usize = 64;
    let words = regions.iter().count().div_ceil(64);
    let mut places = vec![None; f.value_count()];
    for (n, v) in frame.iter().enumerate() {
        places[v.index()] = Some(n);
    }
    // The regions that touch each value, in ascending order: mostly two.
    let mut known: Vec<Vec<u32>> = vec![Vec::new(); frame.len()];
    for (r, region) in regions.iter() {
        let mut note = |v: &Value| {
            if let Some(n) = places[v.index()]
                && known[n].last() != Some(&(r as u32))
            {
                known[n].push(r as u32);
            }
        };
        region.live_in.iter().for_each(&mut note);
        for block in region.blocks.iter().map(|&b| f.block(b)) {
            block.params.iter().for_each(&mut note);
            block.insts.iter().flat_map(|&i| &f.inst(i).results).for_each(&mut note);
            // A join is in the next region, but its parameters are assigned in this one.
            block.term.edges().flat_map(|e| &f.block(e.to).params).for_each(&mut note);
        }
    }
    // Candidate slots: number, size, and a bit for each region that touches a value in it.
    let mut slots: VecDeque<(u32, u32, Vec<u64>)> = VecDeque::with_capacity(MOST);
    let mut made = 0;
    let mut kept = Vec::with_capacity(frame.len());
    for (&v, own) in frame.iter().zip(&known) {
        if f.constant(v).is_some() {
            kept.push((v, 0));
            continue;
        }
        let bytes = slot_bytes(f.ty(v));
        let bit = |r: u32| (r as usize / 64, 1u64 << (r % 64));
        let fits = |(_, size, taken): &(u32, u32, Vec<u64>)| {
            *size == bytes && own.iter().map(|&r| bit(r)).all(|(word, bit)| taken[word] & bit == 0)
        };
        let at = slots.iter().position(fits).unwrap_or_else(|| {
            let mut room = if slots.len() == MOST { slots.pop_front() } else { None }
                .map_or_else(|| vec![0; words], |(_, _, taken)| taken);
            room.fill(0);
            slots.push_back((made, bytes, room));
            made += 1;
            slots.len() - 1
        });
        let (number, _, taken) = &mut slots[at];
        own.iter().map(|&r| bit(r)).for_each(|(word, bit)| taken[word] |= bit);
        kept.push((v, *number));
    }
    kept
}

impl Plan {
    /// Lays out the slots, wide ones first so that all are aligned.
    pub(crate) fn new(f: &Function, starts: Vec<Start>, frame: &[Kept]) -> Plan {
        let mut homes = vec![Home::Nowhere; f.value_count()];
        let crossing = frame.iter().filter(|(v, _)| f.constant(*v).is_none());
        let mut slots: Vec<(Reverse<u32>, u32)> =
            crossing.clone().map(|&(v, slot)| (Reverse(slot_bytes(f.ty(v))), slot)).collect();
        slots.sort_unstable();
        slots.dedup();
        let mut offset = 0;
        let mut offsets = BTreeMap::new();
        for (Reverse(bytes), slot) in slots {
            offsets.insert(slot, offset);
            offset += bytes * ptx::exec::WARP;
        }
        for &(v, slot) in frame {
            homes[v.index()] = match f.constant(v) {
                Some(bits) => Home::Constant(bits),
                None => Home::Slot(Slot { offset: offsets[&slot], ty: f.ty(v) }),
            };
        }
        // The same slot of several warps must not map to the same cache set.
        let odd =
            |bytes: u32| if bytes > 0 && (bytes / SLOT).is_multiple_of(2) { bytes + SLOT } else { bytes };
        let frame_bytes = odd(offset.next_multiple_of(SLOT));
        let plain = |start: &Start| matches!(*start, Start::After(id) if is_plain_barrier(f, id));
        let behind_barrier = starts.iter().map(plain).collect();
        let of_warp = |start: &Start| match *start {
            Start::After(id) => !matches!(f.inst(id).op, Op::Barrier { .. } | Op::Yield),
            _ => false,
        };
        let behind_warp_op = starts.iter().map(of_warp).collect();
        let yields = |start: &Start| matches!(*start, Start::After(id) if f.inst(id).op == Op::Yield);
        let waiting = starts.iter().map(yields).collect();
        Plan { homes, starts, behind_barrier, behind_warp_op, waiting, frame_bytes }
    }

    pub(crate) fn home(&self, v: Value) -> Home {
        self.homes[v.index()]
    }

    /// Returns the reason for which a region starts where it does.
    pub(crate) fn start(&self, region: u32) -> Option<Start> {
        self.starts.get(region as usize).copied()
    }

    /// Returns whether a region starts after a plain barrier of all threads of the block.
    pub(crate) fn is_behind_barrier(&self, region: u32) -> bool {
        self.behind_barrier.get(region as usize).copied().unwrap_or(false)
    }

    /// Returns whether a region starts after an operation of the warp.
    pub(crate) fn is_behind_warp_op(&self, region: u32) -> bool {
        self.behind_warp_op.get(region as usize).copied().unwrap_or(false)
    }

    /// Returns whether threads that reach a region can run it at once.
    pub(crate) fn is_join(&self, region: u32) -> bool {
        matches!(self.start(region), Some(Start::Join))
    }

    /// Returns whether a region is the next iteration of a waiting loop.
    pub(crate) fn is_waiting(&self, region: u32) -> bool {
        self.waiting.get(region as usize).copied().unwrap_or(false)
    }
}

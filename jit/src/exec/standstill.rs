//! Wait reasons of a block's warps, for a report. Nothing here changes the block.

use super::{Block, Cluster, converge, lanes};
use crate::launch::Launch;
use ptx::analysis::regions::{Start, sync_at_end};
use ptx::ir::{Barrier, Def, InstId, Op, Space, Sreg, Value};
use ptx::standstill::{Peek, Reason, SpinLoops, Standstill};

impl Cluster {
    /// Returns the iterations of waiting loops in this time slice; 0 if any other work was done.
    pub fn idle(&self) -> u64 {
        self.running().map(|block| block.idle).sum::<Option<u64>>().unwrap_or(0)
    }

    /// Returns the wait reasons of its threads; `None` if some do more than wait.
    pub fn standstill(&self, launch: &Launch, peek: &Peek<'_>) -> Option<Vec<Standstill>> {
        let f = launch.function();
        let polls = SpinLoops::new(f);
        self.running()
            .map(|block| {
                let reasons: Option<Vec<_>> = (0..block.live.len() * 32)
                    .filter(|t| block.live[t / 32] >> (t % 32) & 1 != 0)
                    .map(|t| Some((t as u32, block.reason(launch, &polls, t, peek)?)))
                    .collect();
                Some(Standstill::new(&f.name, block.block, reasons?))
            })
            .collect()
    }
}

impl Block {
    /// Returns a thread's wait reason, and its source line.
    fn reason(
        &self,
        launch: &Launch,
        polls: &SpinLoops<'_>,
        t: usize,
        peek: &Peek<'_>,
    ) -> Option<(u32, Reason)> {
        match launch.code(self.better).plan.start(self.at[t])? {
            Start::Entry | Start::Join => None,
            Start::After(id) if launch.function().inst(id).op == Op::Yield => {
                let f = launch.function();
                let block = f.blocks().find(|&b| sync_at_end(f, b) == Some(id))?;
                let known = |v| self.known_value(launch, id, t, v);
                let peek = |space, address, bytes| self.peek(space, address, bytes, peek);
                polls.reason(block.index(), &known, &peek)
            }
            Start::After(id) => {
                let inst = launch.function().inst(id);
                let reason = match inst.op {
                    Op::Barrier { kind: Barrier::ClusterArrive | Barrier::ClusterWait, .. } => {
                        Reason::Cluster
                    }
                    Op::Barrier { counted, .. } => self.barrier(launch, t, id, counted),
                    _ => Reason::Lanes(self.missing(launch, t, id)),
                };
                Some((inst.line, reason))
            }
        }
    }

    /// Returns the threads missing at a barrier.
    fn barrier(&self, launch: &Launch, t: usize, id: InstId, counted: bool) -> Reason {
        let args = &launch.function().inst(id).args;
        let number = self.get(launch, t, args[0]) as u32 % ptx::exec::BARRIERS;
        let expected = counted.then(|| self.get(launch, t, args[1]) as u32);
        let there = self.barriers.get(number as usize).map_or(&[][..], |own| own.lanes());
        let come = |warp: usize| there.get(warp).copied().unwrap_or(0);
        let missing = self.live.iter().enumerate().map(|(w, &live)| (w as u32, live & !come(w)));
        let all = (0..self.live.len()).map(|w| come(w).count_ones()).sum();
        Reason::Barrier {
            number,
            expected,
            arrived: all,
            missing: missing.filter(|own| own.1 != 0).collect(),
        }
    }

    /// Returns the lanes of its warp for which a thread waits at an operation.
    fn missing(&self, launch: &Launch, t: usize, id: InstId) -> u32 {
        let warp = t / 32;
        let named = match launch.function().inst(id).args.last() {
            Some(&mask) => self.get(launch, t, mask) as u32,
            None => u32::MAX,
        };
        let here = self.at[t];
        let come =
            lanes(self.live[warp]).filter(|n| self.at[warp * 32 + n] == here).fold(0, |all, n| all | 1 << n);
        let converging = converge::converges(launch, id).is_some();
        let others = if converging { self.ready[warp] } else { u32::MAX };
        named & self.live[warp] & !come & others
    }

    /// Returns the value of `v` in a thread that has yielded, if the yield has it as an operand or it is the
    /// same in any place.
    fn known_value(&self, launch: &Launch, yielded: InstId, t: usize, v: Value) -> Option<u64> {
        let f = launch.function();
        if f.inst(yielded).args.contains(&v) {
            return Some(self.get(launch, t, v) as u64);
        }
        let Def::Inst(id, _) = f.value(v).def else { return None };
        let inst = f.inst(id);
        let axis = |at: [u32; 3], n: u8| at.get(usize::from(n)).map(|&n| n.into());
        match inst.op {
            Op::VarAddr(var) => launch.vars.get(var.index()).copied(),
            Op::Sreg(Sreg::Tid(n)) => axis(launch.geometry.thread_at(t as u32), n),
            Op::Sreg(Sreg::Ctaid(n)) => axis(self.block, n),
            Op::Load { space: Space::Param, ty, offset, .. } if inst.results.len() == 1 => {
                let at = (f.constant(inst.args[0])? as i64).checked_add(offset)? as usize;
                let bytes = launch.params.get(at..at.checked_add(ty.bytes() as usize)?)?;
                let mut word = [0; 8];
                word.get_mut(..bytes.len())?.copy_from_slice(bytes);
                Some(u64::from_le_bytes(word))
            }
            _ => None,
        }
    }

    /// Reads the memory that a thread polls.
    fn peek(&self, space: Space, address: u64, bytes: u32, outside: &Peek<'_>) -> Option<u64> {
        let context = self.context.as_deref()?;
        let own = match space {
            Space::Shared => Some(address),
            _ => address.checked_sub(context.shared),
        };
        let own =
            own.filter(|at| at.checked_add(bytes.into()).is_some_and(|end| end <= context.shared_bytes));
        match (own, space) {
            (Some(at), _) if bytes <= 8 => {
                let mut word = [0; 8];
                // SAFETY: the block's shared memory is committed while it has a context, and no thread runs
                // the block now.
                unsafe {
                    let from = (context.shared + at) as *const u8;
                    std::ptr::copy_nonoverlapping(from, word.as_mut_ptr(), bytes as usize);
                }
                Some(u64::from_le_bytes(word))
            }
            (None, Space::Generic | Space::Global) => outside(address, bytes),
            _ => None,
        }
    }
}

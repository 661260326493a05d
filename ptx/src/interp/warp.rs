//! Warp operations, executed when all lanes in a mask have arrived or ended.
//!
//! Lanes are matched by operation and mask, not by place in the program (PTX ISA, `shfl.sync`: "the same
//! qualifiers and same membermask value").

use super::block::Block;
use super::space;
use super::space::Access;
use super::thread::ThreadState;
use super::watch::{self, AccessKind, Event, NO_INST, Stored, WarpArrival};
use super::{LaunchState, Memory};
use crate::exec::{Fault, FaultKind, WARP};
use crate::ir::group::{GroupMma, WARPS as GROUP_WARPS};
use crate::ir::{Inst, Op, Order, Scalar, Shfl, Space, Vote};

impl Block {
    /// Executes the complete operations of a warp. Returns whether any lane can continue.
    pub(super) fn warp_operations(
        &mut self,
        launch: &LaunchState<'_>,
        memory: &mut impl Memory,
        warp: usize,
    ) -> Result<bool, Fault> {
        let first = warp * WARP as usize;
        let live = self.live(warp);
        let mut moved = false;
        let mut seen = 0u32;
        for lane in 0..WARP {
            if seen & 1 << lane != 0 || !self.at_warp_op(launch, first, lane) {
                continue;
            }
            let inst = self.sync_inst(launch, first + lane as usize);
            let members = self.members(launch, first + lane as usize, inst);
            let joins = |other: u32| {
                let t = first + other as usize;
                if !self.at_warp_op(launch, first, other) {
                    return false;
                }
                let there = self.sync_inst(launch, t);
                match members {
                    Some(_) => there.op == inst.op && self.members(launch, t, there) == members,
                    None => std::ptr::eq(there, inst),
                }
            };
            let group = (lane..WARP).filter(|&n| joins(n)).fold(0u32, |g, n| g | 1 << n);
            seen |= group;
            if members.is_none_or(|m| m & live & !group == 0) {
                match &inst.op {
                    Op::GroupMma(multiply) => {
                        memory.watch(self.warp_event(first, inst, (group, group), 0));
                        self.multiply_group(launch, memory, first, (multiply, inst), group).map_err(
                            |kind| self.fault(launch, kind, inst.line, Some(first + lane as usize)),
                        )?;
                    }
                    _ => self.perform(launch, memory, first, inst, group, members),
                }
                moved = true;
            }
        }
        Ok(moved)
    }

    /// Continues lanes at reconvergence points, the earliest point first. Returns whether any lane continues.
    /// After a timeout, all waiting lanes continue: another lane may spin-wait for a word that one of them
    /// writes.
    pub(super) fn converge(&mut self, launch: &LaunchState<'_>, warp: usize) -> bool {
        let first = warp * WARP as usize;
        let mut standing = Vec::new();
        let mut others = false;
        for (n, thread) in self.threads[first..].iter().take(WARP as usize).enumerate() {
            others |= thread.state == ThreadState::Ready;
            if thread.state == ThreadState::Sync
                && let Op::Converge { number, waits } = self.sync_inst(launch, first + n).op
            {
                standing.push((number, waits, first + n));
            }
        }
        let Some(&(least, waits, _)) = standing.iter().min() else { return false };
        let held = others || standing.iter().any(|&(number, ..)| number != least);
        let timeout = &mut self.timeout[warp];
        if !held {
            timeout.reconverged();
        }
        let all = !held || !timeout.keep_waiting(others || waits);
        let continues = |&&(number, ..): &&(u32, bool, usize)| all || !others && number == least;
        let released: Vec<usize> = standing.iter().filter(continues).map(|&(.., t)| t).collect();
        released.iter().for_each(|&t| self.release(t));
        !released.is_empty()
    }

    fn at_warp_op(&self, launch: &LaunchState<'_>, first: usize, lane: u32) -> bool {
        let t = first + lane as usize;
        self.threads.get(t).is_some_and(|thread| thread.state == ThreadState::Sync)
            && !matches!(self.sync_inst(launch, t).op, Op::Barrier { .. } | Op::Converge { .. })
    }

    /// Returns the lanes that an operation waits for; `None` for `activemask`, which takes the lanes present.
    fn members(&self, launch: &LaunchState<'_>, t: usize, inst: &Inst) -> Option<u32> {
        if inst.op == Op::ActiveMask {
            return None;
        }
        inst.args.last().map(|&v| self.get(launch, t, v) as u32)
    }

    /// Returns the event of a warp operation for watchers.
    fn warp_event(
        &self,
        first: usize,
        inst: &Inst,
        (lanes, named): (u32, u32),
        absent: u32,
    ) -> Event<'static> {
        let (live, line, name) = (self.live(first / WARP as usize), inst.line, watch::name(&inst.op));
        Event::Warp(WarpArrival { first: first as u32, lanes, named, live, absent, line, name })
    }

    /// Executes an operation for a group of lanes, each at its own instruction of that kind.
    fn perform(
        &mut self,
        launch: &LaunchState<'_>,
        memory: &mut impl Memory,
        first: usize,
        inst: &Inst,
        group: u32,
        members: Option<u32>,
    ) {
        if matches!(inst.op, Op::Mma(_) | Op::Rows { .. }) {
            memory.watch(self.warp_event(first, inst, (group, members.unwrap_or(group)), 0));
            return self.matrix(launch, first, inst, group);
        }
        let mut operands = [[0u128; 3]; WARP as usize];
        for lane in lanes(group) {
            let own = self.sync_inst(launch, first + lane);
            for (n, &v) in own.args.iter().take(3).enumerate() {
                operands[lane][n] = self.get(launch, first + lane, v);
            }
        }
        let taking = group & members.unwrap_or(group);
        if let Some(members) = members {
            let absent = missing_sources(&inst.op, &operands, group, taking);
            memory.watch(self.warp_event(first, inst, (group, members), absent));
        }
        let bits = inst.args.first().map_or(32, |&v| launch.function.ty(v).bits());
        for lane in lanes(group) {
            let [result, second] = result_in_lane(&inst.op, &operands, taking, lane, bits);
            let own = self.sync_inst(launch, first + lane);
            for (&v, value) in own.results.iter().zip([result, second]) {
                self.set(launch, first + lane, v, value);
            }
        }
        for lane in lanes(group) {
            self.release(first + lane);
        }
    }

    /// Executes a warp's part of the multiplication of its warpgroup; operands of absent lanes count as zero.
    fn multiply_group(
        &mut self,
        launch: &LaunchState<'_>,
        memory: &mut impl Memory,
        first: usize,
        (multiply, inst): (&GroupMma, &Inst),
        group: u32,
    ) -> Result<(), FaultKind> {
        let mut registers = vec![[0; WARP as usize]; inst.args.len() - 1];
        let leader = first + group.trailing_zeros() as usize;
        for lane in lanes(group) {
            let own = self.sync_inst(launch, first + lane);
            for (register, &v) in registers.iter_mut().zip(&own.args) {
                register[lane] = self.get(launch, first + lane, v) as u64;
            }
        }
        // Operands common to the warp are those of its first lane present.
        for register in &mut registers {
            register[0] = if group & 1 == 0 { register[leader - first] } else { register[0] };
        }
        let warp = first / WARP as usize % GROUP_WARPS;
        let spaces = &self.spaces;
        let result = super::mma::group_answer(multiply, warp, &registers, &mut |address| {
            let access = Access { space: Space::Shared, address: address.into(), thread: leader };
            let mut bytes = [0; 16];
            let size = (bytes.len(), Stored::default());
            let event = access.event(size, AccessKind::Load, Order::Weak, (inst.line, NO_INST), spaces);
            if memory.watch(event) {
                spaces.load(launch, memory, access, &mut bytes).ok()?;
            }
            Some(bytes)
        });
        let result = result.map_err(|address| FaultKind::IllegalAddress {
            space: Space::Shared,
            address: address.into(),
            bytes: 16,
            write: false,
        })?;
        for lane in lanes(group) {
            for (&v, register) in self.sync_inst(launch, first + lane).results.iter().zip(&result) {
                self.set(launch, first + lane, v, register[lane].into());
            }
            self.release(first + lane);
        }
        Ok(())
    }

    /// Executes a matrix operation; operands of absent lanes count as zero.
    fn matrix(&mut self, launch: &LaunchState<'_>, first: usize, inst: &Inst, group: u32) {
        let mut registers = Vec::new();
        for lane in lanes(group) {
            let own = self.sync_inst(launch, first + lane);
            registers.resize(own.args.len(), [0; WARP as usize]);
            for (register, &v) in registers.iter_mut().zip(&own.args) {
                register[lane] = self.get(launch, first + lane, v) as u64;
            }
        }
        let result = super::mma::answer(&inst.op, &registers);
        for lane in lanes(group) {
            for (&v, register) in self.sync_inst(launch, first + lane).results.iter().zip(&result) {
                self.set(launch, first + lane, v, register[lane].into());
            }
            self.release(first + lane);
        }
    }
}

/// Returns the lanes of a mask, lowest first.
fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..WARP as usize).filter(move |n| mask >> n & 1 != 0)
}

/// Returns the results of a warp operation in one lane. `operands` are the first three of each lane, `taking`
/// the participating lanes, `bits` the width of the first operand.
pub fn result_in_lane(op: &Op, operands: &[[u128; 3]; 32], taking: u32, lane: usize, bits: u32) -> [u128; 2] {
    let all = |test: &dyn Fn(usize) -> bool| lanes(taking).all(test);
    let set =
        |test: &dyn Fn(usize) -> bool| lanes(taking).filter(|&n| test(n)).fold(0u32, |mask, n| mask | 1 << n);
    let truth = |n: usize| operands[n][0] != 0;
    let same = |n: usize| operands[n][0] == operands[lane][0];
    match *op {
        Op::Shfl(mode) => {
            let [own, b, c] = operands[lane];
            let (source, in_range) = source_lane(mode, lane as u32, b as u32, c as u32);
            let moved = match in_range {
                true if taking >> source & 1 != 0 => operands[source as usize][0],
                // PTX leaves it undefined; an H200 answers zero.
                true => 0,
                false => own,
            };
            [moved, u128::from(in_range)]
        }
        Op::Vote(Vote::All) => [u128::from(all(&truth)), 0],
        Op::Vote(Vote::Any) => [u128::from(!all(&|n| !truth(n))), 0],
        Op::Vote(Vote::Uni) => [u128::from(all(&truth) || all(&|n| !truth(n))), 0],
        Op::Vote(Vote::Ballot) => [u128::from(set(&truth)), 0],
        Op::Match { all: false } => [u128::from(set(&same)), 0],
        Op::Match { all: true } => {
            let agree = all(&same);
            [u128::from(if agree { taking } else { 0 }), u128::from(agree)]
        }
        Op::Redux { op, ty } => {
            let mut values = lanes(taking).map(|n| operands[n][0]);
            let start = values.next().unwrap_or(0);
            let ty = if ty == Scalar::B32 { Scalar::U32 } else { ty };
            [values.fold(start, |sum, v| space::combine(op, ty, false, sum, v, 0)) & ((1 << bits) - 1), 0]
        }
        Op::ActiveMask => [u128::from(taking), 0],
        Op::Elect => {
            let leader = taking.trailing_zeros();
            [u128::from(leader), u128::from(leader == lane as u32)]
        }
        _ => [0, 0],
    }
}

/// Returns the lanes of a group that read the value of a lane that does not participate.
pub fn missing_sources(op: &Op, operands: &[[u128; 3]; 32], group: u32, taking: u32) -> u32 {
    let Op::Shfl(mode) = *op else { return 0 };
    let takes_none = |lane: usize| {
        let [_, b, c] = operands[lane];
        let (source, in_range) = source_lane(mode, lane as u32, b as u32, c as u32);
        in_range && taking >> source & 1 == 0
    };
    lanes(group).filter(|&lane| takes_none(lane)).fold(0, |mask, lane| mask | 1 << lane)
}

/// Returns the source lane of `shfl.sync`, and whether it is in range; otherwise it is the reader (PTX ISA).
pub const fn source_lane(mode: Shfl, lane: u32, b: u32, c: u32) -> (u32, bool) {
    let (b, clamp, segment) = (b & 31, c & 31, c >> 8 & 31);
    let most = (lane & segment) | (clamp & !segment);
    let (source, in_range) = match mode {
        Shfl::Up => (lane.wrapping_sub(b), lane as i32 - b as i32 >= most as i32),
        Shfl::Down => (lane + b, lane + b <= most),
        Shfl::Bfly => (lane ^ b, lane ^ b <= most),
        Shfl::Idx => {
            let source = (lane & segment) | (b & !segment);
            (source, source <= most)
        }
    };
    if in_range { (source & 31, true) } else { (lane, false) }
}

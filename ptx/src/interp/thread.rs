//! A thread: runs instructions until a sync operation, its end, or the end of its time slice.

use super::block::Block;
use super::space::Access;
use super::value::{self, extend};
use super::watch::{AccessKind, Event, Stored};
use super::{LaunchState, Memory};
use crate::exec::{FaultKind, WARP};
use crate::ir::{AsyncStep, BlockId, Edge, Inst, InstId, Op, Order, Space, Sreg, Term, Value};
use crate::system::only_replica;

/// State of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ThreadState {
    /// It can continue.
    Ready,
    /// It is at a sync operation.
    Sync,
    /// It has ended.
    Exited,
}

/// Position of a thread in the function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Thread {
    pub(super) state: ThreadState,
    pub(super) block: BlockId,
    /// Index of the next instruction in the block.
    pub(super) next: usize,
}

/// Reason for which a thread stopped.
pub(super) enum Stop {
    /// Sync operation or end of the thread.
    Arrived,
    /// End of the time slice.
    SliceEnd,
}

/// Instructions of a time slice: few enough that a round over a block of a thousand threads is short.
const SLICE: i64 = 1 << 16;
/// Cost of an operation that may be polling, in instructions: some hundred polls for each time slice.
const POLL_COST: i64 = 1 << 9;

impl Block {
    /// Runs thread `t` until it stops. A fault comes with its PTX line.
    pub(super) fn run(
        &mut self,
        launch: &LaunchState<'_>,
        memory: &mut impl Memory,
        clock: &mut u64,
        t: usize,
    ) -> Result<Stop, (FaultKind, u32)> {
        let f = launch.function;
        let mut fuel = SLICE;
        loop {
            let Thread { block, next, .. } = self.threads[t];
            let body = f.block(block);
            let mut at = next;
            while let Some(&id) = body.insts.get(at) {
                let inst = f.inst(id);
                if inst.op == Op::Yield {
                    // Time slices let others run.
                    at += 1;
                    continue;
                }
                *clock += 1;
                fuel -= 1;
                match inst.op.effect() {
                    crate::ir::Effect::Sync => {
                        self.threads[t].next = at;
                        self.threads[t].state = ThreadState::Sync;
                        return Ok(Stop::Arrived);
                    }
                    crate::ir::Effect::Pure => self.pure(launch, memory, t, inst),
                    crate::ir::Effect::Memory => {
                        fuel -= self
                            .memory_op(launch, memory, *clock, t, (id, inst))
                            .map_err(|kind| (kind, inst.line))?;
                    }
                }
                at += 1;
                if fuel <= 0 {
                    self.threads[t].next = at;
                    return Ok(Stop::SliceEnd);
                }
            }
            match &body.term {
                Term::Jump(edge) => self.follow(launch, t, edge),
                Term::Branch { cond, then, other } => {
                    let edge = if self.get(launch, t, *cond) != 0 { then } else { other };
                    self.follow(launch, t, edge);
                }
                Term::Switch { index, targets } => {
                    let n = self.get(launch, t, *index).min(targets.len() as u128 - 1);
                    self.follow(launch, t, &targets[n as usize]);
                }
                Term::Exit => {
                    self.threads[t].state = ThreadState::Exited;
                    return Ok(Stop::Arrived);
                }
                Term::Trap => return Err((FaultKind::Trap, body.line)),
            }
            fuel -= 1;
            if fuel <= 0 {
                return Ok(Stop::SliceEnd);
            }
        }
    }

    /// Follows an edge. All arguments are read before any parameter is written.
    fn follow(&mut self, launch: &LaunchState<'_>, t: usize, edge: &Edge) {
        let mut moved = std::mem::take(&mut self.scratch);
        moved.clear();
        moved.extend(edge.args.iter().map(|&v| self.get(launch, t, v)));
        for (&p, &value) in launch.function.block(edge.to).params.iter().zip(&moved) {
            self.set(launch, t, p, value);
        }
        self.scratch = moved;
        self.threads[t].block = edge.to;
        self.threads[t].next = 0;
    }

    /// Returns a value of thread `t`.
    pub(super) fn get(&self, launch: &LaunchState<'_>, t: usize, v: Value) -> u128 {
        let at = t * launch.registers + launch.slots[v.index()] as usize;
        let low = u128::from(self.registers[at]);
        if launch.function.ty(v).bits() > 64 { low | u128::from(self.registers[at + 1]) << 64 } else { low }
    }

    /// Sets a value of thread `t`, truncated to its type.
    pub(super) fn set(&mut self, launch: &LaunchState<'_>, t: usize, v: Value, value: u128) {
        let at = t * launch.registers + launch.slots[v.index()] as usize;
        let ty = launch.function.ty(v);
        let value = value & value::mask(ty);
        self.registers[at] = value as u64;
        if ty.bits() > 64 {
            self.registers[at + 1] = (value >> 64) as u64;
        }
    }

    fn pure(&mut self, launch: &LaunchState<'_>, memory: &impl Memory, t: usize, inst: &Inst) {
        let address = |b: &Self| b.get(launch, t, inst.args[0]) as u64;
        let value = match &inst.op {
            Op::Const(bits) => u128::from(*bits),
            Op::Sreg(register) => u128::from(self.special(launch, 0, t, *register)),
            Op::VarAddr(var) => u128::from(launch.vars.get(var.index()).copied().unwrap_or(0)),
            Op::Cvta { space, to_generic } => {
                u128::from(self.spaces.convert_address(*space, *to_generic, address(self)))
            }
            Op::IsSpace(space) => {
                let blocks = launch.geometry.cluster_blocks();
                u128::from(self.spaces.is_space(*space, address(self), blocks))
            }
            Op::RankOf => {
                let rank = self.spaces.rank_of(address(self), launch.geometry.cluster_blocks());
                u128::from(rank.unwrap_or(u32::MAX))
            }
            Op::Replica => {
                let number = self.get(launch, t, inst.args[1]) as u32;
                let found = memory.host().map(|host| host.replica(address(self), number));
                u128::from(found.unwrap_or_else(|| only_replica(address(self), number)))
            }
            _ if inst.args.len() <= 3 => self.eval::<3>(launch, t, inst),
            _ => self.eval::<16>(launch, t, inst),
        };
        self.set(launch, t, inst.results[0], value);
    }

    /// Returns the result of an operation with at most `N` operands.
    fn eval<const N: usize>(&self, launch: &LaunchState<'_>, t: usize, inst: &Inst) -> u128 {
        let f = launch.function;
        let (mut args, mut types) = ([0; N], [crate::ir::Type::Pred; N]);
        let n = inst.args.len().min(N);
        for (k, &v) in inst.args.iter().take(N).enumerate() {
            args[k] = self.get(launch, t, v);
            types[k] = f.ty(v);
        }
        value::eval(&inst.op, f.ty(inst.results[0]), &types[..n], &args[..n])
    }

    /// Executes an operation on memory or time. Returns its cost in instructions of the time slice.
    fn memory_op(
        &mut self,
        launch: &LaunchState<'_>,
        memory: &mut impl Memory,
        clock: u64,
        t: usize,
        (id, inst): (InstId, &Inst),
    ) -> Result<i64, FaultKind> {
        let cost = |order: Order| if order == Order::Weak { 0 } else { POLL_COST };
        let access = |b: &Self, space: Space, offset: i64| {
            let sum = (b.get(launch, t, inst.args[0]) as u64).wrapping_add_signed(offset);
            let narrow = matches!(space, Space::Shared | Space::Local | Space::Param);
            Access { space, address: if narrow { sum & 0xffff_ffff } else { sum }, thread: t }
        };
        let place = (inst.line, id.index() as u32);
        let mut bytes = [0; 64];
        match inst.op {
            Op::Load { space, ty, offset, order } => {
                let size = ty.bytes() as usize;
                let all = &mut bytes[..size * inst.results.len()];
                let access = access(self, space, offset);
                if memory.watch(access.event(
                    (all.len(), Stored::default()),
                    AccessKind::Load,
                    order,
                    place,
                    &self.spaces,
                )) {
                    self.spaces.load(launch, memory, access, all)?;
                }
                for (n, &result) in inst.results.iter().enumerate() {
                    let mut word = [0; 16];
                    word[..size].copy_from_slice(&bytes[n * size..][..size]);
                    self.set(launch, t, result, extend(u128::from_le_bytes(word), ty));
                }
                Ok(cost(order))
            }
            Op::Store { space, ty, offset, order } => {
                let size = ty.bytes() as usize;
                for (n, &v) in inst.args[1..].iter().enumerate() {
                    let word = self.get(launch, t, v).to_le_bytes();
                    bytes[n * size..][..size].copy_from_slice(&word[..size]);
                }
                let access = access(self, space, offset);
                let all = &bytes[..size * (inst.args.len() - 1)];
                let mut before = [0; 64];
                let before = &mut before[..all.len()];
                let read = memory.is_watched() && self.spaces.load(launch, memory, access, before).is_ok();
                let before = |to: &mut [u8]| {
                    to.copy_from_slice(&before[..to.len()]);
                    read
                };
                let stored = Stored { bytes: all, before: Some(&before) };
                if memory.watch(access.event(
                    (all.len(), stored),
                    AccessKind::Store,
                    order,
                    place,
                    &self.spaces,
                )) {
                    self.spaces.store(memory, access, all)?;
                }
                Ok(cost(order))
            }
            Op::Atom { space, op, ty, offset, order } => {
                let arg = |n: usize| inst.args.get(n).map_or(0, |&v| self.get(launch, t, v));
                let args = [arg(1), arg(2)];
                let access = access(self, space, offset);
                let size = (ty.bytes() as usize, Stored::default());
                let event = access.event(size, AccessKind::Atom(op), order, place, &self.spaces);
                let old = match memory.watch(event) {
                    true => self.spaces.atomic(launch, memory, access, op, ty, args)?,
                    false => 0,
                };
                if let Some(&result) = inst.results.first() {
                    self.set(launch, t, result, extend(old, ty));
                }
                Ok(POLL_COST)
            }
            Op::Sreg(register) => {
                let value = self.special(launch, clock, t, register);
                self.set(launch, t, inst.results[0], u128::from(value));
                Ok(0)
            }
            Op::Fence => {
                memory.watch(Event::Fence { thread: t as u32 });
                Ok(0)
            }
            Op::Async(step) => {
                let arg = |n: usize| inst.args.get(n).map_or(0, |&v| self.get(launch, t, v) as u64);
                let copies = matches!(step, AsyncStep::Copy | AsyncStep::Bulk);
                let to = if copies { self.spaces.own_shared(arg(0)) } else { None };
                let object = if step == AsyncStep::Bulk { self.spaces.own_shared(arg(2)) } else { None };
                let number = arg(usize::from(copies)) as u32;
                let (thread, line) = (t as u32, inst.line);
                memory.watch(Event::Async { thread, step, to, number, object, line });
                Ok(0)
            }
            Op::System(_) => {
                self.system(launch, memory, t, (id, inst)).map(|again| if again { SLICE } else { 0 })
            }
            Op::Texture(_) => self.texture(launch, memory, t, inst).map(|()| 0),
            Op::Tensor(_) => self.tensor(launch, memory, t, inst).map(|()| 0),
            Op::Nanosleep => Ok(SLICE),
            _ => Ok(0),
        }
    }

    /// Returns a special register. Time is the number of instructions executed so far.
    fn special(&self, launch: &LaunchState<'_>, clock: u64, t: usize, register: Sreg) -> u64 {
        let g = launch.geometry;
        let (t, lane) = (t as u32, t as u32 % WARP);
        let axis = |v: [u32; 3], n: u8| v.get(n as usize).copied().unwrap_or(0);
        let value = match register {
            Sreg::Tid(n) => axis(g.thread_at(t), n),
            Sreg::Ntid(n) => axis(g.block, n),
            Sreg::Ctaid(n) => axis(self.at, n),
            Sreg::Nctaid(n) => axis(g.grid, n),
            Sreg::Clusterid(n) => axis(g.cluster_of(self.at), n),
            Sreg::Nclusterid(n) => axis(g.clusters(), n),
            Sreg::ClusterCtaid(n) => axis(g.place_in_cluster(self.at), n),
            Sreg::ClusterNctaid(n) => axis(g.cluster_shape(), n),
            Sreg::ClusterCtarank => g.rank(self.at),
            Sreg::ClusterNctarank => g.cluster_blocks(),
            Sreg::IsExplicitCluster => g.cluster.is_some().into(),
            Sreg::LaneId => lane,
            Sreg::WarpId => t / WARP,
            Sreg::NWarpId => g.warps(),
            Sreg::WarpSize => WARP,
            Sreg::LanemaskEq => 1 << lane,
            Sreg::LanemaskLt => (1 << lane) - 1,
            Sreg::LanemaskLe => u32::MAX >> (31 - lane),
            Sreg::LanemaskGt => !(u32::MAX >> (31 - lane)),
            Sreg::LanemaskGe => !((1 << lane) - 1),
            Sreg::DynamicSmemSize => launch.dynamic_shared,
            Sreg::TotalSmemSize => launch.total_shared,
            Sreg::NSmId => 1,
            Sreg::EnvReg(1) => (self.workspace >> 32) as u32,
            Sreg::EnvReg(2) => self.workspace as u32,
            // There is one multiprocessor and one grid.
            Sreg::SmId | Sreg::GridId | Sreg::EnvReg(_) => 0,
            Sreg::Clock | Sreg::GlobalTimerLo => clock as u32,
            Sreg::ClockHi | Sreg::GlobalTimerHi => (clock >> 32) as u32,
            Sreg::Clock64 | Sreg::GlobalTimer => return clock,
        };
        u64::from(value)
    }
}

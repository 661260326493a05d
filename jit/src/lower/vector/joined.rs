//! Blocks that run as one: neighbours in a row of the grid.
//!
//! A block of a stencil has short rows, so that memory is read in pieces that the processor does not follow,
//! and a short kernel takes less time than the tests before it. Where threads know their column in the grid
//! (`%ctaid.x * %ntid.x + %tid.x`), but neither their block nor their place in it, the blocks that the driver
//! offers together are one [plane](super::plane) with longer rows. Its whole strips run row after row.

use super::group::LINE;
use super::plane::{PlaneCode, RowGroup, Settled};
use super::region_code::NotVectorizable;
use super::state::{Vectors, Whole};
use super::sweep::Frame;
use super::trace::Trace;
use crate::abi::offset;
use crate::lower::emitter::TRUSTED;
use crate::machine::Extra;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value as Cl, types};
use ptx::analysis::regions::{Region, Start};
use ptx::ir::{Effect, Function, Inst, InstId, IntOp, Op, Order, Space, Sreg, Type, Value};

/// Maximum number of blocks that run as one.
const MOST: i64 = 64;

/// Bytes from a strip's memory to what it prefetches.
const DISTANCE: i64 = 4096;

/// Maximum number of buffers that strips prefetch.
const MOST_STREAMS: usize = 3;

/// A buffer through which strips go on, `stride` bytes a thread.
struct Stream {
    buffer: Value,
    stride: i64,
    /// Address for the first thread of the row.
    at: Cl,
    /// It is read, not only written.
    reads: bool,
    /// Whole strips write it past the caches, strips under masks do not.
    streamed: bool,
}

/// Blocks of a row of the grid that may run as one.
pub(super) struct Joint {
    /// Numbers by which `%ctaid.x` is multiplied instead of by `%ntid.x`: it has to be each of them.
    lengths: Vec<u64>,
}

impl Vectors<'_> {
    /// Returns what blocks of a row of the grid need to run as one, if they may.
    pub(super) fn joint(&self, region: &Region, trace: &Trace, groups: &[RowGroup]) -> Option<Joint> {
        let f = self.e.f;
        if region.start != Start::Entry || self.region.nexts != [0] || !trace.apart.is_empty() {
            return None;
        }
        let lengths = columns(f)?;
        for &at in &trace.places {
            let id = region.blocks[at];
            let back = |to| region.blocks.iter().position(|&b| b == to).is_some_and(|to| to <= at);
            let own: Vec<(Space, Value)> = groups.iter().filter(|g| g.0 == id).map(|g| g.1).collect();
            let tested = |&id: &InstId| self.is_joinable(id, &own);
            if f.block(id).term.edges().any(|e| back(e.to)) || !f.block(id).insts.iter().all(tested) {
                return None;
            }
        }
        Some(Joint { lengths })
    }

    /// Returns whether an instruction does in joined blocks what it does in single ones: an access is one of
    /// those that are tested before.
    fn is_joinable(&self, id: InstId, groups: &[(Space, Value)]) -> bool {
        let inst = self.e.f.inst(id);
        match inst.op {
            Op::Load { space: Space::Param, .. } => self.analysis.invariant[inst.results[0].index()],
            Op::Load { space, order, .. } | Op::Store { space, order, .. } => {
                order == Order::Weak
                    && matches!(space, Space::Global | Space::Generic | Space::Const)
                    && self.group_of(id).is_some_and(|key| groups.contains(&key))
            }
            Op::IsSpace(_) | Op::RankOf | Op::Replica => false,
            Op::Cvta { space, .. } => space == Space::Global,
            ref op => op.effect() == Effect::Pure,
        }
    }

    /// Emits the number of blocks that run as one, from this block on, and the length of their rows as
    /// `i64`.
    pub(super) fn joined_count(&mut self, joint: &Joint) -> Cl {
        let [x, columns, following, alone, length] =
            [offset!(ctaid), offset!(nctaid), offset!(following), offset!(alone), offset!(ntid)]
                .map(|field| self.e.field(types::I32, field));
        let left = self.e.b.ins().isub(columns, x);
        let offered = self.e.b.ins().iadd_imm_s(following, 1);
        let count = self.e.b.ins().umin(left, offered);
        let most = self.e.b.ins().iconst(types::I32, MOST);
        let mut count = self.e.b.ins().umin(count, most);
        let one = self.e.b.ins().iconst(types::I32, 1);
        for &own in &joint.lengths {
            let same = self.e.b.ins().icmp_imm_u(IntCC::Equal, length, own as i64);
            count = self.e.b.ins().select(same, count, one);
        }
        let none = self.e.b.ins().iconst(types::I32, 0);
        let fewer = self.e.b.ins().iadd_imm_s(alone, -1);
        let fewer = self.e.b.ins().select(alone, fewer, none);
        self.e.b.ins().store(TRUSTED, fewer, self.e.context, offset!(alone));
        self.e.b.ins().select(alone, one, count)
    }

    /// Emits the code for joined blocks that are no plane: this one is tried alone, and so are the others.
    pub(super) fn try_alone(&mut self, count: Cl, again: Block, other: Block) {
        let alone = self.e.b.create_block();
        let several = self.e.b.ins().icmp_imm_u(IntCC::UnsignedGreaterThan, count, 1);
        self.e.b.ins().brif(several, alone, &[], other, &[]);
        self.e.open(alone);
        let others = self.e.b.ins().iadd_imm_s(count, -1);
        self.e.b.ins().store(TRUSTED, others, self.e.context, offset!(alone));
        let one = self.e.b.ins().iconst(types::I32, 1);
        self.e.b.ins().jump(again, &[one.into()]);
    }

    /// Records that blocks have been run as one: the last of them is the current one.
    pub(super) fn end_joined(&mut self, count: Cl) {
        let context = self.e.context;
        let passed = self.e.b.ins().iadd_imm_s(count, -1);
        for (field, up) in [(offset!(ctaid), true), (offset!(cluster.id), true), (offset!(following), false)]
        {
            let n = self.e.field(types::I32, field);
            let n = if up { self.e.b.ins().iadd(n, passed) } else { self.e.b.ins().isub(n, passed) };
            self.e.b.ins().store(TRUSTED, n, context, field);
        }
        let words = self.e.b.ins().uextend(types::I64, passed);
        let bytes = self.e.b.ins().ishl_imm_u(words, 1);
        let sms = self.e.field(types::I64, offset!(following_sms));
        let sms = self.e.b.ins().iadd(sms, bytes);
        self.e.b.ins().store(TRUSTED, sms, context, offset!(following_sms));
        let none = self.e.b.ins().iconst(types::I32, 0);
        self.e.b.ins().store(TRUSTED, none, context, offset!(joined_place));
    }

    /// Returns what strips of a row prefetch: for each buffer, the highest of the addresses in it. Blocks
    /// come in ascending order, so that what lies lower has been read before.
    fn streams(&mut self, groups: &[RowGroup], here: &[Cl]) -> Vec<Stream> {
        let mut streams: Vec<Stream> = Vec::new();
        if self.bounds.vector_bytes < 32 {
            return streams;
        }
        for (&(id, key, ref group), &at) in groups.iter().zip(here) {
            let (buffer, stride) = (self.buffer(key.1), group.stride);
            let insts = &self.e.f.block(id).insts;
            let is_read = |&id: &InstId| matches!(self.e.f.inst(id).op, Op::Load { .. });
            let mut own = insts.iter().filter(|&&id| self.group_of(id) == Some(key));
            let streamed = own.clone().all(|id| self.analysis.streamed[id.index()]);
            let reads = own.any(is_read);
            let Some(buffer) = buffer.filter(|_| (1..=LINE).contains(&stride)) else { continue };
            match streams.iter().position(|own| (own.buffer, own.stride) == (buffer, stride)) {
                Some(n) => {
                    streams[n].at = self.e.b.ins().umax(streams[n].at, at);
                    streams[n].reads |= reads;
                    streams[n].streamed &= streamed;
                }
                None => streams.push(Stream { buffer, stride, at, reads, streamed }),
            }
        }
        streams.truncate(MOST_STREAMS);
        streams
    }

    /// Returns the pointer from which an address is computed.
    fn buffer(&self, v: Value) -> Option<Value> {
        let pointer = |v: Value| self.analysis.invariant[v.index()] && self.e.f.ty(v) == Type::I64;
        if pointer(v) {
            return Some(v);
        }
        let inst = self.e.f.def_inst(v).filter(|inst| matches!(inst.op, Op::Int(IntOp::Add | IntOp::Sub)))?;
        inst.args.iter().find_map(|&arg| self.buffer(arg))
    }

    /// Prefetches what strips further on read and write: the processor does not read ahead beyond a page.
    fn prefetch_streams(&mut self, streams: &[Stream], place: Cl, masked: bool) {
        for &Stream { at, stride, reads, .. } in streams.iter().filter(|own| masked || !own.streamed) {
            let step = self.stepped_by(place, stride);
            let at = self.e.b.ins().iadd(at, step);
            let what = if reads { Extra::Prefetch } else { Extra::PrefetchWrite };
            for line in (0..stride * i64::from(self.width)).step_by(LINE as usize) {
                let line = self.e.b.ins().iadd_imm_s(at, DISTANCE + line);
                self.e.extra_effect(what, &[line]);
            }
        }
    }

    /// Notes which strip of the joined blocks runs now: an unmapped page may stop it.
    pub(super) fn note_joined(&mut self, place: Cl) {
        let place = self.e.b.ins().ireduce(types::I32, place);
        self.e.b.ins().store(TRUSTED, place, self.e.context, offset!(joined_place));
    }

    /// Emits the sweep over all strips of a plane that several blocks may be.
    pub(super) fn joined_sweep(
        &mut self,
        code: PlaneCode<'_>,
        frame: &Frame,
        joint: &Joint,
        (whole, other, done): (Cl, Block, Block),
    ) -> Result<(), NotVectorizable> {
        let (_, trace, plane, groups) = code;
        let [settle, failed, ended] = std::array::from_fn(|_| self.e.b.create_block());
        let count = self.joined_count(joint);
        self.e.b.ins().jump(settle, &[count.into()]);
        self.e.b.switch_to_block(settle);
        let count = self.e.b.append_block_param(settle, types::I32);
        let settled = self.settle_plane((plane, trace, groups), frame, (done, failed), Some(count));
        self.joined_rows(code, frame, (&settled, whole, ended))?;
        self.e.open(failed);
        self.try_alone(count, settle, other);
        self.e.b.seal_block(settle);
        self.e.open(ended);
        self.end_joined(count);
        self.e.b.ins().jump(done, &[]);
        Ok(())
    }

    /// Emits the loops over the rows and over the strips of each: first those that begin with idle lanes,
    /// then whole ones, then the rest.
    fn joined_rows(
        &mut self,
        code: PlaneCode<'_>,
        frame: &Frame,
        (settled, whole, ended): (&Settled, Cl, Block),
    ) -> Result<(), NotVectorizable> {
        let (_, _, plane, groups) = code;
        let [row, strips, part, middle, strip, rest, below] =
            std::array::from_fn(|_| self.e.b.create_block());
        let width = i64::from(self.width);
        let zero = self.e.b.ins().iconst(types::I64, 0);
        let first_thread = self.e.b.ins().iconst(types::I32, 0);
        let length = settled.length[1];
        let places = self.group_places(groups, &mut settled.first.clone());
        let mut args = vec![zero, first_thread];
        args.extend(places.iter().zip(&settled.group_steps).filter(|(_, step)| step.is_some()).map(|p| *p.0));
        let ends = settled.part.map(|own| (self.e.up_to(own.low, width), self.e.down_to(own.high, width)));
        let params = self.params_like(row, &args);
        self.jump_to_strip(row, &args);

        self.e.b.switch_to_block(row);
        let mut runs = None;
        for &(code, sides) in &settled.tests {
            let narrow = self.e.b.ins().ireduce(types::I32, params[0]);
            let [a, b] = sides.map(|(first, step)| match step {
                Some(step) if self.e.b.func.dfg.value_type(step) == types::I64 => {
                    let by = self.e.b.ins().imul(params[0], step);
                    self.e.b.ins().iadd(first, by)
                }
                Some(step) => {
                    let by = self.e.b.ins().imul(narrow, step);
                    self.e.b.ins().iadd(first, by)
                }
                None => first,
            });
            let holds = self.e.b.ins().icmp(code, a, b);
            runs = Some(runs.map_or(holds, |runs| self.e.both(runs, holds)));
        }
        match runs {
            Some(runs) => self.e.b.ins().brif(runs, strips, &[], below, &[]),
            None => self.e.b.ins().jump(strips, &[]),
        };
        self.e.open(strips);
        let made = self.moved_down(plane, &settled.first, &settled.steps, params[0]);
        let here = self.groups_of_row(groups, (&places, settled), &params);
        let own: Vec<Cl> = here.iter().map(|own| own.2).collect();
        let streams = self.streams(groups, &own);
        let strip_of = |this: &mut Self, end: Block, place: Cl, active: Option<Cl>| {
            this.note_joined(place);
            this.prefetch_streams(&streams, place, active.is_some());
            this.enter_strip(frame, params[1], end);
            let (lanes, groups, shared) = (this.width, here.clone(), Vec::new());
            this.region.whole = Some(Whole { lanes, active, row_offset: place, groups, shared });
            this.enter_lane_zero();
            let wanted = this.wanted(plane.values());
            this.set_row_values(&wanted, &made, place);
            this.traced(code.0, code.1)?;
            this.region.whole = None;
            this.active.entered += 1;
            this.e.open(end);
            Ok::<Cl, NotVectorizable>(this.e.b.ins().iadd_imm_s(place, width))
        };
        let (from, to) = ends.unwrap_or((zero, length));
        if let Some(own) = settled.part {
            let none = self.e.b.ins().icmp_imm_u(IntCC::Equal, from, 0);
            let place = self.e.b.append_block_param(part, types::I64);
            self.e.b.ins().brif(none, middle, &[], part, &[zero.into()]);
            self.e.b.switch_to_block(part);
            let active = self.lanes_of_part(own, place);
            let [some, end] = std::array::from_fn(|_| self.e.b.create_block());
            self.e.b.ins().brif(active, some, &[], end, &[]);
            self.e.open(some);
            let next = strip_of(self, end, place, Some(active))?;
            let more = self.e.b.create_block();
            let is_whole = self.e.b.ins().icmp(IntCC::Equal, next, from);
            self.e.b.ins().brif(is_whole, middle, &[], more, &[]);
            self.e.open(more);
            let more = self.e.b.ins().icmp(IntCC::SignedLessThan, next, length);
            self.e.b.ins().brif(more, part, &[next.into()], below, &[]);
        } else {
            self.e.b.ins().jump(middle, &[]);
        }
        self.e.open(middle);
        let place = self.e.b.append_block_param(strip, types::I64);
        let some = self.e.is_less(from, to);
        self.e.b.ins().brif(some, strip, &[from.into()], rest, &[]);
        self.e.b.switch_to_block(strip);
        let end = self.e.b.create_block();
        let next = strip_of(self, end, place, None)?;
        let more = self.e.b.ins().icmp(IntCC::SignedLessThan, next, to);
        self.e.b.ins().brif(more, strip, &[next.into()], rest, &[]);
        self.e.b.seal_block(strip);
        self.e.open(rest);
        if settled.part.is_some() {
            let start = self.e.greater(from, to);
            let more = self.e.b.ins().icmp(IntCC::SignedLessThan, start, length);
            self.e.b.ins().brif(more, part, &[start.into()], below, &[]);
            self.e.b.seal_block(part);
        } else {
            self.e.b.ins().jump(below, &[]);
        }

        self.e.open(below);
        let next = self.row_below(settled, &params, 1);
        let again = self.e.b.create_block();
        let more = self.e.b.ins().icmp(IntCC::UnsignedLessThan, next[1], whole);
        self.e.b.ins().brif(more, again, &[], ended, &[]);
        self.e.open(again);
        self.jump_to_strip(row, &next);
        self.e.b.seal_block(row);
        Ok(())
    }
}

/// Returns the numbers by which a kernel multiplies `%ctaid.x` instead of by `%ntid.x`, if each use of
/// `%ctaid.x` and of `%tid.x` is a thread's column in the grid. Other registers are the same in all threads
/// of a row of the grid.
fn columns(f: &Function) -> Option<Vec<u64>> {
    let is = |v: Value, register| f.def_inst(v).is_some_and(|inst| inst.op == Op::Sreg(register));
    let (block, thread) = (Sreg::Ctaid(0), Sreg::Tid(0));
    // The first column of a block: its number, and how many columns a block has.
    let first = |inst: &Inst| match (&inst.op, inst.args.as_slice()) {
        (Op::Int(IntOp::Mul), &[a, b]) if is(a, block) => Some(b),
        (Op::Int(IntOp::Mul), &[a, b]) if is(b, block) => Some(a),
        (Op::Int(IntOp::Shl), &[a, b]) if is(a, block) => Some(b),
        _ => None,
    };
    let is_first = |v: Value| f.def_inst(v).is_some_and(|inst| first(inst).is_some());
    let mut lengths = Vec::new();
    for b in f.blocks() {
        for inst in f.block(b).insts.iter().map(|&id| f.inst(id)) {
            if let Op::Sreg(register) = inst.op
                && !matches!(register, Sreg::Tid(_) | Sreg::Ntid(_) | Sreg::Ctaid(_) | Sreg::Nctaid(_))
            {
                return None;
            }
            if let Some(by) = first(inst) {
                match (f.constant(by), &inst.op) {
                    (Some(n), Op::Int(IntOp::Shl)) => lengths.push(1 << Some(n).filter(|&n| n < 32)?),
                    (Some(n), _) => lengths.push(n),
                    (None, Op::Int(IntOp::Mul)) if is(by, Sreg::Ntid(0)) => {}
                    _ => return None,
                }
                continue;
            }
            let sum = match (&inst.op, inst.args.as_slice()) {
                (Op::Int(IntOp::Add), &[a, b]) => {
                    is(a, thread) && is_first(b) || is(b, thread) && is_first(a)
                }
                _ => false,
            };
            if !sum && inst.args.iter().any(|&v| is(v, block) || is(v, thread) || is_first(v)) {
                return None;
            }
        }
        let term = &f.block(b).term;
        let mut passed = term.edges().flat_map(|e| e.args.iter().copied()).chain(term.selector());
        if passed.any(|v| is(v, block) || is(v, thread) || is_first(v)) {
            return None;
        }
    }
    Some(lengths)
}

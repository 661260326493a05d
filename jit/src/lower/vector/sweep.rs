//! The loops over strips that a region is made of.
//!
//! Where all threads of a block run, the region first goes along its rows: what can be known of a whole row (how far
//! conditions hold, that addresses lie in memory) is found out once, and the strips for which all of it is settled run
//! code without masks or tests, one after the other. All other strips are run lane mask by lane mask. At the end the
//! next region follows at once if it is behind a barrier that all threads have come to.

use super::chain::Shapeless;
use super::kind::{Kind, is_widening};
use super::memory::Group;
use super::rows::{Bound, widens};
use super::trace::{Trace, one_next, trace};
use super::{Strip, Vectors};
use crate::abi::offset;
use crate::hostcalls::Host;
use crate::lower::emitter::{Emitter, Lane, TRUSTED};
use crate::lower::plan::Home;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value as Cl, types};
use ptx::analysis::regions::{Region, Start, sync_at_end};
use ptx::ir::{BlockId, Cmp, Def, InstId, Op, Space, Sreg, Type, Value};
use std::collections::BTreeMap;

/// Blocks between one and that for which memory is fetched while it runs.
const AHEAD: i64 = 2;

/// What is known of a whole strip.
pub(super) struct Whole {
    /// Threads of the row between its first whole strip and this one, `i64`.
    behind: Cl,
    /// Accesses that were tested for the row: their root, and its address in the first whole strip.
    groups: Vec<(BlockId, (Space, Value), Cl)>,
}

/// Values of one thread of a row.
type Made = BTreeMap<Value, Cl>;

/// The threads of a row that something holds for: `low..high`, `i64`.
struct Part {
    low: Cl,
    high: Cl,
    /// Whether those are all.
    sure: Option<Cl>,
}

/// What all strips of a region share.
struct Frame {
    frames: Cl,
    masks: Cl,
    fault: Block,
    /// Goes on with strips lane mask by lane mask: `(from, to, from, to, next row)`.
    general: Block,
}

impl Vectors<'_> {
    /// A region's code, for each strip with a lane that runs.
    pub(super) fn strips(&mut self, region: &Region, warps: Cl, finish: Block) -> Result<(), Shapeless> {
        let fault = self.e.make_fault_block();
        let [end, done] = std::array::from_fn(|_| self.e.b.create_block());
        self.one_next = one_next(self.e.f, &self.analysis.regions, region);
        self.clear_values();
        self.set_steady(region, fault, end);
        self.live_in.clone_from(&region.live_in);
        self.live_in.retain(|v| !self.analysis.known[v.index()] || self.analysis.steady[v.index()]);
        let general = self.e.b.create_block();
        for _ in 0..5 {
            self.e.b.append_block_param(general, types::I32);
        }
        let frames = self.e.field(types::I64, offset!(frame));
        let masks = self.e.field(types::I64, offset!(masks));
        let frame = Frame { frames, masks, fault, general };
        let threads = self.e.b.ins().ishl_imm_u(warps, 5);
        let zero = self.e.b.ins().iconst(types::I32, 0);
        let all = [zero, threads, zero, zero, threads].map(BlockArg::from);
        let whole = self.e.field(types::I32, offset!(whole));
        match trace(self.e.f, self.analysis, region) {
            None => {
                self.e.b.ins().jump(general, &all);
                self.one_by_one_strips(region, &frame, end, (done, None))?;
            }
            Some(trace) => {
                let rows = self.e.b.create_block();
                self.e.b.append_block_param(rows, types::I32);
                self.e.b.ins().brif(whole, rows, &[zero.into()], general, &all);
                self.rows(region, &trace, &frame, rows)?;
                self.one_by_one_strips(region, &frame, end, (done, Some((rows, whole))))?;
                self.e.b.seal_block(rows);
            }
        }
        self.e.b.seal_block(general);
        self.e.open(done);
        self.go_on(finish);
        self.e.emit_fault_block(fault);
        Ok(())
    }

    /// What follows a region: the next where all threads stand at the barrier before it, else the driver.
    fn go_on(&mut self, finish: Block) {
        let Some(next) = self.one_next else {
            self.e.b.ins().jump(finish, &[]);
            return;
        };
        let plan = self.e.plan;
        let asks = |b: BlockId| {
            self.e.f.block(b).insts.iter().any(|&i| matches!(self.e.f.inst(i).op, Op::System(_)))
        };
        // What threads said goes to the host before anyone passes the barrier.
        if plan.is_behind_barrier(next as u32) && !self.e.f.blocks().any(asks) {
            let together = self.e.field(types::I32, offset!(together));
            let back = self.e.b.create_block();
            self.e.b.ins().brif(together, self.starts[next], &[], back, &[]);
            self.e.open(back);
        }
        let summary = self.e.b.ins().iconst(types::I64, (next | next << 32) as i64);
        self.e.b.ins().return_(&[summary]);
    }

    /// Strips whose lanes may do different things.
    fn one_by_one_strips(
        &mut self,
        region: &Region,
        frame: &Frame,
        end: Block,
        (done, rows): (Block, Option<(Block, Cl)>),
    ) -> Result<(), Shapeless> {
        let b = &mut self.e.b;
        let [look, other, again, past, body] = std::array::from_fn(|_| b.create_block());
        b.switch_to_block(frame.general);
        let [thread, stop, then, last, next_row] = *b.block_params(frame.general) else { return Ok(()) };
        let more = b.ins().icmp(IntCC::UnsignedLessThan, thread, stop);
        b.ins().brif(more, look, &[], other, &[]);
        self.e.open(other);
        let b = &mut self.e.b;
        let more = b.ins().icmp(IntCC::UnsignedLessThan, then, last);
        b.ins().brif(more, again, &[], past, &[]);
        self.e.open(again);
        let args = [then, last, last, last, next_row].map(BlockArg::from);
        self.e.b.ins().jump(frame.general, &args);
        self.e.open(past);
        match rows {
            None => self.e.b.ins().jump(done, &[]),
            Some((rows, whole)) => {
                let more = self.e.b.ins().icmp(IntCC::UnsignedLessThan, next_row, whole);
                self.e.b.ins().brif(more, rows, &[next_row.into()], done, &[])
            }
        };

        self.e.open(look);
        let b = &mut self.e.b;
        let warp = b.ins().ushr_imm_u(thread, 5);
        let lane = b.ins().band_imm_u(thread, 31);
        let wide = b.ins().uextend(types::I64, warp);
        let place = b.ins().ishl_imm_u(wide, 2);
        let place = b.ins().iadd(frame.masks, place);
        let all = b.ins().load(types::I32, TRUSTED, place, 0);
        let here = b.ins().ushr(all, lane);
        let mask = b.ins().band_imm_u(here, (1 << self.width) - 1);
        b.ins().brif(mask, body, &[], end, &[]);

        self.e.open(body);
        self.e.note_running(thread, self.width);
        self.e.b.def_var(self.alive, mask);
        self.enter_strip(frame, thread, end);
        self.region(region)?;

        self.e.open(end);
        let following = self.e.b.ins().iadd_imm_s(thread, i64::from(self.width));
        let args = [following, stop, then, last, next_row].map(BlockArg::from);
        self.e.b.ins().jump(frame.general, &args);
        Ok(())
    }

    /// What follows is code of the strip that starts with a thread.
    fn enter_strip(&mut self, frame: &Frame, thread: Cl, end: Block) {
        let b = &mut self.e.b;
        let lane = b.ins().band_imm_u(thread, 31);
        let warp = b.ins().ushr_imm_u(thread, 5);
        let warp = b.ins().uextend(types::I64, warp);
        let mine = b.ins().imul_imm_s(warp, i64::from(self.e.plan.frame_bytes));
        let mine = b.ins().iadd(frame.frames, mine);
        let wide = b.ins().uextend(types::I64, lane);
        let words = [2, 3].map(|shift| {
            let offset = b.ins().ishl_imm_u(wide, shift);
            b.ins().iadd(mine, offset)
        });
        let fault = frame.fault;
        self.strip = Some(Strip { thread, lane, words, fault, end });
        self.e.lane = Some(Lane::of_strip(thread, lane, fault, end));
    }

    /// Goes along the rows of a block, all of whose threads run.
    fn rows(&mut self, region: &Region, trace: &Trace, frame: &Frame, rows: Block) -> Result<(), Shapeless> {
        let width = i64::from(self.width);
        let [settle, run, strip, end] = std::array::from_fn(|_| self.e.b.create_block());
        self.e.b.switch_to_block(rows);
        let row = self.e.b.block_params(rows)[0];
        let length = self.e.field(types::I32, offset!(ntid));
        let next_row = self.e.b.ins().iadd(row, length);
        let length = self.e.b.ins().uextend(types::I64, length);

        // Which strip it is would have to be told at every strip.
        let unknown = self.e.b.ins().iconst(types::I32, 0);
        self.e.b.ins().store(TRUSTED, unknown, self.e.context, offset!(running));
        // Which threads of the row go this way, and which of their strips are whole.
        self.enter_strip(frame, row, end);
        let part = self.holding(&trace.bounds, length);
        let b = &mut self.e.b;
        let up = |b: &mut cranelift_frontend::FunctionBuilder<'_>, n| {
            let n = b.ins().iadd_imm_s(n, width - 1);
            b.ins().band_imm_s(n, -width)
        };
        let from = up(b, part.low);
        let to = b.ins().band_imm_s(part.high, -width);
        let any = b.ins().icmp(IntCC::SignedLessThan, from, to);
        let zero = b.ins().iconst(types::I64, 0);
        let all = up(b, length);
        let (mut low, mut high) = (zero, all);
        if trace.idle {
            // All others do nothing.
            low = b.ins().band_imm_s(part.low, -width);
            high = up(b, part.high);
            let some = b.ins().icmp(IntCC::SignedLessThan, part.low, part.high);
            high = b.ins().select(some, high, low);
            if let Some(sure) = part.sure {
                low = b.ins().select(sure, low, zero);
                high = b.ins().select(sure, high, all);
            }
        }
        let any = part.sure.map_or(any, |sure| self.e.b.ins().band(any, sure));
        let b = &mut self.e.b;
        let [low, first, after, high] = [low, from, to, high].map(|n| {
            let n = b.ins().ireduce(types::I32, n);
            b.ins().iadd(row, n)
        });
        let none = b.ins().iconst(types::I32, 0);
        let generally = [low, high, none, none, next_row].map(BlockArg::from);
        b.ins().brif(any, settle, &[], frame.general, &generally);

        // What all those strips need.
        self.e.open(settle);
        self.enter_strip(frame, first, end);
        let count = self.e.b.ins().isub(to, from);
        let mut made = Made::new();
        let wanted = self.wanted(region, trace);
        for &v in &wanted {
            self.along(v, &mut made);
        }
        let mut fine = self.steps_hold(&wanted, &mut made, count);
        let (mut groups, mut flat) = (Vec::new(), Vec::new());
        for &at in &trace.places {
            let id = region.blocks[at];
            let sync = sync_at_end(self.e.f, id);
            let insts: Vec<InstId> =
                self.e.f.block(id).insts.iter().copied().filter(|&i| Some(i) != sync).collect();
            self.group(&insts);
            let known: Vec<_> = self.groups.iter().map(|(key, group)| (*key, *group)).collect();
            for (key, group) in known.into_iter().filter(|(key, _)| self.analysis.known[key.1.index()]) {
                let base = self.along(key.1, &mut made);
                let (own, at) = self.tested_along(key.0, base, &group, count);
                groups.push((id, key, at));
                if self.e.size(key.0).is_none() {
                    flat.push((key.1, group));
                }
                fine = Some(fine.map_or(own, |fine| self.e.b.ins().band(fine, own)));
            }
        }
        self.groups.clear();
        if self.one_next != Some(0) && region.start == Start::Entry {
            // Between this and the next block's turn to read is all the block does besides: memory can be as busy.
            for (root, group) in flat {
                self.look_ahead(root, &group, &mut made, count);
            }
        }
        match fine {
            Some(fine) => self.e.b.ins().brif(fine, run, &[], frame.general, &generally),
            None => self.e.b.ins().jump(run, &[]),
        };
        self.e.open(run);
        let behind = self.e.b.append_block_param(strip, types::I64);
        self.e.b.ins().jump(strip, &[zero.into()]);

        self.e.b.switch_to_block(strip);
        let own = self.e.b.ins().ireduce(types::I32, behind);
        let thread = self.e.b.ins().iadd(first, own);
        self.enter_strip(frame, thread, end);
        self.whole = Some(Whole { behind, groups });
        self.place_along(&wanted, &made, behind);
        self.traced(region, trace)?;
        self.whole = None;
        self.entered += 1;

        self.e.open(end);
        let next = self.e.b.ins().iadd_imm_s(behind, width);
        let more = self.e.b.ins().icmp(IntCC::SignedLessThan, next, count);
        let others = [low, first, after, high, next_row].map(BlockArg::from);
        self.e.b.ins().brif(more, strip, &[next.into()], frame.general, &others);
        self.e.b.seal_block(strip);
        Ok(())
    }

    /// The threads of a row for which all of some comparisons hold; of its first thread's values.
    fn holding(&mut self, bounds: &[Bound], length: Cl) -> Part {
        let zero = self.e.b.ins().iconst(types::I64, 0);
        let mut part = Part { low: zero, high: length, sure: None };
        let mut made = Made::new();
        for bound in bounds {
            let limit = self.along(bound.limit, &mut made);
            let Some(v) = bound.stepping else {
                let fixed = self.along(bound.fixed, &mut made);
                let Some(code) = crate::lower::arith::condition(bound.op, bound.signed) else { continue };
                let holds = self.e.b.ins().icmp(code, fixed, limit);
                part.high = self.e.b.ins().select(holds, part.high, zero);
                continue;
            };
            let start = self.along(v, &mut made);
            let ty = self.e.f.ty(v);
            let [start, limit] = [start, limit].map(|n| self.extended(ty, bound.signed, n));
            let sure = self.near(ty, bound.signed, start, limit, length);
            let mut sure =
                sure.into_iter().chain(self.steps_hold(&[v], &mut made, length)).collect::<Vec<_>>();
            sure.extend(part.sure);
            part.sure = sure.into_iter().reduce(|a, b| self.e.b.ins().band(a, b));
            let b = &mut self.e.b;
            let distance = b.ins().isub(limit, start);
            let beyond = b.ins().iadd_imm_s(distance, 1);
            let (low, high) = match bound.op {
                Cmp::Lt => (None, Some(distance)),
                Cmp::Le => (None, Some(beyond)),
                Cmp::Gt => (Some(beyond), None),
                Cmp::Ge => (Some(distance), None),
                _ => (Some(distance), Some(beyond)),
            };
            if let Some(low) = low {
                part.low = b.ins().smax(part.low, low);
            }
            if let Some(high) = high {
                part.high = b.ins().smin(part.high, high);
            }
        }
        if !bounds.is_empty() {
            part.low = self.e.b.ins().smin(part.low, length);
            part.high = self.e.b.ins().smax(part.high, zero);
        }
        part
    }

    /// Whether differences and sums of a row's values are what they would be without end.
    fn near(&mut self, ty: Type, signed: bool, start: Cl, limit: Cl, length: Cl) -> Vec<Cl> {
        /// Numbers whose differences no 64 bits overflow.
        const FAR: i64 = 1 << 61;
        let b = &mut self.e.b;
        if ty == Type::I32 {
            let last = b.ins().iadd(start, length);
            let most = if signed { i64::from(i32::MAX) } else { i64::from(u32::MAX) };
            // One more than the last.
            let most = b.ins().iconst(types::I64, most + 1);
            return vec![b.ins().icmp(IntCC::SignedLessThanOrEqual, last, most)];
        }
        let far = b.ins().iconst(types::I64, 2 * FAR);
        let own = [start, limit].map(|n| {
            let moved = if signed { b.ins().iadd_imm_s(n, FAR) } else { n };
            b.ins().icmp(IntCC::UnsignedLessThan, moved, far)
        });
        own.to_vec()
    }

    fn extended(&mut self, ty: Type, signed: bool, n: Cl) -> Cl {
        match (ty, signed) {
            (Type::I64, _) => n,
            (_, true) => self.e.b.ins().sextend(types::I64, n),
            (_, false) => self.e.b.ins().uextend(types::I64, n),
        }
    }

    /// What is known along the row and used by something that is not, operands before what is made of them.
    fn wanted(&self, region: &Region, trace: &Trace) -> Vec<Value> {
        let f = self.e.f;
        let along = |v: &Value| self.analysis.known[v.index()] && !self.analysis.steady[v.index()];
        let mut wanted = Vec::new();
        for &at in &trace.places {
            let block = f.block(region.blocks[at]);
            let mut used = Vec::new();
            for inst in block.insts.iter().map(|&i| f.inst(i)) {
                let known =
                    !inst.results.is_empty() && inst.results.iter().all(|v| self.analysis.known[v.index()]);
                if known {
                    used.extend(inst.results.iter().filter(|&&v| self.e.plan.home(v) != Home::Nowhere));
                } else {
                    used.extend(&inst.args);
                }
            }
            used.extend(block.term.edges().flat_map(|e| &e.args));
            used.extend(block.term.selector());
            for v in used.into_iter().filter(along) {
                self.want(v, &mut wanted);
            }
        }
        wanted
    }

    fn want(&self, v: Value, wanted: &mut Vec<Value>) {
        if wanted.contains(&v) {
            return;
        }
        let along = |v: &&Value| self.analysis.known[v.index()] && !self.analysis.steady[v.index()];
        for &arg in self.e.f.def_inst(v).into_iter().flat_map(|inst| inst.args.iter().filter(along)) {
            self.want(arg, wanted);
        }
        wanted.push(v);
    }

    /// A value of the current strip's first thread.
    fn along(&mut self, v: Value, made: &mut Made) -> Cl {
        if self.e.f.constant(v).is_some() || self.analysis.steady[v.index()] {
            return self.base(v);
        }
        if let Some(&value) = made.get(&v) {
            return value;
        }
        let Def::Inst(id, _) = self.e.f.value(v).def else { return self.base(v) };
        let given = self.e.f.inst(id).args.iter().map(|&arg| (arg, self.along(arg, made))).collect();
        let results = self.scalar(id, given);
        let value = results.first().map_or(self.mask, |r| r.1);
        made.insert(v, value);
        value
    }

    /// Has the processor fetch what a block a little further on reads in the place of this one.
    fn look_ahead(&mut self, root: Value, group: &Group, made: &mut Made, count: Cl) {
        const LINE: i64 = 64;
        if !(1..=LINE).contains(&group.stride) || !self.depends_on_block(root) {
            return;
        }
        let start = self.in_later_block(root, made);
        let b = &mut self.e.b;
        let start = b.ins().iadd_imm_s(start, group.low);
        let reach = b.ins().imul_imm_s(count, group.stride);
        let bytes = b.ins().iadd_imm_s(reach, group.high - group.low - group.stride);
        self.e.call(Host::Prefetch, &[start, bytes], None);
    }

    fn depends_on_block(&self, v: Value) -> bool {
        let Some(inst) = self.e.f.def_inst(v).filter(|_| self.analysis.known[v.index()]) else {
            return false;
        };
        inst.op == Op::Sreg(Sreg::Ctaid(0)) || inst.args.iter().any(|&arg| self.depends_on_block(arg))
    }

    /// A value as it is in that block.
    fn in_later_block(&mut self, v: Value, made: &mut Made) -> Cl {
        let Def::Inst(id, _) = self.e.f.value(v).def else { return self.along(v, made) };
        if !self.depends_on_block(v) {
            return self.along(v, made);
        }
        if self.e.f.inst(id).op == Op::Sreg(Sreg::Ctaid(0)) {
            let own = self.along(v, made);
            return self.e.b.ins().iadd_imm_s(own, AHEAD);
        }
        let args = &self.e.f.inst(id).args;
        let given = args.iter().map(|&arg| (arg, self.in_later_block(arg, made))).collect();
        self.scalar(id, given).first().map_or(self.mask, |result| result.1)
    }

    /// Whether widened values, and what they are made of, have their step for so many threads from the current one on.
    fn steps_hold(&mut self, values: &[Value], made: &mut Made, count: Cl) -> Option<Cl> {
        let mut all = Vec::new();
        for &v in values {
            self.want(v, &mut all);
        }
        let mut fine = None;
        for v in all {
            if !widens(self.e.f, v) || self.analysis.steady[v.index()] {
                continue;
            }
            let Def::Inst(id, _) = self.e.f.value(v).def else { continue };
            let Some(signed) = is_widening(self.e.f, id) else { continue };
            for &arg in &self.e.f.inst(id).args {
                let Kind::Affine(stride) = self.kind(arg) else { continue };
                let start = self.along(arg, made);
                let start = self.extended(Type::I32, signed, start);
                let b = &mut self.e.b;
                let reach = b.ins().iadd_imm_s(count, -1);
                let reach = b.ins().imul_imm_s(reach, stride);
                let last = b.ins().iadd(start, reach);
                let low = b.ins().ireduce(types::I32, last);
                let again = self.extended(Type::I32, signed, low);
                let own = self.e.b.ins().icmp(IntCC::Equal, last, again);
                fine = Some(fine.map_or(own, |fine| self.e.b.ins().band(fine, own)));
            }
        }
        fine
    }

    /// Whether so many threads may touch all of a group, and the address of its root for the first of them.
    fn tested_along(&mut self, space: Space, base: Cl, group: &Group, count: Cl) -> (Cl, Cl) {
        let narrow = self.e.b.func.dfg.value_type(base) == types::I32;
        let start = if narrow { self.e.b.ins().uextend(types::I64, base) } else { base };
        let b = &mut self.e.b;
        let reach = b.ins().iadd_imm_s(count, -1);
        let reach = b.ins().imul_imm_s(reach, group.stride.abs());
        let span = b.ins().iadd_imm_s(reach, group.high - group.low);
        let low = b.ins().iadd_imm_s(start, group.low);
        let low = if group.stride < 0 { b.ins().isub(low, reach) } else { low };
        let mut fine = match self.e.size(space) {
            Some(size) => {
                let room = self.e.b.ins().isub(size, low);
                let inside = self.e.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, low, size);
                let enough = self.e.b.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, room, span);
                self.e.b.ins().band(inside, enough)
            }
            None => {
                let within = self.e.b.ins().isub(low, self.e.window);
                let last = self.e.b.ins().isub(self.e.window_bytes, span);
                self.e.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, within, last)
            }
        };
        if group.align > 1 {
            let odd = self.e.b.ins().band_imm_u(start, group.align - 1);
            let aligned = self.e.b.ins().icmp_imm_u(IntCC::Equal, odd, 0);
            fine = self.e.b.ins().band(fine, aligned);
        }
        let at = match self.e.base(space) {
            Some(origin) => self.e.b.ins().iadd(origin, start),
            None => start,
        };
        (fine, at)
    }

    /// Gives a strip its values from those of the first.
    fn place_along(&mut self, wanted: &[Value], made: &Made, behind: Cl) {
        let narrow = self.e.b.ins().ireduce(types::I32, behind);
        for &v in wanted {
            let Some(&first) = made.get(&v) else { continue };
            let value = match self.kind(v) {
                Kind::Affine(stride) | Kind::Widened(stride) => {
                    let own = if Emitter::clif(self.e.f.ty(v)) == types::I32 { narrow } else { behind };
                    let step = self.stepped_by(own, stride);
                    self.e.b.ins().iadd(first, step)
                }
                Kind::Uniform | Kind::Varying => first,
            };
            self.set_base(v, value);
            if let Kind::Widened(_) = self.kind(v) {
                let yes = self.e.b.ins().iconst(types::I8, 1);
                self.set_flag(v, yes);
            }
        }
    }

    fn stepped_by(&mut self, n: Cl, stride: i64) -> Cl {
        match stride {
            1 => n,
            2 | 4 | 8 => self.e.b.ins().ishl_imm_u(n, i64::from(stride.trailing_zeros())),
            _ => self.e.b.ins().imul_imm_s(n, stride),
        }
    }

    /// Notes of a block's accesses which were tested for the row.
    pub(super) fn settle_groups(&mut self, id: BlockId) {
        let Some(whole) = &self.whole else { return };
        let behind = whole.behind;
        let own: Vec<_> =
            whole.groups.iter().filter(|(b, ..)| *b == id).map(|&(_, key, at)| (key, at)).collect();
        for (key, at) in own {
            let Some(stride) = self.groups.get(&key).map(|group| group.stride) else { continue };
            let at = if stride == 0 {
                at
            } else {
                let step = self.stepped_by(behind, stride);
                self.e.b.ins().iadd(at, step)
            };
            if let Some(group) = self.groups.get_mut(&key) {
                group.sure = Some(at);
            }
        }
    }
}

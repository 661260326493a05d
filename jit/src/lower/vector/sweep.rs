//! The loops over the strips of a region.
//!
//! If all threads of a block are active, the region first sweeps along its rows. Facts about a whole row (how
//! far conditions hold, whether addresses are in bounds) are tested once; the strips that satisfy them run
//! code without masks or tests. All other strips run under masks. If the region ends at a barrier of all
//! threads, the next region follows at once.

use super::control::every;
use super::plane::RowGroup;
use super::region_code::NotVectorizable;
use super::row_values::{Count, RowValues};
use super::state::{Strip, Vectors, Whole};
use super::trace::Trace;
use crate::abi::{FUEL, offset};
use crate::hostcalls::Host;
use crate::lower::emitter::{Lane, TRUSTED};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value as Cl, types};
use cranelift_frontend::Variable;
use ptx::analysis::regions::{Region, Start};
use ptx::exec::WARP;
use ptx::ir::{BlockId, Op, System};

/// Maximum number of regions that may follow one.
const MOST_NEXTS: usize = 4;

/// State that all strips of a region share.
pub(super) struct Frame {
    frames: Cl,
    masks: Cl,
    fault: Block,
    /// Block that runs strips under masks: `(from, to, from, to, next row)`.
    general: Block,
}

impl Vectors<'_> {
    /// Emits a region's code for each strip with an active lane.
    pub(super) fn strips(
        &mut self,
        (own, region): (usize, &Region),
        warps: Cl,
        finish: Block,
    ) -> Result<(), NotVectorizable> {
        let fault = self.e.make_fault_block();
        let [end, done] = std::array::from_fn(|_| self.e.b.create_block());
        let traced = self.analysis.traced.get(own);
        let all = self.nexts(traced);
        self.region.stored = self.stored_by_traces(own);
        // Warps that are not whole stop at warp operations that others pass.
        let agree = self.analysis.agreeing[own] && self.region.stored.is_none();
        let together = all.len() == 1 || all.len() <= MOST_NEXTS && agree;
        self.region.nexts = if together { all } else { Vec::new() };

        self.region.number = own;
        self.clear_values();
        // Records are made by block, under masks.
        let trace = if self.e.asks.traced { None } else { self.trace(traced) };
        self.region.swept = trace.is_some();
        let bounds = trace.as_ref().map_or(&[][..], |trace| &trace.bounds);
        self.hoist_invariants(traced, bounds, fault, end);
        self.region.live_in.clone_from(&region.live_in);
        self.region
            .live_in
            .retain(|v| !self.analysis.row_affine[v.index()] || self.analysis.invariant[v.index()]);
        self.hoist_limits(traced);
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
        let mut later = Vec::new();
        match trace {
            None => {
                if self.region.nexts != [0] && region.start == Start::Entry {
                    later = self.prefetch_untraced(traced, &frame, whole, end);
                }
                self.e.b.ins().jump(general, &all);
                self.masked_strips(region, &frame, end, (done, None))?;
            }
            Some(trace) => {
                let groups = self.row_groups(traced, &trace);
                let one = self.analysis.linear;
                let plane = if one { None } else { self.plane(traced, &trace, &groups) };
                if let Some(plane) = plane {
                    let [sweep, other] = std::array::from_fn(|_| self.e.b.create_block());
                    self.e.b.ins().brif(whole, sweep, &[], general, &all);
                    self.e.open(sweep);
                    self.plane_sweep((traced, &trace, &plane, &groups), &frame, (whole, other, done))?;
                    self.e.open(other);
                }
                let rows = self.e.b.create_block();
                if !one {
                    self.e.b.append_block_param(rows, types::I32);
                }
                let first: &[BlockArg] = if one { &[] } else { &[zero.into()] };
                self.e.b.ins().brif(whole, rows, first, general, &all);
                self.rows(traced, (&trace, &groups), &frame, rows)?;
                let more = (!one).then_some((rows, whole));
                self.masked_strips(region, &frame, end, (done, more))?;
                self.e.b.seal_block(rows);
            }
        }
        self.e.b.seal_block(general);
        self.e.open(done);
        for part in later {
            let part = part.map(|var| self.e.b.use_var(var));
            self.e.call(Host::Prefetch, &part, None);
        }
        self.end_region(own, (fault, finish));
        self.e.emit_fault_block(fault);
        Ok(())
    }

    /// Prefetches for a later block what the first instructions of a region without a trace read. Returns
    /// address and size of what is prefetched after this block's own reads.
    fn prefetch_untraced(
        &mut self,
        region: &Region,
        frame: &Frame,
        whole: Cl,
        end: Block,
    ) -> Vec<[Variable; 2]> {
        let head = Trace::of_first_block();
        let groups = self.row_groups(region, &head);
        let groups = groups.into_iter().filter(|(_, (space, _), _)| self.e.size(*space).is_none());
        let groups: Vec<RowGroup> = groups.collect();
        let mut later = Vec::new();
        let zero = self.e.b.ins().iconst(types::I64, 0);
        for _ in &groups {
            let part = [types::I64; 2].map(|ty| self.e.variable(ty));
            part.into_iter().for_each(|var| self.e.b.def_var(var, zero));
            later.push(part);
        }
        let [all, other] = std::array::from_fn(|_| self.e.b.create_block());
        self.e.b.ins().brif(whole, all, &[], other, &[]);
        self.e.open(all);
        let thread = self.e.b.ins().iconst(types::I32, 0);
        self.enter_strip(frame, thread, end);
        let mut made = RowValues::at(zero);
        let length = self.e.field(types::I32, offset!(ntid));
        let length = self.e.b.ins().uextend(types::I64, length);
        let mut used = Vec::new();
        for ((_, (_, root), group), part) in groups.into_iter().zip(later) {
            if let Some(rest) = self.prefetch(root, &group, &mut made, length) {
                part.into_iter().zip(rest).for_each(|(var, n)| self.e.b.def_var(var, n));
                used.push(part);
            }
        }
        self.e.b.ins().jump(other, &[]);
        self.e.open(other);
        used
    }

    /// Emits the end of a region: the next region if all threads stand at the barrier before it, else the
    /// driver.
    fn end_region(&mut self, own: usize, (fault, finish): (Block, Block)) {
        let mut nexts = self.region.nexts.clone();
        let mut taken = self.next;
        if nexts.is_empty() {
            // All lanes may have come to one region nevertheless.
            nexts = self.nexts(self.analysis.traced.get(own));
            nexts.retain(|&next| next == 0 || self.e.plan.is_behind_barrier(next as u32));
            if nexts.is_empty() || nexts.len() > MOST_NEXTS {
                self.e.b.ins().jump(finish, &[]);
                return;
            }
            let [low, high] = [self.low, self.high].map(|var| self.e.b.use_var(var));
            let one = self.e.b.ins().icmp(IntCC::Equal, low, high);
            let alike = self.e.b.create_block();
            self.e.b.ins().brif(one, alike, &[], finish, &[]);
            self.e.open(alike);
            self.e.note_placed();
            self.forget_nexts();
            self.e.b.def_var(self.next, low);
            taken = self.next;
            // The last one is compared too: lanes may be at a region that is not in the list.
            let none = self.e.b.create_block();
            for next in nexts {
                self.continue_if(taken, own, next, (fault, finish));
            }
            self.e.b.ins().jump(none, &[]);
            self.e.open(none);
            let summary = self.e.b.use_var(taken);
            let summary = self.e.b.ins().uextend(types::I64, summary);
            let upper = self.e.b.ins().ishl_imm_u(summary, 32);
            let summary = self.e.b.ins().bor(summary, upper);
            self.e.b.ins().return_(&[summary]);
            return;
        }
        let Some((&last, others)) = nexts.split_last() else { return };
        for &next in others {
            self.continue_if(taken, own, next, (fault, finish));
        }
        self.continue_at(own, last, (fault, finish));
    }

    /// Emits the continuation at `next` for the case that `taken` holds its number.
    fn continue_if(&mut self, taken: Variable, own: usize, next: usize, (fault, finish): (Block, Block)) {
        let [this, other] = std::array::from_fn(|_| self.e.b.create_block());
        let taken = self.e.b.use_var(taken);
        let taken = self.e.b.ins().icmp_imm_u(IntCC::Equal, taken, next as i64);
        self.e.b.ins().brif(taken, this, &[], other, &[]);
        self.e.open(this);
        self.continue_at(own, next, (fault, finish));
        self.e.open(other);
    }

    /// Resets the smallest and the greatest next region of any lane.
    pub(super) fn forget_nexts(&mut self) {
        let most = self.e.b.ins().iconst(types::I32, i64::from(u32::MAX));
        let least = self.e.b.ins().iconst(types::I32, 0);
        self.e.b.def_var(self.low, most);
        self.e.b.def_var(self.high, least);
    }

    /// Emits the start of region `next` for all lanes, or the return to the driver.
    fn continue_at(&mut self, own: usize, next: usize, (fault, finish): (Block, Block)) {
        let plan = self.e.plan;
        let asks = |b: BlockId| {
            let says = |op: &Op| matches!(op, Op::System(request) if *request != System::BadCall);
            self.e.f.block(b).insts.iter().any(|&i| says(&self.e.f.inst(i).op))
        };
        if next <= own && next != 0 {
            // This may be a loop's back-edge.
            let nobody = self.e.b.ins().iconst(types::I32, 0);
            self.e.lane = Some(Lane::in_strip(nobody, nobody, fault, finish));
            self.e.emit_poll();
        }
        // Requests to the host are delivered before a thread passes the barrier or runs another block.
        let quiet = !self.e.f.blocks().any(asks);
        if next == 0 && quiet {
            // The driver offers further blocks to a caller that starts a block with all its threads and
            // runs it to its end.
            let following = self.e.field(types::I32, offset!(following));
            let [another, back] = std::array::from_fn(|_| self.e.b.create_block());
            self.e.b.ins().brif(following, another, &[], back, &[]);
            self.e.open(another);
            let context = self.e.context;
            self.e.call(Host::NextBlock, &[context], None);
            self.e.b.ins().jump(self.starts[0], &[]);
            self.e.open(back);
        } else if plan.is_behind_barrier(next as u32) && quiet {
            // A loop of barriers returns to the driver now and then: other blocks may need the worker.
            let together = self.e.field(types::I32, offset!(together));
            let [count, back] = std::array::from_fn(|_| self.e.b.create_block());
            self.e.b.ins().brif(together, count, &[], back, &[]);
            self.e.open(count);
            let fuel = self.e.field(types::I64, offset!(fuel));
            let fuel = self.e.b.ins().iadd_imm_s(fuel, -1);
            let context = self.e.context;
            self.e.b.ins().store(TRUSTED, fuel, context, offset!(fuel));
            let over = self.e.b.create_block();
            self.e.b.ins().brif(fuel, self.starts[next], &[], over, &[]);
            self.e.open(over);
            self.e.b.set_cold_block(over);
            let full = self.e.b.ins().iconst(types::I64, FUEL as i64);
            self.e.b.ins().store(TRUSTED, full, context, offset!(fuel));
            let iterations = self.e.field(types::I64, offset!(iterations));
            let iterations = self.e.b.ins().iadd(iterations, full);
            self.e.b.ins().store(TRUSTED, iterations, context, offset!(iterations));
            self.e.b.ins().jump(back, &[]);
            self.e.open(back);
        } else if let Some(Start::After(id)) = plan.start(next as u32)
            && quiet
            && let Some(moves) = self.moves(id)
        {
            self.move_and_continue(moves.as_ref(), next);
        }
        let summary = self.e.b.ins().iconst(types::I64, (next | next << 32) as i64);
        self.e.b.ins().return_(&[summary]);
    }

    /// Emits the loop over strips that run under masks.
    fn masked_strips(
        &mut self,
        region: &Region,
        frame: &Frame,
        end: Block,
        (done, rows): (Block, Option<(Block, Cl)>),
    ) -> Result<(), NotVectorizable> {
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
        self.log_warp(lane);
        let b = &mut self.e.b;
        let wide = b.ins().uextend(types::I64, warp);
        let place = b.ins().ishl_imm_u(wide, 2);
        let place = b.ins().iadd(frame.masks, place);
        let all = b.ins().load(types::I32, TRUSTED, place, 0);
        let here = b.ins().ushr(all, lane);
        let mask =
            if self.width == WARP { here } else { b.ins().band_imm_u(here, i64::from(every(self.width))) };
        b.ins().brif(mask, body, &[], end, &[]);

        self.e.open(body);
        self.e.note_running(thread, self.width);
        self.e.b.def_var(self.active.alive, mask);
        self.enter_strip(frame, thread, end);
        self.region(region)?;

        self.e.open(end);
        let following = self.e.b.ins().iadd_imm_s(thread, i64::from(self.width));
        let args = [following, stop, then, last, next_row].map(BlockArg::from);
        self.e.b.ins().jump(frame.general, &args);
        Ok(())
    }

    /// Selects the strip that starts with `thread` for the code that follows.
    pub(super) fn enter_strip(&mut self, frame: &Frame, thread: Cl, end: Block) {
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
        self.region.strip = Some(Strip { thread, lane, words, fault, end });
        self.e.lane = Some(Lane::in_strip(thread, lane, fault, end));
    }

    /// Emits the sweep along the rows of a block whose threads are all active.
    fn rows(
        &mut self,
        region: &Region,
        (trace, row_groups): (&Trace, &[RowGroup]),
        frame: &Frame,
        rows: Block,
    ) -> Result<(), NotVectorizable> {
        let width = i64::from(self.width);
        let [settle, run, strip, end] = std::array::from_fn(|_| self.e.b.create_block());
        self.e.b.switch_to_block(rows);
        // First thread of the row, and of the next one if there may be one.
        let row = self.e.b.block_params(rows).first().copied();
        let length = self.e.field(types::I32, offset!(ntid));
        let next_row = row.map(|row| self.e.b.ins().iadd(row, length));
        let row = row.unwrap_or_else(|| self.e.b.ins().iconst(types::I32, 0));
        let next_row = next_row.unwrap_or(row);
        let length = self.e.b.ins().uextend(types::I64, length);

        // The index of the running strip would have to be stored at every strip.
        let unknown = self.e.b.ins().iconst(types::I32, 0);
        self.e.b.ins().store(TRUSTED, unknown, self.e.context, offset!(running));
        // Threads of the row that follow the trace, and the whole strips among them.
        self.enter_strip(frame, row, end);
        let zero = self.e.b.ins().iconst(types::I64, 0);
        let part = self.row_part(&trace.bounds, length, &mut RowValues::at(zero));
        let short = self.short(&part, trace);
        let (from, to, any) = match short {
            Some(lanes) => {
                let [none, lanes] = [0, i64::from(lanes)].map(|n| self.e.b.ins().iconst(types::I64, n));
                let enough = self.e.b.ins().icmp(IntCC::SignedGreaterThanOrEqual, length, lanes);
                (none, lanes, enough)
            }
            None => {
                let from = self.e.up_to(part.low, width);
                let to = self.e.down_to(part.high, width);
                let none = part.most < width;
                let any = if none { self.e.b.ins().iconst(types::I8, 0) } else { self.e.is_less(from, to) };
                (from, to, any)
            }
        };
        let all = self.e.up_to(length, width);
        let (mut low, mut high) = (zero, all);
        if trace.idle {
            // All other threads are idle.
            low = self.e.down_to(part.low, width);
            high = self.e.up_to(part.high, width);
            let some = self.e.is_less(part.low, part.high);
            high = self.e.select(some, high, low);
            if let Some(exact) = part.exact {
                low = self.e.select(exact, low, zero);
                high = self.e.select(exact, high, all);
            }
        }
        let any = part.exact.map_or(any, |exact| self.e.both(any, exact));
        let [low, first, after, high] = [low, from, to, high].map(|n| match self.e.const_value(n) {
            Some(0) => row,
            Some(n) => self.e.b.ins().iadd_imm_s(row, n),
            None => {
                let n = self.e.b.ins().ireduce(types::I32, n);
                if self.analysis.linear { n } else { self.e.b.ins().iadd(row, n) }
            }
        });
        let none = self.e.b.ins().iconst(types::I32, 0);
        let generally = [low, high, none, none, next_row].map(BlockArg::from);
        self.e.branch(any, (settle, &[]), (frame.general, &generally));
        if self.e.const_value(any) == Some(0) {
            // No strip is whole.
            return Ok(());
        }

        // Values and tests that all those strips share.
        self.e.open(settle);
        let lanes = short.unwrap_or(self.width);
        let usual = self.set_width(lanes.next_multiple_of(4));
        self.enter_strip(frame, first, end);
        let count = self.e.difference(to, from);
        let most = self.e.const_value(count).unwrap_or(part.most & -width);
        let threads = Count { count, most };
        // The block's own memory may be read in inactive lanes.
        let own_threads = match short {
            Some(_) => {
                let most = i64::from(self.width);
                Count { count: self.e.b.ins().iconst(types::I64, most), most }
            }
            None => threads,
        };
        let mut made = RowValues::at(from);
        let wanted = self.wanted(&self.used_along(region, trace));
        for &v in &wanted {
            self.row_value(v, &mut made);
        }
        let other: (Block, &[BlockArg]) = (frame.general, &generally);
        self.steps_hold(&wanted, &mut made, threads, &mut |this, flag| this.require(flag, other));
        let (mut groups, mut flat, mut later) = (Vec::new(), Vec::new(), Vec::new());
        for &(id, key, group) in row_groups {
            let base = self.row_value(key.1, &mut made);
            let flat_space = self.e.size(key.0).is_none();
            let threads = if flat_space { threads } else { own_threads };
            let (own, at) = self.test_row(key.0, base, &group, threads);
            groups.push((id, key, at));
            if flat_space {
                flat.push((id, key, group));
            }
            self.require_all(own, other);
        }
        let alone = self.analysis.linear && self.region.nexts == [0];
        let mut shares = Vec::new();
        if !alone {
            for group in flat {
                if region.start != Start::Entry {
                    self.prefetch_stores(group, (&mut made, most));
                } else if let Some(share) = self.later(group, (&mut made, count)) {
                    shares.push(share);
                } else {
                    later.extend(self.prefetch(group.1.1, &group.2, &mut made, count));
                }
            }
        }
        self.e.b.ins().jump(run, &[]);
        self.e.open(run);
        let row_offset = self.e.b.append_block_param(strip, types::I64);
        self.e.b.ins().jump(strip, &[zero.into()]);

        self.e.b.switch_to_block(strip);
        let own = self.e.b.ins().ireduce(types::I32, row_offset);
        let thread = if self.e.const_value(first) == Some(0) { own } else { self.e.b.ins().iadd(first, own) };
        self.enter_strip(frame, thread, end);
        self.prefetch_later(&shares, row_offset);
        self.region.whole = Some(Whole { lanes, active: None, row_offset, groups, shared: Vec::new() });
        self.set_row_values(&wanted, &made, row_offset);
        self.traced(region, trace)?;
        self.region.whole = None;
        self.active.entered += 1;

        self.e.open(end);
        let mut others = [low, first, after, high, next_row].map(BlockArg::from);
        if short.is_some() {
            // All other threads are idle.
            self.set_width(usual);
            others[..4].fill(none.into());
        } else {
            let next = self.e.b.ins().iadd_imm_s(row_offset, width);
            let more = self.e.b.ins().icmp(IntCC::SignedLessThan, next, count);
            let past = self.e.b.create_block();
            self.e.b.ins().brif(more, strip, &[next.into()], past, &[]);
            self.e.open(past);
        }
        self.e.b.seal_block(strip);
        for part in later {
            self.e.call(Host::Prefetch, &part, None);
        }
        self.e.b.ins().jump(frame.general, &others);
        Ok(())
    }
}

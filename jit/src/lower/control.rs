//! Regions, lanes, blocks and branches.

use super::emitter::Emitter;
use crate::abi::{FUEL, Stop, offset};
use crate::sites::SiteIds;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, JumpTableData, Value as Cl, types};
use cranelift_frontend::{Switch, Variable};
use ptx::analysis::regions::{Region, Regions, Start, sync_at_end};
use ptx::ir::{BlockId, Edge, Term};
use std::ops::Range;

use super::emitter::TRUSTED;

/// Number of blocks from which the order of a branch's targets matters. The code generator lays out the
/// second target and everything reachable from it first, then the first target. If the farther target, which
/// is just passed values and a jump, comes second, the values are not live in between. The code is the same
/// twice, however, if a condition has to be inverted.
const MANY: usize = 64;

/// Number of regions from which quick code shares one loop over warps and lanes among all regions of a
/// function. The loops are larger than a short region's code; sharing them costs one jump a lane.
const SHARED: usize = 8;

/// Smallest and greatest next region of the lanes.
#[derive(Clone, Copy)]
struct Summary {
    low: Variable,
    high: Variable,
}

impl Emitter<'_> {
    /// Emits a function of some of the kernel's `regions`. `quick` code may run slightly slower if it is
    /// compiled faster.
    pub(super) fn emit(mut self, regions: &Regions, part: Range<usize>, quick: bool) -> SiteIds {
        let entry = self.b.create_block();
        self.b.append_block_params_for_function_params(entry);
        self.b.switch_to_block(entry);
        self.b.share();
        let [context, low, high, region] = *self.b.block_params(entry) else { return self.finish() };
        self.context = context;
        self.load_reach();
        let summary = Summary { low: self.b.declare_var(types::I32), high: self.b.declare_var(types::I32) };
        let (most, least) =
            (self.b.ins().iconst(types::I32, i64::from(u32::MAX)), self.b.ins().iconst(types::I32, 0));
        self.b.def_var(summary.low, most);
        self.b.def_var(summary.high, least);
        let finish = self.b.create_block();
        let starts: Vec<Block> = part.clone().map(|_| self.b.create_block()).collect();
        let none = self.b.func.dfg.block_call(finish, &[] as &[BlockArg]);
        let calls: Vec<_> =
            starts.iter().map(|&s| self.b.func.dfg.block_call(s, &[] as &[BlockArg])).collect();
        let table = self.b.create_jump_table(JumpTableData::new(none, &calls));
        let own = self.b.ins().iadd_imm_s(region, -(part.start as i64));
        if quick && part.len() >= SHARED {
            self.for_each_lane((low, high), summary, finish, |this| {
                this.b.ins().br_table(own, table);
                for (region, start) in part.zip(starts) {
                    this.open(start);
                    this.emit_blocks(regions, regions.get(region));
                }
            });
        } else {
            self.b.ins().br_table(own, table);
            for (region, start) in part.zip(starts) {
                self.open(start);
                let region = regions.get(region);
                self.for_each_lane((low, high), summary, finish, |this| this.emit_blocks(regions, region));
            }
        }
        self.b.switch_to_block(finish);
        self.note_placed();
        let low = self.b.use_var(summary.low);
        let high = self.b.use_var(summary.high);
        let (low, high) = (self.b.ins().uextend(types::I64, low), self.b.ins().uextend(types::I64, high));
        let high = self.b.ins().ishl_imm_u(high, 32);
        let both = self.b.ins().bor(low, high);
        self.b.ins().return_(&[both]);
        self.b.seal_all_blocks();
        self.finish()
    }

    /// Sets the flag that threads' next regions were recorded.
    pub(super) fn note_placed(&mut self) {
        let yes = self.b.ins().iconst(types::I32, 1);
        self.b.ins().store(TRUSTED, yes, self.context, offset!(placed));
    }

    /// Emits the loops over warps and the lanes of their masks around a region's code.
    fn for_each_lane(
        &mut self,
        warps: (Cl, Cl),
        summary: Summary,
        finish: Block,
        code: impl FnOnce(&mut Self),
    ) {
        let [warp_head, warp_body, lane_head, lane_body, end] =
            std::array::from_fn(|_| self.b.create_block());
        let fault = self.make_fault_block();
        let warp = self.b.append_block_param(warp_head, types::I32);
        let mask = self.b.append_block_param(lane_head, types::I32);
        let next = self.b.append_block_param(end, types::I32);
        self.b.ins().jump(warp_head, &[warps.0.into()]);

        self.b.switch_to_block(warp_head);
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, warp, warps.1);
        self.b.ins().brif(more, warp_body, &[], finish, &[]);

        self.b.switch_to_block(warp_body);
        let wide = self.b.ins().uextend(types::I64, warp);
        let masks = self.field(types::I64, offset!(masks));
        let place = self.b.ins().ishl_imm_u(wide, 2);
        let place = self.b.ins().iadd(masks, place);
        let all = self.b.ins().load(types::I32, TRUSTED, place, 0);
        let frames = self.field(types::I64, offset!(frame));
        let bytes = self.b.ins().iconst(types::I64, i64::from(self.plan.frame_bytes));
        let mine = self.b.ins().imul(wide, bytes);
        let frame = self.b.ins().iadd(frames, mine);
        let next_warp = self.b.ins().iadd_imm_s(warp, 1);
        self.trace_warp();
        self.b.ins().jump(lane_head, &[all.into()]);

        self.b.switch_to_block(lane_head);
        self.b.ins().brif(mask, lane_body, &[], warp_head, &[next_warp.into()]);

        self.b.switch_to_block(lane_body);
        let lane = self.b.ins().ctz(mask);
        let below = self.b.ins().iadd_imm_s(mask, -1);
        let rest = self.b.ins().band(mask, below);
        let base = self.b.ins().ishl_imm_u(warp, 5);
        let thread = self.b.ins().iadd(base, lane);
        self.note_running(thread, 1);
        self.trace_lane(thread);
        self.enter_lane(thread, lane, frame, fault, end);
        code(self);

        self.b.switch_to_block(end);
        let table = self.field(types::I64, offset!(next));
        let wide = self.b.ins().uextend(types::I64, thread);
        let place = self.b.ins().ishl_imm_u(wide, 2);
        let place = self.b.ins().iadd(table, place);
        self.b.ins().store(TRUSTED, next, place, 0);
        let low = self.b.use_var(summary.low);
        let low = self.b.ins().umin(low, next);
        self.b.def_var(summary.low, low);
        let high = self.b.use_var(summary.high);
        let high = self.b.ins().umax(high, next);
        self.b.def_var(summary.high, high);
        self.b.ins().jump(lane_head, &[rest.into()]);
        for block in [warp_body, lane_body, end, lane_head, warp_head] {
            self.b.seal_block(block);
        }
        self.emit_fault_block(fault);
    }

    /// Emits the code of a region for the selected lane.
    fn emit_blocks(&mut self, regions: &Regions, region: &Region) {
        let f = self.f;
        self.forget_values();
        let params = |at: usize| if at == 0 { &[][..] } else { &f.block(region.blocks[at]).params[..] };
        for (at, &id) in region.blocks.iter().enumerate() {
            let results = f.block(id).insts.iter().flat_map(|&inst| &f.inst(inst).results);
            for &v in params(at).iter().chain(results) {
                if region.live_in.binary_search(&v).is_ok() {
                    self.expect_more(v);
                }
            }
        }
        self.note_reads(region, true);
        for &v in &region.live_in {
            if self.reads[v.index()] {
                self.load_from_frame(v);
            }
        }
        self.note_reads(region, false);
        for (at, &id) in region.blocks.iter().enumerate() {
            self.places[id.index()] = at as u32;
        }
        let blocks: Vec<Block> = region.blocks.iter().map(|_| self.b.create_block()).collect();
        self.b.ins().jump(blocks[0], &[]);
        for (at, &id) in region.blocks.iter().enumerate() {
            self.b.switch_to_block(blocks[at]);
            // Parameters of the region's head are in the frame.
            for &v in params(at) {
                self.b.append_block_param(blocks[at], Self::clif(f.ty(v)));
            }
            for (n, &v) in params(at).iter().enumerate() {
                let value = self.b.block_params(blocks[at])[n];
                self.set(v, value);
            }
            self.trace_block(id);
            let sync = sync_at_end(self.f, id);
            for &inst in self.f.block(id).insts.iter().filter(|&&inst| Some(inst) != sync) {
                self.emit_inst(inst);
            }
            let ways = RegionBlocks { regions, blocks: &blocks, at };
            self.emit_term(&ways, id, sync.is_some());
        }
        for block in blocks {
            self.b.seal_block(block);
        }
        for &id in &region.blocks {
            self.places[id.index()] = u32::MAX;
        }
    }

    /// Records or clears the values that the region's code reads.
    fn note_reads(&mut self, region: &Region, yes: bool) {
        for block in region.blocks.iter().map(|&id| self.f.block(id)) {
            let args = block.insts.iter().flat_map(|&inst| &self.f.inst(inst).args);
            let passed = block.term.edges().flat_map(|edge| &edge.args);
            for v in args.chain(passed).copied().chain(block.term.selector()) {
                self.reads[v.index()] = yes;
            }
        }
    }

    fn emit_term(&mut self, ways: &RegionBlocks<'_>, id: BlockId, sync: bool) {
        let term = &self.f.block(id).term;
        match term {
            Term::Jump(edge) if sync => {
                // The driver carries out the operation and resumes at the next region.
                let next = ways.regions.starting_at(edge.to).unwrap_or(0);
                self.leave_region(next);
            }
            Term::Jump(edge) => self.emit_edge(ways, edge),
            Term::Branch { cond, then, other } => {
                let mut cond = self.get(*cond);
                let [yes, no] = std::array::from_fn(|_| self.b.create_block());
                let (mut first, mut second) = (yes, no);
                if ways.blocks.len() > MANY && self.distance(ways, then) > self.distance(ways, other) {
                    cond = self.b.ins().icmp_imm_u(IntCC::Equal, cond, 0);
                    (first, second) = (no, yes);
                }
                self.b.ins().brif(cond, first, &[], second, &[]);
                for (block, edge) in [(yes, then), (no, other)] {
                    self.open(block);
                    self.emit_edge(ways, edge);
                }
            }
            Term::Switch { index, targets } => {
                let index = self.get(*index);
                let mut switch = Switch::new();
                let blocks: Vec<Block> = targets.iter().map(|_| self.b.create_block()).collect();
                let Some((&last, before)) = blocks.split_last() else { return };
                for (n, &block) in before.iter().enumerate() {
                    switch.set_entry(n as u128, block);
                }
                switch.emit(&mut self.b, index, last);
                for (block, edge) in blocks.into_iter().zip(targets) {
                    self.open(block);
                    self.emit_edge(ways, edge);
                }
            }
            Term::Exit => self.leave_region(0),
            Term::Trap => self.trap(id),
        }
    }

    /// Returns the position of an edge's target in the order of the region's blocks.
    fn distance(&self, ways: &RegionBlocks<'_>, edge: &Edge) -> usize {
        let to = self.places[edge.to.index()] as usize;
        if to > ways.at { to } else { usize::MAX }
    }

    fn leave_region(&mut self, next: usize) {
        let next = self.b.ins().iconst(types::I32, next as i64);
        let end = self.lane().end;
        self.b.ins().jump(end, &[next.into()]);
    }

    fn emit_edge(&mut self, ways: &RegionBlocks<'_>, edge: &Edge) {
        let args: Vec<Cl> = edge.args.iter().map(|&v| self.get(v)).collect();
        if let Some(next) = ways.regions.starting_at(edge.to) {
            for (&param, arg) in self.f.block(edge.to).params.iter().zip(args) {
                self.store_to_frame(param, arg);
            }
            if ways.regions.get(next).start == Start::Join {
                self.emit_poll();
            }
            return self.leave_region(next);
        }
        let to = self.places[edge.to.index()] as usize;
        if to >= ways.blocks.len() {
            return self.leave_region(0);
        }
        if to <= ways.at {
            self.emit_poll();
        }
        let args: Vec<BlockArg> = args.into_iter().map(BlockArg::from).collect();
        self.b.ins().jump(ways.blocks[to], &args);
    }

    /// Emits the back-edge counter: now and then it tests whether the launch was cancelled.
    pub(super) fn emit_poll(&mut self) {
        let [look, resume] = std::array::from_fn(|_| self.b.create_block());
        let fuel = self.field(types::I64, offset!(fuel));
        let fuel = self.b.ins().iadd_imm_s(fuel, -1);
        self.b.ins().store(TRUSTED, fuel, self.context, offset!(fuel));
        self.b.ins().brif(fuel, resume, &[], look, &[]);
        self.open(look);
        let warm = self.enter_cold();
        let full = self.b.ins().iconst(types::I64, FUEL as i64);
        self.b.ins().store(TRUSTED, full, self.context, offset!(fuel));
        let iterations = self.field(types::I64, offset!(iterations));
        let iterations = self.b.ins().iadd(iterations, full);
        self.b.ins().store(TRUSTED, iterations, self.context, offset!(iterations));
        let flag = self.field(types::I64, offset!(cancel));
        let cancelled = self.b.ins().load(types::I64, TRUSTED, flag, 0);
        let nowhere = self.b.ins().iconst(types::I64, 0);
        self.stop_if(cancelled, Stop::Cancelled, nowhere);
        self.b.ins().jump(resume, &[]);
        self.leave_cold(warm);
        self.open(resume);
    }
}

/// Blocks of the region that edges lead to.
struct RegionBlocks<'a> {
    regions: &'a Regions,
    blocks: &'a [Block],
    at: usize,
}

//! Code that runs the lanes of a warp in strips, with each value of a strip in vectors.
//!
//! A strip is 8, 16 or 32 lanes. A value that is equal in all lanes is one scalar; a value that grows by a
//! known step from lane to lane is the scalar of lane 0 (see [`kind`]); all others are vectors. Where lanes
//! diverge, the blocks up to their reconvergence run one after the other, each under a mask (see
//! [`divergent`]). Operations without a vector form are done lane by lane with the scalar emitter (see
//! [`lanes`]), so both modes compute the same bits.

mod ahead;
mod analysis;
mod array;
mod atomic;
mod block_memory;
mod body;
mod bounds;
mod careful;
mod chunk;
mod control;
mod convert;
mod directed;
mod divergent;
mod divide;
mod double_runs;
mod fast;
mod fetch;
mod flush;
mod forget;
mod frame;
mod gather;
mod group;
mod halves;
mod hoist;
mod integer;
mod interleave;
mod invariant;
mod joined;
mod kind;
mod known;
mod lane_sum;
mod lanes;
mod lines;
mod log;
mod matrix;
mod memory;
mod multiply;
mod nan;
mod narrow;
mod near;
mod neighbours;
mod offsets;
mod ops;
mod per_lane;
mod plane;
mod products;
mod profit;
mod record;
mod redefined;
mod region_code;
mod region_ends;
mod retried;
mod row_values;
mod rows;
mod scatter;
mod short;
mod shuffle;
mod single;
mod slots;
mod state;
mod steps;
mod streamed;
mod subnormal;
mod sums;
mod sweep;
mod together;
mod trace;
mod turns;
mod uneven;
mod unit;
mod value;
mod values;
mod warp;
mod warp_kind;
mod warp_registers;
mod whole_loop;
mod windows;

use super::emitter::Emitter;
use super::plan::Plan;
use crate::machine::{Extra, Level};
use crate::sites::SiteIds;
use cranelift_codegen::ir::{BlockArg, InstBuilder, JumpTableData, types};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::FunctionBuilder;
use ptx::ir::Function;
use state::Vectors;

pub(crate) use analysis::{Analysis, LEAST_CODE, width};
pub(crate) use region_code::NotVectorizable;
pub(crate) use state::Bounds;
pub(crate) use streamed::streamed_bytes;
pub(crate) use warp_kind::{exchanges_in_registers, has_halves, has_tiles_of_halves};

/// Emits the whole function; fails if its control flow cannot be linearised or its code is too large.
pub(crate) fn emit<'a>(
    f: &'a Function,
    plan: &'a Plan,
    analysis: &'a Analysis,
    b: FunctionBuilder<'a>,
    isa: &'a dyn TargetIsa,
    bounds: Bounds,
) -> Result<SiteIds, NotVectorizable> {
    let e = Emitter::new(f, plan, b, isa, (bounds.asks, SiteIds::default()));
    Vectors::new(e, analysis, bounds).function()
}

impl Vectors<'_> {
    fn function(mut self) -> Result<SiteIds, NotVectorizable> {
        let regions = &self.analysis.extended;
        let entry = self.e.b.create_block();
        self.e.b.append_block_params_for_function_params(entry);
        self.e.b.switch_to_block(entry);
        self.e.b.share();
        let [context, _, last, region] = *self.e.b.block_params(entry) else {
            return Ok(self.e.finish());
        };
        self.e.context = context;
        // Only our own code generator has wider vectors, and this operation.
        if self.analysis.flushes && self.ints() != types::I32X4 {
            self.e.flushing = true;
            self.e.extra_effect(Extra::FlushSubnormals, &[]);
        }
        self.e.directs = self.ints() != types::I32X4 && Level::usable() == Some(Level::Avx512);
        self.e.load_reach();
        self.forget_nexts();
        let none = self.e.b.ins().iconst(types::I32, 0);
        self.e.b.def_var(self.next, none);
        let finish = self.e.b.create_block();
        self.starts = regions.iter().map(|_| self.e.b.create_block()).collect();
        let starts = self.starts.clone();
        let default = self.e.b.func.dfg.block_call(finish, &[] as &[BlockArg]);
        let calls: Vec<_> =
            starts.iter().map(|&s| self.e.b.func.dfg.block_call(s, &[] as &[BlockArg])).collect();
        let table = self.e.b.create_jump_table(JumpTableData::new(default, &calls));
        self.hoisted.before = Some(self.e.b.ins().br_table(region, table));
        for ((own, region), start) in regions.iter().zip(starts) {
            self.e.b.switch_to_block(start);
            self.strips((own, region), last, finish)?;
        }
        self.e.b.switch_to_block(finish);
        self.e.note_placed();
        let [low, high] = [self.low, self.high].map(|var| self.e.b.use_var(var));
        let [low, high] = [low, high].map(|v| self.e.b.ins().uextend(types::I64, v));
        let high = self.e.b.ins().ishl_imm_u(high, 32);
        let both = self.e.b.ins().bor(low, high);
        self.e.b.ins().return_(&[both]);
        if self.e.b.func.dfg.num_insts() > self.bounds.most {
            return Err(NotVectorizable::Large);
        }
        self.e.b.seal_all_blocks();
        Ok(self.e.finish())
    }
}

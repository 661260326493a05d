//! Code that runs the lanes of a warp in strips, each value of a strip held in 128-bit vectors.
//!
//! A strip is 8 or 16 lanes. What all its lanes hold alike is one scalar, what grows by a known step from
//! lane to lane is the scalar of lane 0 (see [`kind`]); everything else is vectors. Where lanes part, the
//! blocks they may run until they meet are run one after the other, each for its own lanes (see [`chain`]).
//! What has no vector form is done lane by lane with the scalar emitter (see [`lanes`]), so both modes
//! compute the same.

mod again;
mod along;
mod analysis;
mod apiece;
mod atomic;
mod body;
mod chain;
mod chunk;
mod control;
mod convert;
mod divide;
mod fast;
mod frame;
mod group;
mod kind;
mod lanes;
mod memory;
mod nan;
mod once;
mod ops;
mod own;
mod pays;
mod rows;
mod short;
mod single;
mod state;
mod steady;
mod sweep;
mod trace;
mod value;
mod values;
mod warp;
mod ways;

use super::emitter::Emitter;
use super::plan::Plan;
use crate::abi::offset;
use crate::sites::SiteIds;
use cranelift_codegen::ir::{BlockArg, InstBuilder, JumpTableData, types};
use cranelift_codegen::isa::TargetIsa;
use cranelift_frontend::FunctionBuilder;
use ptx::ir::Function;
use state::Vectors;

pub(crate) use analysis::{Analysis, LEAST_CODE, width};
pub(crate) use state::Bounds;
pub(crate) use ways::Shapeless;

/// Makes the whole function, or says why its control flow cannot be put in order.
pub(crate) fn emit<'a>(
    f: &'a Function,
    plan: &'a Plan,
    analysis: &'a Analysis,
    b: FunctionBuilder<'a>,
    isa: &'a dyn TargetIsa,
    bounds: Bounds,
) -> Result<SiteIds, Shapeless> {
    let e = Emitter::new(f, plan, b, isa, (bounds.asks, SiteIds::default()));
    Vectors::new(e, analysis, bounds).function()
}

impl Vectors<'_> {
    fn function(mut self) -> Result<SiteIds, Shapeless> {
        let regions = &self.analysis.regions;
        let entry = self.e.b.create_block();
        self.e.b.append_block_params_for_function_params(entry);
        self.e.b.switch_to_block(entry);
        let [context, _, last, region] = *self.e.b.block_params(entry) else {
            return Ok(self.e.finish());
        };
        self.e.context = context;
        self.e.reach = self.e.field(types::I64, offset!(reach));
        self.e.reach_bytes = self.e.field(types::I64, offset!(reach_bytes));
        let most = self.e.b.ins().iconst(types::I32, i64::from(u32::MAX));
        let least = self.e.b.ins().iconst(types::I32, 0);
        self.e.b.def_var(self.low, most);
        self.e.b.def_var(self.high, least);
        let finish = self.e.b.create_block();
        self.starts = regions.iter().map(|_| self.e.b.create_block()).collect();
        let starts = self.starts.clone();
        let none = self.e.b.func.dfg.block_call(finish, &[] as &[BlockArg]);
        let calls: Vec<_> =
            starts.iter().map(|&s| self.e.b.func.dfg.block_call(s, &[] as &[BlockArg])).collect();
        let table = self.e.b.create_jump_table(JumpTableData::new(none, &calls));
        self.e.b.ins().br_table(region, table);
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
            return Err(Shapeless::Large);
        }
        self.e.b.seal_all_blocks();
        Ok(self.e.finish())
    }
}

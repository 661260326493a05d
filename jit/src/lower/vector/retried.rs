//! Loops that retry an update, where many lanes update one word.
//!
//! In lock step one lane succeeds in each iteration: as many iterations as lanes, each with all that are
//! left. If few lanes have succeeded in an iteration, the others therefore continue alone, one after the
//! other; each needs one or two iterations, as thread by thread.

use super::chunk::Cell;
use super::divergent::Chain;
use super::kind::Kind;
use super::region_code::RegionCode;
use super::state::Vectors;
use super::values::MANY;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};

/// Lanes of which at most one succeeds for the others to continue alone.
const FEW: i64 = 8;

/// Turns of the lanes of a loop.
pub(super) struct LaneTurns {
    /// Lanes that wait for their turn.
    later: Cell,
    /// Whether lanes continue alone.
    alone: Cell,
}

impl Vectors<'_> {
    /// Begins a loop with turns; `None` if it does not retry an update. Lanes may then be in different
    /// iterations, so that no value that they carry along may be common to them.
    pub(super) fn lane_turns(
        &mut self,
        code: &RegionCode<'_>,
        chain: &mut Chain,
        (order, header): (&[usize], usize),
    ) -> Option<LaneTurns> {
        let block = |node: usize| self.e.f.block(code.region.blocks[chain.blocks[node - 1]]);
        let retries =
            order.iter().flat_map(|&n| &block(n).insts).any(|id| self.analysis.retries.contains(id));
        let varies = block(header).params.iter().all(|&v| self.kind(v) == Kind::Varying);
        if !retries || !varies {
            return None;
        }
        let params = &block(header).params;
        self.forget_pending(chain, header, params);
        // What waiting lanes have passed back stays.
        chain.reached_back.insert(header);
        let [later, alone] = [types::I32, types::I8].map(|ty| {
            let cell = self.cell(ty, chain.blocks.len() > MANY);
            let none = self.e.b.ins().iconst(ty, 0);
            self.write(cell, none);
            cell
        });
        Some(LaneTurns { later, alone })
    }

    /// Returns the lanes of the next iteration, of which `ran` had the last one and `staying` stay.
    pub(super) fn next_turn(&mut self, turns: &LaneTurns, ran: Cl, staying: Cl) -> Cl {
        let (later, alone) = (self.read(turns.later), self.read(turns.alone));
        let b = &mut self.e.b;
        let [most, left] = [ran, staying].map(|lanes| b.ins().popcnt(lanes));
        let [most, left] = [(most, FEW - 1), (left, FEW)].map(|(n, by)| b.ins().imul_imm_s(n, by));
        let few = b.ins().icmp(IntCC::UnsignedGreaterThan, left, most);
        let alone = b.ins().bor(alone, few);
        let waiting = b.ins().bor(later, staying);
        let negative = b.ins().ineg(waiting);
        let first = b.ins().band(waiting, negative);
        let next = b.ins().select(alone, first, waiting);
        let rest = b.ins().band_not(waiting, next);
        self.write(turns.alone, alone);
        self.write(turns.later, rest);
        next
    }
}

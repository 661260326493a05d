//! Warp operations that compiled code does itself, after a region whose lanes all reach the same one:
//! shuffles with constant source lanes, and barriers of whole warps.
//!
//! Operands and results are in the frame, as for the driver. Code handles the case that all lanes of whole
//! warps are active, which is nearly always so; the driver handles the others.

use super::chunk::little;
use super::state::Vectors;
use crate::abi::{Slot, offset, slot_bytes};
use crate::lower::emitter::TRUSTED;
use crate::lower::plan::Home;
use cranelift_codegen::ir::{BlockArg, ConstantData, InstBuilder, MemFlagsData, Value as Cl, types};
use ptx::exec::WARP;
use ptx::interp::shfl_source;
use ptx::ir::{InstId, Op, Type};

/// Flags for a word of a lane in the frame, which may be unaligned to 16 bytes.
const ANYWHERE: MemFlagsData = MemFlagsData::new().with_notrap();

/// The effect of an operation in each warp.
pub(super) struct Moves {
    from: Slot,
    /// Slot of the result, if it is used, and the source lane of each lane.
    to: Option<Slot>,
    sources: [u32; WARP as usize],
    /// Slot of the predicate, if it is used, and the lanes whose source is in range.
    in_range_slot: Option<Slot>,
    in_range: [bool; WARP as usize],
}

impl Vectors<'_> {
    /// Returns the moves of an operation of all lanes whose sources are known when code is made; a barrier
    /// moves nothing.
    pub(super) fn moves(&self, id: InstId) -> Option<Option<Moves>> {
        let f = self.e.f;
        let inst = f.inst(id);
        let all = |v| f.constant(v).is_some_and(|mask| mask as u32 == u32::MAX);
        match (&inst.op, inst.args.as_slice()) {
            (Op::WarpSync, &[mask]) if all(mask) => Some(None),
            (Op::Converge { .. }, []) => Some(None),
            (&Op::Shfl(mode), &[value, b, c, mask]) if all(mask) => {
                let (b, c) = (f.constant(b)? as u32, f.constant(c)? as u32);
                let Home::Slot(from) = self.e.plan.home(value) else { return None };
                let source = |lane: usize| shfl_source(mode, lane as u32, b, c);
                let in_range = std::array::from_fn(|lane| source(lane).1);
                let sources = std::array::from_fn(|lane| match source(lane) {
                    (source, true) => source,
                    (_, false) => lane as u32,
                });
                let mut slots = [None; 2];
                for (slot, &v) in slots.iter_mut().zip(&inst.results) {
                    match self.e.plan.home(v) {
                        Home::Slot(own) => *slot = Some(own),
                        Home::Nowhere => {}
                        Home::Constant(_) => return None,
                    }
                }
                let words = slots.iter().flatten().chain([&from]).all(|slot| slot_bytes(slot.ty) == 4);
                let [to, in_range_slot] = slots;
                words.then_some(Some(Moves { from, to, sources, in_range_slot, in_range }))
            }
            _ => None,
        }
    }

    /// Emits an operation for all warps of the block and continues in region `next`, if all lanes of whole
    /// warps are active; otherwise execution continues after it.
    pub(super) fn move_and_continue(&mut self, moves: Option<&Moves>, next: usize) {
        let warps = self.e.field(types::I32, offset!(whole_warps));
        let [all, warp, runs, after, back] = std::array::from_fn(|_| self.e.b.create_block());
        let [at, mask, left] =
            [types::I64, types::I64, types::I32].map(|ty| self.e.b.append_block_param(warp, ty));
        self.e.b.ins().brif(warps, all, &[], back, &[]);
        self.e.open(all);
        let start = self.starts[next];
        let Some(moves) = moves else {
            self.e.b.ins().jump(start, &[]);
            return self.e.open(back);
        };
        let frames = self.e.field(types::I64, offset!(frame));
        let masks = self.e.field(types::I64, offset!(masks));
        self.e.b.ins().jump(warp, &[frames, masks, warps].map(BlockArg::from));
        self.e.b.switch_to_block(warp);
        let own = self.e.b.ins().load(types::I32, TRUSTED, mask, 0);
        self.e.b.ins().brif(own, runs, &[], after, &[]);
        self.e.open(runs);
        self.move_words(moves, at);
        self.e.b.ins().jump(after, &[]);
        self.e.open(after);
        let at = self.e.b.ins().iadd_imm_s(at, i64::from(self.e.plan.frame_bytes));
        let mask = self.e.b.ins().iadd_imm_s(mask, 4);
        let left = self.e.b.ins().iadd_imm_s(left, -1);
        self.e.b.ins().brif(left, warp, &[at, mask, left].map(BlockArg::from), start, &[]);
        self.e.b.seal_block(warp);
        self.e.open(back);
    }

    /// Moves the words of one warp; its part of the frame is at `at`.
    fn move_words(&mut self, moves: &Moves, at: Cl) {
        let mut made = Vec::new();
        if let Some(slot) = moves.to {
            for sources in moves.sources.as_chunks::<4>().0 {
                made.push((slot, self.words_of(moves.from, sources, at)));
            }
        }
        if let Some(slot) = moves.in_range_slot {
            for there in moves.in_range.as_chunks::<4>().0 {
                let words = there.map(|there| if there { u32::MAX } else { 0 });
                let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
                let constant = self.e.b.func.dfg.constants.insert(ConstantData::from(bytes.as_slice()));
                made.push((slot, self.e.b.ins().vconst(types::I32X4, constant)));
            }
        }
        for (n, (slot, words)) in made.into_iter().enumerate() {
            let place = slot.offset as usize + 16 * (n % (WARP as usize / 4));
            self.e.b.ins().store(TRUSTED, words, at, place as i32);
        }
    }

    /// Loads the words of four lanes.
    fn words_of(&mut self, from: Slot, sources: &[u32; 4], at: Cl) -> Cl {
        let place = |lane: u32| (from.offset + 4 * lane) as i32;
        let first = sources[0];
        if (0..4).all(|n| sources[n as usize] == first + n) {
            return self.e.b.ins().load(types::I32X4, ANYWHERE, at, place(first));
        }
        let chunk = first & !3;
        if sources.iter().all(|&source| source & !3 == chunk) {
            let words = self.e.b.ins().load(types::I32X4, TRUSTED, at, place(chunk));
            let words = self.e.b.ins().bitcast(types::I8X16, little(), words);
            let bytes: Vec<u8> = sources
                .iter()
                .flat_map(|&source| (0..4).map(move |n| (4 * (source & 3) + n) as u8))
                .collect();
            let mask = self.e.b.func.dfg.immediates.push(ConstantData::from(bytes.as_slice()));
            let moved = self.e.b.ins().shuffle(words, words, mask);
            return self.e.b.ins().bitcast(types::I32X4, little(), moved);
        }
        let lanes = sources.map(|source| self.e.b.ins().load(types::I32, TRUSTED, at, place(source)));
        self.gathered_in(types::I32X4, Type::I32, &lanes)[0]
    }
}

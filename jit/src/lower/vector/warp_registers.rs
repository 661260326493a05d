//! Warp operations on strips of whole warps, in registers: shuffles are permutations, votes masks, and
//! reductions steps of both.

use super::chunk::Chunks;
use super::control::every;
use super::state::Vectors;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl};
use ptx::exec::WARP;
use ptx::ir::{AtomOp, BlockId, InstId, Op, Scalar, Type, Value, Vote};

impl Vectors<'_> {
    /// Returns whether strips do a sync operation themselves where all their lanes are active.
    pub(super) fn does_in_registers(&self, id: InstId) -> bool {
        self.analysis.in_registers[id.index()]
    }

    /// Emits a warp operation of all lanes, or of all tiles, or one of matrices of the active lanes, where
    /// others count as zero. Block `next` follows.
    pub(super) fn warp_operation(&mut self, id: InstId, next: BlockId) {
        let inst = self.e.f.inst(id);
        // Those of the warp's first strip; the others have the same tiles.
        let every = every(self.width);
        let masks = self.analysis.tiles.get(&id).map_or([every; WARP as usize], |masks| *masks);
        let tiles = &masks[..self.width as usize];
        match inst.op {
            Op::Shfl(mode) => self.shuffle(mode, inst, tiles),
            Op::Vote(vote) if tiles.iter().any(|&tile| tile != every) => {
                let lanes = self.chunks(inst.args[0]);
                let bits = self.bits_of(&lanes);
                let tiles = self.pattern(tiles.iter().copied());
                let answers = self.vote_in_tiles(vote, bits, &tiles);
                self.set_chunks(inst.results[0], &answers);
            }
            Op::Vote(vote) => {
                let lanes = self.chunks(inst.args[0]);
                let bits = self.bits_of(&lanes);
                let all = i64::from(every as i32);
                let is = |this: &mut Self, n: i64| this.e.b.ins().icmp_imm_s(IntCC::Equal, bits, n);
                let value = match vote {
                    Vote::Ballot => self.in_warp(bits),
                    Vote::All => is(self, all),
                    Vote::Any => self.e.b.ins().icmp_imm_s(IntCC::NotEqual, bits, 0),
                    Vote::Uni => {
                        let (all, none) = (is(self, all), is(self, 0));
                        self.e.b.ins().bor(all, none)
                    }
                };
                self.set_everywhere(inst.results[0], value);
            }
            Op::Redux { op, ty } => {
                let mut words = self.chunks(inst.args[0]);
                for distance in [16, 8, 4, 2, 1] {
                    let from: Vec<u32> = (0..WARP).map(|lane| lane ^ distance).collect();
                    let other = self.permuted(Type::I32, &words, &from);
                    for n in 0..self.words() {
                        words[n] = self.reduced(op, ty, words[n], other[n]);
                    }
                }
                let value = self.extract(Type::I32, &words, 0);
                self.set_everywhere(inst.results[0], value);
            }
            Op::Rows { .. } => self.distribute_rows(id, next),
            Op::Mma(_) => self.multiply(id, next),
            _ => {}
        }
        for &v in &inst.results {
            self.store_to_frame(v);
        }
    }

    /// Moves bits of a strip's lanes to those of the warp's.
    fn in_warp(&mut self, bits: Cl) -> Cl {
        if self.width == WARP {
            return bits;
        }
        let first = self.strip().lane;
        self.e.b.ins().ishl(bits, first)
    }

    /// Returns the answers of a vote in each lane's tile, from the bits of all lanes.
    fn vote_in_tiles(&mut self, vote: Vote, bits: Cl, tiles: &Chunks) -> Chunks {
        let all = self.splat(Type::I32, bits);
        let mut answers = all;
        for (answer, &tile) in answers.iter_mut().zip(tiles).take(self.words()) {
            let own = self.e.b.ins().band(*answer, tile);
            let is_all = |this: &mut Self| this.e.b.ins().icmp(IntCC::Equal, own, tile);
            let zero = self.e.b.ins().bxor(tile, tile);
            *answer = match vote {
                Vote::Ballot => self.in_warp(own),
                Vote::All => is_all(self),
                Vote::Any => self.e.b.ins().icmp(IntCC::NotEqual, own, zero),
                Vote::Uni => {
                    let (all, none) = (is_all(self), self.e.b.ins().icmp(IntCC::Equal, own, zero));
                    self.e.b.ins().bor(all, none)
                }
            };
        }
        answers
    }

    /// Sets a result that is the same in all lanes.
    fn set_everywhere(&mut self, v: Value, value: Cl) {
        if self.kind(v) == super::kind::Kind::Uniform {
            return self.set_base(v, value);
        }
        let chunks = self.splat(self.e.f.ty(v), value);
        self.set_chunks(v, &chunks);
    }

    fn reduced(&mut self, op: AtomOp, ty: Scalar, a: Cl, b: Cl) -> Cl {
        let signed = ty == Scalar::S32;
        match op {
            AtomOp::Min if signed => self.e.b.ins().smin(a, b),
            AtomOp::Max if signed => self.e.b.ins().smax(a, b),
            AtomOp::Min => self.e.b.ins().umin(a, b),
            AtomOp::Max => self.e.b.ins().umax(a, b),
            AtomOp::And => self.e.b.ins().band(a, b),
            AtomOp::Or => self.e.b.ins().bor(a, b),
            AtomOp::Xor => self.e.b.ins().bxor(a, b),
            _ => self.e.b.ins().iadd(a, b),
        }
    }
}

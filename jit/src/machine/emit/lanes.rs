//! Accesses of memory by the lanes of vectors, under hardware masks. For AVX-512.

use super::Placed;
use crate::machine::assembler::{Assembler, Number, Place, RSP, SPARE, int, vector};
use crate::machine::codes::{self, Vop, Width};
use crate::machine::inst::OPERANDS;
use iced_x86::{Code, Instruction, MemoryOperand, Register};

/// Returns the operand for memory at the addresses in a vector.
fn at_lanes(at: Number, width: Width) -> MemoryOperand {
    MemoryOperand::new(Register::None, vector(at, width), 1, 0, 8, false, Register::None)
}

/// Returns the operand for memory at offsets, words in a vector, from an address in a register. The width is
/// that of what lies there.
fn near_lanes([base, offsets]: [Number; 2], width: Width, (long, unit): (bool, u8)) -> MemoryOperand {
    let offsets = vector(offsets, data_width(width, !long));
    MemoryOperand::new(int(base, 8), offsets, u32::from(unit), 0, 1, false, Register::None)
}

/// Offset from the stack pointer of the 64 bytes below the stack. Signal handlers leave them alone, and the
/// word before them.
const BELOW: i32 = -64;

/// Returns the place of a lane's address there.
fn below(lane: u32) -> Place {
    Place::At { base: Some(RSP), index: None, scale: 1, disp: BELOW + 8 * lane as i32 }
}

/// Returns the width of words or double words at addresses in a vector of a width.
fn data_width(width: Width, long: bool) -> Width {
    if long { width } else { width.saturating_sub(1) }
}

impl Assembler {
    fn under_mask(&mut self, made: Result<Instruction, iced_x86::IcedError>, pool: Option<u32>) {
        let made = made.map(|mut inst| {
            inst.set_op_mask(Register::K1);
            inst
        });
        self.encode(made, pool);
    }

    /// Loads the lanes at the addresses in `at`. The result's old contents would be waited for.
    pub(super) fn gather(&mut self, at: Number, d: Number, width: Width, long: bool) {
        let own = self.code(if long { codes::PGATHERQQ } else { codes::PGATHERQD }, width);
        self.choose_lanes(None);
        self.zero_vector(d);
        let d = vector(d, data_width(width, long));
        self.under_mask(Instruction::with2(own, d, at_lanes(at, width)), None);
    }

    /// Loads lanes near an address.
    pub(super) fn gather_near(&mut self, p: &Placed, d: Number, width: Width, (long, unit): (bool, u8)) {
        let own = self.code(if long { codes::PGATHERDQ } else { codes::PGATHERDD }, width);
        let place = near_lanes([p.r[0], p.r[1]], width, (long, unit));
        self.choose_lanes((p.plain == 3).then_some(p.r[2]));
        self.zero_vector(d);
        self.under_mask(Instruction::with2(own, vector(d, width), place), None);
    }

    /// Puts the lanes that an integer names into the mask register, or all.
    fn choose_lanes(&mut self, lanes: Option<Number>) {
        let k1 = Register::K1;
        let made = match lanes {
            Some(lanes) => Instruction::with2(Code::VEX_Kmovw_kr_r32, k1, int(lanes, 4)),
            None => Instruction::with3(Code::VEX_Kxnorw_kr_kr_kr, k1, k1, k1),
        };
        self.encode(made, None);
    }

    /// Loads the lanes at the addresses in `at`, one by one: the addresses pass through the memory below the
    /// stack.
    pub(super) fn load_lanes(&mut self, at: Number, d: Number, width: Width, long: bool) {
        // A load does not get a word from the upper half of a store of 64 bytes before that is done.
        self.store_vector(at, below(0), width.min(1) + 4);
        if width == 2 {
            let (half, code) =
                (vector(self.spare_vector(), 1), Code::EVEX_Vextractf64x4_ymmm256_k1z_zmm_imm8);
            self.plain(Instruction::with3(code, half, vector(at, 2), 1));
            self.store_vector(self.spare_vector(), below(4), 5);
        }
        let (first, next, each) =
            if long { (codes::MOVQ_TO, codes::PINSRQ, 2) } else { (codes::MOVD_TO, codes::PINSRD, 4) };
        let (first, next) = (self.code(first, 0), self.code(next, 0));
        let lanes = 2 << width;
        for quarter in 0..u32::div_ceil(lanes, each) {
            let part = if quarter == 0 { d } else { self.spare_vector() };
            for n in 0..each.min(lanes) {
                self.load_int(SPARE, below(quarter * each + n));
                let (word, _) = self.memory(Place::At { base: Some(SPARE), index: None, scale: 1, disp: 0 });
                let part = vector(part, 0);
                let made = match n {
                    0 => Instruction::with2(first, part, word),
                    _ => Instruction::with4(next, part, part, word, n),
                };
                self.encode(made, None);
            }
            if quarter > 0 {
                let own = data_width(width, long);
                let code = if own == 1 {
                    Code::EVEX_Vinsertf32x4_ymm_k1z_ymm_xmmm128_imm8
                } else {
                    Code::EVEX_Vinsertf32x4_zmm_k1z_zmm_xmmm128_imm8
                };
                let own = vector(d, own);
                self.encode(Instruction::with4(code, own, own, vector(part, 0), quarter), None);
            }
        }
    }

    /// Loads four pieces of 16 bytes into a vector of 512 bits. Their addresses lie in memory: with a base
    /// offsets of 32 bits, without one 64 bits each.
    pub(super) fn load_rows(&mut self, places: Number, base: Option<Number>, d: Number) {
        let load = self.code(codes::MOVUPS, 0);
        for row in 0..4 {
            let at = |bytes: i32| Place::At { base: Some(places), index: None, scale: 1, disp: bytes * row };
            let piece = match base {
                Some(base) => {
                    let (offset, _) = self.memory(at(4));
                    self.encode(Instruction::with2(Code::Mov_r32_rm32, int(SPARE, 4), offset), None);
                    Place::At { base: Some(base), index: Some(SPARE), scale: 1, disp: 0 }
                }
                None => {
                    self.load_int(SPARE, at(8));
                    Place::At { base: Some(SPARE), index: None, scale: 1, disp: 0 }
                }
            };
            let (piece, _) = self.memory(piece);
            let (d, low) = (vector(d, 2), vector(d, 0));
            let made = match row {
                0 => Instruction::with2(load, low, piece),
                _ => Instruction::with4(Code::EVEX_Vinserti32x4_zmm_k1z_zmm_xmmm128_imm8, d, d, piece, row),
            };
            self.encode(made, None);
        }
    }

    /// Stores four pieces of 16 bytes to their addresses.
    pub(super) fn store_rows(&mut self, places: Number, data: Number) {
        for row in 0..4 {
            let place = Place::At { base: Some(places), index: None, scale: 1, disp: 8 * row };
            self.load_int(SPARE, place);
            let (piece, _) = self.memory(Place::At { base: Some(SPARE), index: None, scale: 1, disp: 0 });
            let made = match row {
                0 => Instruction::with2(self.code(codes::MOVUPS_STORE, 0), piece, vector(data, 0)),
                _ => {
                    let code = Code::EVEX_Vextracti32x4_xmmm128_k1z_zmm_imm8;
                    Instruction::with3(code, piece, vector(data, 2), row)
                }
            };
            self.encode(made, None);
        }
    }

    /// Loads some lanes of a vector, and zeros for the others.
    pub(super) fn load_masked(&mut self, p: &Placed, d: Number, width: Width, long: bool) {
        let own = self.code(if long { codes::MOVDQU64 } else { codes::MOVDQU32 }, width);
        let Some(place) = p.mem else { return };
        self.choose_lanes(Some(p.r[0]));
        let (memory, pool) = self.memory(place);
        let made = Instruction::with2(own, vector(d, width), memory).map(|mut inst| {
            inst.set_zeroing_masking(true);
            inst
        });
        self.under_mask(made, pool);
    }

    /// Stores lanes to the addresses in the first register: data, and the lanes that do.
    pub(super) fn scatter(&mut self, r: [Number; OPERANDS], width: Width, long: bool) {
        let own = self.code(if long { codes::PSCATTERQQ } else { codes::PSCATTERQD }, width);
        let [at, data, lanes, ..] = r;
        self.choose_lanes(Some(lanes));
        let data = vector(data, data_width(width, long));
        self.under_mask(Instruction::with2(own, at_lanes(at, width), data), None);
    }

    /// Stores lanes near an address.
    pub(super) fn scatter_near(&mut self, p: &Placed, width: Width, (long, unit): (bool, u8)) {
        let own = self.code(if long { codes::PSCATTERDQ } else { codes::PSCATTERDD }, width);
        let [base, offsets, data, lanes, ..] = p.r;
        self.choose_lanes((p.plain == 4).then_some(lanes));
        let place = near_lanes([base, offsets], width, (long, unit));
        self.under_mask(Instruction::with2(own, place, vector(data, width)), None);
    }

    /// Stores the lowest bytes of words to the addresses in the first register, as [`Self::scatter`] does
    /// with whole ones, lane by lane. Lanes that store nothing get the address of a place below the stack.
    pub(super) fn scatter_low(&mut self, r: [Number; OPERANDS], width: Width, bytes: u8) {
        let [at, data, lanes, ..] = r;
        let spare = self.spare_vector();
        self.choose_lanes(Some(lanes));
        // As in `load_lanes`, the addresses pass through memory in halves of 32 bytes.
        let own = width.min(1);
        self.frame_address(SPARE, BELOW - 8);
        let (copy, choose) = (self.code(codes::BROADCASTQ_INT, own), self.code(codes::PBLENDMQ, own));
        self.rr(copy, vector(spare, own), int(SPARE, 8));
        let (chosen, given) = (vector(spare, own), vector(at, own));
        self.under_mask(Instruction::with3(choose, chosen, chosen, given), None);
        self.store_vector(spare, below(0), own + 4);
        if width == 2 {
            self.rr(copy, vector(spare, own), int(SPARE, 8));
            let k1 = Register::K1;
            self.plain(Instruction::with3(Code::VEX_Kshiftrw_kr_kr_imm8, k1, k1, 4));
            let half = Code::EVEX_Vextractf64x4_ymmm256_k1z_zmm_imm8;
            self.under_mask(Instruction::with3(half, vector(spare, 1), vector(at, 2), 1), None);
            self.store_vector(spare, below(4), 5);
        }
        let code = match bytes {
            1 => Code::EVEX_Vpextrb_r32m8_xmm_imm8,
            _ => Code::EVEX_Vpextrw_r32m16_xmm_imm8,
        };
        for lane in 0..2 << width {
            if lane == 4 {
                let quarter = Code::EVEX_Vextractf32x4_xmmm128_k1z_ymm_imm8;
                self.plain(Instruction::with3(quarter, vector(spare, 0), vector(data, 1), 1));
            }
            self.load_int(SPARE, below(lane));
            let (place, _) = self.memory(Place::At { base: Some(SPARE), index: None, scale: 1, disp: 0 });
            let part = vector(if lane < 4 { data } else { spare }, 0);
            let number = lane % 4 * 4 / u32::from(bytes);
            self.encode(Instruction::with3(code, place, part, number), None);
        }
    }

    /// Stores some lanes of a vector.
    pub(super) fn store_lanes(&mut self, p: &Placed, op: Vop, width: Width) {
        let own = self.code(op, width);
        let Some(place) = p.mem else { return };
        self.choose_lanes(Some(p.r[1]));
        let (memory, pool) = self.memory(place);
        self.under_mask(Instruction::with2(own, memory, vector(p.r[0], width)), pool);
    }
}

//! Accesses of memory by the lanes of vectors, under hardware masks. For AVX-512.

use super::Placed;
use crate::machine::assembler::{Assembler, Number, int, vector};
use crate::machine::codes::{self, Width};
use crate::machine::inst::OPERANDS;
use iced_x86::{Code, Instruction, MemoryOperand, Register};

/// Returns the operand for memory at the addresses in a vector.
fn at_lanes(at: Number, width: Width) -> MemoryOperand {
    MemoryOperand::new(Register::None, vector(at, width), 1, 0, 8, false, Register::None)
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
        let k1 = Register::K1;
        self.encode(Instruction::with3(Code::VEX_Kxnorw_kr_kr_kr, k1, k1, k1), None);
        self.zero_vector(d);
        let d = vector(d, data_width(width, long));
        self.under_mask(Instruction::with2(own, d, at_lanes(at, width)), None);
    }

    /// Stores lanes to the addresses in the first register: data, and the lanes that do.
    pub(super) fn scatter(&mut self, r: [Number; OPERANDS], width: Width, long: bool) {
        let own = self.code(if long { codes::PSCATTERQQ } else { codes::PSCATTERQD }, width);
        let [at, data, lanes, ..] = r;
        self.encode(Instruction::with2(Code::VEX_Kmovw_kr_r32, Register::K1, int(lanes, 4)), None);
        let data = vector(data, data_width(width, long));
        self.under_mask(Instruction::with2(own, at_lanes(at, width), data), None);
    }

    /// Stores some lanes of a vector.
    pub(super) fn store_lanes(&mut self, p: &Placed, width: Width, long: bool) {
        let own = self.code(if long { codes::MOVDQU64_STORE } else { codes::MOVDQU32_STORE }, width);
        let Some(place) = p.mem else { return };
        self.encode(Instruction::with2(Code::VEX_Kmovw_kr_r32, Register::K1, int(p.r[1], 4)), None);
        let (memory, pool) = self.memory(place);
        self.under_mask(Instruction::with2(own, memory, vector(p.r[0], width)), pool);
    }
}

//! Arithmetic that rounds in a direction: a part of the instruction with AVX-512.

use super::{Made, Placed};
use crate::machine::assembler::{Assembler, Number, vector};
use crate::machine::codes::{Vop, Width};
use crate::machine::inst::Direction;
use iced_x86::{Instruction, RoundingControl};

impl Assembler {
    /// Emits an operation of one operand or two.
    pub(super) fn rounded(&mut self, p: &Placed, d: Number, (op, width): (Vop, Width), direction: Direction) {
        let code = self.code(op, width);
        let [d, a, b] = [d, p.r[0], p.r[1]].map(|n| vector(n, width));
        let made = match p.plain {
            1 => Instruction::with2(code, d, a),
            _ => Instruction::with3(code, d, a, b),
        };
        self.plain(rounding(made, direction));
    }
}

/// Returns an instruction with a direction.
pub(super) fn rounding(made: Made, direction: Direction) -> Made {
    let control = match direction {
        Direction::Down => RoundingControl::RoundDown,
        Direction::Up => RoundingControl::RoundUp,
        Direction::Zero => RoundingControl::RoundTowardZero,
    };
    made.map(|mut inst| {
        inst.set_rounding_control(control);
        inst
    })
}

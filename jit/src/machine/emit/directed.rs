//! Arithmetic that rounds in a direction: a part of the instruction with AVX-512.

use super::Placed;
use crate::machine::assembler::{Assembler, Number, vector};
use crate::machine::codes::{self, Vop, Width};
use crate::machine::inst::{Direction, Floats};
use iced_x86::{Instruction, RoundingControl};

impl Assembler {
    /// Emits an operation of one operand or two.
    pub(super) fn rounded(&mut self, p: &Placed, d: Number, (op, width): (Vop, Width), direction: Direction) {
        let code = self.code(op, width);
        let registers = [d, p.r[0], p.r[1]].map(|n| vector(n, width));
        let [d, a, b] = registers;
        // A scalar root takes the rest of its result from a further operand.
        let is_root = p.plain == 1;
        let made = match (is_root, width) {
            (true, 0) => Instruction::with3(code, d, a, a),
            (true, _) => Instruction::with2(code, d, a),
            (false, _) => Instruction::with3(code, d, a, b),
        };
        self.encode(made.map(|inst| directed(inst, direction)), None);
    }

    /// Emits a product of two operands plus the third.
    pub(super) fn rounded_fma(
        &mut self,
        p: &Placed,
        d: Number,
        (floats, width): (Floats, Width),
        direction: Direction,
    ) {
        let [second, third] = match floats {
            Floats::Singles => [codes::FMADD213PS, codes::FMADD231PS],
            Floats::Doubles => [codes::FMADD213PD, codes::FMADD231PD],
            Floats::Single => [codes::FMADD213SS, codes::FMADD231SS],
            Floats::Double => [codes::FMADD213SD, codes::FMADD231SD],
        };
        let own = (0..3).find(|&n| p.r[n] == d).unwrap_or_else(|| {
            self.move_vector(d, p.r[0], width);
            0
        });
        // 213: factor * d + last; 231: factor * last + d.
        let (op, factor, last) = match own {
            0 => (second, p.r[1], p.r[2]),
            1 => (second, p.r[0], p.r[2]),
            _ => (third, p.r[0], p.r[1]),
        };
        let code = self.code(op, width);
        let [d, factor, last] = [d, factor, last].map(|n| vector(n, width));
        let made = Instruction::with3(code, d, factor, last);
        self.encode(made.map(|inst| directed(inst, direction)), None);
    }
}

fn directed(mut inst: Instruction, direction: Direction) -> Instruction {
    inst.set_rounding_control(match direction {
        Direction::Down => RoundingControl::RoundDown,
        Direction::Up => RoundingControl::RoundUp,
        Direction::Zero => RoundingControl::RoundTowardZero,
    });
    inst
}

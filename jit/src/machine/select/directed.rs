//! Arithmetic that rounds in a direction, for which Cranelift's language has no instructions.

use super::{Select, Taken, refuse};
use crate::machine::Extra;
use crate::machine::codes::{self, Vop};
use crate::machine::inst::{Direction, Floats, Op, Reg};
use cranelift_codegen::ir::{self, Opcode};

/// Returns the instructions for a scalar and for vectors, each of binary32 and of binary64.
fn instructions(op: Extra) -> Option<[[Vop; 2]; 2]> {
    Some(match op {
        Extra::RoundedSum => [[codes::ADDSS, codes::ADDSD], [codes::ADDPS, codes::ADDPD]],
        Extra::RoundedProduct => [[codes::MULSS, codes::MULSD], [codes::MULPS, codes::MULPD]],
        Extra::RoundedQuotient => [[codes::DIVSS, codes::DIVSD], [codes::DIVPS, codes::DIVPD]],
        Extra::RoundedRoot => [[codes::SQRTSS, codes::SQRTSD], [codes::SQRTPS, codes::SQRTPD]],
        _ => return None,
    })
}

impl Select<'_> {
    /// Emits an operation whose last operand is the number of a direction.
    pub(super) fn rounded(&mut self, op: Extra, inst: ir::Inst) -> Taken {
        let args = self.f.dfg.inst_args(inst).to_vec();
        let Some((&last, operands)) = args.split_last() else { return refuse(Opcode::Call) };
        let direction = self.number(last).and_then(Direction::from_number);
        let Some(direction) = direction.filter(|_| self.evex) else {
            return refuse("a direction of rounding");
        };
        let mut own: Vec<Reg> = operands.iter().map(|&v| self.reg(v)).collect();
        let result = self.f.dfg.inst_results(inst)[0];
        let (def, ty) = (result.as_u32(), self.ty(result));
        let (vector, long) = (usize::from(ty.is_vector()), usize::from(ty.lane_bits() == 64));
        // Among vectors, whole registers alone have directions; what is above narrow ones is ignored.
        let width = 2 * vector as u8;
        // A scalar root takes the rest of its result from a further operand.
        if op == Extra::RoundedRoot && vector == 0 {
            own.push(own[0]);
        }
        match instructions(op) {
            Some(forms) => self.emit(Op::Rounded(forms[vector][long], width, direction), def, &own),
            None => {
                let forms = [[Floats::Single, Floats::Double], [Floats::Singles, Floats::Doubles]];
                self.emit(Op::RoundedFma(forms[vector][long], width, direction), def, &own);
            }
        }
        Ok(())
    }
}

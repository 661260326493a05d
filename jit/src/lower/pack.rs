//! Packing and unpacking of wide values.

use super::emitter::Emitter;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Op, Type};

impl Emitter<'_> {
    pub(super) fn pack(&mut self, op: &Op, ty: Type, args: &[(Type, Cl)]) -> Option<Cl> {
        match op {
            Op::Pack if ty.to_int() == Type::I32 || ty.to_int() == Type::I64 => {
                let mut whole = self.b.ins().iconst(types::I64, 0);
                let mut shift = 0;
                for &(part, value) in args {
                    let wide = self.widened(part, value);
                    let placed = self.b.ins().ishl_imm_u(wide, shift);
                    whole = self.b.ins().bor(whole, placed);
                    shift += i64::from(part.bits());
                }
                Some(self.narrowed(ty, whole))
            }
            Op::Part(n) if args.first()?.0.to_int() != Type::I128 => {
                let (whole, value) = *args.first()?;
                let wide = self.widened(whole, value);
                let moved = self.b.ins().ushr_imm_u(wide, i64::from(u32::from(*n) * ty.bits()));
                Some(self.narrowed(ty, moved))
            }
            _ => None,
        }
    }
}

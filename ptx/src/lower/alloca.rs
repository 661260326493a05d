//! `alloca`, `stacksave`, `stackrestore`: a frame with a moving end. Functions without these instructions
//! have no overhead.

use super::{Lower, stack};
use crate::ast::Instruction;
use crate::ir::{IntOp, Op, Scalar, Type, Value};

/// Size that exceeds any stack. Larger sizes are clamped to it, so that sums do not wrap.
const SIZE_LIMIT: u64 = 1 << 24;

impl<'m> Lower<'m> {
    /// Returns the moving end of the frame; `None` only if the body has errors.
    fn top(&mut self) -> Option<(crate::ir::ssa::Var, Value)> {
        let var = self.outline.dynamic_top()?;
        let v = self.ssa.read(&mut self.f, var, self.cursor.block);
        Some((var, v))
    }

    /// Lowers `alloca.type ptr, size {, align}`.
    pub(super) fn alloca(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let align = match inst.operands.len() {
            3 => self.immediate(inst, 2)?,
            _ => 8,
        };
        // Frames are aligned to 16 only; larger alignments are computed at run time.
        if !align.is_power_of_two() || align > 1 << 16 {
            return self.bad_operand(inst, 2);
        }
        let size = self.arg(inst, 1)?;
        // Clamp before truncation to 32 bits: a size of 2^47 must not become 0.
        let wide = self.f.ty(size);
        let huge = self.constant(SIZE_LIMIT, wide);
        let size = self.op(Op::Int(IntOp::MinU), vec![size, huge], wide);
        let size = self.resize(size, Type::I32);
        let (var, top) = self.top()?;
        let place = self.align_up(top, (align as u32).max(stack::ALIGN));
        let end = self.op(Op::Int(IntOp::Add), vec![place, size], Type::I32);
        let end = self.align_up(end, stack::ALIGN);
        // Store above the new end, where the next frame's header goes, so that an overflow faults here.
        let zero = self.constant(0, Type::I32);
        self.store_local(end, stack::RETURN, Scalar::B32, zero);
        self.ssa.write(var, self.cursor.block, end);
        let place = self.resize(place, inst.form.ty(0).register());
        self.set(inst, 0, place)
    }

    /// Lowers `stacksave.type d`.
    pub(super) fn stack_save(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let (_, top) = self.top()?;
        let top = self.resize(top, inst.form.ty(0).register());
        self.set(inst, 0, top)
    }

    /// Lowers `stackrestore.type a`.
    pub(super) fn stack_restore(&mut self, inst: &Instruction<'m>) -> Option<()> {
        let v = self.arg(inst, 0)?;
        let v = self.resize(v, Type::I32);
        let (var, _) = self.top()?;
        self.ssa.write(var, self.cursor.block, v);
        Some(())
    }
}

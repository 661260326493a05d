//! Arithmetic of strips that rounds down, up or toward zero.

use super::chunk::Chunks;
use super::state::Vectors;
use crate::lower::directed::direction;
use ptx::ir::{Inst, InstId, Type};

impl Vectors<'_> {
    /// Returns the result of an operation that has a direction, if the processor has it, too.
    pub(super) fn directed(&mut self, ty: Type, inst: &Inst) -> Option<Chunks> {
        let (_, mode) = direction(&inst.op).filter(|_| self.e.directs)?;
        let left = self.left_to_code(mode);
        let operands: Vec<Chunks> = match ty {
            Type::F32 => inst.args.iter().map(|&v| self.flushed_operand(left, v)).collect(),
            _ => inst.args.iter().map(|&v| self.chunks(v)).collect(),
        };
        let (mut raw, count) = (operands[0], self.layout(ty).count);
        for (n, lanes) in raw.iter_mut().enumerate().take(count) {
            let own: Vec<_> = operands.iter().map(|chunks| chunks[n]).collect();
            *lanes = self.e.directed(&inst.op, &own)?;
        }
        if ty == Type::F32 {
            let given = self.mode_result(left, inst, &raw, true);
            return Some(self.normalised(inst, given));
        }
        // As for other arithmetic in binary64, the host chooses among the operands' NaNs.
        let id = InstId::new(self.e.inst as usize);
        self.unless_nan(&raw[..count], vec![raw], |this| vec![this.by_host(id)]).pop()
    }
}

//! Memory accesses of a watched kernel's instructions, collected once.

use ptx::interp::watch::AccessKind;
use ptx::ir::{Function, Inst, InstId, Op, Order, Space};

/// An instruction that accesses memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) space: Space,
    pub(crate) kind: AccessKind,
    pub(crate) order: Order,
    pub(crate) bytes: u32,
    /// Address bits that are 0 if it is aligned.
    pub(crate) align: u32,
    pub(crate) line: u32,
}

impl Site {
    /// Returns the sites of a function, by instruction.
    pub(crate) fn all(f: &Function) -> Box<[Option<Site>]> {
        (0..f.inst_count()).map(|n| Site::from_inst(f.inst(InstId::new(n)))).collect()
    }

    fn from_inst(inst: &Inst) -> Option<Site> {
        let (space, bytes, kind, order) = match inst.op {
            Op::Load { space, ty, order, .. } => {
                (space, ty.bytes() * inst.results.len() as u32, AccessKind::Load, order)
            }
            Op::Store { space, ty, order, .. } => {
                (space, ty.bytes() * (inst.args.len() as u32 - 1), AccessKind::Store, order)
            }
            Op::Atom { space, op, ty, order, .. } => (space, ty.bytes(), AccessKind::Atom(op), order),
            _ => return None,
        };
        Some(Site { space, kind, order, bytes, align: bytes.next_power_of_two() - 1, line: inst.line })
    }
}

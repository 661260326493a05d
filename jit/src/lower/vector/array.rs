//! Arrays with an index for each lane.

use super::kind::is_widening;
use ptx::ir::{Def, Function, IntOp, Op, Value};

/// Largest log2 of a unit that the processor has for offsets.
pub(super) const MOST_SHIFT: u32 = 3;

/// Elements at an address that is the same in all lanes, plus an offset, plus an index times a unit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Array {
    pub(super) base: Value,
    pub(super) offset: i64,
    /// Whether indices, of 32 bits, have a sign.
    pub(super) signed: bool,
    /// Log2 of the unit in bytes, at most [`MOST_SHIFT`].
    pub(super) shift: u32,
    /// Size of what is accessed.
    pub(super) bytes: i64,
}

impl Array {
    /// Returns whether its elements have a size and nothing is between them.
    pub(super) fn is_of(&self, bytes: i64) -> bool {
        self.bytes == bytes && bytes == 1 << self.shift
    }
}

/// An element for each lane.
#[derive(Clone, Copy)]
pub(super) struct Indexed {
    pub(super) array: Array,
    pub(super) index: Value,
}

/// An index of 32 bits, widened and times a power of two.
pub(super) struct Scaled {
    pub(super) index: Value,
    pub(super) signed: bool,
    /// Log2 of the factor.
    pub(super) shift: u32,
    /// The widened index, perhaps with a factor.
    pub(super) wide: Value,
}

/// Returns a value as a scaled index, if it is one.
pub(super) fn scaled_index(f: &Function, v: Value) -> Option<Scaled> {
    let inst = f.def_inst(v)?;
    let (wide, shift) = match inst.op {
        Op::Int(IntOp::Mul) => (inst.args[0], log2(f, inst.args[1])?),
        Op::Int(IntOp::Shl) => (inst.args[0], f.constant(inst.args[1])?.try_into().ok()?),
        _ => (v, 0),
    };
    let Def::Inst(id, _) = f.value(wide).def else { return None };
    let (signed, widening) = (is_widening(f, id)?, f.inst(id));
    let more = if let Op::MulWide { .. } = widening.op { log2(f, widening.args[1])? } else { 0 };
    Some(Scaled { index: widening.args[0], signed, shift: more.checked_add(shift)?, wide })
}

/// Returns the log2 of a constant power of two.
fn log2(f: &Function, v: Value) -> Option<u32> {
    f.constant(v).filter(|n| n.is_power_of_two()).map(u64::trailing_zeros)
}

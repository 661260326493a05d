//! Element types of tensors, and their conversions in copies.

use crate::ir::{AtomOp, Scalar};

/// Element type. The driver (`CUtensorMapDataType`) and `tensormap.replace` number them differently: see
/// [`Element::from_ptx`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[expect(missing_docs, reason = "the driver's names say it")]
pub enum Element {
    U8,
    U16,
    U32,
    S32,
    U64,
    S64,
    F16,
    F32,
    F64,
    Bf16,
    /// Binary32; reductions flush subnormals, copies do not.
    F32Ftz,
    /// Binary32; loads round it to 10 fraction bits.
    Tf32,
    /// Combines [`Element::F32Ftz`] and [`Element::Tf32`].
    Tf32Ftz,
}

use Element::{Bf16, F16, F32, F32Ftz, F64, S32, S64, Tf32, Tf32Ftz, U8, U16, U32, U64};

/// Elements in the driver's order.
const ALL: [Element; 13] = [U8, U16, U32, S32, U64, S64, F16, F32, F64, Bf16, F32Ftz, Tf32, Tf32Ftz];
/// Elements in the order of `tensormap.replace.elemtype` (PTX ISA, "tensormap.replace").
const PTX: [Element; 13] = [U8, U16, U32, S32, U64, S64, F16, F32, F32Ftz, F64, Bf16, Tf32, Tf32Ftz];

impl Element {
    /// Returns the element with this number of the driver.
    pub fn from_driver(number: u32) -> Option<Element> {
        ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// Returns the element with this number of `tensormap.replace.elemtype`.
    pub fn from_ptx(number: u32) -> Option<Element> {
        PTX.get(usize::try_from(number).ok()?).copied()
    }

    /// Returns the number for `tensormap.replace.elemtype`.
    pub fn to_ptx(self) -> u8 {
        PTX.iter().position(|&e| e == self).unwrap_or(0) as u8
    }

    /// Returns the size in bytes.
    pub const fn bytes(self) -> u32 {
        match self {
            U8 => 1,
            U16 | F16 | Bf16 => 2,
            U32 | S32 | F32 | F32Ftz | Tf32 | Tf32Ftz => 4,
            U64 | S64 | F64 => 8,
        }
    }

    /// Returns whether it is a floating-point type.
    pub const fn is_float(self) -> bool {
        !matches!(self, U8 | U16 | U32 | S32 | U64 | S64)
    }

    /// Converts a row of elements loaded from global memory.
    pub(super) fn convert(self, row: &mut [u8]) {
        if !matches!(self, Tf32 | Tf32Ftz) {
            return;
        }
        for element in row.chunks_exact_mut(4) {
            let word = element.try_into().map_or(0, u32::from_le_bytes);
            element.copy_from_slice(&rounded(word).to_le_bytes());
        }
    }

    /// Returns the type of a reduction, and whether it flushes subnormals; `None` for reductions that fault
    /// on an H200.
    pub(super) const fn reduced(self, op: AtomOp) -> Option<(Scalar, bool)> {
        let ty = match (op, self) {
            (AtomOp::Add, F32 | Tf32) => return Some((Scalar::F32, false)),
            (AtomOp::Add, F32Ftz | Tf32Ftz) => return Some((Scalar::F32, true)),
            (AtomOp::Add, F64) => Scalar::F64,
            (AtomOp::Add | AtomOp::Min | AtomOp::Max, U32) => Scalar::U32,
            (AtomOp::Add | AtomOp::Min | AtomOp::Max, S32) => Scalar::S32,
            (AtomOp::Add | AtomOp::Min | AtomOp::Max, U64) => Scalar::U64,
            (AtomOp::Add | AtomOp::Min | AtomOp::Max, F16) => Scalar::F16,
            (AtomOp::Add | AtomOp::Min | AtomOp::Max, Bf16) => Scalar::Bf16,
            (AtomOp::Min | AtomOp::Max, S64) => Scalar::S64,
            (AtomOp::Inc | AtomOp::Dec, U32) => Scalar::U32,
            (AtomOp::And | AtomOp::Or | AtomOp::Xor, U32 | S32) => Scalar::B32,
            (AtomOp::And | AtomOp::Or | AtomOp::Xor, U64) => Scalar::B64,
            _ => return None,
        };
        Some((ty, false))
    }
}

/// Rounds a binary32 to 10 fraction bits, to nearest, ties to even. All NaNs become one.
const fn rounded(word: u32) -> u32 {
    const CUT: u32 = 13;
    if word & 0x7fff_ffff > 0x7f80_0000 {
        return 0x7fff_e000;
    }
    if word & 0x7f80_0000 == 0x7f80_0000 {
        return word;
    }
    let half = (1 << (CUT - 1)) - 1 + (word >> CUT & 1);
    (word + half) >> CUT << CUT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_elements_go_both_ways() {
        for (n, &element) in ALL.iter().enumerate() {
            assert_eq!(Element::from_driver(n as u32), Some(element));
            assert_eq!(Element::from_ptx(element.to_ptx().into()), Some(element));
        }
        assert_eq!(Element::from_driver(13), None);
        assert_eq!(Element::from_ptx(u32::MAX), None);
    }

    #[test]
    fn tf32_rounds_to_even_and_keeps_infinities() {
        assert_eq!(rounded(0x3f80_1000), 0x3f80_0000);
        assert_eq!(rounded(0x3f80_3000), 0x3f80_4000);
        assert_eq!(rounded(0x7f7f_ffff), 0x7f80_0000);
        assert_eq!(rounded(0xff80_0000), 0xff80_0000);
        assert_eq!(rounded(0xff80_0001), 0x7fff_e000);
        assert_eq!(rounded(0x8000_1fff), 0x8000_2000);
    }
}

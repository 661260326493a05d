//! What a tensor's elements are, and what becomes of one on its way.

use crate::ir::{AtomOp, Scalar};

/// What an element is. Numbers are the driver's (`CUtensorMapDataType`) and `tensormap.replace`'s… which
/// differ: see [`Element::from_ptx`].
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
    /// Binary32 whose reductions flush subnormals; copies leave them.
    F32Ftz,
    /// Binary32, loads of which are rounded to 10 bits of fraction.
    Tf32,
    /// Both.
    Tf32Ftz,
}

use Element::{Bf16, F16, F32, F32Ftz, F64, S32, S64, Tf32, Tf32Ftz, U8, U16, U32, U64};

/// In the driver's order.
const ALL: [Element; 13] = [U8, U16, U32, S32, U64, S64, F16, F32, F64, Bf16, F32Ftz, Tf32, Tf32Ftz];
/// In the order of `tensormap.replace.elemtype` (PTX ISA, "tensormap.replace").
const PTX: [Element; 13] = [U8, U16, U32, S32, U64, S64, F16, F32, F32Ftz, F64, Bf16, Tf32, Tf32Ftz];

impl Element {
    /// The element that the driver's number stands for.
    pub fn from_driver(number: u32) -> Option<Element> {
        ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// The element that the number of `tensormap.replace.elemtype` stands for.
    pub fn from_ptx(number: u32) -> Option<Element> {
        PTX.get(usize::try_from(number).ok()?).copied()
    }

    /// That number.
    pub fn to_ptx(self) -> u8 {
        PTX.iter().position(|&e| e == self).unwrap_or(0) as u8
    }

    /// Bytes of one.
    pub const fn bytes(self) -> u32 {
        match self {
            U8 => 1,
            U16 | F16 | Bf16 => 2,
            U32 | S32 | F32 | F32Ftz | Tf32 | Tf32Ftz => 4,
            U64 | S64 | F64 => 8,
        }
    }

    /// It is a number with a fraction.
    pub const fn is_float(self) -> bool {
        !matches!(self, U8 | U16 | U32 | S32 | U64 | S64)
    }

    /// Makes of a row of elements, on its way from global memory, what arrives.
    pub(super) fn convert(self, row: &mut [u8]) {
        if !matches!(self, Tf32 | Tf32Ftz) {
            return;
        }
        for element in row.chunks_exact_mut(4) {
            let word = element.try_into().map_or(0, u32::from_le_bytes);
            element.copy_from_slice(&rounded(word).to_le_bytes());
        }
    }

    /// What a reduction does to elements of this kind, as an atomic operation has it: the type, and whether
    /// subnormals are flushed. None of what an H200 stops at.
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

/// Binary32 rounded to the nearest with 10 bits of fraction, ties to even. Every NaN becomes one.
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

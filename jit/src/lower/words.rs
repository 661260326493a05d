//! Integers of 32 bits, one or the lanes of a vector: the operations that scalar code and strips share.

use super::builder::Builder;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    Endianness, FuncRef, InstBuilder, MemFlagsData, Type as ClType, Value as Cl, types,
};

/// Emits operations on integers of 32 bits: numbers, or the lanes of vectors.
pub(super) struct Words<'b, 'f> {
    pub(super) b: &'b mut Builder<'f>,
    /// The type of integers of 32 bits: one, or a vector.
    pub(super) ints: ClType,
    /// The condition on which the host has to compute the result instead.
    pub(super) asks: Option<Cl>,
    /// Functions of vectors that convert halves to binary32 and back, if the machine has them.
    pub(super) converts: Option<[FuncRef; 2]>,
}

impl<'b, 'f> Words<'b, 'f> {
    pub(super) fn new(b: &'b mut Builder<'f>, ints: ClType) -> Self {
        Words { b, ints, asks: None, converts: None }
    }

    /// Calls a function of one operand.
    pub(super) fn call(&mut self, function: FuncRef, x: Cl) -> Cl {
        let call = self.b.ins().call(function, &[x]);
        self.b.inst_results(call)[0]
    }

    /// Returns a constant in each lane.
    pub(super) fn number(&mut self, n: u32) -> Cl {
        let n = self.b.ins().iconst(types::I32, i64::from(n));
        if self.ints.is_vector() { self.b.ins().splat(self.ints, n) } else { n }
    }

    /// Returns the first number where a condition holds, else the second.
    pub(super) fn choose(&mut self, condition: Cl, yes: Cl, no: Cl) -> Cl {
        match self.ints.is_vector() {
            true => self.b.ins().bitselect(condition, yes, no),
            false => self.b.ins().select(condition, yes, no),
        }
    }

    /// Returns the condition that numbers and a constant have a relation.
    pub(super) fn is(&mut self, a: Cl, code: IntCC, n: u32) -> Cl {
        let n = self.number(n);
        self.b.ins().icmp(code, a, n)
    }

    /// Returns the bits of binary32.
    pub(super) fn bits(&mut self, x: Cl) -> Cl {
        self.b.ins().bitcast(self.ints, little(), x)
    }

    /// Returns the type of as many numbers of binary32.
    pub(super) fn singles(&self) -> ClType {
        match self.ints {
            types::I32 => types::F32,
            ints => types::F32.by(ints.lane_count()).unwrap_or(types::F32),
        }
    }

    /// Returns binary32 of some bits.
    pub(super) fn of_bits(&mut self, bits: Cl) -> Cl {
        let singles = self.singles();
        self.b.ins().bitcast(singles, little(), bits)
    }
}

/// Returns the byte order for bitcasts between vector types.
pub(super) fn little() -> MemFlagsData {
    MemFlagsData::new().with_endianness(Endianness::Little)
}

//! Operations of streams on words of memory.

/// Condition that ends a wait, for a word `w` and a value `v` of the same width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// `w - v` is not negative in the word's width: at least, modulo wrap-around.
    AtLeast,
    /// `w == v`
    Equal,
    /// `w & v != 0`
    And,
    /// `!(w | v) != 0`
    Nor,
}

impl Comparison {
    /// Flags in C.
    pub(crate) const fn flags(self) -> u32 {
        match self {
            Comparison::AtLeast => hip_sys::hipStreamWaitValueGte,
            Comparison::Equal => hip_sys::hipStreamWaitValueEq,
            Comparison::And => hip_sys::hipStreamWaitValueAnd,
            Comparison::Nor => hip_sys::hipStreamWaitValueNor,
        }
    }

    /// Returns whether a word satisfies the condition.
    pub(crate) fn holds(self, word: u64, value: u64, wide: bool) -> bool {
        let (full, sign) = if wide { (u64::MAX, 1 << 63) } else { (u64::from(u32::MAX), 1 << 31) };
        match self {
            Comparison::AtLeast => word.wrapping_sub(value) & sign == 0,
            Comparison::Equal => word == value & full,
            Comparison::And => word & value != 0,
            Comparison::Nor => !(word | value) & full != 0,
        }
    }
}

/// Operation on a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemOp {
    /// Waits until the masked word satisfies a condition.
    Wait {
        /// Address of the word.
        address: u64,
        /// `true` if the word has 8 bytes rather than 4.
        wide: bool,
        /// Value to compare with.
        value: u64,
        /// Mask of the compared bits.
        mask: u64,
        /// Condition.
        until: Comparison,
    },
    /// Writes the word.
    Write {
        /// Address of the word.
        address: u64,
        /// `true` if the word has 8 bytes rather than 4.
        wide: bool,
        /// Value to write.
        value: u64,
    },
    /// Orders later operations after earlier ones, which always holds here.
    Barrier,
}

#[cfg(test)]
mod tests {
    use super::Comparison::{And, AtLeast, Equal, Nor};

    #[test]
    fn comparisons_are_cuda_s() {
        assert!(AtLeast.holds(3, 0xffff_fff0, false), "on a circle");
        assert!(!AtLeast.holds(3, 4, false) && AtLeast.holds(4, 4, false));
        assert!(!AtLeast.holds(3, 0xffff_fff0, true) && AtLeast.holds(u64::MAX, u64::MAX - 1, true));
        assert!(
            Equal.holds(7, 7, false)
                && Equal.holds(7, 1 << 32 | 7, false)
                && !Equal.holds(7, 1 << 32 | 7, true)
        );
        assert!(And.holds(5, 4, false) && !And.holds(5, 2, false));
        assert!(Nor.holds(5, 0xffff_fff0, false) && !Nor.holds(0xf, 0xffff_fff0, false));
    }
}

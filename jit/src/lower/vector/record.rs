//! The special function unit's functions as lists of operations.
//!
//! The functions are written for any [`Lanes`]. Run once on symbols, each leaves a record of what it does,
//! from which vector code is made in line. One that needs an operation without a symbol has no record.

use ptx::ir::Approx;
use ptx::sfu::lanes::{Doubles, Given, Lanes, Special};
use ptx::sfu::rows;
use ptx::sfu::table::{Steps, Table};
use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Sub};

/// Number of an operation in a record, which stands for its result.
pub(super) type Id = usize;

/// An operation as [`Lanes`] and [`Doubles`] have it. A mask has all bits of its lanes set.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Argument,
    All(u32),
    Add(Id, Id),
    Sub(Id, Id),
    And(Id, Id),
    Or(Id, Id),
    Xor(Id, Id),
    Left(Id, u32),
    Right(Id, u32),
    SignedRight(Id, u32),
    PairProduct(Id, Id),
    LowProduct(Id, Id),
    HalfSquareAndOne(Id),
    PlusPairs(Id, Id, Id),
    PlusWhere(Id, u32, Id),
    /// A result with those of special operands replaced; NaNs are the machine's.
    Special(Id, Id, Special),
    Equals(Id, Id),
    Less(Id, Id),
    Has(Id, u32),
    Kept(Id, Id),
    OrElse(Id, Id, Id),
    Times(Id, Id),
    Minus(Id, Id),
    Smaller(Id, Id),
    Larger(Id, Id),
    TowardZero(Id),
    FloatLess(Id, Id),
    IsNan(Id),
    /// A word of a table by the lower bits of an index.
    Word(&'static [u32], Id),
    /// Results are of binary64 from here on.
    DoubleOf(Id),
    DoubleAll(f64),
    DoubleSum(Id, Id),
    DoubleProduct(Id, Id),
    /// Words of such.
    UpperBits(Id),
}

#[derive(Default)]
struct Record {
    steps: Vec<Step>,
    refused: bool,
    /// The machine flushes.
    flushing: bool,
}

thread_local! {
    static RECORD: RefCell<Record> = RefCell::default();
}

/// Returns the operations of a function of one number; the last one is its result. `flushing` if the machine
/// flushes subnormal numbers.
pub(super) fn record(op: Approx, ftz: bool, flushing: bool) -> Option<Vec<Step>> {
    RECORD.replace(Record { flushing, ..Record::default() });
    let x = Symbol::of(Step::Argument);
    match op {
        Approx::Rcp => rows::rcp(x, ftz),
        Approx::Sqrt => rows::sqrt(x, ftz),
        Approx::Rsqrt => rows::rsqrt(x, ftz),
        Approx::Lg2 => rows::lg2(x, ftz),
        Approx::Ex2 => rows::ex2(x, ftz),
        Approx::Sin | Approx::Cos | Approx::Tanh | Approx::Div | Approx::DivFull => return None,
    };
    let made = RECORD.take();
    (!made.refused).then_some(made.steps)
}

/// A result in the record of this thread.
#[derive(Clone, Copy)]
struct Symbol(Id);

impl Symbol {
    fn of(step: Step) -> Symbol {
        RECORD.with_borrow_mut(|record| {
            record.steps.push(step);
            Symbol(record.steps.len() - 1)
        })
    }

    fn refused() -> Symbol {
        RECORD.with_borrow_mut(|record| record.refused = true);
        Symbol(0)
    }
}

macro_rules! operator {
    ($type:ident: $($trait:ident, $method:ident, $step:ident;)+) => {
        $(impl $trait for $type {
            type Output = $type;
            fn $method(self, other: $type) -> $type {
                $type(Symbol::of(Step::$step(self.0, other.0)).0)
            }
        })+
    };
}

operator! {
    Symbol:
    Add, add, Add;
    Sub, sub, Sub;
    BitAnd, bitand, And;
    BitOr, bitor, Or;
    BitXor, bitxor, Xor;
}

/// A result of binary64.
#[derive(Clone, Copy)]
struct Double(Id);

operator! {
    Double:
    Add, add, DoubleSum;
    Mul, mul, DoubleProduct;
}

impl Sub for Double {
    type Output = Double;
    fn sub(self, _: Double) -> Double {
        Double(Symbol::refused().0)
    }
}

impl Lanes for Symbol {
    type Mask = Symbol;
    type Double = Double;

    fn all(x: u32) -> Self {
        Symbol::of(Step::All(x))
    }

    fn left(self, n: u32) -> Self {
        Symbol::of(Step::Left(self.0, n))
    }

    fn right(self, n: u32) -> Self {
        Symbol::of(Step::Right(self.0, n))
    }

    fn signed_right(self, n: u32) -> Self {
        Symbol::of(Step::SignedRight(self.0, n))
    }

    fn left_by(self, _: Self) -> Self {
        Symbol::refused()
    }

    fn right_by(self, _: Self) -> Self {
        Symbol::refused()
    }

    fn pair_product(self, other: Self) -> Self {
        Symbol::of(Step::PairProduct(self.0, other.0))
    }

    fn low_product(self, other: Self) -> Self {
        Symbol::of(Step::LowProduct(self.0, other.0))
    }

    fn half_square(self) -> Self {
        Symbol::refused()
    }

    fn half_square_and_one(self) -> Self {
        Symbol::of(Step::HalfSquareAndOne(self.0))
    }

    fn plus_pair_product(self, a: Self, b: Self) -> Self {
        Symbol::of(Step::PlusPairs(self.0, a.0, b.0))
    }

    fn plus_where(self, bits: u32, other: Self) -> Self {
        Symbol::of(Step::PlusWhere(self.0, bits, other.0))
    }

    fn normal_or_nan(self, x: Self) -> Self {
        // The machine takes subnormal numbers for zeros if it flushes.
        if RECORD.with_borrow(|record| record.flushing) {
            let cases = Special { zero: Given::Zero, negative: Given::Nan, ..Special::NAN };
            return Symbol::of(Step::Special(self.0, self.0, cases));
        }
        let normal = self.kept(Self::all((1 << 23) - 1).less(self));
        normal.special(x, Special::NAN)
    }

    fn special(self, x: Self, cases: Special) -> Self {
        // The machine takes subnormal numbers for zeros if it flushes.
        if RECORD.with_borrow(|record| record.flushing) {
            return Symbol::of(Step::Special(self.0, x.0, cases));
        }
        cases.replaced(self, x)
    }

    fn equals(self, other: Self) -> Self {
        Symbol::of(Step::Equals(self.0, other.0))
    }

    fn less(self, other: Self) -> Self {
        Symbol::of(Step::Less(self.0, other.0))
    }

    fn has(self, bits: u32) -> Self {
        Symbol::of(Step::Has(self.0, bits))
    }

    fn kept(self, mask: Self) -> Self {
        Symbol::of(Step::Kept(self.0, mask.0))
    }

    fn or_else(self, mask: Self, other: Self) -> Self {
        Symbol::of(Step::OrElse(self.0, mask.0, other.0))
    }

    fn times(self, other: Self) -> Self {
        Symbol::of(Step::Times(self.0, other.0))
    }

    fn smaller(self, other: Self) -> Self {
        Symbol::of(Step::Smaller(self.0, other.0))
    }

    fn larger(self, other: Self) -> Self {
        Symbol::of(Step::Larger(self.0, other.0))
    }

    fn toward_zero(self) -> Self {
        Symbol::of(Step::TowardZero(self.0))
    }

    fn minus(self, other: Self) -> Self {
        Symbol::of(Step::Minus(self.0, other.0))
    }

    fn float_less(self, other: Self) -> Self {
        Symbol::of(Step::FloatLess(self.0, other.0))
    }

    fn is_nan(self) -> Self {
        Symbol::of(Step::IsNan(self.0))
    }

    fn integer_to_double(self) -> Double {
        Double(Symbol::of(Step::DoubleOf(self.0)).0)
    }

    fn single_to_double(self) -> Double {
        Double(Symbol::refused().0)
    }

    fn upper_bits(x: Double) -> Self {
        Symbol::of(Step::UpperBits(x.0))
    }

    fn steps<const N: usize>(table: &'static Steps<N>, segment: Self) -> [Self; 3] {
        let words = &table.words;
        [&words.base, &words.slope, &words.rest].map(|words| Symbol::of(Step::Word(words, segment.0)))
    }

    fn polynomial<const N: usize>(_: &Table<N>, _: Self, _: Self, _: Self) -> Double {
        Double(Symbol::refused().0)
    }
}

impl Doubles for Double {
    type Mask = Symbol;

    fn all(x: f64) -> Self {
        Double(Symbol::of(Step::DoubleAll(x)).0)
    }

    fn floor(self) -> Self {
        Double(Symbol::refused().0)
    }

    fn less(self, _: Self) -> Symbol {
        Symbol::refused()
    }

    fn size(self) -> Self {
        Double(Symbol::refused().0)
    }

    fn or_else(self, _: Symbol, _: Self) -> Self {
        Double(Symbol::refused().0)
    }
}

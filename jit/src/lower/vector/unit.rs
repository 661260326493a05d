//! The special function unit's functions, in line.
//!
//! A table of 64 or 128 words is in constants of 16 words each, among which two permutations and choices by
//! the index's upper bits select.

use super::chunk::{Chunks, little};
use super::record::{Id, Step, record};
use super::state::Vectors;
use crate::machine::{Extra, has_bytes};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{Approx, Type};
use ptx::sfu::lanes::{Given, Special};

/// Results of steps: one vector, or two of binary64.
type Made = Vec<[Cl; 2]>;

/// Returns the processor's table of what replaces a result, four bits for each class of operands.
fn responses(cases: Special) -> u32 {
    let number = |given: Given| match given {
        Given::Result => 0,
        Given::Operand => 1,
        Given::Nan => 3,
        Given::NegativeInfinity => 4,
        Given::Infinity => 5,
        Given::SignedInfinity => 6,
        Given::Zero => 8,
    };
    // A quiet and a signalling NaN give the operand's.
    let classes = [cases.zero, cases.one, cases.negative_infinity, cases.infinity, cases.negative];
    let classes = classes.into_iter().enumerate();
    classes.fold(0x22, |table, (n, given)| table | number(given) << (4 * n + 8))
}

impl Vectors<'_> {
    /// Emits a function in line, if vectors have 16 words and the processor has what it takes.
    pub(super) fn in_line(&mut self, op: Approx, ftz: bool, x: &Chunks) -> Option<Chunks> {
        if self.ints() != types::I32X16 || !has_bytes() || !self.analysis.few_approximate {
            return None;
        }
        let steps = record(op, ftz, self.e.flushing)?;
        let mut out = *x;
        let (ints, singles) = (self.ints(), self.singles());
        let count = self.layout(Type::F32).count;
        for n in 0..count {
            // A uniform value is one vector.
            if let Some(same) = (0..n).find(|&before| x[before] == x[n]) {
                out[n] = out[same];
                continue;
            }
            let lanes = &mut out[n];
            let argument = self.e.b.ins().bitcast(ints, little(), *lanes);
            let mut made: Made = Vec::with_capacity(steps.len());
            let mut masks = Vec::new();
            for &step in &steps {
                let result = self.step(step, argument, &made, &mut masks);
                made.push(result);
            }
            *lanes = self.e.b.ins().bitcast(singles, little(), made.last()?[0]);
        }
        Some(out)
    }

    fn all_words(&mut self, x: u32) -> Cl {
        let x = self.e.b.ins().iconst(types::I32, i64::from(x));
        self.splat(Type::I32, x)[0]
    }

    /// Emits a step. `masks` has those of bits that select among tables: index, bit, and mask.
    fn step(&mut self, step: Step, argument: Cl, made: &Made, masks: &mut Vec<(Id, u32, Cl)>) -> [Cl; 2] {
        let (ints, singles) = (self.ints(), self.singles());
        let one = |id: Id| made[id][0];
        let value = match step {
            Step::Argument => argument,
            Step::All(x) => self.all_words(x),
            Step::Add(a, b) => self.e.b.ins().iadd(one(a), one(b)),
            Step::Sub(a, b) => self.e.b.ins().isub(one(a), one(b)),
            Step::And(a, b) => self.e.b.ins().band(one(a), one(b)),
            Step::Or(a, b) => self.e.b.ins().bor(one(a), one(b)),
            Step::Xor(a, b) => self.e.b.ins().bxor(one(a), one(b)),
            Step::Left(a, n) => self.e.b.ins().ishl_imm_u(one(a), i64::from(n)),
            Step::Right(a, n) => self.e.b.ins().ushr_imm_u(one(a), i64::from(n)),
            Step::SignedRight(a, n) => self.e.b.ins().sshr_imm_u(one(a), i64::from(n)),
            Step::LowProduct(a, b) => self.e.b.ins().imul(one(a), one(b)),
            Step::PairProduct(a, b) => self.e.extra(Extra::PairProduct, &[one(a), one(b)], ints),
            Step::HalfSquareAndOne(a) => self.e.extra(Extra::HalfSquareAndOne, &[one(a)], ints),
            Step::PlusPairs(sum, a, b) => self.e.extra(Extra::AddPairs, &[one(sum), one(a), one(b)], ints),
            Step::PlusWhere(a, bits, other) => {
                let bits = self.all_words(bits);
                self.e.extra(Extra::PlusWhere, &[one(a), bits, one(other)], ints)
            }
            Step::Special(result, x, cases) => {
                let table = self.all_words(responses(cases));
                let [result, x] = [result, x].map(|id| self.e.b.ins().bitcast(singles, little(), one(id)));
                let result = self.e.extra(Extra::Replace, &[result, x, table], singles);
                self.e.b.ins().bitcast(ints, little(), result)
            }
            Step::Equals(a, b) => self.e.b.ins().icmp(IntCC::Equal, one(a), one(b)),
            Step::Less(a, b) => self.e.b.ins().icmp(IntCC::SignedLessThan, one(a), one(b)),
            Step::Has(a, bits) => self.has_bits(one(a), bits),
            Step::Kept(a, mask) if self.is_ones(one(a)) => one(mask),
            Step::Kept(a, mask) => {
                let none = self.all_words(0);
                self.e.b.ins().bitselect(one(mask), one(a), none)
            }
            Step::OrElse(a, mask, b) => self.e.b.ins().bitselect(one(mask), one(a), one(b)),
            Step::Word(table, index) => self.word(table, (index, one(index)), masks),
            Step::Times(..)
            | Step::Minus(..)
            | Step::Smaller(..)
            | Step::Larger(..)
            | Step::FloatLess(..)
            | Step::TowardZero(_)
            | Step::IsNan(_) => {
                let single = |this: &mut Self, id: Id| this.e.b.ins().bitcast(singles, little(), one(id));
                let mut pair = |a: Id, b: Id| [single(self, a), single(self, b)];
                let result = match step {
                    Step::Times(a, b) => {
                        let [a, b] = pair(a, b);
                        self.e.b.ins().fmul(a, b)
                    }
                    Step::Minus(a, b) => {
                        let [a, b] = pair(a, b);
                        self.e.b.ins().fsub(a, b)
                    }
                    Step::Smaller(a, b) | Step::Larger(a, b) => {
                        let operands = pair(a, b);
                        let op =
                            if matches!(step, Step::Smaller(..)) { Extra::Smaller } else { Extra::Larger };
                        self.e.extra(op, &operands, singles)
                    }
                    Step::FloatLess(a, b) => {
                        let [a, b] = pair(a, b);
                        return [self.e.b.ins().fcmp(FloatCC::LessThan, a, b); 2];
                    }
                    Step::TowardZero(a) => {
                        let a = single(self, a);
                        return [self.e.extra(Extra::TowardZero, &[a], ints); 2];
                    }
                    Step::IsNan(a) => {
                        let a = single(self, a);
                        return [self.e.b.ins().fcmp(FloatCC::Unordered, a, a); 2];
                    }
                    _ => argument,
                };
                self.e.b.ins().bitcast(ints, little(), result)
            }
            Step::DoubleAll(x) => self.double(x),
            Step::DoubleOf(a) => {
                let high = self.e.extra(Extra::High, &[one(a)], ints);
                return [one(a), high].map(|half| {
                    let wide = self.e.b.ins().swiden_low(half);
                    let doubles = self.doubles_type();
                    self.e.b.ins().fcvt_from_sint(doubles, wide)
                });
            }
            Step::DoubleSum(a, b) => return [0, 1].map(|n| self.e.b.ins().fadd(made[a][n], made[b][n])),
            Step::DoubleProduct(a, b) => return [0, 1].map(|n| self.e.b.ins().fmul(made[a][n], made[b][n])),
            Step::UpperBits(a) => {
                let longs = self.longs();
                let parts = made[a].map(|part| {
                    let bits = self.e.b.ins().bitcast(longs, little(), part);
                    self.e.b.ins().ushr_imm_u(bits, 29)
                });
                self.e.extra(Extra::Even, &parts, ints)
            }
        };
        [value; 2]
    }

    /// Returns whether a vector is the constant that has all bits.
    fn is_ones(&self, x: Cl) -> bool {
        let splat = self.e.b.func.dfg.value_def(x).inst().map(|inst| self.e.b.func.dfg.inst_args(inst));
        matches!(splat, Some(&[x]) if self.e.const_value(x) == Some(-1))
    }

    /// Returns a mask of the lanes that have one of some bits.
    fn has_bits(&mut self, x: Cl, bits: u32) -> Cl {
        if bits.is_power_of_two() {
            // The bit becomes the sign.
            let up = match bits.leading_zeros() {
                0 => x,
                n => self.e.b.ins().ishl_imm_u(x, i64::from(n)),
            };
            return self.e.b.ins().sshr_imm_u(up, 31);
        }
        let (bits, none) = (self.all_words(bits), self.all_words(0));
        let own = self.e.b.ins().band(x, bits);
        self.e.b.ins().icmp(IntCC::NotEqual, own, none)
    }

    /// Selects words of a table by an index.
    fn word(&mut self, table: &[u32], (id, index): (Id, Cl), masks: &mut Vec<(Id, u32, Cl)>) -> Cl {
        let ints = self.ints();
        let mut words: Vec<Cl> = table
            .chunks(32)
            .map(|part| {
                let [low, high] = [0, 16].map(|n| {
                    let bytes: Vec<u8> = part[n..n + 16].iter().copied().flat_map(u32::to_le_bytes).collect();
                    let constant = self.e.b.func.dfg.constants.insert(bytes.into());
                    self.e.b.ins().vconst(ints, constant)
                });
                self.e.extra(Extra::Pick, &[low, index, high], ints)
            })
            .collect();
        let mut bit = 32;
        while words.len() > 1 {
            let known = masks.iter().find(|own| (own.0, own.1) == (id, bit)).map(|own| own.2);
            let mask = known.unwrap_or_else(|| {
                let mask = self.has_bits(index, bit);
                masks.push((id, bit, mask));
                mask
            });
            words = words.chunks(2).map(|pair| self.e.b.ins().bitselect(mask, pair[1], pair[0])).collect();
            bit *= 2;
        }
        words[0]
    }
}

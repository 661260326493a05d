//! Arithmetic in half precision (binary16), and conversions between binary32 and both formats of 16 bits, by
//! operations that every machine has on binary32 and integers.
//!
//! Results are those of the interpreter, bit for bit. Binary32 has more than twice the digits of binary16,
//! and two to spare: a sum, difference or product that is rounded to binary32 first and to binary16 then
//! equals one that is rounded once. A multiply-add rounds to odd in between.

use super::emitter::Emitter;
use super::float::NAN_F32;
use super::half_integers::is_half_integer;
use super::words::{Words, little};
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{FloatOp, FloatUnary, Mode, Op, Round, Scalar, Type};

/// Canonical NaN of both formats of 16 bits.
const NAN: u32 = 0x7fff;

/// Returns whether an operation is one of this module's.
pub(super) fn is_half(op: &Op) -> bool {
    let halves = |ty: Scalar| matches!(ty, Scalar::F16 | Scalar::F16x2 | Scalar::Bf16 | Scalar::Bf16x2);
    match *op {
        Op::Float { op, ty, mode } => {
            // The interpreter's smaller or larger number, or a NaN, is this module's for binary32 too.
            let of_nans = matches!(op, FloatOp::Min { nan, .. } | FloatOp::Max { nan, .. } if nan);
            let mode = if halves(ty) { left_of(mode, ty) } else { mode };
            let own = halves(ty) || ty == Scalar::F32 && of_nans;
            own && mode == Mode::RN && is_simple(op)
        }
        Op::Fma { ty, mode } => halves(ty) && left_of(mode, ty) == Mode::RN,
        Op::FloatUnary { op, ty, mode } => {
            let signs = matches!(op, FloatUnary::Neg | FloatUnary::Abs);
            halves(ty) && left_of(mode, ty) == Mode::RN && signs
        }
        Op::Cvt { to, from, mode, integral: false } => {
            let narrow = from == Scalar::F32 && halves(to);
            // Nothing that is subnormal in binary32 is left in binary16.
            let mode = match narrow {
                true => left_of(mode, to),
                false if is_brain(to, from) => mode,
                false => Mode { ftz: false, ..mode },
            };
            let truncates = mode == Mode { round: Round::Zero, ..Mode::RN };
            let widens = to == Scalar::F32 && matches!(from, Scalar::F16 | Scalar::Bf16);
            (mode == Mode::RN && (widens || narrow)) || truncates && narrow
        }
        _ => false,
    }
}

/// Returns what is left of a mode without `.relu`, which replaces negative results by zero, and in binary16
/// without `.ftz` and `.sat`.
fn left_of(mode: Mode, ty: Scalar) -> Mode {
    match is_brain(ty, ty) {
        true => Mode { relu: false, ..mode },
        false => Mode { relu: false, ftz: false, sat: false, ..mode },
    }
}

fn is_simple(op: FloatOp) -> bool {
    match op {
        FloatOp::Add | FloatOp::Sub | FloatOp::Mul => true,
        FloatOp::Min { xorsign, .. } | FloatOp::Max { xorsign, .. } => !xorsign,
        _ => false,
    }
}

fn is_brain(to: Scalar, from: Scalar) -> bool {
    [to, from].iter().any(|ty| matches!(ty, Scalar::Bf16 | Scalar::Bf16x2))
}

impl Emitter<'_> {
    /// Returns a word, or another that rarely executed code computes if a flag is set.
    fn unless(&mut self, flag: Cl, word: Cl, other: impl FnOnce(&mut Self) -> Cl) -> Cl {
        let [ask, resume] = std::array::from_fn(|_| self.b.create_block());
        let result = self.b.append_block_param(resume, types::I32);
        self.b.ins().brif(flag, ask, &[], resume, &[word.into()]);
        self.open(ask);
        self.b.set_cold_block(ask);
        let other = other(self);
        self.b.ins().jump(resume, &[other.into()]);
        self.open(resume);
        result
    }

    /// Emits an operation of half precision, or a conversion from or to it, for one number.
    pub(super) fn halves(&mut self, op: &Op, ty: Type, args: &[(Type, Cl)]) -> Option<Cl> {
        let integers = args.len() == 1 && is_half_integer(op, ty, args[0].0);
        let possible = is_half(op) || integers && self.rounds();
        if !possible {
            return None;
        }
        let words: Vec<Cl> = args
            .iter()
            .map(|&(ty, value)| match ty {
                Type::I16 => self.b.ins().uextend(types::I32, value),
                Type::F32 => self.b.ins().bitcast(types::I32, little(), value),
                _ => value,
            })
            .collect();
        let mut own = Words::new(&mut self.b, types::I32);
        let made = match integers {
            true => own.half_integer(op, ty, words[0])?,
            false => own.half_result(op, &words)?,
        };
        let asks = own.asks;
        let made = match asks {
            Some(asks) => {
                let exact = |this: &mut Self| {
                    let exact = this.eval(ty, args);
                    if ty == Type::I16 { this.b.ins().uextend(types::I32, exact) } else { exact }
                };
                self.unless(asks, made, exact)
            }
            None => made,
        };
        Some(match ty {
            Type::I16 => self.b.ins().ireduce(types::I16, made),
            Type::F32 => self.b.ins().bitcast(types::F32, little(), made),
            _ => made,
        })
    }
}

impl Words<'_, '_> {
    /// Returns the result of an [operation](is_half) on integers of 32 bits: registers, of which those of 16
    /// bits are zero-extended.
    pub(super) fn half_result(&mut self, op: &Op, args: &[Cl]) -> Option<Cl> {
        match (op, args) {
            (Op::Cvt { to: Scalar::F32, from: Scalar::Bf16, .. }, &[a]) => {
                Some(self.b.ins().ishl_imm_u(a, 16))
            }
            (Op::Cvt { to: Scalar::F32, .. }, &[a]) => Some(self.single(a)),
            (&Op::Cvt { to, mode, .. }, _) => {
                let mut narrow = |x: Cl| {
                    let made = match (is_brain(to, to), mode.round) {
                        (brain, Round::Zero) => self.truncated(x, brain),
                        (brain, _) => self.narrow(x, brain),
                    };
                    self.clamped(mode, made)
                };
                match *args {
                    [a] => Some(narrow(a)),
                    [high, low] => {
                        let [high, low] = [high, low].map(&mut narrow);
                        Some(self.pair(low, high))
                    }
                    _ => None,
                }
            }
            (Op::Float { ty, .. } | Op::Fma { ty, .. } | Op::FloatUnary { ty, .. }, _) => match ty {
                Scalar::F16 | Scalar::Bf16 | Scalar::F32 => self.element(op, args),
                _ => {
                    let low: Vec<Cl> = args.iter().map(|&x| self.low(x)).collect();
                    let low = self.element(op, &low)?;
                    let high: Vec<Cl> = args.iter().map(|&x| self.b.ins().ushr_imm_u(x, 16)).collect();
                    let high = self.element(op, &high)?;
                    Some(self.pair(low, high))
                }
            },
            _ => None,
        }
    }

    fn element(&mut self, op: &Op, args: &[Cl]) -> Option<Cl> {
        let flushed: Vec<Cl>;
        let args = match op {
            Op::Float { mode, .. } | Op::Fma { mode, .. } | Op::FloatUnary { mode, .. } if mode.ftz => {
                flushed = args.iter().map(|&half| self.flushed_half(half)).collect();
                &flushed
            }
            _ => args,
        };
        match (op, args) {
            (&Op::Float { op: FloatOp::Min { nan, .. }, ty, .. }, &[a, b]) => {
                Some(self.extreme([a, b], FloatCC::LessThan, (ty, nan)))
            }
            (&Op::Float { op: FloatOp::Max { nan, .. }, ty, .. }, &[a, b]) => {
                Some(self.extreme([a, b], FloatCC::GreaterThan, (ty, nan)))
            }
            (&Op::Float { op, ty, mode }, &[a, b]) => {
                let brain = is_brain(ty, ty);
                let [a, b] = [a, b].map(|x| self.wide(x, brain));
                let exact = match op {
                    FloatOp::Add => self.b.ins().fadd(a, b),
                    FloatOp::Sub => self.b.ins().fsub(a, b),
                    _ => self.b.ins().fmul(a, b),
                };
                if op == FloatOp::Mul && brain {
                    self.ask_if_extreme(exact, [a, b]);
                }
                let bits = self.bits(exact);
                Some(self.rounded_in(mode, bits, brain))
            }
            (&Op::Fma { ty, mode }, &[a, b, c]) => {
                let brain = is_brain(ty, ty);
                let [a, b, c] = [a, b, c].map(|x| self.wide(x, brain));
                let product = self.b.ins().fmul(a, b);
                if brain {
                    self.ask_if_extreme(product, [a, b]);
                }
                let sum = self.odd_sum(product, c);
                Some(self.rounded_in(mode, sum, brain))
            }
            (Op::FloatUnary { op, ty, .. }, &[a]) => {
                let [sign, rest] = [0x8000, 0x7fff].map(|n| self.number(n));
                let magnitude = self.b.ins().band(a, rest);
                let made = match op {
                    FloatUnary::Neg => self.b.ins().bxor(a, sign),
                    _ => magnitude,
                };
                Some(self.unless_nan(magnitude, made, is_brain(*ty, *ty)))
            }
            _ => None,
        }
    }

    /// Returns the result in 16 bits for the bits of binary32, exact or rounded to odd, in a mode.
    fn rounded_in(&mut self, mode: Mode, bits: Cl, brain: bool) -> Cl {
        /// Bits of the least magnitude that is rounded to a normal half.
        const LEAST: u32 = 112 << 23 | 0x7f_f000;
        let bits = match mode.ftz {
            true => self.unless_below(bits, [0x7fff_ffff, 1 << 31], LEAST),
            false => bits,
        };
        let made = self.narrow(bits, brain);
        self.clamped(mode, made)
    }

    /// Returns a half, or a zero of its sign if it is subnormal.
    pub(super) fn flushed_half(&mut self, half: Cl) -> Cl {
        self.unless_below(half, [0x7fff, 0x8000], 0x400)
    }

    /// Returns a number, or a zero of its sign if its magnitude is below another. `masks` are those of the
    /// magnitude and of the sign.
    fn unless_below(&mut self, bits: Cl, masks: [u32; 2], least: u32) -> Cl {
        let [magnitude, sign] = masks.map(|mask| {
            let mask = self.number(mask);
            self.b.ins().band(bits, mask)
        });
        let is_small = self.is(magnitude, IntCC::UnsignedLessThan, least);
        self.choose(is_small, sign, bits)
    }

    /// Returns a result of 16 bits; zero for a negative one with `.relu` or `.sat`, with the latter for a NaN
    /// too, and one at most.
    fn clamped(&mut self, mode: Mode, half: Cl) -> Cl {
        if !mode.relu && !mode.sat {
            return half;
        }
        let sign = self.b.ins().ishl_imm_u(half, 16);
        let sign = self.b.ins().sshr_imm_u(sign, 31);
        let positive = self.b.ins().bnot(sign);
        let half = self.b.ins().band(half, positive);
        if !mode.sat {
            return half;
        }
        let [zero, one] = [0, 0x3c00].map(|n| self.number(n));
        let is_nan = self.is(half, IntCC::UnsignedGreaterThan, 0x7c00);
        let most = self.b.ins().umin(half, one);
        self.choose(is_nan, zero, most)
    }

    /// Returns the lower half of a word.
    fn low(&mut self, x: Cl) -> Cl {
        let ones = self.number(0xffff);
        self.b.ins().band(x, ones)
    }

    fn pair(&mut self, low: Cl, high: Cl) -> Cl {
        let high = self.b.ins().ishl_imm_u(high, 16);
        self.b.ins().bor(low, high)
    }

    /// Returns a half, or the canonical NaN if a magnitude is that of one.
    fn unless_nan(&mut self, magnitude: Cl, half: Cl, brain: bool) -> Cl {
        let infinite = if brain { 0x7f80 } else { 0x7c00 };
        let is_nan = self.is(magnitude, IntCC::UnsignedGreaterThan, infinite);
        let nan = self.number(NAN);
        self.choose(is_nan, nan, half)
    }

    /// Returns a half as binary32, as bits.
    fn single(&mut self, half: Cl) -> Cl {
        if let Some([widens, _]) = self.converts {
            let single = self.call(widens, half);
            let (bits, nan) = (self.bits(single), self.number(NAN_F32));
            let is_nan = self.b.ins().fcmp(FloatCC::Unordered, single, single);
            return self.choose(is_nan, nan, bits);
        }
        /// Difference of the exponents' biases of binary32 and binary16, in place.
        const BIAS: u32 = 112 << 23;
        let [magnitude, sign] = [0x7fff, 0x8000].map(|mask| {
            let mask = self.number(mask);
            self.b.ins().band(half, mask)
        });
        let sign = self.b.ins().ishl_imm_u(sign, 16);
        let fraction = self.b.ins().ishl_imm_u(magnitude, 13);
        let [bias, more] = [BIAS, BIAS + (1 << 23)].map(|n| self.number(n));
        let normal = self.b.ins().iadd(fraction, bias);
        // A subnormal number is the fraction behind a one, less that one.
        let ahead = self.b.ins().iadd(fraction, more);
        let [ahead, one] = [ahead, more].map(|bits| self.of_bits(bits));
        let subnormal = self.b.ins().fsub(ahead, one);
        let subnormal = self.bits(subnormal);
        let is_subnormal = self.is(magnitude, IntCC::UnsignedLessThan, 0x400);
        let number = self.choose(is_subnormal, subnormal, normal);
        let infinite = self.b.ins().iadd(normal, bias);
        let is_infinite = self.is(magnitude, IntCC::UnsignedGreaterThanOrEqual, 0x7c00);
        let number = self.choose(is_infinite, infinite, number);
        let number = self.b.ins().bor(number, sign);
        let is_nan = self.is(magnitude, IntCC::UnsignedGreaterThan, 0x7c00);
        let nan = self.number(NAN_F32);
        self.choose(is_nan, nan, number)
    }

    /// Returns a half as binary32, with any NaN for a NaN.
    fn float(&mut self, half: Cl) -> Cl {
        if let Some([widens, _]) = self.converts {
            return self.call(widens, half);
        }
        let bits = self.single(half);
        self.of_bits(bits)
    }

    /// Returns the magnitude of the bits of binary32, and its sign in the place of a half's.
    fn magnitude_and_sign(&mut self, bits: Cl) -> [Cl; 2] {
        let magnitudes = self.number(0x7fff_ffff);
        let magnitude = self.b.ins().band(bits, magnitudes);
        let upper = self.b.ins().ushr_imm_u(bits, 16);
        let signs = self.number(0x8000);
        [magnitude, self.b.ins().band(upper, signs)]
    }

    /// Returns the nearest half to the bits of a number of binary32.
    fn half(&mut self, bits: Cl) -> Cl {
        if let Some([_, narrows]) = self.converts {
            let single = self.of_bits(bits);
            let (half, nan) = (self.call(narrows, single), self.number(NAN));
            let is_nan = self.b.ins().fcmp(FloatCC::Unordered, single, single);
            return self.choose(is_nan, nan, half);
        }
        let [magnitude, sign] = self.magnitude_and_sign(bits);
        // The last digit of numbers from 0.5 on is that of subnormal halves.
        let half_bits = self.number(0.5f32.to_bits());
        let [own, half] = [magnitude, half_bits].map(|bits| self.of_bits(bits));
        let sum = self.b.ins().fadd(own, half);
        let sum = self.bits(sum);
        let subnormal = self.b.ins().isub(sum, half_bits);
        // Half of the last digit, or a bit less if that digit is even, and the exponent's new bias.
        let odd = self.b.ins().ushr_imm_u(magnitude, 13);
        let one = self.number(1);
        let odd = self.b.ins().band(odd, one);
        let rest = self.number(0xfffu32.wrapping_sub(112 << 23));
        let normal = self.b.ins().iadd(magnitude, rest);
        let normal = self.b.ins().iadd(normal, odd);
        let normal = self.b.ins().ushr_imm_u(normal, 13);
        let is_subnormal = self.is(magnitude, IntCC::UnsignedLessThan, 113 << 23);
        let number = self.choose(is_subnormal, subnormal, normal);
        let is_infinite = self.is(magnitude, IntCC::UnsignedGreaterThanOrEqual, 65536f32.to_bits());
        let infinite = self.number(0x7c00);
        let number = self.choose(is_infinite, infinite, number);
        let number = self.b.ins().bor(number, sign);
        self.unless_nan_single(magnitude, number)
    }

    /// Returns the nearest bfloat16 to the bits of a number of binary32.
    fn brain(&mut self, bits: Cl) -> Cl {
        let odd = self.b.ins().ushr_imm_u(bits, 16);
        let one = self.number(1);
        let odd = self.b.ins().band(odd, one);
        let rest = self.number(0x7fff);
        let rounded = self.b.ins().iadd(bits, rest);
        let rounded = self.b.ins().iadd(rounded, odd);
        let rounded = self.b.ins().ushr_imm_u(rounded, 16);
        let magnitudes = self.number(0x7fff_ffff);
        let magnitude = self.b.ins().band(bits, magnitudes);
        self.unless_nan_single(magnitude, rounded)
    }

    /// Returns a result of 16 bits, or the canonical NaN if a magnitude of binary32 is that of one.
    fn unless_nan_single(&mut self, magnitude: Cl, result: Cl) -> Cl {
        let is_nan = self.is(magnitude, IntCC::UnsignedGreaterThan, f32::INFINITY.to_bits());
        let nan = self.number(NAN);
        self.choose(is_nan, nan, result)
    }

    /// Returns a number of 16 bits as binary32.
    pub(super) fn wide(&mut self, x: Cl, brain: bool) -> Cl {
        if !brain {
            return self.float(x);
        }
        let bits = self.b.ins().ishl_imm_u(x, 16);
        self.of_bits(bits)
    }

    /// Returns the nearest number of 16 bits to the bits of one of binary32.
    pub(super) fn narrow(&mut self, bits: Cl, brain: bool) -> Cl {
        if brain { self.brain(bits) } else { self.half(bits) }
    }

    /// Asks for the host where a product of bfloat16 may not be exact in binary32, whose exponents are the
    /// same.
    fn ask_if_extreme(&mut self, product: Cl, factors: [Cl; 2]) {
        /// Bits of the least and greatest magnitudes, 2^-100 and 2^126, between which it is exact.
        const LEAST: u32 = 27 << 23;
        const MOST: u32 = 253 << 23;
        let magnitudes = self.number(0x7fff_ffff);
        let least = self.number(LEAST);
        let bits = self.bits(product);
        let magnitude = self.b.ins().band(bits, magnitudes);
        let above = self.b.ins().isub(magnitude, least);
        let mut asks = self.is(above, IntCC::UnsignedGreaterThanOrEqual, MOST - LEAST);
        for factor in factors {
            let bits = self.bits(factor);
            let magnitude = self.b.ins().band(bits, magnitudes);
            let some = self.is(magnitude, IntCC::NotEqual, 0);
            asks = self.b.ins().band(asks, some);
        }
        self.asks = Some(match self.asks {
            Some(other) => self.b.ins().bor(asks, other),
            None => asks,
        });
    }

    /// Returns the bits of an exact product plus a number, rounded to odd: of the two neighbours of a number
    /// between them, the one with an odd last digit.
    fn odd_sum(&mut self, product: Cl, c: Cl) -> Cl {
        let sum = self.b.ins().fadd(product, c);
        // What was rounded off (Knuth's TwoSum).
        let own = self.b.ins().fsub(sum, product);
        let first = self.b.ins().fsub(sum, own);
        let [lost, other] = [self.b.ins().fsub(product, first), self.b.ins().fsub(c, own)];
        let rest = self.b.ins().fadd(lost, other);
        let [bits, rest_bits] = [sum, rest].map(|x| self.bits(x));
        let away = self.b.ins().bxor(bits, rest_bits);
        let away = self.b.ins().sshr_imm_u(away, 31);
        let [one, zero] = [1, 0].map(|n| self.number(n));
        let towards = self.b.ins().bor(away, one);
        let neighbour = self.b.ins().iadd(bits, towards);
        let last = self.b.ins().band(bits, one);
        let is_even = self.b.ins().icmp(IntCC::Equal, last, zero);
        // A rest of infinities is a NaN: neither less nor more than zero.
        let nothing = self.of_bits(zero);
        let less = self.b.ins().fcmp(FloatCC::LessThan, rest, nothing);
        let more = self.b.ins().fcmp(FloatCC::GreaterThan, rest, nothing);
        let is_inexact = self.b.ins().bor(less, more);
        let moves = self.b.ins().band(is_even, is_inexact);
        self.choose(moves, neighbour, bits)
    }

    /// Returns the bits of the smaller or larger of two numbers: a number rather than a NaN, unless NaNs win;
    /// -0 is less than +0.
    fn extreme(&mut self, [a, b]: [Cl; 2], wins: FloatCC, (ty, nans_win): (Scalar, bool)) -> Cl {
        let [x, y] = [a, b].map(|bits| match ty {
            Scalar::F32 => self.of_bits(bits),
            _ => self.wide(bits, is_brain(ty, ty)),
        });
        let a_wins = self.b.ins().fcmp(wins, x, y);
        let picked = self.choose(a_wins, a, b);
        // Equal numbers differ at most in the sign of zero.
        let merged = if wins == FloatCC::LessThan { self.b.ins().bor(a, b) } else { self.b.ins().band(a, b) };
        let equal = self.b.ins().fcmp(FloatCC::Equal, x, y);
        let picked = self.choose(equal, merged, picked);
        let [a_is_nan, b_is_nan] = [x, y].map(|v| self.b.ins().fcmp(FloatCC::Unordered, v, v));
        let none = match nans_win {
            true => self.b.ins().bor(a_is_nan, b_is_nan),
            false => self.b.ins().band(a_is_nan, b_is_nan),
        };
        let picked = self.choose(b_is_nan, a, picked);
        let nan = self.number(if ty == Scalar::F32 { NAN_F32 } else { NAN });
        self.choose(none, nan, picked)
    }

    /// Returns the bits of binary32 in 16 bits, rounded towards zero.
    fn truncated(&mut self, bits: Cl, brain: bool) -> Cl {
        let [magnitude, sign] = self.magnitude_and_sign(bits);
        if brain {
            let upper = self.b.ins().ushr_imm_u(bits, 16);
            return self.unless_nan_single(magnitude, upper);
        }
        // As to nearest, and less one where that is more.
        let half_bits = self.number(0.5f32.to_bits());
        let [own, half] = [magnitude, half_bits].map(|bits| self.of_bits(bits));
        let sum = self.b.ins().fadd(own, half);
        let back = self.b.ins().fsub(sum, half);
        let more = self.b.ins().fcmp(FloatCC::GreaterThan, back, own);
        let sum = self.bits(sum);
        let nearest = self.b.ins().isub(sum, half_bits);
        let one = self.number(1);
        let below = self.b.ins().isub(nearest, one);
        let subnormal = self.choose(more, below, nearest);
        let bias = self.number(112 << 23);
        let normal = self.b.ins().isub(magnitude, bias);
        let normal = self.b.ins().ushr_imm_u(normal, 13);
        let is_subnormal = self.is(magnitude, IntCC::UnsignedLessThan, 113 << 23);
        let number = self.choose(is_subnormal, subnormal, normal);
        let is_beyond = self.is(magnitude, IntCC::UnsignedGreaterThanOrEqual, 65536f32.to_bits());
        let most = self.number(0x7bff);
        let number = self.choose(is_beyond, most, number);
        let is_infinite = self.is(magnitude, IntCC::Equal, f32::INFINITY.to_bits());
        let infinite = self.number(0x7c00);
        let number = self.choose(is_infinite, infinite, number);
        let number = self.b.ins().bor(number, sign);
        self.unless_nan_single(magnitude, number)
    }
}

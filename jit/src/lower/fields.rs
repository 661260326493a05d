//! Bit fields, bytes and other integer operations of several steps, by shifts, masks and products.

use super::emitter::Emitter;
use super::words::{Words, little};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value as Cl, types};
use ptx::ir::{IntOp, Op, Prmt, Scalar, TestP, Type};

/// A byte of a word that `prmt` gives.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Byte {
    /// The operand from which it comes.
    word: usize,
    /// Its place there and in the result.
    from: i64,
    to: i64,
    /// It is filled by the sign of what it comes from.
    sign: bool,
}

impl Emitter<'_> {
    /// Emits an operation of this module for one number.
    pub(super) fn fields(&mut self, op: &Op, ty: Type, args: &[(Type, Cl)]) -> Option<Cl> {
        let constants: Vec<Option<u32>> =
            args.iter().map(|&(_, v)| self.const_value(v).map(|n| n as u32)).collect();
        let types: Vec<Type> = args.iter().map(|arg| arg.0).collect();
        if !is_possible(op, ty, &types) {
            return None;
        }
        let words: Vec<Cl> = args
            .iter()
            .map(|&(ty, value)| match ty {
                Type::F32 => self.b.ins().bitcast(types::I32, little(), value),
                _ => value,
            })
            .collect();
        let mut own = Words::new(&mut self.b, types::I32);
        let made = own.field_result(op, &words, &constants).or_else(|| own.variable_field(op, &words))?;
        Some(match ty {
            Type::I16 => self.b.ins().ireduce(types::I16, made),
            Type::F32 => self.b.ins().bitcast(types::F32, little(), made),
            _ => made,
        })
    }
}

/// Returns whether an operation with such a result and operands may be one of this module's.
pub(super) fn is_possible(op: &Op, ty: Type, args: &[Type]) -> bool {
    let words = args.iter().all(|&ty| ty == Type::I32);
    let singles = args.iter().all(|&ty| ty == Type::F32);
    match op {
        Op::Bfe { .. }
        | Op::Bfi
        | Op::Prmt(Prmt::Index)
        | Op::Dp4a { .. }
        | Op::Dp2a { .. }
        | Op::Mul24 { high: false, .. }
        | Op::Sad { .. }
        | Op::Szext { .. }
        | Op::Bfind { .. } => words && ty == Type::I32,
        Op::Int(IntOp::AddSat | IntOp::SubSat) => words && ty == Type::I32,
        Op::CopySign { ty: Scalar::F32 } => singles && ty == Type::F32,
        Op::TestP { ty: Scalar::F32, .. } => singles,
        Op::Cvt { to, from, mode, integral: false } => {
            let small = matches!(to, Scalar::U8 | Scalar::S8 | Scalar::U16 | Scalar::S16);
            let wide = matches!(to, Scalar::U32 | Scalar::S32) && ty == Type::I32;
            let narrow = small && matches!(ty, Type::I16 | Type::I32);
            mode.sat && words && matches!(from, Scalar::U32 | Scalar::S32) && (narrow || wide)
        }
        _ => false,
    }
}

impl Words<'_, '_> {
    /// Returns the result of an operation on words, with what is known of its operands; `None` for one whose
    /// field is not known.
    pub(super) fn field_result(&mut self, op: &Op, args: &[Cl], constants: &[Option<u32>]) -> Option<Cl> {
        let known = |n: usize| constants.get(n).copied().flatten();
        match (op, args) {
            (Op::Bfe { signed }, &[a, ..]) => {
                Some(self.extracted(*signed, a, known(1)? & 0xff, known(2)? & 0xff))
            }
            (Op::Bfi, &[a, b, ..]) => Some(self.inserted(a, b, known(2)? & 0xff, known(3)? & 0xff)),
            (Op::Prmt(_), &[a, b, _]) => Some(self.picked_bytes(a, b, known(2)?)),
            (&Op::Dp4a { a_signed, b_signed }, &[a, b, c]) => {
                let mut sum = c;
                for n in 0..4 {
                    let [x, y] = [(a, a_signed), (b, b_signed)].map(|(v, own)| self.part(v, own, 8 * n, 8));
                    let product = self.b.ins().imul(x, y);
                    sum = self.b.ins().iadd(sum, product);
                }
                Some(sum)
            }
            (&Op::Dp2a { a_signed, b_signed, high }, &[a, b, c]) => {
                let mut sum = c;
                for n in 0..2 {
                    let first = if high { 16 } else { 0 };
                    let x = self.part(a, a_signed, 16 * n, 16);
                    let y = self.part(b, b_signed, first + 8 * n, 8);
                    let product = self.b.ins().imul(x, y);
                    sum = self.b.ins().iadd(sum, product);
                }
                Some(sum)
            }
            (&Op::Mul24 { signed, .. }, &[a, b]) => {
                let [a, b] = [a, b].map(|v| self.part(v, signed, 0, 24));
                Some(self.b.ins().imul(a, b))
            }
            (Op::Sad { signed }, &[a, b, c]) => {
                let [more, less] = match signed {
                    true => [self.b.ins().smax(a, b), self.b.ins().smin(a, b)],
                    false => [self.b.ins().umax(a, b), self.b.ins().umin(a, b)],
                };
                let distance = self.b.ins().isub(more, less);
                Some(self.b.ins().iadd(c, distance))
            }
            (&Op::Szext { signed, wrap }, &[a, _]) => {
                let bits = if wrap { known(1)? & 31 } else { known(1)?.min(32) };
                Some(match bits {
                    0 => self.number(0),
                    bits => self.part(a, signed, 0, bits.into()),
                })
            }
            (Op::Int(op), &[a, b]) => Some(self.saturated(*op == IntOp::AddSat, a, b)),
            (Op::CopySign { .. }, &[a, b]) => {
                let [sign, rest] = [1 << 31, (1 << 31) - 1].map(|n| self.number(n));
                let [sign, rest] = [self.b.ins().band(a, sign), self.b.ins().band(b, rest)];
                Some(self.b.ins().bor(sign, rest))
            }
            (&Op::TestP { test, .. }, &[a]) => Some(self.tested(test, a)),
            (&Op::Cvt { to, from, .. }, &[a]) => Some(self.clamped_to(to, from, a)),
            _ => None,
        }
    }

    /// Returns bits `low..low + bits` of words, extended by their sign or by zeros.
    pub(super) fn part(&mut self, a: Cl, signed: bool, low: i64, bits: i64) -> Cl {
        if signed {
            let up = if low + bits == 32 { a } else { self.b.ins().ishl_imm_u(a, 32 - bits - low) };
            return if bits == 32 { up } else { self.b.ins().sshr_imm_u(up, 32 - bits) };
        }
        let down = if low == 0 { a } else { self.b.ins().ushr_imm_u(a, low) };
        if low + bits >= 32 {
            return down;
        }
        let ones = self.number((1u32 << bits) - 1);
        self.b.ins().band(down, ones)
    }

    /// Returns a field; positions above the top repeat the sign.
    fn extracted(&mut self, signed: bool, a: Cl, low: u32, bits: u32) -> Cl {
        match (signed, low, bits) {
            (_, _, 0) | (false, 32.., _) => self.number(0),
            (true, 32.., _) => self.b.ins().sshr_imm_u(a, 31),
            (true, low, bits) if low + bits > 32 => self.b.ins().sshr_imm_u(a, i64::from(low)),
            (signed, low, bits) => self.part(a, signed, low.into(), i64::from(bits.min(32))),
        }
    }

    fn inserted(&mut self, a: Cl, b: Cl, low: u32, bits: u32) -> Cl {
        if low >= 32 || bits == 0 {
            return b;
        }
        let ones = if bits >= 32 { u32::MAX } else { (1 << bits) - 1 };
        let hole = ones << low;
        let [inside, outside] = [hole, !hole].map(|n| self.number(n));
        let moved = if low == 0 { a } else { self.b.ins().ishl_imm_u(a, i64::from(low)) };
        let [new, old] = [self.b.ins().band(moved, inside), self.b.ins().band(b, outside)];
        self.b.ins().bor(new, old)
    }

    /// Returns the bytes of two words that a selector names.
    fn picked_bytes(&mut self, a: Cl, b: Cl, selector: u32) -> Cl {
        let mut left: Vec<Byte> = (0..4)
            .map(|to| {
                let own = selector >> (4 * to);
                let (from, sign) = (i64::from(own & 7), own & 8 != 0);
                Byte { word: usize::from(from > 3), from: from % 4, to: i64::from(to), sign }
            })
            .collect();
        let mut all = None;
        while let Some(&first) = left.first() {
            // Bytes that move alike move together.
            let alike = |other: &Byte| {
                let moves = match first.sign {
                    true => other.from == first.from,
                    false => other.to - other.from == first.to - first.from,
                };
                (other.word, other.sign) == (first.word, first.sign) && moves
            };
            let mask = left.iter().filter(|own| alike(own)).fold(0, |mask, own| mask | 0xff << (8 * own.to));
            let word = [a, b][first.word];
            let moved = match 8 * (first.to - first.from) {
                _ if first.sign => {
                    let up = self.b.ins().ishl_imm_u(word, 24 - 8 * first.from);
                    self.b.ins().sshr_imm_u(up, 31)
                }
                0 => word,
                up @ 1.. => self.b.ins().ishl_imm_u(word, up),
                down => self.b.ins().ushr_imm_u(word, -down),
            };
            let own = if mask == u32::MAX {
                moved
            } else {
                let mask = self.number(mask);
                self.b.ins().band(moved, mask)
            };
            all = Some(all.map_or(own, |all| self.b.ins().bor(all, own)));
            left.retain(|own| !alike(own));
        }
        all.unwrap_or(a)
    }

    /// Returns a sum or difference, or the nearest number with a sign.
    fn saturated(&mut self, adds: bool, a: Cl, b: Cl) -> Cl {
        let made = if adds { self.b.ins().iadd(a, b) } else { self.b.ins().isub(a, b) };
        // It wrapped if its sign is another than that of the first operand, and should not be.
        let changed = self.b.ins().bxor(a, made);
        let other = if adds { self.b.ins().bxor(b, made) } else { self.b.ins().bxor(a, b) };
        let wrapped = self.b.ins().band(changed, other);
        let [zero, most] = [0, i32::MAX as u32].map(|n| self.number(n));
        let wrapped = self.b.ins().icmp(IntCC::SignedLessThan, wrapped, zero);
        let sign = self.b.ins().sshr_imm_u(a, 31);
        let nearest = self.b.ins().bxor(sign, most);
        self.choose(wrapped, nearest, made)
    }

    /// Returns the condition that the bits of binary32 are of a class; zeros count as normal.
    fn tested(&mut self, test: TestP, a: Cl) -> Cl {
        let rest = self.number((1 << 31) - 1);
        let magnitude = self.b.ins().band(a, rest);
        let infinite = f32::INFINITY.to_bits();
        match test {
            TestP::Finite => self.is(magnitude, IntCC::UnsignedLessThan, infinite),
            TestP::Infinite => self.is(magnitude, IntCC::Equal, infinite),
            TestP::Number => self.is(magnitude, IntCC::UnsignedLessThanOrEqual, infinite),
            TestP::NotANumber => self.is(magnitude, IntCC::UnsignedGreaterThan, infinite),
            TestP::Normal | TestP::Subnormal => {
                // Less one, zero is the greatest number.
                let one = self.number(1);
                let less = self.b.ins().isub(magnitude, one);
                let least = f32::MIN_POSITIVE.to_bits();
                if test == TestP::Subnormal {
                    return self.is(less, IntCC::UnsignedLessThan, least - 1);
                }
                let finite = self.is(magnitude, IntCC::UnsignedLessThan, infinite);
                let other = self.is(less, IntCC::UnsignedGreaterThanOrEqual, least - 1);
                self.b.ins().band(finite, other)
            }
        }
    }

    /// Returns the nearest number of a format.
    fn clamped_to(&mut self, to: Scalar, from: Scalar, a: Cl) -> Cl {
        let bits = to.bits();
        let most = if to.is_signed() { (1u32 << (bits - 1)) - 1 } else { u32::MAX >> (32 - bits) };
        let mut own = a;
        if from.is_signed() {
            let least = if to.is_signed() { (-1i32 << (bits - 1)) as u32 } else { 0 };
            let least = self.number(least);
            own = self.b.ins().smax(own, least);
            if bits < 32 {
                let most = self.number(most);
                own = self.b.ins().smin(own, most);
            }
            return own;
        }
        if most < u32::MAX {
            let most = self.number(most);
            own = self.b.ins().umin(own, most);
        }
        own
    }

    /// Returns the result for a field that is known when the code runs; one number.
    fn variable_field(&mut self, op: &Op, args: &[Cl]) -> Option<Cl> {
        match (op, args) {
            (&Op::Bfind { signed, shift_amount }, &[a]) => {
                let own = if signed {
                    let sign = self.b.ins().sshr_imm_u(a, 31);
                    self.b.ins().bxor(a, sign)
                } else {
                    a
                };
                let zeros = self.b.ins().clz(own);
                if !shift_amount {
                    let last = self.number(31);
                    return Some(self.b.ins().isub(last, zeros));
                }
                let none = self.is(own, IntCC::Equal, 0);
                let ones = self.number(u32::MAX);
                Some(self.choose(none, ones, zeros))
            }
            (Op::Bfe { signed: false }, &[a, low, bits]) => {
                let [low, bits] = [low, bits].map(|n| self.byte(n));
                let down = self.shifted_down(a, low);
                let ones = self.ones(bits);
                Some(self.b.ins().band(down, ones))
            }
            (Op::Bfi, &[a, b, low, bits]) => {
                let [low, bits] = [low, bits].map(|n| self.byte(n));
                let ones = self.ones(bits);
                let [hole, moved] = [ones, a].map(|v| self.shifted_up(v, low));
                let kept = self.b.ins().bnot(hole);
                let [new, old] = [self.b.ins().band(moved, hole), self.b.ins().band(b, kept)];
                Some(self.b.ins().bor(new, old))
            }
            (Op::Prmt(_), &[a, b, selector]) => {
                let [low, high] = [a, b].map(|v| self.b.ins().uextend(types::I64, v));
                let high = self.b.ins().ishl_imm_u(high, 32);
                let both = self.b.ins().bor(low, high);
                let mut all = None;
                for to in 0..4 {
                    let own = if to == 0 { selector } else { self.b.ins().ushr_imm_u(selector, 4 * to) };
                    let from = self.b.ins().band_imm_u(own, 7);
                    let from = self.b.ins().ishl_imm_u(from, 3);
                    let byte = self.b.ins().ushr(both, from);
                    let byte = self.b.ins().ireduce(types::I32, byte);
                    let up = self.b.ins().ishl_imm_u(byte, 24);
                    let sign = self.b.ins().sshr_imm_u(up, 31);
                    let fills = self.b.ins().band_imm_u(own, 8);
                    let fills = self.is(fills, IntCC::NotEqual, 0);
                    let byte = self.choose(fills, sign, byte);
                    let byte = self.b.ins().band_imm_u(byte, 0xff);
                    let byte = if to == 0 { byte } else { self.b.ins().ishl_imm_u(byte, 8 * to) };
                    all = Some(all.map_or(byte, |all| self.b.ins().bor(all, byte)));
                }
                all
            }
            _ => None,
        }
    }

    fn byte(&mut self, n: Cl) -> Cl {
        self.b.ins().band_imm_u(n, 0xff)
    }

    /// Returns a number shifted by an amount, or 0 if that is 32 or more.
    fn shifted_up(&mut self, a: Cl, by: Cl) -> Cl {
        let moved = self.b.ins().ishl(a, by);
        self.zero_if_beyond(by, moved)
    }

    fn shifted_down(&mut self, a: Cl, by: Cl) -> Cl {
        let moved = self.b.ins().ushr(a, by);
        self.zero_if_beyond(by, moved)
    }

    /// Returns a shifted number, or 0 if the amount is 32 or more.
    fn zero_if_beyond(&mut self, by: Cl, moved: Cl) -> Cl {
        let inside = self.is(by, IntCC::UnsignedLessThan, 32);
        let none = self.number(0);
        self.choose(inside, moved, none)
    }

    /// Returns a number with so many ones, all of them for 32 and more.
    fn ones(&mut self, bits: Cl) -> Cl {
        let one = self.number(1);
        let above = self.shifted_up(one, bits);
        self.b.ins().isub(above, one)
    }
}

//! Constants and constant expressions (PTX ISA, "Constants").
//!
//! Integers have 64 bits and wrap. Arithmetic follows C; it is unsigned if an operand exceeds `s64` or ends
//! in `U`. Floats are literals only, possibly with a sign.

use super::{Failed, Parsed, Parser};
use crate::diag::Problem;
use crate::lex::TokenKind;

/// A constant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Constant {
    /// 64 bits, and whether the value is unsigned by the rules of C.
    Int(u64, bool),
    /// Bits of a binary32.
    Single(u32),
    /// Bits of a binary64.
    Double(u64),
}

/// Limit of nested parentheses and unary operators.
const DEPTH: u32 = 64;

/// Returns the value of a number token.
pub(crate) fn literal(text: &str) -> Option<Constant> {
    let bytes = text.as_bytes();
    let hex = |digits: &str, width: usize| {
        (digits.len() == width).then(|| u64::from_str_radix(digits, 16).ok()).flatten()
    };
    if bytes.first() == Some(&b'0') && bytes.len() > 1 {
        match bytes[1] {
            b'f' | b'F' => return Some(Constant::Single(hex(text.get(2..)?, 8)? as u32)),
            b'd' | b'D' => return Some(Constant::Double(hex(text.get(2..)?, 16)?)),
            _ => {}
        }
    }
    let prefixed = bytes.first() == Some(&b'0') && matches!(bytes.get(1), Some(b'x' | b'X'));
    if !prefixed && (text.contains('.') || text.contains(['e', 'E'])) {
        return text.parse::<f64>().ok().map(|f| Constant::Double(f.to_bits()));
    }
    let (digits, suffix) = text.strip_suffix('U').map_or((text, false), |t| (t, true));
    let value = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => wrapping(digits.get(2..)?, 16),
        [b'0', b'b' | b'B', ..] => wrapping(digits.get(2..)?, 2),
        [b'0', _, ..] => wrapping(digits.get(1..)?, 8),
        _ => wrapping(digits, 10),
    }?;
    Some(Constant::Int(value, suffix || value > i64::MAX as u64))
}

/// Parses digits in a base, modulo 2^64 like `ptxas`.
fn wrapping(digits: &str, base: u32) -> Option<u64> {
    let digit = |value: u64, digit: char| {
        Some(value.wrapping_mul(base.into()).wrapping_add(digit.to_digit(base)?.into()))
    };
    if digits.is_empty() { None } else { digits.chars().try_fold(0, digit) }
}

/// Binary operator.
struct Operator {
    text: &'static str,
    precedence: u8,
    /// `true` for one of two tokens.
    is_long: bool,
}

impl Parser<'_> {
    /// Parses a constant expression.
    pub(crate) fn constant(&mut self) -> Parsed<Constant> {
        self.ternary(0)
    }

    /// Parses a constant expression that must be an integer.
    pub(crate) fn integer(&mut self) -> Parsed<u64> {
        let at = self.position();
        match self.constant()? {
            Constant::Int(v, _) => Ok(v),
            _ => {
                let problem = Problem::Syntax { expected: "an integer", near: "floating-point".into() };
                self.sink.error(at, problem);
                Err(Failed)
            }
        }
    }

    fn ternary(&mut self, depth: u32) -> Parsed<Constant> {
        let condition = self.binary(0, depth)?;
        if !self.is_punct(b'?') {
            return Ok(condition);
        }
        if depth >= DEPTH {
            return Err(self.unexpected("a simpler expression"));
        }
        self.bump();
        let yes = self.ternary(depth + 1)?;
        self.expect(b':', "':'")?;
        let no = self.ternary(depth + 1)?;
        Ok(if matches!(condition, Constant::Int(0, _)) { no } else { yes })
    }

    fn binary(&mut self, least: u8, depth: u32) -> Parsed<Constant> {
        let mut left = self.unary(depth)?;
        while let Some(Operator { text, precedence, is_long }) = self.operator() {
            if precedence < least {
                break;
            }
            let at = self.position();
            self.bump();
            if is_long {
                self.bump();
            }
            let right = self.binary(precedence + 1, depth)?;
            left = match (left, right) {
                (Constant::Int(a, x), Constant::Int(b, y)) => match apply(text, a, b, x || y) {
                    Some(value) => value,
                    None => {
                        self.sink.error(at, Problem::BadLiteral { literal: "division by zero".into() });
                        return Err(Failed);
                    }
                },
                _ => return Err(self.unexpected("an integer expression")),
            };
        }
        Ok(left)
    }

    /// Returns the binary operator at the current token.
    fn operator(&self) -> Option<Operator> {
        let TokenKind::Punct(first) = self.kind() else { return None };
        let mut ahead = self.lexer.clone();
        let next = ahead.next();
        let adjacent = next.start == self.position() + 1;
        let second = match next.kind {
            TokenKind::Punct(b) if adjacent => b,
            _ => 0,
        };
        let (text, precedence, is_long) = match (first, second) {
            (b'*', _) => ("*", 9, false),
            (b'/', _) => ("/", 9, false),
            (b'%', _) => ("%", 9, false),
            (b'+', _) => ("+", 8, false),
            (b'-', _) => ("-", 8, false),
            (b'<', b'<') => ("<<", 7, true),
            (b'>', b'>') => (">>", 7, true),
            (b'<', b'=') => ("<=", 6, true),
            (b'>', b'=') => (">=", 6, true),
            (b'<', _) => ("<", 6, false),
            (b'>', _) => (">", 6, false),
            (b'=', b'=') => ("==", 5, true),
            (b'!', b'=') => ("!=", 5, true),
            (b'&', b'&') => ("&&", 1, true),
            (b'|', b'|') => ("||", 0, true),
            (b'&', _) => ("&", 4, false),
            (b'^', _) => ("^", 3, false),
            (b'|', _) => ("|", 2, false),
            _ => return None,
        };
        Some(Operator { text, precedence, is_long })
    }

    fn unary(&mut self, depth: u32) -> Parsed<Constant> {
        if depth >= DEPTH {
            return Err(self.unexpected("a simpler expression"));
        }
        match self.kind() {
            TokenKind::Number => match literal(self.text()) {
                Some(value) => {
                    self.bump();
                    Ok(value)
                }
                None => {
                    self.sink.error(self.position(), Problem::BadLiteral { literal: self.text().into() });
                    self.bump();
                    Err(Failed)
                }
            },
            TokenKind::Word if self.text() == "WARP_SZ" => {
                self.bump();
                Ok(Constant::Int(32, false))
            }
            TokenKind::Punct(op @ (b'-' | b'+' | b'~' | b'!')) => {
                self.bump();
                Ok(match (op, self.unary(depth + 1)?) {
                    (b'-', Constant::Int(v, u)) => Constant::Int(v.wrapping_neg(), u),
                    (b'-', Constant::Single(v)) => Constant::Single(v ^ 1 << 31),
                    (b'-', Constant::Double(v)) => Constant::Double(v ^ 1 << 63),
                    (b'~', Constant::Int(v, u)) => Constant::Int(!v, u),
                    (b'!', Constant::Int(v, _)) => Constant::Int(u64::from(v == 0), false),
                    (b'+', value) => value,
                    _ => return Err(self.unexpected("an integer expression")),
                })
            }
            TokenKind::Punct(b'(') => {
                self.bump();
                // A cast: `(.s64)` or `(.u64)`.
                if self.kind() == TokenKind::Directive {
                    let unsigned = self.bump() == ".u64";
                    self.expect(b')', "')'")?;
                    return Ok(match self.unary(depth + 1)? {
                        Constant::Int(v, _) => Constant::Int(v, unsigned),
                        other => other,
                    });
                }
                let value = self.ternary(depth + 1)?;
                self.expect(b')', "')'")?;
                Ok(value)
            }
            _ => Err(self.unexpected("a constant")),
        }
    }
}

/// Computes `a op b`; `None` for a division by zero.
fn apply(op: &str, a: u64, b: u64, unsigned: bool) -> Option<Constant> {
    let (x, y) = (a as i64, b as i64);
    let truth = |t: bool| Constant::Int(u64::from(t), false);
    let shift = u32::try_from(b).unwrap_or(u32::MAX);
    let value = match op {
        "*" => a.wrapping_mul(b),
        "/" if unsigned => a.checked_div(b)?,
        "/" => (y != 0).then(|| x.wrapping_div(y))? as u64,
        "%" if unsigned => a.checked_rem(b)?,
        "%" => (y != 0).then(|| x.wrapping_rem(y))? as u64,
        "+" => a.wrapping_add(b),
        "-" => a.wrapping_sub(b),
        "<<" => a.checked_shl(shift).unwrap_or(0),
        ">>" if unsigned => a.checked_shr(shift).unwrap_or(0),
        ">>" => (x >> shift.min(63)) as u64,
        "&" => a & b,
        "^" => a ^ b,
        "|" => a | b,
        "<" => return Some(truth(if unsigned { a < b } else { x < y })),
        ">" => return Some(truth(if unsigned { a > b } else { x > y })),
        "<=" => return Some(truth(if unsigned { a <= b } else { x <= y })),
        ">=" => return Some(truth(if unsigned { a >= b } else { x >= y })),
        "==" => return Some(truth(a == b)),
        "!=" => return Some(truth(a != b)),
        "&&" => return Some(truth(a != 0 && b != 0)),
        _ => return Some(truth(a != 0 || b != 0)),
    };
    Some(Constant::Int(value, unsigned))
}

//! Branches of `#if` that a compiler would skip, for `--skip-excluded`.
//!
//! Conditions are evaluated with the macros of the command line and of the text itself. An undefined macro is
//! 0, as for a compiler. Headers are not read, so a macro that they may define (CUDA's names, names with two
//! leading underscores) is unknown. A branch with an unknown condition counts as compiled.

use crate::lex::TokenKind;
use crate::map;
use crate::scope::Source;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;

/// Macros and their values.
pub type Defines = BTreeMap<String, String>;

/// Limit of nesting of macros and of parentheses.
const DEPTH: usize = 32;

/// Limit of operands in a condition, including those of its macros: nested macros grow exponentially.
const OPERANDS: usize = 1024;

/// Macros that every CUDA compiler defines.
const BUILT_IN: [(&str, i64); 3] = [("__CUDACC__", 1), ("__CUDA__", 1), ("__cplusplus", 201_703)];

/// Macros that no CUDA compiler on Linux defines, although they look predefined.
const ABSENT: [&str; 8] = [
    "__APPLE__",
    "__HIPCC__",
    "__HIP_DEVICE_COMPILE__",
    "__HIP_PLATFORM_AMD__",
    "__HIP_PLATFORM_HCC__",
    "__HIP_PLATFORM_NVIDIA__",
    "__HIP__",
    "__MINGW32__",
];

/// Definition of a macro.
#[derive(Clone, Debug)]
enum Macro {
    /// Replaced by these tokens of the text.
    Body(Range<usize>),
    /// Replaced by this value of the command line.
    Given(String),
    /// Not defined.
    Undefined,
    /// Function-like, or defined only in a branch with an unknown condition.
    Unknown,
}

/// State of an `#if` with the branches read so far.
struct Frame {
    /// First token of the current branch, if it is skipped.
    skipped: Option<usize>,
    /// `true` if an earlier branch is compiled; `None` if unknown.
    taken: Option<bool>,
    /// `true` if it is unknown whether the current branch is compiled.
    unsure: bool,
}

/// Returns the token ranges of the skipped branches, without the directives around them, in order.
pub fn find(source: Source<'_>, defines: &Defines) -> Vec<Range<usize>> {
    let given = defines.iter().map(|(name, value)| (name.as_bytes().to_vec(), Macro::Given(value.clone())));
    let mut macros: BTreeMap<Vec<u8>, Macro> = given.collect();
    let (mut frames, mut found): (Vec<Frame>, Vec<Range<usize>>) = (Vec::new(), Vec::new());
    // Depth of conditionals inside a skipped branch.
    let mut inner = 0usize;
    for directive in source.structure.directives() {
        let word = source.word(directive.start + 1);
        let rest = directive.start + 2..directive.end;
        let skipping = frames.last().is_some_and(|frame| frame.skipped.is_some());
        let left = Cell::new(OPERANDS);
        let head = Condition { source, macros: &macros, depth: 0, left: &left };
        match word {
            b"if" | b"ifdef" | b"ifndef" if skipping => inner += 1,
            b"endif" if skipping && inner > 0 => inner -= 1,
            _ if skipping && inner > 0 => {}
            b"if" | b"ifdef" | b"ifndef" => {
                let value = match word {
                    b"if" => head.evaluate(rest),
                    _ => head.defined(source.word(rest.start)).map(|is| is == (word == b"ifdef")),
                };
                frames.push(Frame { skipped: None, taken: Some(false), unsure: false });
                enter(&mut frames, value, directive.end);
            }
            b"elif" | b"elifdef" | b"elifndef" | b"else" | b"endif" => {
                let Some(frame) = frames.last_mut() else { continue };
                found.extend(frame.skipped.take().map(|from| from..directive.start));
                let before = frame.taken;
                let value = match (word, before) {
                    (b"endif", _) => {
                        frames.pop();
                        continue;
                    }
                    (_, Some(true)) => Some(false),
                    (b"else", _) => before.map(|taken| !taken),
                    (b"elif", _) => head.evaluate(rest),
                    _ => head.defined(source.word(rest.start)).map(|is| is == (word == b"elifdef")),
                };
                // After an unknown branch, no branch is certainly compiled.
                let value = if before.is_none() && value == Some(true) { None } else { value };
                enter(&mut frames, value, directive.end);
            }
            b"define" | b"undef" if !skipping => {
                let name = source.word(rest.start).to_vec();
                let called = source.is(rest.start + 1, b'(')
                    && source.tokens[rest.start].end == source.tokens[rest.start + 1].start;
                let meant = match word {
                    _ if called || frames.iter().any(|frame| frame.unsure) => Macro::Unknown,
                    b"undef" => Macro::Undefined,
                    _ => Macro::Body(rest.start + 1..rest.end),
                };
                macros.insert(name, meant);
            }
            _ => {}
        }
    }
    found.retain(|range| !range.is_empty());
    found
}

/// Enters a branch with the value of its condition.
fn enter(frames: &mut [Frame], value: Option<bool>, from: usize) {
    let Some(frame) = frames.last_mut() else { return };
    frame.unsure = value.is_none();
    frame.skipped = (value == Some(false)).then_some(from);
    frame.taken = match (frame.taken, value) {
        (Some(true), _) | (_, Some(true)) => Some(true),
        (None, _) | (_, None) => None,
        (Some(false), Some(false)) => Some(false),
    };
}

/// Evaluator of a condition.
#[derive(Clone, Copy)]
struct Condition<'a> {
    source: Source<'a>,
    macros: &'a BTreeMap<Vec<u8>, Macro>,
    depth: usize,
    /// Number of operands that may still be read.
    left: &'a Cell<usize>,
}

/// Binary operators with their precedence; a larger number binds more strongly.
const OPERATORS: [(&[u8], u8); 18] = [
    (b"||", 1),
    (b"&&", 2),
    (b"==", 6),
    (b"!=", 6),
    (b"<=", 7),
    (b">=", 7),
    (b"<<", 8),
    (b">>", 8),
    (b"|", 3),
    (b"^", 4),
    (b"&", 5),
    (b"<", 7),
    (b">", 7),
    (b"+", 9),
    (b"-", 9),
    (b"*", 10),
    (b"/", 10),
    (b"%", 10),
];

/// Value of an expression; `None` if unknown.
type Value = Option<i64>;

impl Condition<'_> {
    /// Evaluates a whole condition.
    fn evaluate(self, tokens: Range<usize>) -> Option<bool> {
        let mut at = tokens.start;
        let value = self.ternary(&mut at, tokens.end).ok()?;
        // A condition that does not parse to its end is unknown.
        if at == tokens.end { value.map(|v| v != 0) } else { None }
    }

    fn defined(self, name: &[u8]) -> Option<bool> {
        match self.macros.get(name) {
            Some(Macro::Body(_) | Macro::Given(_)) => Some(true),
            Some(Macro::Undefined) => Some(false),
            Some(Macro::Unknown) => None,
            None => built_in(name).map(|value| value.is_some()),
        }
    }

    fn is(self, at: usize, end: usize, punct: u8) -> bool {
        at < end && self.source.is(at, punct)
    }

    fn ternary(mut self, at: &mut usize, end: usize) -> Result<Value, ()> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(());
        }
        let condition = self.binary(at, end, 0)?;
        if !self.is(*at, end, b'?') {
            return Ok(condition);
        }
        *at += 1;
        let yes = self.ternary(at, end)?;
        if !self.is(*at, end, b':') {
            return Err(());
        }
        *at += 1;
        let no = self.ternary(at, end)?;
        Ok(condition.and_then(|condition| if condition != 0 { yes } else { no }))
    }

    /// Returns the binary operator at a token, one token a byte, and its precedence.
    fn operator(self, at: usize, end: usize) -> Option<(&'static [u8], u8)> {
        let tokens = self.source.tokens.get(at..end)?;
        OPERATORS.into_iter().find(|(operator, _)| {
            tokens.get(..operator.len()).is_some_and(|tokens| {
                tokens.iter().zip(*operator).all(|(token, byte)| token.is(*byte))
                    && tokens.windows(2).all(|pair| pair[0].end == pair[1].start)
            })
        })
    }

    fn binary(self, at: &mut usize, end: usize, least: u8) -> Result<Value, ()> {
        let mut left = self.unary(at, end)?;
        while let Some((operator, strength)) = self.operator(*at, end).filter(|(_, s)| *s > least) {
            *at += operator.len();
            let right = self.binary(at, end, strength)?;
            left = apply(operator, left, right);
        }
        Ok(left)
    }

    fn unary(mut self, at: &mut usize, end: usize) -> Result<Value, ()> {
        self.depth += 1;
        let left = self.left.get().checked_sub(1).ok_or(())?;
        self.left.set(left);
        if *at >= end || self.depth > DEPTH {
            return Err(());
        }
        let token = &self.source.tokens[*at];
        *at += 1;
        match token.kind {
            TokenKind::Punct(b'!') => Ok(self.unary(at, end)?.map(|v| i64::from(v == 0))),
            TokenKind::Punct(b'-') => Ok(self.unary(at, end)?.map(i64::wrapping_neg)),
            TokenKind::Punct(b'+') => self.unary(at, end),
            TokenKind::Punct(b'~') => Ok(self.unary(at, end)?.map(|v| !v)),
            TokenKind::Punct(b'(') => {
                let value = self.ternary(at, end)?;
                let closed = self.is(*at, end, b')');
                *at += 1;
                if closed { Ok(value) } else { Err(()) }
            }
            TokenKind::Number => Ok(number(token.text(self.source.text))),
            TokenKind::Ident if token.text(self.source.text) == b"defined" => {
                let brackets = self.is(*at, end, b'(');
                let name = *at + usize::from(brackets);
                *at = name + 1 + usize::from(brackets);
                if name >= end || *at > end || brackets && !self.is(name + 1, end, b')') {
                    return Err(());
                }
                Ok(self.defined(self.source.word(name)).map(i64::from))
            }
            TokenKind::Ident => {
                let value = self.macro_value(token.text(self.source.text));
                if !self.is(*at, end, b'(') {
                    return Ok(value);
                }
                // A call of `__has_include` or of a macro of the program.
                let close = self.source.structure.partner(*at).filter(|close| (*at..end).contains(close));
                *at = close.ok_or(())? + 1;
                Ok(None)
            }
            _ => Err(()),
        }
    }

    fn macro_value(self, name: &[u8]) -> Value {
        match self.macros.get(name) {
            Some(Macro::Body(tokens)) => {
                let mut at = tokens.start;
                let value = self.ternary(&mut at, tokens.end).ok()?;
                value.filter(|_| at == tokens.end)
            }
            Some(Macro::Given(text)) => number(text.trim().as_bytes()),
            Some(Macro::Undefined) => Some(0),
            Some(Macro::Unknown) => None,
            None if name == b"true" => Some(1),
            None => built_in(name).map(|value| value.unwrap_or(0)),
        }
    }
}

/// Returns the value of a name that neither the command line nor the text defines; the inner `None` means
/// undefined. `None` if a header may define it.
fn built_in(name: &[u8]) -> Option<Value> {
    if let Some((_, value)) = BUILT_IN.iter().find(|(built_in, _)| built_in.as_bytes() == name) {
        return Some(Some(*value));
    }
    if ABSENT.iter().any(|absent| absent.as_bytes() == name) {
        return Some(None);
    }
    let (row, word) = map::lookup(name);
    let said = name.starts_with(b"__") || row.is_some() || word.is_some() || map::claimed(name).is_some();
    (!said).then_some(None)
}

/// Applies a binary operator. One operand may suffice for `&&` and `||`.
fn apply(operator: &[u8], left: Value, right: Value) -> Value {
    let truth = |value: bool| Some(i64::from(value));
    match (operator, left, right) {
        (b"&&", Some(0), _) | (b"&&", _, Some(0)) => return Some(0),
        (b"||", Some(n), _) | (b"||", _, Some(n)) if n != 0 => return Some(1),
        _ => {}
    }
    let (a, b) = (left?, right?);
    match operator {
        b"&&" => truth(a != 0 && b != 0),
        b"||" => truth(a != 0 || b != 0),
        b"==" => truth(a == b),
        b"!=" => truth(a != b),
        b"<=" => truth(a <= b),
        b">=" => truth(a >= b),
        b"<" => truth(a < b),
        b">" => truth(a > b),
        b"<<" => u32::try_from(b).ok().and_then(|b| a.checked_shl(b)),
        b">>" => u32::try_from(b).ok().and_then(|b| a.checked_shr(b)),
        b"|" => Some(a | b),
        b"^" => Some(a ^ b),
        b"&" => Some(a & b),
        b"+" => Some(a.wrapping_add(b)),
        b"-" => Some(a.wrapping_sub(b)),
        b"*" => Some(a.wrapping_mul(b)),
        b"/" => a.checked_div(b),
        b"%" => a.checked_rem(b),
        _ => None,
    }
}

/// Parses a C++ integer literal.
fn number(text: &[u8]) -> Value {
    let text: String = std::str::from_utf8(text).ok()?.replace('\'', "").to_ascii_lowercase();
    let text = text.trim_end_matches(['u', 'l', 'z']);
    match (text.strip_prefix("0x"), text.strip_prefix("0b"), text.strip_prefix('0')) {
        (Some(digits), ..) => i64::from_str_radix(digits, 16).ok(),
        (_, Some(digits), _) => i64::from_str_radix(digits, 2).ok(),
        (.., Some(digits)) if !digits.is_empty() => i64::from_str_radix(digits, 8).ok(),
        _ => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lex::{Lexed, lex_whole};
    use crate::structure::Structure;

    /// Returns the skipped texts.
    fn skipped(text: &str, defines: &[(&str, &str)]) -> Vec<String> {
        let Lexed { tokens, directives, .. } = lex_whole(text.as_bytes());
        let structure = Structure::new(text.as_bytes(), &tokens, directives);
        let source = Source { text: text.as_bytes(), tokens: &tokens, structure: &structure };
        let defines = defines.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        let found = find(source, &defines);
        found
            .into_iter()
            .map(|range| text[tokens[range.start].start..tokens[range.end - 1].end].to_owned())
            .collect()
    }

    #[test]
    fn conditions_evaluate_as_in_compilers() {
        for (condition, want) in [
            ("0", Some(false)),
            ("1", Some(true)),
            ("NOBODY_DEFINES_IT", Some(false)),
            ("!defined(NOBODY) && !defined NOBODY", Some(true)),
            ("GIVEN >= 3 && GIVEN < 0x10", Some(true)),
            ("(GIVEN << 2) + 1 == 29 ? 0 : 1", Some(false)),
            ("-1 < 0 && ~0 == -1 && 7 % 4 == 3 && 1'000u == 1000L && 010 == 8", Some(true)),
            ("1 || CUDA_VERSION", Some(true)),
            ("CUDA_VERSION >= 12000 && 0", Some(false)),
            ("CUDA_VERSION >= 12000", None),
            ("defined(__CUDA_ARCH__)", None),
            ("defined(__CUDACC__) && !defined(__HIPCC__)", Some(true)),
            ("__has_include(<vector>) || 0", None),
            ("CALLED(1, 2)", None),
            ("1 / 0", None),
            ("1 +", None),
            ("(1", None),
            ("OWN + 1 == 5", Some(true)),
            ("ITSELF", None),
            ("true", Some(true)),
        ] {
            let text =
                format!("#define OWN 4\n#define ITSELF ITSELF\n#if {condition}\nyes\n#else\nno\n#endif\n");
            let got = match skipped(&text, &[("GIVEN", "7")]).as_slice() {
                [] => None,
                [one] => Some(one == "no"),
                more => panic!("{condition}: {more:?}"),
            };
            assert_eq!(got, want, "{condition}");
        }
    }

    #[test]
    fn nested_branches_are_skipped_whole() {
        for (text, want) in [
            ("#if 0\na\n#if 1\nb\n#else\nc\n#endif\nd\n#endif\ne", &["a\n#if 1\nb\n#else\nc\n#endif\nd"][..]),
            ("#if 1\na\n#elif 1\nb\n#elif 0\nc\n#else\nd\n#endif", &["b", "c", "d"]),
            ("#if __X\na\n#elif 0\nb\n#elif 1\nc\n#else\nd\n#endif", &["b"]),
            ("#ifdef A\na\n#else\nb\n#endif\n#define A\n#ifdef A\nc\n#else\nd\n#endif", &["a", "d"]),
            ("#ifndef A\n#define A\nx\n#endif\n#undef A\n#ifdef A\ny\n#endif", &["y"]),
            ("#if __X\n#define A 1\n#endif\n#if A\na\n#endif", &[]),
            ("#if 0\n#define A 1\n#endif\n#if A\na\n#endif", &["#define A 1", "a"]),
            ("#endif\n#else\na\n#if 0\nb", &[]),
        ] {
            assert_eq!(skipped(text, &[]), want, "{text}");
        }
    }
}

//! Syntax of CMake files: commands and their arguments, comments and brackets.

use std::ops::Range;

/// Command of a CMake file.
pub(super) struct Command {
    pub(super) name: Range<usize>,
    pub(super) args: Vec<Arg>,
    /// Position of the `)`.
    pub(super) close: usize,
}

/// Argument of a command.
#[derive(Clone)]
pub(super) struct Arg {
    pub(super) at: Range<usize>,
    /// Range with the quotes.
    pub(super) whole: Range<usize>,
    /// `true` for a bracket argument, which is raw text.
    pub(super) raw: bool,
}

impl Command {
    /// Returns the name in lower case.
    pub(super) fn name(&self, text: &str) -> String {
        text[self.name.clone()].to_ascii_lowercase()
    }

    /// Returns an argument's text, without quotes.
    pub(super) fn arg<'a>(&self, text: &'a str, n: usize) -> Option<&'a str> {
        self.args.get(n).map(|arg| &text[arg.at.clone()])
    }
}

/// Returns the commands of a file. Other text is skipped.
pub(super) fn read(text: &str) -> Vec<Command> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        match bytes[at] {
            b'#' => at = comment(text, at),
            b if b.is_ascii_alphabetic() || b == b'_' => {
                let name = at..at
                    + bytes[at..].iter().take_while(|b| b.is_ascii_alphanumeric() || **b == b'_').count();
                let open =
                    name.end + bytes[name.end..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
                at = open;
                if bytes.get(open) == Some(&b'(') {
                    let (args, close) = arguments(text, open + 1);
                    at = (close + 1).min(bytes.len());
                    found.push(Command { name, args, close: close.min(bytes.len().saturating_sub(1)) });
                }
            }
            _ => at += 1,
        }
    }
    found
}

/// Returns the end of a comment: the line end, or the end of its bracket.
fn comment(text: &str, at: usize) -> usize {
    match bracket(text, at + 1) {
        Some((_, whole)) => whole.end,
        None => text[at..].find('\n').map_or(text.len(), |n| at + n),
    }
}

/// Returns the content and the whole of a bracket: `[==[ … ]==]`.
fn bracket(text: &str, at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let rest = text.get(at..)?.strip_prefix('[')?;
    let equals = rest.len() - rest.trim_start_matches('=').len();
    rest[equals..].strip_prefix('[')?;
    let from = at + equals + 2;
    let close = format!("]{}]", "=".repeat(equals));
    let to = text[from..].find(&close).map_or(text.len(), |n| from + n);
    Some((from..to, at..(to + close.len()).min(text.len())))
}

fn arguments(text: &str, from: usize) -> (Vec<Arg>, usize) {
    let bytes = text.as_bytes();
    let (mut args, mut at, mut depth) = (Vec::new(), from, 1usize);
    while at < bytes.len() {
        match bytes[at] {
            b'(' => depth += 1,
            b')' => {
                depth -= 1;
                if depth == 0 {
                    return (args, at);
                }
            }
            b'#' => {
                at = comment(text, at);
                continue;
            }
            b'"' => {
                let start = at;
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                let end = at.min(bytes.len());
                args.push(Arg {
                    at: start + 1..end.max(start + 1),
                    whole: start..(end + 1).min(bytes.len()),
                    raw: false,
                });
            }
            b'[' if bracket(text, at).is_some() => {
                if let Some((inner, whole)) = bracket(text, at) {
                    at = whole.end;
                    args.push(Arg { at: inner, whole, raw: true });
                    continue;
                }
            }
            b if b.is_ascii_whitespace() || b == b';' => {}
            _ => {
                let start = at;
                let ends = |b: u8| b.is_ascii_whitespace() || matches!(b, b'(' | b')' | b'#' | b'"' | b';');
                while at < bytes.len() && !ends(bytes[at]) {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at = at.min(bytes.len());
                args.push(Arg { at: start..at, whole: start..at, raw: false });
                continue;
            }
        }
        at += 1;
    }
    args.retain(|arg| arg.at.end <= text.len() && arg.at.start <= arg.at.end);
    (args, bytes.len())
}

/// Returns the indentation of a line.
pub(super) fn indent(text: &str, at: usize) -> &str {
    let line = text[..at].rfind('\n').map_or(0, |n| n + 1);
    let blank = text[line..at].len() - text[line..at].trim_start_matches([' ', '\t']).len();
    &text[line..line + blank]
}

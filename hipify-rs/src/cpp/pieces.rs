//! Long sources in pieces, to bound the memory for tokens.
//!
//! A piece ends between two lines, if possible outside all brackets and conditions. Declarations of one piece
//! are known in the others by name: names of the program, device pointers, kernels. Headers are included in
//! the first piece.

use crate::lex::{Lexed, Lexer, Token, TokenKind};
use crate::report::{Report, Translation};
use crate::rule::Part;
use crate::scan::{Scan, Word};
use crate::scope::Source;
use crate::structure::Structure;
use crate::{Options, lex, symbols, types};
use std::sync::Arc;

/// Length in bytes from which texts are translated in pieces.
pub(crate) const LONG: usize = 16 << 20;

/// Approximate length of a piece, in bytes.
pub(crate) const PIECE: usize = 1 << 20;

/// Number of tokens after which the lexer discards those that it has collected.
const READ: usize = 1 << 14;

/// Nesting of a position in conditions and brackets.
#[derive(Default)]
struct Depth {
    conditions: Vec<usize>,
    brackets: usize,
    hash: bool,
}

impl Depth {
    fn pass(&mut self, text: &[u8], token: &Token) {
        let hash = std::mem::replace(&mut self.hash, token.kind == TokenKind::Hash);
        match token.kind {
            TokenKind::Punct(b'(' | b'[' | b'{') => self.brackets += 1,
            TokenKind::Punct(b')' | b']' | b'}') => self.brackets = self.brackets.saturating_sub(1),
            TokenKind::Ident if hash => match token.text(text) {
                b"if" | b"ifdef" | b"ifndef" => self.conditions.push(self.brackets),
                b"else" | b"elif" | b"elifdef" | b"elifndef" => {
                    self.brackets = self.conditions.last().copied().unwrap_or(self.brackets);
                }
                b"endif" => drop(self.conditions.pop()),
                _ => {}
            },
            _ => {}
        }
    }
}

/// Returns the starts of the pieces after the first; each begins a line.
fn cuts(text: &[u8], piece: usize) -> Vec<usize> {
    let mut lexer = Lexer::new(text);
    let (mut found, mut depth) = (Vec::new(), Depth::default());
    let (mut from, mut end, mut last) = (0, 0, b';');
    let mut best: Option<(usize, usize)> = None;
    while let Some(token) = lexer.next_token() {
        let token = token.clone();
        let gap = &text[end..token.start];
        // After the last line end there is nothing before the token, not even the end of a comment.
        let newline = gap.iter().rposition(|&b| b == b'\n');
        let start = newline.map_or(token.start, |n| end + n + 1);
        let blank = text[start..token.start].iter().all(u8::is_ascii_whitespace);
        let line = newline.is_some() && blank && !gap.contains(&b'\\');
        if line && lexer.read().len() > READ {
            // Text before a line is not needed again: a line begins in the lexer's initial state.
            lexer.seek(token.start);
            lexer.next_token();
        }
        let apart = token.kind == TokenKind::Hash || matches!(last, b';' | b'}' | b'{' | b',');
        if line && apart && token.start >= from + piece {
            let deep = depth.conditions.len() + depth.brackets;
            if best.is_none_or(|(least, _)| deep <= least) {
                best = Some((deep, start));
            }
            if let Some((_, at)) = best.filter(|(deep, _)| *deep == 0 || token.start >= from + 2 * piece) {
                found.push(at);
                (from, best) = (at, None);
            }
        }
        depth.pass(text, &token);
        (end, last) = (token.end, token.byte());
    }
    found
}

/// Returns the pieces of a text, in order; a text of up to 16 MiB is one piece. The tokens of a piece take
/// some 10 MB, whereas those of a whole text take ten times its length.
pub fn split_long(text: &[u8]) -> Vec<&[u8]> {
    if text.len() > LONG { split_at(text, &cuts(text, PIECE)) } else { vec![text] }
}

fn split_at<'a>(text: &'a [u8], cuts: &[usize]) -> Vec<&'a [u8]> {
    let starts = [0].into_iter().chain(cuts.iter().copied());
    let ends = cuts.iter().copied().chain([text.len()]);
    starts.zip(ends).map(|(from, to)| &text[from..to]).collect()
}

/// Translates a text in pieces of approximately this length.
pub(crate) fn translate(text: &[u8], options: &Options, piece: usize) -> Translation {
    let pieces = split_at(text, &cuts(text, piece));
    let mut options = options.clone();
    let device = share_declarations(&pieces, &mut options);
    let mut buffers = super::Buffers::default();
    let (mut out, mut report) = (Vec::with_capacity(text.len() + text.len() / 8), Report::default());
    let (mut bytes, mut lines) = (0, 0);
    for (n, piece) in pieces.into_iter().enumerate() {
        let done = super::translate_in(&mut buffers, piece, &options, Part { rest: n > 0, device });
        out.extend(done.text);
        report.append(done.report, bytes, lines);
        bytes += piece.len();
        lines += memchr::memchr_iter(b'\n', piece).count();
    }
    Translation { text: out, report }
}

/// Adds to the options the declarations that pieces need from each other; returns whether one has device
/// code.
fn share_declarations(pieces: &[&[u8]], options: &mut Options) -> bool {
    let mut device = false;
    let mut program = (*options.program).clone();
    for piece in pieces {
        let Lexed { tokens, directives, places } = lex::lex_whole(piece);
        let (scan, names) = Scan::new(piece, &tokens, places, options);
        let structure = Structure::new(piece, &tokens, directives);
        let source = Source { text: piece, tokens: &tokens, structure: &structure };
        device |= scan.has(&[Word::Global]) || !scan.chevrons.is_empty();
        options.macros.extend(symbols::file_scope(source, &names));
        options.macros.extend(symbols::macros(piece));
        program.add(types::declared_by_header(piece, true));
    }
    program.settle();
    options.program = Arc::new(program);
    device
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::KernelLaunch;

    const HEAD: &str = "#include <cuda.h>\n#ifndef A\n";
    const BODY: &str = "CUdeviceptr p(int n);\n\
        void f(float *x) {\n  CUdeviceptr q = p(3) + 8;\n  cudaStream_t s;\n  k<<<1, 2, 0, s>>>(x);\n  cudaFree(x);\n}\n\
        int a[] = {\n  1,\n  cudaSuccess,\n};\n";
    const TAIL: &str =
        "template <class T> __global__ void k(T *x);\nint cudaFree(float *x) { return 0; }\n#endif\n";

    #[test]
    fn pieces_are_translated_like_the_whole() {
        let text = [HEAD, &BODY.repeat(8), TAIL].concat();
        let options = Options { kernel_launch: KernelLaunch::Ggl, ..Options::default() };
        let whole = crate::translate(text.as_bytes(), &options);
        for piece in [1, 100, 1000] {
            assert!(cuts(text.as_bytes(), piece).len() >= text.len() / (2 * piece + 200));
            let pieces = translate(text.as_bytes(), &options, piece);
            assert!(pieces.text == whole.text, "{piece}: {}", String::from_utf8_lossy(&pieces.text));
            assert_eq!(pieces.report.total(), whole.report.total());
            let places =
                |report: &Report| report.notes.iter().map(|n| (n.line, n.at.clone())).collect::<Vec<_>>();
            assert_eq!(places(&pieces.report), places(&whole.report));
        }
    }

    #[test]
    fn long_texts_are_split_and_short_ones_are_whole() {
        let short = BODY.as_bytes();
        assert_eq!(split_long(short), [short]);
        let long = BODY.repeat(LONG / BODY.len() + 1);
        let pieces = split_long(long.as_bytes());
        assert!(pieces.iter().all(|piece| piece.len() <= 2 * PIECE));
        assert!(pieces.concat() == long.as_bytes());
    }

    #[test]
    fn a_text_of_one_line_is_one_piece() {
        assert_eq!(cuts("int a; ".repeat(100).as_bytes(), 10), [] as [usize; 0]);
        assert_eq!(
            cuts(b"int a;\n#define M(x) \\\n  x; \\\n  y;\nint b;\n/* ;\n */ \"\\\n;\"\n", 1),
            [7, 34]
        );
    }
}

//! Texture references, which CUDA 12 removed: reported, with texture objects as the replacement.

use super::File;
use crate::edit::Edit;
use crate::report::{Reason, Report};
use crate::scan::Word;

pub(super) fn run(file: &File<'_>, _: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    for at in file.scan.words(&[Word::Texture]).filter(|at| source.is(at + 1, b'<')) {
        // A template of another library.
        if at > 0 && source.is(at - 1, b':') {
            continue;
        }
        let Some(close) = declared(file, at + 1) else { continue };
        let name = String::from_utf8_lossy(source.word(close + 1));
        let text =
            format!("`{name}` is a texture reference, which CUDA 12 removed; use a texture object instead");
        report.note(file.text, file.tokens[at].start, Reason::Look, text);
    }
}

/// Returns the `>` of a declaration `texture<…> name;`.
fn declared(file: &File<'_>, open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for at in open..file.tokens.len().min(open + 64) {
        match file.tokens[at].byte() {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b';' | b'{' | b'}' => return None,
            _ => {}
        }
        if depth == 0 {
            let named = file.tokens.get(at + 1)?.kind == crate::lex::TokenKind::Ident;
            let ends = matches!(file.tokens.get(at + 2)?.byte(), b';' | b'=' | b',' | b'(' | b'[' | b'{');
            return (named && ends).then_some(at);
        }
    }
    None
}

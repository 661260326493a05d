//! Branches of `#if` left unchanged because a compiler would skip them: reported once for each.

use super::File;
use crate::edit::Edit;
use crate::lex::TokenKind;
use crate::map;
use crate::report::{Reason, Report};

pub(super) fn run(file: &File<'_>, _: &mut Vec<Edit>, report: &mut Report) {
    for range in &file.scan.left {
        let known = |at: &usize| {
            let token = &file.tokens[*at];
            let row =
                || map::name_bytes(token.text(file.text)).and_then(|row| row.becomes(file.options.target));
            token.kind == TokenKind::Ident && row().is_some_and(|hip| hip.as_bytes() != token.text(file.text))
        };
        let names = range.clone().filter(known).count();
        if names > 0 {
            let text = format!("a compiler skips this branch; names left in it: {names}");
            report.note(file.text, file.tokens[range.start].start, Reason::Look, text);
        }
    }
}

//! Branches of conditional compilation.

use super::File;
use std::ops::Range;

/// A branch: `#if`, `#elif` or `#else`, and what follows to the next directive of the same level.
pub(super) struct Branch {
    /// Tokens of its condition, behind the directive's word.
    pub(super) condition: Range<usize>,
    /// Tokens that are compiled if the condition holds.
    pub(super) body: Range<usize>,
    /// `true` if a defined macro makes the condition hold, `false` for `#ifndef` and `#else`.
    is_positive: bool,
}

impl Branch {
    /// Returns whether the condition asks for the macro at a token, and not for its absence.
    pub(super) fn asks_for(&self, file: &File<'_>, token: usize) -> bool {
        // `defined` and its bracket are between a negation and the macro.
        let negated = (token.saturating_sub(3)..token).any(|before| file.scope().is(before, b'!'));
        self.is_positive && self.condition.contains(&token) && !negated
    }
}

/// Returns the closed branches of a file.
pub(super) fn branches(file: &File<'_>) -> Vec<Branch> {
    let source = file.scope();
    let (mut found, mut open) = (Vec::new(), Vec::<Branch>::new());
    for directive in file.structure.directives() {
        let kind = source.word(directive.start + 1);
        if leaves(kind)
            && let Some(mut branch) = open.pop()
        {
            branch.body.end = directive.start;
            found.push(branch);
        }
        if enters(kind) {
            open.push(Branch {
                condition: directive.start + 2..directive.end,
                body: directive.end..directive.end,
                is_positive: matches!(kind, b"if" | b"ifdef" | b"elif" | b"elifdef"),
            });
        }
    }
    found
}

/// Returns whether a directive ends a branch.
pub(super) fn leaves(directive: &[u8]) -> bool {
    matches!(directive, b"elif" | b"elifdef" | b"elifndef" | b"else" | b"endif")
}

/// Returns whether a directive starts a branch.
pub(super) fn enters(directive: &[u8]) -> bool {
    matches!(directive, b"if" | b"ifdef" | b"ifndef" | b"elif" | b"elifdef" | b"elifndef" | b"else")
}

//! Closing brackets, and starts of items, in the tokens of a Rust file.

use crate::lex::{Token, TokenKind};

/// Returns the token that closes the bracket at `open`; the last token if none does.
pub(crate) fn close(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.kind {
            TokenKind::Punct(b'(' | b'[' | b'{') => depth += 1,
            TokenKind::Punct(b')' | b']' | b'}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at;
                }
            }
            _ => {}
        }
    }
    tokens.len().saturating_sub(1)
}

/// Returns the first token of the item with its keyword at `at`, and the first after its attributes.
pub(crate) fn item_start(text: &str, tokens: &[Token], at: usize) -> (usize, usize) {
    let mut visible = at;
    let word = |n: usize| text.get(tokens[n].range()).unwrap_or("");
    while visible > 0 {
        let before = visible - 1;
        let is_word = matches!(word(before), "pub" | "unsafe" | "safe" | "default");
        if is_word {
            visible = before;
        } else if tokens[before].is(b')') {
            // `pub(crate)`
            let Some(open) = (0..before).rev().take(8).find(|&n| tokens[n].is(b'(')) else { break };
            if open == 0 || word(open - 1) != "pub" {
                break;
            }
            visible = open - 1;
        } else {
            break;
        }
    }
    let mut start = visible;
    while start > 0 && tokens[start - 1].is(b']') {
        let mut depth = 0usize;
        let open = (0..start).rev().find(|&n| {
            match tokens[n].kind {
                TokenKind::Punct(b']') => depth += 1,
                TokenKind::Punct(b'[') => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        match open {
            Some(open) if open > 0 && tokens[open - 1].is(b'#') => start = open - 1,
            _ => break,
        }
    }
    (start, visible)
}

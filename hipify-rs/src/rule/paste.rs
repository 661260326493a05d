//! Names that the preprocessor puts together: they cannot be seen, and what they are put together from is reported.

use super::File;
use crate::edit::Edit;
use crate::lex::Token;
use crate::report::{Reason, Report};

/// What CUDA's names begin with.
const PREFIXES: [&[u8]; 14] = [
    b"cuda",
    b"cu",
    b"CU",
    b"CUDA",
    b"cublas",
    b"CUBLAS",
    b"cufft",
    b"CUFFT",
    b"curand",
    b"CURAND",
    b"cusparse",
    b"CUSPARSE",
    b"cusolver",
    b"cudnn",
];

/// Whether a text has something for this rule.
pub fn any(text: &[u8], tokens: &[Token]) -> bool {
    tokens
        .windows(2)
        .any(|pair| pair[1].is(b'#') && (begins(pair[0].text(text)) || starts(pair[0].text(text))))
}

fn begins(word: &[u8]) -> bool {
    PREFIXES.contains(&word.strip_suffix(b"_").unwrap_or(word))
}

pub(super) fn run(file: &File<'_>, _: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    for (at, token) in file.tokens.iter().enumerate() {
        // Its neighbours say of almost every word that it is neither.
        let next = source.tokens.get(at + 1).map_or(0, Token::byte);
        let passed =
            matches!(next, b')' | b',') && at > 0 && matches!(source.tokens[at - 1].byte(), b'(' | b',');
        if next != b'#' && !passed {
            continue;
        }
        let word = source.word(at);
        let named = begins(word);
        let pasted = next == b'#' && source.is(at + 2, b'#') && source.structure.directive(at).is_some();
        let given = named && passed;
        if ((named || starts(word)) && pasted) || given {
            let text = "the preprocessor may make a name of CUDA's from this: see what it becomes";
            report.note(file.text, token.start, Reason::Look, text.to_owned());
        }
    }
}

/// `cudaMemcpy##kind`
fn starts(word: &[u8]) -> bool {
    PREFIXES.iter().any(|prefix| {
        word.strip_prefix(*prefix).is_some_and(|rest| {
            rest.first().is_some_and(|b| b.is_ascii_uppercase() || *b == b'_') && prefix.len() > 1
        })
    })
}

//! Names that the preprocessor puts together: they cannot be seen, and what they are put together from is reported.

use super::File;
use crate::edit::Edit;
use crate::lex::Token;
use crate::marks::{Marks, Word};
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
pub fn any(text: &[u8], tokens: &[Token], marks: &Marks) -> bool {
    marks.places.hashes.iter().any(|&at| {
        let word = at.checked_sub(1).map_or(&b""[..], |before| tokens[before].text(text));
        begins(word) || starts(word)
    })
}

fn begins(word: &[u8]) -> bool {
    PREFIXES.contains(&word.strip_suffix(b"_").unwrap_or(word))
}

pub(super) fn run(file: &File<'_>, _: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    // A word before `##`, or one that is all of an argument of a macro.
    let pasted = |at: &usize| {
        source.is(at + 2, b'#')
            && source.structure.directive(*at).is_some()
            && (begins(source.word(*at)) || starts(source.word(*at)))
    };
    let given = |at: &usize| {
        let byte = |at: usize| file.tokens.get(at).map_or(0, Token::byte);
        matches!(byte(at + 1), b')' | b',') && *at > 0 && matches!(byte(at - 1), b'(' | b',')
    };
    let before = file.marks.places.hashes.iter().filter_map(|at| at.checked_sub(1)).filter(pasted);
    for at in before.chain(file.marks.words(&[Word::Begin, Word::Cuda]).filter(given)) {
        let text = "the preprocessor may make a name of CUDA's from this: see what it becomes";
        report.note(file.text, file.tokens[at].start, Reason::Look, text.to_owned());
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

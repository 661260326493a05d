//! Replacements of names under the settings: the program's own names, the target, the release, the libraries
//! in use.

use crate::lex::{Token, TokenKind};
use crate::name::Name;
use crate::{Options, Release, Target, map};

/// Returns the replacement that the settings give a token, if any.
pub(crate) fn setting<'a>(text: &[u8], token: &Token, options: &'a Options) -> Option<&'a str> {
    if options.names.is_empty() || token.kind != TokenKind::Ident {
        return None;
    }
    options.names.get(std::str::from_utf8(token.text(text)).ok()?).map(String::as_str)
}

/// Sets the HIP name of a row to its replacement under these options.
pub(crate) fn row_for(mut row: map::Row, options: &Options) -> map::Row {
    match (row.becomes(options.target), row.hip, row.roc) {
        (None, None, Some(_)) => row.note = "HIP's library lacks it; ROCm's own has it: use `--target roc`",
        (None, Some(_), None) => {
            row.note =
                "ROCm's own library lacks it, or takes other arguments; HIP's has it: use `--target hip`";
        }
        _ => {}
    }
    row.hip = row.becomes(options.target);
    if options.release == Release::Hip6 {
        row.hip = map::hip6(row.cuda).or(row.hip);
    }
    row
}

/// Gives the cuBLAS functions of the older header, which take no handle, those of this SDK. In a translated
/// text, which has neither header and no remaining function of the newer one, they stay.
pub(crate) fn legacy_blas<'t>(
    text: &[u8],
    headers: impl Iterator<Item = &'t Token>,
    names: &mut [Name],
    options: &Options,
) {
    let (mut old, mut translated) = (false, false);
    for token in headers {
        match text.get(token.start + 1..token.end - 1) {
            Some(b"cublas_v2.h") => return,
            Some(b"cublas.h") => old = true,
            Some(b"hipblas.h" | b"hipblas/hipblas.h" | b"rocblas.h" | b"rocblas/rocblas.h") => {
                translated = true
            }
            _ => {}
        }
    }
    let has_own = old && matches!(options.target, Target::Hip | Target::Miopen);
    for name in names.iter_mut().filter(|name| (old || translated) && map::is_v2_only(name.row.cuda)) {
        name.row.hip = Some(name.row.cuda).filter(|_| has_own).and_then(map::without_handle);
        name.row.note = "`cublas.h` declares it without a handle; port the code to `cublas_v2.h` first";
    }
}

/// CUDA types that a library replaces by its own in host programs, for the targets in the second column, if
/// the header in the third is included.
const LIBRARY_TYPES: [(&str, &[Target], &str, &str); 3] = [
    ("__half", &[Target::Roc, Target::RocMiopen], "cublas", "rocblas_half"),
    ("__nv_bfloat16", &[Target::Roc, Target::RocMiopen], "cublas", "rocblas_bfloat16"),
    ("cudaStream_t", &[Target::Miopen, Target::RocMiopen], "cudnn", "miopenAcceleratorQueue_t"),
];

/// Replaces types by those of a library, as HIPIFY does. Not in device code, which computes with them.
pub(crate) fn library_types<'t>(
    text: &[u8],
    headers: impl Iterator<Item = &'t Token> + Clone,
    names: &mut [Name],
    options: &Options,
) {
    for (cuda, _, header, own) in LIBRARY_TYPES.iter().filter(|row| row.1.contains(&options.target)) {
        let included = headers
            .clone()
            .any(|t| text.get(t.start + 1..).is_some_and(|t| t.starts_with(header.as_bytes())));
        if included {
            names.iter_mut().filter(|name| name.row.cuda == *cuda).for_each(|name| name.row.hip = Some(own));
        }
    }
}

/// Returns whether a name is used as a namespace: before `::`, or in `using namespace`, `namespace x =`,
/// `namespace x {`.
pub(crate) fn is_namespace(text: &[u8], tokens: &[Token], at: usize) -> bool {
    let colon = |n: usize| tokens.get(n).is_some_and(|t| t.is(b':'));
    let word = |n: usize| tokens.get(n).map_or(b"".as_slice(), |t| t.text(text));
    let alias = at >= 3 && tokens[at - 1].is(b'=') && word(at - 3) == b"namespace";
    // `#define QUALIFIER ::cub`
    let body = at >= 5 && colon(at - 1) && colon(at - 2) && word(at - 4) == b"define";
    colon(at + 1) && colon(at + 2) || at >= 1 && word(at - 1) == b"namespace" || alias || body
}

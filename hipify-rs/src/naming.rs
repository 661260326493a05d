//! Names that identifiers get under the settings: the program's own, those of a target and a release, those
//! that a library has.

use crate::lex::{Kind, Token};
use crate::name::Name;
use crate::{Options, Release, Target, map};

/// Name that the settings give a token, if they give one.
pub(crate) fn setting<'a>(text: &[u8], token: &Token, options: &'a Options) -> Option<&'a str> {
    if options.names.is_empty() || token.kind != Kind::Ident {
        return None;
    }
    options.names.get(std::str::from_utf8(token.text(text)).ok()?).map(String::as_str)
}

/// A row with the name that it gets under these options as its HIP name.
pub(crate) fn row_for(mut row: map::Row, options: &Options) -> map::Row {
    match (row.becomes(options.target), row.hip, row.roc) {
        (None, None, Some(_)) => row.note = "HIP's library lacks it; ROCm's own has it, with `--target roc`",
        (None, Some(_), None) => {
            row.note =
                "ROCm's own library lacks it, or takes other arguments; HIP's has it, with `--target hip`";
        }
        _ => {}
    }
    row.hip = row.becomes(options.target);
    if options.release == Release::Hip6 {
        row.hip = map::hip6(row.cuda).or(row.hip);
    }
    row
}

/// Whether the cuBLAS functions of a text are those of the older header, which take no handle: they stay. A
/// text that was translated has neither header any more, and no function of the newer one that is left.
pub(crate) fn leave_legacy_blas<'t>(
    text: &[u8],
    headers: impl Iterator<Item = &'t Token>,
    names: &mut [Name],
) {
    let mut old = false;
    for token in headers {
        match text.get(token.start + 1..token.end - 1) {
            Some(b"cublas_v2.h") => return,
            Some(b"cublas.h" | b"hipblas.h" | b"hipblas/hipblas.h" | b"rocblas.h" | b"rocblas/rocblas.h") => {
                old = true
            }
            _ => {}
        }
    }
    for name in names.iter_mut().filter(|name| old && map::is_v2_only(name.row.cuda)) {
        name.row.hip = None;
        name.row.note = "`cublas.h` declares it without a handle; move to `cublas_v2.h` first";
    }
}

/// Types of CUDA's own that become a library's, in programs that call the library on the host: where the
/// target is that of the second column, and the header in the third is included.
const LIBRARY_TYPES: [(&str, &[Target], &str, &str); 3] = [
    ("__half", &[Target::Roc, Target::RocMiopen], "cublas", "rocblas_half"),
    ("__nv_bfloat16", &[Target::Roc, Target::RocMiopen], "cublas", "rocblas_bfloat16"),
    ("cudaStream_t", &[Target::Miopen, Target::RocMiopen], "cudnn", "miopenAcceleratorQueue_t"),
];

/// Gives types that go with a library its names for them, as HIPIFY does. Not in device code, which computes
/// with them.
pub(crate) fn library_types<'t>(
    text: &[u8],
    headers: impl Iterator<Item = &'t Token> + Clone,
    names: &mut [Name],
    options: &Options,
) {
    for (cuda, _, header, own) in LIBRARY_TYPES.iter().filter(|row| row.1.contains(&options.target)) {
        let there = headers
            .clone()
            .any(|t| text.get(t.start + 1..).is_some_and(|t| t.starts_with(header.as_bytes())));
        if there {
            names.iter_mut().filter(|name| name.row.cuda == *cuda).for_each(|name| name.row.hip = Some(own));
        }
    }
}

/// Whether a name stands where a namespace does: before `::`, or in `using namespace`, `namespace x =`,
/// `namespace x {`.
pub(crate) fn is_namespace(text: &[u8], tokens: &[Token], at: usize) -> bool {
    let colon = |n: usize| tokens.get(n).is_some_and(|t| t.is(b':'));
    let word = |n: usize| tokens.get(n).map_or(b"".as_slice(), |t| t.text(text));
    let alias = at >= 3 && tokens[at - 1].is(b'=') && word(at - 3) == b"namespace";
    // `#define QUALIFIER ::cub`
    let body = at >= 5 && colon(at - 1) && colon(at - 2) && word(at - 4) == b"define";
    colon(at + 1) && colon(at + 2) || at >= 1 && word(at - 1) == b"namespace" || alias || body
}

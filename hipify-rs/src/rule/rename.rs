//! Identifiers by the tables.

use super::{File, Name};
use crate::edit::{Edit, Sureness};
use crate::lex::Token;
use crate::map::Asked;
use crate::report::{Reason, Report};
use crate::{Options, Release, Target, map};

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

/// Whether the cuBLAS functions of a text are those of the older header, which take no handle: they stay. A text that was
/// translated has neither header any more, and no function of the newer one that is left.
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

/// Types of CUDA's own that become a library's, in programs that call the library on the host: where the target is that of
/// the second column, and the header in the third is included.
const LIBRARY_TYPES: [(&str, &[Target], &str, &str); 3] = [
    ("__half", &[Target::Roc, Target::RocMiopen], "cublas", "rocblas_half"),
    ("__nv_bfloat16", &[Target::Roc, Target::RocMiopen], "cublas", "rocblas_bfloat16"),
    ("cudaStream_t", &[Target::Miopen, Target::RocMiopen], "cudnn", "miopenAcceleratorQueue_t"),
];

/// Gives types that go with a library its names for them, as HIPIFY does. Not in device code, which computes with them.
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

/// Whether a name counts in the report: device functions that HIP spells alike are no translation.
pub(crate) fn counts(row: &map::Row) -> bool {
    row.kind != map::Kind::Device || row.hip.is_some_and(|hip| hip != row.cuda)
}

/// Types of HIP that are aliases, of structures with a tag of another name.
const UNTAGGED: [&str; 7] = [
    "hipExternalMemoryBufferDesc",
    "hipExternalMemoryHandleDesc",
    "hipExternalMemoryMipmappedArrayDesc",
    "hipExternalSemaphoreHandleDesc",
    "hipExternalSemaphoreSignalParams",
    "hipExternalSemaphoreWaitParams",
    "hipLaunchParams",
];

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    // Rules that looked at the arguments may have found the function already.
    let done = |e: &&Edit| !e.at.is_empty() && e.sureness != Sureness::Suggested;
    let mut taken: Vec<_> = edits.iter().filter(done).map(|e| e.at.clone()).collect();
    taken.sort_by_key(|at| at.start);
    let (mut taken, mut until) = (taken.into_iter().peekable(), 0);
    for name in file.names {
        while let Some(at) = taken.next_if(|at| at.start <= name.start) {
            until = until.max(at.end);
        }
        if name.member || name.start < until || qualifies_number(file, name) {
            continue;
        }
        let Some(hip) = name.row.hip else {
            let called = file.tokens.get(name.token + 1).is_some_and(|t| t.is(b'('));
            // Most device functions have common names, which the program may have given to something else.
            if name.row.kind != map::Kind::Device || called && name.row.cuda.starts_with("__") {
                let shown = String::from_utf8_lossy(&file.text[name.start..name.end]);
                let why = map::reason(&shown, &name.row);
                let text = format!("`{shown}` stays: {why}");
                report.note(file.text, name.start, Reason::Unsupported, text);
            }
            continue;
        };
        if hip == name.row.cuda {
            continue;
        }
        // A macro body means what its uses make of it.
        let sure = file.structure.directive(name.token).is_none();
        let sureness = if sure { Sureness::Certain } else { Sureness::Likely };
        // What is no name (`void*`, `0`) stands where a name is used, not where one is declared.
        if name.row.asked.by(Asked::NO_WORD) && !is_word(hip) && file.scope().declares_type(name.token) {
            continue;
        }
        let at = start_of(file, name, hip)..name.end;
        edits.push(Edit { at, with: hip.into(), sureness, rule: "rename" });
    }
}

/// Whether a HIP name is a word; a few are `void*` or a number.
pub(crate) fn is_word(hip: &str) -> bool {
    hip.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !hip.starts_with(|c: char| c.is_ascii_digit())
}

/// Where the text begins that a HIP name replaces.
fn start_of(file: &File<'_>, name: &Name, hip: &str) -> usize {
    let source = file.scope();
    let Some(before) = name.token.checked_sub(1) else { return name.start };
    // `struct cudaX` where HIP has an alias of a structure with another tag; the program's own definition keeps its tag.
    let defined = matches!(file.tokens.get(name.token + 1).map_or(0, Token::byte), b'{' | b';');
    if source.word(before) == b"struct" && UNTAGGED.contains(&hip) && !defined {
        return file.tokens[before].start;
    }
    // `::CU_CONSTANT`, where HIP has a number.
    let global = name.row.asked.by(Asked::NO_WORD)
        && !is_word(hip)
        && before > 0
        && source.is(before, b':')
        && source.is(before - 1, b':');
    if !global {
        return name.start;
    }
    let of = before.checked_sub(2).filter(|&of| name_at(file, of).is_some());
    file.tokens[of.unwrap_or(before - 1)].start
}

/// The name that a token is, if the tables know it.
fn name_at<'a>(file: &File<'a>, token: usize) -> Option<&'a Name> {
    let at = file.names.binary_search_by_key(&token, |name| name.token).ok()?;
    Some(&file.names[at])
}

/// Whether a name is an enumeration's in front of one of its constants (`CUflags::CU_FLAG`), where HIP has a number for that: the
/// number stands for both.
fn qualifies_number(file: &File<'_>, name: &Name) -> bool {
    let source = file.scope();
    let is_colon = |at: usize| at < file.tokens.len() && source.is(at, b':');
    is_colon(name.token + 1)
        && is_colon(name.token + 2)
        && name_at(file, name.token + 3).is_some_and(|constant| {
            let number = constant.row.hip.is_some_and(|hip| !is_word(hip));
            number && !constant.member && constant.row.asked.by(Asked::NO_WORD)
        })
}

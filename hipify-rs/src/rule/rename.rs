//! Renaming of identifiers by the tables.

use super::{File, Name};
use crate::edit::{Edit, Sureness};
use crate::lex::Token;
use crate::map::{self, RuleSet, is_word};
use crate::report::{Reason, Report};

/// HIP types that are aliases of structures or enumerations with a different tag, or no such types at all.
const UNTAGGED: [&str; 15] = [
    "hipDevResource",
    "hipExternalMemoryBufferDesc",
    "hipExternalMemoryHandleDesc",
    "hipExternalMemoryHandleType",
    "hipExternalMemoryMipmappedArrayDesc",
    "hipExternalSemaphoreHandleDesc",
    "hipExternalSemaphoreHandleType",
    "hipExternalSemaphoreSignalParams",
    "hipExternalSemaphoreWaitParams",
    "hipGLDeviceList",
    "hipGraphicsResource",
    "hipLaunchAttribute",
    "hipLaunchParams",
    "hipLibraryOption",
    "int",
];

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    // Rules for arguments may have edited the function's name already.
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
            if let Some(at) = label(file, name) {
                let shown = String::from_utf8_lossy(&file.text[at.clone()]);
                let why = map::reason(name.row.cuda, &name.row);
                report.note(file.text, name.start, Reason::Look, format!("`{shown}` is removed: {why}"));
                let with = format!("/* {shown} */").into();
                edits.push(Edit { at, with, sureness: Sureness::Certain, rule: "rename" });
                continue;
            }
            let called = file.tokens.get(name.token + 1).is_some_and(|t| t.is(b'('));
            // Most device functions have common names, which the program may use for something else.
            let claimed = name.row.cuda.starts_with("__nv_") || called && name.row.cuda.starts_with("__");
            if name.row.kind != map::NameKind::Device || claimed {
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
        // The meaning of a macro body depends on its uses.
        let sure = file.structure.directive(name.token).is_none();
        let sureness = if sure { Sureness::Certain } else { Sureness::Likely };
        // A replacement that is no name (`void*`, `0`) applies to uses of a name, not to its declaration.
        if name.row.rules.contains(RuleSet::NO_WORD)
            && !is_word(hip)
            && file.scope().declares_type(name.token)
        {
            continue;
        }
        let at = start_of(file, name, hip)..name.end;
        edits.push(Edit { at, with: hip.into(), sureness, rule: "rename" });
    }
}

/// Families with counterparts in HIP, which never return enumerators that they lack.
const FAMILIES: [&str; 8] =
    ["cuBLAS", "cuFFT", "cuRAND", "cuSOLVER", "cuSPARSE", "NVRTC", "driver", "runtime"];

/// Returns the label of a `switch` for an enumerator that HIP lacks: `case NAME:`. Statements after it are
/// reached as before, from others.
fn label(file: &File<'_>, name: &Name) -> Option<std::ops::Range<usize>> {
    let source = file.scope();
    let (before, after) = (name.token.checked_sub(1)?, name.token + 1);
    let is_colon = |at: usize| at < file.tokens.len() && source.is(at, b':');
    let is_label = name.row.kind == map::NameKind::Constant
        && FAMILIES.contains(&name.row.family)
        && source.word(before) == b"case"
        && is_colon(after)
        && !is_colon(after + 1);
    let at = file.tokens[before].start..file.tokens.get(after)?.end;
    (is_label
        && file.text[at.clone()].iter().all(|byte| byte.is_ascii_alphanumeric() || b" _:".contains(byte)))
    .then_some(at)
}

/// Returns the start of the text that a HIP name replaces.
fn start_of(file: &File<'_>, name: &Name, hip: &str) -> usize {
    let source = file.scope();
    let Some(before) = name.token.checked_sub(1) else { return name.start };
    // Include the `struct` of `struct cudaX` if HIP has an alias for a structure with another tag, and so for
    // enumerations. The program's own definition keeps its tag.
    let defined = matches!(file.tokens.get(name.token + 1).map_or(0, Token::byte), b'{' | b';');
    if matches!(source.word(before), b"struct" | b"enum") && UNTAGGED.contains(&hip) && !defined {
        return file.tokens[before].start;
    }
    // Include the `::` of `::CU_CONSTANT` if HIP has a number.
    let global = name.row.rules.contains(RuleSet::NO_WORD)
        && !is_word(hip)
        && before > 0
        && source.is(before, b':')
        && source.is(before - 1, b':');
    if !global {
        return name.start;
    }
    let scope = before.checked_sub(2).filter(|&scope| name_at(file, scope).is_some());
    file.tokens[scope.unwrap_or(before - 1)].start
}

/// Returns the known name at a token.
fn name_at<'a>(file: &File<'a>, token: usize) -> Option<&'a Name> {
    let at = file.names.binary_search_by_key(&token, |name| name.token).ok()?;
    Some(&file.names[at])
}

/// Returns whether a name qualifies an enumerator that is a number in HIP (`CUflags::CU_FLAG`): the number
/// replaces both.
fn qualifies_number(file: &File<'_>, name: &Name) -> bool {
    let source = file.scope();
    let is_colon = |at: usize| at < file.tokens.len() && source.is(at, b':');
    is_colon(name.token + 1)
        && is_colon(name.token + 2)
        && name_at(file, name.token + 3).is_some_and(|constant| {
            let number = constant.row.hip.is_some_and(|hip| !is_word(hip));
            number && !constant.member && constant.row.rules.contains(RuleSet::NO_WORD)
        })
}

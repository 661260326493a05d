//! Identifiers by the tables.

use super::{File, Name};
use crate::edit::{Edit, Sureness};
use crate::lex::Token;
use crate::map::{self, Asked, is_word};
use crate::report::{Reason, Report};

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
        if name.row.asked.includes(Asked::NO_WORD) && !is_word(hip) && file.scope().declares_type(name.token)
        {
            continue;
        }
        let at = start_of(file, name, hip)..name.end;
        edits.push(Edit { at, with: hip.into(), sureness, rule: "rename" });
    }
}

/// Where the text begins that a HIP name replaces.
fn start_of(file: &File<'_>, name: &Name, hip: &str) -> usize {
    let source = file.scope();
    let Some(before) = name.token.checked_sub(1) else { return name.start };
    // `struct cudaX` where HIP has an alias of a structure with another tag; the program's own definition
    // keeps its tag.
    let defined = matches!(file.tokens.get(name.token + 1).map_or(0, Token::byte), b'{' | b';');
    if source.word(before) == b"struct" && UNTAGGED.contains(&hip) && !defined {
        return file.tokens[before].start;
    }
    // `::CU_CONSTANT`, where HIP has a number.
    let global = name.row.asked.includes(Asked::NO_WORD)
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

/// Whether a name is an enumeration's in front of one of its constants (`CUflags::CU_FLAG`), where HIP has a
/// number for that: the number stands for both.
fn qualifies_number(file: &File<'_>, name: &Name) -> bool {
    let source = file.scope();
    let is_colon = |at: usize| at < file.tokens.len() && source.is(at, b':');
    is_colon(name.token + 1)
        && is_colon(name.token + 2)
        && name_at(file, name.token + 3).is_some_and(|constant| {
            let number = constant.row.hip.is_some_and(|hip| !is_word(hip));
            number && !constant.member && constant.row.asked.includes(Asked::NO_WORD)
        })
}

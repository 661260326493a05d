//! Headers: each becomes its HIP header, once.

use super::{File, Name};
use crate::Release;
use crate::chevron::Launch;
use crate::edit::{Edit, Sureness};
use crate::lex::{Kind, Token};
use crate::map;
use crate::marks::{Marks, Word};
use crate::renames;
use crate::report::{Reason, Report};
use std::collections::BTreeSet;

fn name<'a>(text: &'a [u8], header: &Token) -> Option<&'a str> {
    let quoted = header.text(text);
    std::str::from_utf8(quoted.get(1..quoted.len().checked_sub(1)?)?).ok()
}

/// Whether a text has something for this rule: a header the tables know, or device code that needs one.
pub fn any(text: &[u8], tokens: &[Token], marks: &Marks) -> bool {
    let mut headers = marks.places.headers.iter().map(|&at| &tokens[at]);
    marks.has(&[Word::Global]) || headers.any(|t| name(text, t).and_then(map::header).is_some())
}

/// The headers that a file includes as it will be, by the conditional branches around them.
#[derive(Default)]
struct There<'a> {
    /// In each branch around this place, outermost first, the headers that were included in it.
    branches: Vec<Vec<&'a str>>,
    /// The headers that are included wherever this place is reached.
    here: BTreeSet<&'a str>,
    /// All of them.
    anywhere: BTreeSet<&'a str>,
}

impl<'a> There<'a> {
    /// Goes over a directive: into a branch, or out of one.
    fn directive(&mut self, word: &[u8]) {
        if leaves(word) {
            for header in self.branches.pop().unwrap_or_default() {
                self.here.remove(header);
            }
        }
        if enters(word) {
            self.branches.push(Vec::new());
        }
    }

    fn add(&mut self, header: &'a str) {
        self.anywhere.insert(header);
        if self.here.insert(header)
            && let Some(branch) = self.branches.last_mut()
        {
            branch.push(header);
        }
    }
}

fn leaves(directive: &[u8]) -> bool {
    matches!(directive, b"elif" | b"elifdef" | b"elifndef" | b"else" | b"endif")
}

fn enters(directive: &[u8]) -> bool {
    matches!(directive, b"if" | b"ifdef" | b"ifndef" | b"elif" | b"elifdef" | b"elifndef" | b"else")
}

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let mut there = There::default();
    let device_code = file.part.device || !file.launches.is_empty() || file.marks.has(&[Word::Global]);
    // Whether a header of the program's own may bring CUDA's, and whether one of CUDA's is there.
    let (mut own, mut cuda) = (false, false);
    // cuBLAS' headers bring the types of 16 bits, hipBLAS' do not.
    let mut blas = false;
    for directive in file.structure.directives().iter().filter(|d| !file.marks.is_left(d.start)) {
        there.directive(file.tokens.get(directive.start + 1).map_or(b"", |word| word.text(file.text)));
        // Behind the hash and the word.
        let at = directive.start + 2;
        let Some(token) = file.tokens.get(at).filter(|token| token.kind == Kind::Header) else { continue };
        let Some(header) = name(file.text, token) else { continue };
        let change =
            file.options.headers.get(header).map(|own| (Some(own.as_str()), "own", "")).or_else(|| {
                map::header(header).map(|row| (row.becomes(file.options.target), row.family, row.note))
            });
        let Some((hip, family, note)) = change else {
            own |= token.text(file.text).starts_with(b"\"");
            if file.options.left_headers.contains(header) {
                let text = format!("`{header}` has CUDA names and is not among the files to translate");
                report.note(file.text, token.start + 1, Reason::Look, text);
            }
            there.add(header);
            if let Some(new) = renames::header(&file.options.renames, header) {
                let (at, sureness) = (token.start + 1..token.end - 1, Sureness::Certain);
                edits.push(Edit { at, with: new.into(), sureness, rule: "include" });
            }
            continue;
        };
        cuda |= hip.is_some();
        let hip = match file.options.release {
            Release::Hip6 => hip.map(without_folder),
            Release::Hip7 => hip,
        };
        blas |= family == "cuBLAS";
        // A header that HIP's main one stands for, and that cannot go, becomes that one.
        let hip = if hip == Some("=") && !may_go(file, at) { Some("hip/hip_runtime.h") } else { hip };
        match hip {
            Some("=") => edits.push(drop_include(file, at)),
            // Another CUDA header became the same HIP header before.
            Some(hip) if there.here.contains(hip) && may_go(file, at) => {
                edits.push(drop_include(file, at));
            }
            Some(hip) => {
                there.add(hip);
                report.translated(family);
                let at = token.start + 1..token.end - 1;
                edits.push(Edit {
                    at,
                    with: hip.to_owned().into(),
                    sureness: Sureness::Certain,
                    rule: "include",
                });
            }
            None => {
                let why = if note.is_empty() { String::new() } else { format!(": {note}") };
                let text = format!("HIP has no header for `{header}`{why}");
                report.note(file.text, token.start, Reason::Unsupported, text);
            }
        }
    }
    asked(file, edits);
    if file.part.rest {
        return;
    }
    // nvcc includes its runtime header by itself; no other compiler does. A header of the program's own may
    // bring it to host code; what device code needs of the compiler comes first in a file.
    // A text that includes nothing may be a part of another one.
    let implicit = !there.anywhere.is_empty() && file.names.iter().any(is_of_runtime);
    for (header, types) in SMALL_TYPES.iter().filter(|_| blas) {
        let is_type = |name: &Name| !name.member && types.contains(&name.row.cuda);
        if !there.anywhere.contains(header) && file.names.iter().any(is_type) {
            edits.push(insertion(file, header));
        }
    }
    let uses = device_code || !own && (cuda || implicit);
    if uses && !there.anywhere.contains("hip/hip_runtime.h") {
        edits.push(insertion(file, "hip/hip_runtime.h"));
    }
}

/// The types of 16 bits, by their headers.
const SMALL_TYPES: [(&str, &[&str]); 2] = [
    ("hip/hip_bf16.h", &["__nv_bfloat16", "__nv_bfloat162", "nv_bfloat16", "nv_bfloat162"]),
    ("hip/hip_fp16.h", &["__half", "__half2", "half", "half2"]),
];

/// Libraries whose headers lay in no folder of their own until HIP 6.
const IN_FOLDERS: [&str; 6] = ["hipblas", "hipblaslt", "hipsolver", "hipsparse", "rocblas", "rocsparse"];

/// `hipblas/hipblas.h` → `hipblas.h`
fn without_folder(header: &str) -> &str {
    match header.split_once('/') {
        Some((folder, name)) if IN_FOLDERS.contains(&folder) => name,
        _ => header,
    }
}

/// Includes a header where HIPIFY puts HIP's.
pub(super) fn insertion(file: &File<'_>, header: &str) -> Edit {
    let at = insertion_point(file.text, file.tokens);
    let end = if memchr::memmem::find(file.text, b"\r\n").is_some() { "\r\n" } else { "\n" };
    // The last line may have no end, or one that a backslash hides.
    let is_ended = at == 0 || line_end(&file.text[line_start(file.text, at - 1)..at]).is_some();
    let before = if at == file.text.len() && !is_ended { end } else { "" };
    let with = format!("{before}#include <{header}>{end}").into();
    Edit { at: at..at, with, sureness: Sureness::Likely, rule: "include" }
}

/// Whether a text includes a header by this name, as it is.
pub(super) fn is_included(file: &File<'_>, header: &str) -> bool {
    file.marks.places.headers.iter().any(|&at| name(file.text, &file.tokens[at]) == Some(header))
}

/// Whether a name is one of the runtime's that becomes another.
fn is_of_runtime(name: &Name) -> bool {
    name.row.family == "runtime" && !name.member && name.row.hip.is_some_and(|hip| hip != name.row.cuda)
}

/// `__has_include(<cuda.h>)` asks for the header that will be included.
fn asked(file: &File<'_>, edits: &mut Vec<Edit>) {
    for at in file.marks.words(&[Word::HasInclude]) {
        let Some([open, first, rest @ ..]) = file.tokens.get(at + 1..) else { continue };
        let last = if first.is(b'<') { rest.iter().take(16).find(|t| t.is(b'>')) } else { Some(first) };
        let Some(last) = last.filter(|_| open.is(b'(')) else { continue };
        let inside = first.start + 1..last.end - 1;
        let header = file.text.get(inside.clone()).and_then(|h| std::str::from_utf8(h).ok());
        let hip = header.and_then(map::header).and_then(|row| row.becomes(file.options.target));
        if let Some(hip) = hip.filter(|hip| *hip != "=") {
            let with = hip.into();
            edits.push(Edit { at: inside, with, sureness: Sureness::Certain, rule: "include" });
        }
    }
}

/// Whether an `#include` may go: nothing follows on its line, no launch that is broken off goes over it,
/// which would be one without it, and it parts no statement or list.
fn may_go(file: &File<'_>, at: usize) -> bool {
    let hash = at - 2;
    let parts = hash.checked_sub(1).is_some_and(|before| {
        !matches!(file.tokens[before].byte(), b';' | b'{' | b'}')
            && file.structure.directive(before).is_none()
    });
    let listed = file.structure.inside(hash).is_some_and(|open| !file.tokens[open].is(b'{'));
    if parts || listed {
        return false;
    }
    let before = file.launches.partition_point(|launch| launch.open.start < at);
    let goes_over = |launch: &Launch| launch.arguments.map_or(launch.close.end, |(_, end)| end) > at;
    is_last_of_line(file, at) && !file.launches[..before].iter().rev().take(LAUNCHES).any(goes_over)
}

/// How many launches before an `#include` are asked whether they go over it: they seldom stand in each other.
const LAUNCHES: usize = 64;

/// Whether nothing but comments follows a token in its directive, also behind a comment of several lines: the
/// rest would become the beginning of a line, where a `#` means something else.
fn is_last_of_line(file: &File<'_>, at: usize) -> bool {
    file.structure.directive(at).is_none_or(|directive| directive.end == at + 1)
}

/// Takes an `#include` away, with its line if nothing else stands on it.
fn drop_include(file: &File<'_>, header: usize) -> Edit {
    let text = file.text;
    let directive = file.tokens[header - 2].start..file.tokens[header].end;
    let start = line_start(text, directive.start);
    let rest = text[directive.end..].iter().position(|&b| b == b'\n');
    let end = rest.map_or(text.len(), |n| directive.end + n + 1);
    let blank = |range: std::ops::Range<usize>| text[range].iter().all(u8::is_ascii_whitespace);
    // A byte order mark is no white space: it stays.
    let alone = blank(start..directive.start) && blank(directive.end..end);
    let at = if alone { start..end } else { directive };
    Edit { at, with: "".into(), sureness: Sureness::Certain, rule: "include" }
}

/// Start of the line that a place is on.
fn line_start(text: &[u8], at: usize) -> usize {
    text[..at].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1)
}

/// Behind `#pragma once` or the head of an include guard, whichever comes first; otherwise the start of the
/// line of the first `#include`, or of the file: where HIPIFY puts it, too.
fn insertion_point(text: &[u8], tokens: &[Token]) -> usize {
    let bom = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let is = |at: usize, word: &[u8]| tokens.get(at).is_some_and(|t: &Token| t.text(text) == word);
    let hashes = || tokens.iter().enumerate().filter(|(_, t)| t.kind == Kind::Hash).map(|(at, _)| at);
    let once = hashes().find(|&at| is(at + 1, b"pragma") && is(at + 2, b"once")).map(|at| tokens[at].start);
    if let Some(head) = once.into_iter().chain(guard(text, tokens)).min() {
        return behind_line(text, head).unwrap_or_else(|| line_start(text, head).max(bom));
    }
    // The first include that stands in no branch.
    let (mut depth, mut first) = (0usize, None);
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Hash => {
                let word = tokens.get(at + 1).map_or(&b""[..], |word| word.text(text));
                depth = depth.saturating_sub(usize::from(leaves(word))) + usize::from(enters(word));
            }
            Kind::Header if depth == 0 => {
                let hash = tokens[..at].iter().rev().find(|token| token.kind == Kind::Hash);
                first = Some(hash.unwrap_or(token).start);
                break;
            }
            _ => {}
        }
    }
    let Some(first) = first else { return bom };
    let start = line_start(text, first).max(bom);
    // A comment that begins on an earlier line may end on this one.
    if text[start..first].iter().all(u8::is_ascii_whitespace) { start } else { first }
}

/// Where the line after a directive begins: not within a comment that begins on the directive's line. None if
/// that comment has no end.
fn behind_line(text: &[u8], directive: usize) -> Option<usize> {
    let mut at = directive;
    loop {
        let rest = &text[at..];
        let end = line_end(rest).unwrap_or(rest.len());
        let comment = memchr::memmem::find(&rest[..end], b"/*");
        let line = memchr::memmem::find(&rest[..end], b"//");
        match comment.filter(|&comment| line.is_none_or(|line| comment < line)) {
            None => return Some((at + end + 1).min(text.len())),
            Some(open) => at += open + 2 + memchr::memmem::find(&rest[open + 2..], b"*/")? + 2,
        }
    }
}

/// The first line end of a text that no backslash hides.
fn line_end(text: &[u8]) -> Option<usize> {
    let is_hidden = |end: usize| {
        let line = &text[..end];
        line.strip_suffix(b"\r").unwrap_or(line).ends_with(b"\\")
    };
    memchr::memchr_iter(b'\n', text).find(|&end| !is_hidden(end))
}

/// The `#ifndef` of an include guard, if the file begins with one.
fn guard(text: &[u8], tokens: &[Token]) -> Option<usize> {
    let is = |at: usize, word: &[u8]| tokens.get(at).is_some_and(|t: &Token| t.text(text) == word);
    let guarded = tokens.first()?.kind == Kind::Hash && is(1, b"ifndef") && is(4, b"define");
    guarded.then(|| tokens[0].start)
}

//! Headers: each is replaced by its HIP header, included once.

use super::branch::{Branch, branches, enters, leaves};
use super::{File, Name};
use crate::chevron::Chevron;
use crate::edit::{Edit, Sureness};
use crate::lex::{Token, TokenKind};
use crate::map;
use crate::renames;
use crate::report::{Reason, Report};
use crate::scan::{Scan, Word};
use crate::{Options, Release};
use std::collections::BTreeSet;
use std::ops::Range;

/// Returns a header's name; below the directory of an installation, if its absolute path says that.
fn name<'a>(text: &'a [u8], header: &Token) -> Option<&'a str> {
    let quoted = header.text(text);
    let name = std::str::from_utf8(quoted.get(1..quoted.len().checked_sub(1)?)?).ok()?;
    Some(match name.rsplit_once("/include/") {
        Some((directory, below)) if directory.starts_with('/') => below,
        _ => name,
    })
}

/// Returns whether the rule may apply to a text: it includes a known header or one that is left, or its
/// device code needs a header.
pub fn applies(text: &[u8], tokens: &[Token], scan: &Scan, options: &Options) -> bool {
    let mut headers = scan.places.headers.iter().map(|&at| &tokens[at]);
    let is_left = !options.left_headers.is_empty();
    is_left || scan.has(&[Word::Global]) || headers.any(|t| name(text, t).and_then(map::header).is_some())
}

/// Headers that the translated file includes, by the conditional branches around them.
#[derive(Default)]
struct Included<'a> {
    /// For each open branch, outermost first, the headers first included in it.
    branches: Vec<Vec<&'a str>>,
    /// For each open branch, whether it is an alternative to one before it.
    alternatives: Vec<bool>,
    /// Headers included on every path to the current position.
    here: BTreeSet<&'a str>,
    /// Headers included in any branch.
    anywhere: BTreeSet<&'a str>,
}

impl<'a> Included<'a> {
    /// Processes a directive that enters or leaves a branch.
    fn directive(&mut self, word: &[u8]) {
        if leaves(word) {
            for header in self.branches.pop().unwrap_or_default() {
                self.here.remove(header);
            }
            self.alternatives.pop();
        }
        if enters(word) {
            self.branches.push(Vec::new());
            self.alternatives.push(leaves(word));
        }
    }

    /// Returns whether another branch is for those who do not get here, as for C beside CUDA.
    fn is_alternative(&self) -> bool {
        self.alternatives.contains(&true)
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

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let mut included = Included::default();
    let by_hipcc = compiled_by_hipcc(file);
    let everywhere = |at: usize| !by_hipcc.iter().any(|branch| branch.contains(&at));
    let kernels = || file.scan.words(&[Word::Global]);
    let device_code = file.part.device || !file.launches.is_empty() || kernels().next().is_some();
    // `own`: a header of the program may include CUDA's. `cuda`: a CUDA header is included.
    let (mut own, mut cuda) = (false, false);
    // cuBLAS' headers include the 16-bit types, hipBLAS' do not.
    let mut blas = false;
    for directive in file.structure.directives().iter().filter(|d| !file.scan.is_left(d.start)) {
        included.directive(file.tokens.get(directive.start + 1).map_or(b"", |word| word.text(file.text)));
        // After the hash and the word.
        let at = directive.start + 2;
        let Some(token) = file.tokens.get(at).filter(|token| token.kind == TokenKind::Header) else {
            continue;
        };
        let Some(header) = name(file.text, token) else { continue };
        let quoted = token.text(file.text).starts_with(b"\"");
        let change =
            file.options.headers.get(header).map(|own| (Some(own.as_str()), "own", "")).or_else(|| {
                let is_beside = quoted && file.options.headers_beside.contains(header);
                let is_own = is_beside || file.options.own_headers.contains(header);
                let row = map::header(header).filter(|_| !is_own);
                row.map(|row| (row.becomes(file.options.target), row.family, row.note))
            });
        let Some((hip, family, note)) = change else {
            own |= quoted;
            if file.options.left_headers.contains(header) {
                let text = format!("`{header}` has CUDA names and is not among the files to translate");
                report.note(file.text, token.start + 1, Reason::Look, text);
            }
            included.add(header);
            if let Some(new) = renames::header(&file.options.renames, header) {
                let (at, sureness) = (token.start + 1..token.end - 1, Sureness::Certain);
                edits.push(Edit { at, with: new.into(), sureness, rule: "include" });
            }
            continue;
        };
        cuda |= hip.is_some() && !included.is_alternative();
        let hip = match file.options.release {
            Release::Hip6 => hip.map(without_directory),
            Release::Hip7 => hip,
        };
        blas |= family == "cuBLAS";
        // A header that HIP's main header replaces becomes that header if its line must stay.
        let hip = if hip == Some("=") && !is_removable(file, at) { Some("hip/hip_runtime.h") } else { hip };
        match hip {
            Some("=") => edits.push(drop_include(file, at)),
            // Another CUDA header already became the same HIP header.
            Some(hip) if included.here.contains(hip) && is_removable(file, at) => {
                edits.push(drop_include(file, at));
            }
            Some(hip) => {
                included.add(hip);
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
    has_include(file, edits);
    if file.part.rest {
        return;
    }
    // nvcc includes its runtime header implicitly; other compilers do not. For host code, a header of the
    // program may include it; device code needs it first. A text without includes may itself be part of
    // another file.
    let implicit = !included.anywhere.is_empty() && file.names.iter().any(is_renamed_by_runtime);
    for (header, types) in SMALL_TYPES.iter().filter(|_| blas) {
        let is_type = |name: &Name| !name.member && types.contains(&name.row.cuda);
        let is_used = || file.names.iter().any(is_type) || *header == HALF && names_half(file);
        if !included.anywhere.contains(header) && is_used() {
            edits.push(insertion(file, header));
        }
    }
    let uses = device_code || !own && (cuda || implicit);
    if uses && !included.anywhere.contains("hip/hip_runtime.h") {
        // A header for host compilers, too, has CUDA in branches for nvcc only.
        let host = file.part.device || !file.launches.is_empty() || !own && cuda || {
            let names = file.names.iter().filter(|name| is_renamed_by_runtime(name));
            kernels().any(everywhere) || !own && implicit && names.map(|name| name.token).any(everywhere)
        };
        let mut edit = insertion(file, "hip/hip_runtime.h");
        if !host {
            let end = if edit.with.ends_with("\r\n") { "\r\n" } else { "\n" };
            edit.with = format!("#ifdef __HIPCC__{end}{}#endif{end}", edit.with).into();
        }
        edits.push(edit);
    }
}

/// Returns the tokens of branches that only CUDA's compiler reads: those of `#if` and `#ifdef` with its
/// macro.
fn compiled_by_hipcc(file: &File<'_>) -> Vec<Range<usize>> {
    let source = file.scope();
    let only_cuda = |branch: &Branch| {
        let mut condition = branch.condition.clone();
        condition.clone().any(|n| COMPILER.contains(&source.word(n)) && branch.asks_for(file, n))
            && !condition.any(|n| source.is(n, b'|'))
    };
    branches(file).into_iter().filter(only_cuda).map(|branch| branch.body).collect()
}

/// Macros of CUDA's compiler.
const COMPILER: [&[u8]; 3] = [b"__CUDACC__", b"__NVCC__", b"__CUDA_ARCH__"];

/// Header of the 16-bit floating-point types.
const HALF: &str = "hip/hip_fp16.h";

/// 16-bit types, by header.
const SMALL_TYPES: [(&str, &[&str]); 2] = [
    ("hip/hip_bf16.h", &["__nv_bfloat16", "__nv_bfloat162", "nv_bfloat16", "nv_bfloat162"]),
    (HALF, &["__half", "__half2"]),
];

/// Returns whether a file names the types `half2` or `half`, which HIP has, too. A variable can be called
/// `half`: a type is followed by a name, or is alone between brackets.
fn names_half(file: &File<'_>) -> bool {
    let source = file.scope();
    (1..file.tokens.len().saturating_sub(1)).any(|at| match source.word(at) {
        b"half2" => true,
        b"half" => {
            let (before, after) = (&file.tokens[at - 1], &file.tokens[at + 1]);
            let opens = [b'(', b'<', b','].iter().any(|&b| before.is(b)) || source.word(at - 1) == b"const";
            let factor = file.tokens.get(at + 2).is_some_and(|token| token.kind == TokenKind::Number);
            let marked = [b'*', b'&', b'>'].iter().any(|&b| after.is(b));
            after.kind == TokenKind::Ident || opens && marked && !factor
        }
        _ => false,
    })
}

/// Libraries that had no directory for their headers in HIP 6.
const IN_DIRECTORIES: [&str; 6] = ["hipblas", "hipblaslt", "hipsolver", "hipsparse", "rocblas", "rocsparse"];

/// Strips the directory: `hipblas/hipblas.h` → `hipblas.h`.
fn without_directory(header: &str) -> &str {
    match header.split_once('/') {
        Some((directory, name)) if IN_DIRECTORIES.contains(&directory) => name,
        _ => header,
    }
}

/// Includes a header at the place where HIPIFY includes HIP's.
pub(super) fn insertion(file: &File<'_>, header: &str) -> Edit {
    let at = insertion_point(file.text, file.tokens);
    let end = if memchr::memmem::find(file.text, b"\r\n").is_some() { "\r\n" } else { "\n" };
    // The last line may have no line end, or only a line splice.
    let is_ended = at == 0 || line_end(&file.text[line_start(file.text, at - 1)..at]).is_some();
    let before = if at == file.text.len() && !is_ended { end } else { "" };
    let with = format!("{before}#include <{header}>{end}").into();
    Edit { at: at..at, with, sureness: Sureness::Likely, rule: "include" }
}

/// Returns whether the original text includes a header by this name, or one that is translated to it.
pub(super) fn is_included(file: &File<'_>, header: &str) -> bool {
    file.scan.places.headers.iter().filter_map(|&at| name(file.text, &file.tokens[at])).any(|included| {
        let becomes = || map::header(included).and_then(|row| row.becomes(file.options.target));
        included == header || becomes() == Some(header)
    })
}

/// Returns whether a name of the runtime API is renamed.
fn is_renamed_by_runtime(name: &Name) -> bool {
    name.row.family == "runtime"
        && !name.member
        && !COMPILER.contains(&name.row.cuda.as_bytes())
        && name.row.hip.is_some_and(|hip| hip != name.row.cuda)
}

/// Translates `__has_include(<cuda.h>)`, which must test for the header included instead.
fn has_include(file: &File<'_>, edits: &mut Vec<Edit>) {
    for at in file.scan.words(&[Word::HasInclude]) {
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

/// Returns whether an `#include` line can be removed: nothing follows on the line, it does not divide a
/// statement or a list, and it is not inside an unfinished launch, which would be complete without it.
fn is_removable(file: &File<'_>, at: usize) -> bool {
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
    let goes_over = |launch: &Chevron| launch.arguments.map_or(launch.close.end, |(_, end)| end) > at;
    is_last_of_line(file, at) && !file.launches[..before].iter().rev().take(LAUNCHES).any(goes_over)
}

/// Limit of launches before an `#include` that are checked for enclosing it; launches are rarely nested.
const LAUNCHES: usize = 64;

/// Returns whether only comments follow a token in its directive, even after a comment of several lines.
/// Other text would begin a line if the directive were removed, and a `#` has another meaning there.
fn is_last_of_line(file: &File<'_>, at: usize) -> bool {
    file.structure.directive(at).is_none_or(|directive| directive.end == at + 1)
}

/// Removes an `#include`, with its line if nothing else is on it.
fn drop_include(file: &File<'_>, header: usize) -> Edit {
    let text = file.text;
    let directive = file.tokens[header - 2].start..file.tokens[header].end;
    let start = line_start(text, directive.start);
    let rest = text[directive.end..].iter().position(|&b| b == b'\n');
    let end = rest.map_or(text.len(), |n| directive.end + n + 1);
    let blank = |range: std::ops::Range<usize>| text[range].iter().all(u8::is_ascii_whitespace);
    // A byte order mark is not white space, so it stays.
    let alone = blank(start..directive.start) && blank(directive.end..end);
    let at = if alone { start..end } else { directive };
    Edit { at, with: "".into(), sureness: Sureness::Certain, rule: "include" }
}

/// Returns the start of the line at a position.
fn line_start(text: &[u8], at: usize) -> usize {
    text[..at].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1)
}

/// Returns the position for HIP's header, as HIPIFY chooses it: after `#pragma once` or the head of an
/// include guard, whichever is first; otherwise before the first `#include`, or at the start of the file.
fn insertion_point(text: &[u8], tokens: &[Token]) -> usize {
    let bom = if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    let is = |at: usize, word: &[u8]| tokens.get(at).is_some_and(|t: &Token| t.text(text) == word);
    let hashes = || tokens.iter().enumerate().filter(|(_, t)| t.kind == TokenKind::Hash).map(|(at, _)| at);
    let once = hashes().find(|&at| is(at + 1, b"pragma") && is(at + 2, b"once")).map(|at| tokens[at].start);
    if let Some(head) = once.into_iter().chain(guard(text, tokens)).min() {
        return after_line(text, head).unwrap_or_else(|| line_start(text, head).max(bom));
    }
    // The first include outside all branches.
    let (mut depth, mut first) = (0usize, None);
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Hash => {
                let word = tokens.get(at + 1).map_or(&b""[..], |word| word.text(text));
                depth = depth.saturating_sub(usize::from(leaves(word))) + usize::from(enters(word));
            }
            TokenKind::Header if depth == 0 => {
                let hash = tokens[..at].iter().rev().find(|token| token.kind == TokenKind::Hash);
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

/// Returns the start of the line after a directive, past any comment that begins on the directive's line.
/// `None` if that comment is not closed.
fn after_line(text: &[u8], directive: usize) -> Option<usize> {
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

/// Returns the first line end that is not part of a line splice.
fn line_end(text: &[u8]) -> Option<usize> {
    let is_hidden = |end: usize| {
        let line = &text[..end];
        line.strip_suffix(b"\r").unwrap_or(line).ends_with(b"\\")
    };
    memchr::memchr_iter(b'\n', text).find(|&end| !is_hidden(end))
}

/// Returns the `#ifndef` of an include guard, if the file begins with one.
fn guard(text: &[u8], tokens: &[Token]) -> Option<usize> {
    let is = |at: usize, word: &[u8]| tokens.get(at).is_some_and(|t: &Token| t.text(text) == word);
    let guarded = tokens.first()?.kind == TokenKind::Hash && is(1, b"ifndef") && is(4, b"define");
    guarded.then(|| tokens[0].start)
}

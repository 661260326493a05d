//! Makefiles: variables, recipes, and the options of the compiler in both. Comments and what is printed stay.

use super::words::{self, Place};
use super::{Build, flags};
use crate::report::Reason;
use std::ops::Range;

pub(super) fn run(build: &mut Build<'_>) {
    let text = build.text;
    let mut at = 0;
    while at < text.len() {
        let end = logical_end(text, at);
        let code = at..comment(text, at, end);
        line(build, code);
        at = end;
    }
}

/// One past the line end of a line and those that a backslash joins to it.
fn logical_end(text: &str, from: usize) -> usize {
    let mut at = from;
    loop {
        let Some(n) = text[at..].find('\n') else { return text.len() };
        let line = text[at..at + n].trim_end_matches('\r');
        at += n + 1;
        if !line.ends_with('\\') {
            return at;
        }
    }
}

/// Where a comment begins, or the line ends.
fn comment(text: &str, from: usize, end: usize) -> usize {
    let bytes = text.as_bytes();
    let mut quote = None;
    for at in from..end {
        match (quote, bytes[at]) {
            (Some(q), b) if b == q => quote = None,
            (None, b @ (b'"' | b'\'')) if bytes[from] == b'\t' => quote = Some(b),
            (None, b'#') if at == from || bytes[at - 1] != b'\\' => return at,
            _ => {}
        }
    }
    end
}

fn line(build: &mut Build<'_>, code: Range<usize>) {
    let text = &build.text[code.clone()];
    if !text.is_ascii() && !text.contains("cu") && !text.contains("CU") {
        return;
    }
    let all = flags::words(build.text, code.clone());
    let says = |word: &str| matches!(word.trim_start_matches(['@', '-', '+']), "echo" | "printf");
    let is_recipe = text.starts_with('\t');
    if is_recipe && all.first().is_some_and(|w| says(&build.text[w.clone()])) {
        return;
    }
    if ["$(info", "$(warning", "$(error"].iter().any(|f| text.trim_start().starts_with(f)) {
        return;
    }
    let nvcc = ["nvcc", "NVCC", "CUFLAGS", "CU_FLAGS", "CUDAFLAGS", "CUDA_FLAGS", "GENCODE", "hipcc"]
        .iter()
        .any(|word| text.contains(word));
    // What nvcc makes for the device itself only nvcc can make.
    let device = ["-ptx", "--ptx", "-cubin", "--cubin", "-fatbin", "--fatbin"];
    if is_recipe
        && nvcc
        && let Some(word) = all.iter().find(|w| device.contains(&&build.text[(*w).clone()]))
    {
        let message = "this command stays: only nvcc makes this kind of file, and HIP's runtime here takes PTX as it is";
        return build.note(word.start, Reason::Look, message);
    }
    flags::run(build, &all, nvcc);
    words::run(build, code, Place::Make, &mut Vec::new());
}

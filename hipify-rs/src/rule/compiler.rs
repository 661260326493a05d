//! Macros of CUDA's compilers: `__NVCC__` where it means "this source is compiled for a device", as
//! `__CUDACC__` does, and the version of nvcc where code reckons with it.

use super::File;
use super::include::{enters, leaves};
use crate::edit::{Edit, Sureness};
use crate::report::{Reason, Report};
use crate::scan::Word;
use std::ops::Range;

/// Parts of nvcc's version, and those that `hipcc` defines for sources of CUDA's name: `VERSIONS` in
/// `hipcc/src/build.rs`.
const VERSIONS: [(&str, &str); 3] =
    [("__CUDACC_VER_MAJOR__", "12"), ("__CUDACC_VER_MINOR__", "0"), ("__CUDACC_VER_BUILD__", "0")];

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    compiled_for_a_device(file, edits);
    for name in file.names.iter().filter(|name| !name.member) {
        let Some((_, number)) = VERSIONS.iter().find(|(version, _)| *version == name.row.cuda) else {
            continue;
        };
        if file.structure.directive(name.token).is_none() {
            let at = name.start..name.end;
            edits.push(Edit { at, with: (*number).into(), sureness: Sureness::Likely, rule: "compiler" });
            let text = format!("HIP's compiler has no CUDA version: {number} is used instead");
            report.note(file.text, name.start, Reason::Look, text);
        }
    }
}

/// Replaces `__NVCC__` where it guards device code.
fn compiled_for_a_device(file: &File<'_>, edits: &mut Vec<Edit>) {
    let mut own = None;
    for name in file.names.iter().filter(|name| name.row.cuda == "__NVCC__") {
        let Some(branch) = branch(file, name.token) else { continue };
        let device = file.scan.words(&[Word::Device, Word::Global]).any(|at| branch.contains(&at));
        // A program with a branch for HIP uses that one.
        if device && !*own.get_or_insert_with(|| memchr::memmem::find(file.text, b"__HIP").is_some()) {
            let at = name.start..name.end;
            edits.push(Edit { at, with: "__HIPCC__".into(), sureness: Sureness::Likely, rule: "compiler" });
        }
    }
}

/// Returns the tokens that are compiled if the macro is defined; none if the condition negates it.
fn branch(file: &File<'_>, token: usize) -> Option<Range<usize>> {
    let source = file.scope();
    let directives = file.structure.directives();
    let at = directives.partition_point(|directive| directive.end <= token);
    let directive = directives.get(at).filter(|directive| directive.contains(&token))?;
    let is_test = matches!(source.word(directive.start + 1), b"if" | b"ifdef" | b"elif" | b"elifdef");
    // `defined` and its bracket are between a negation and the macro.
    let negated = (token.saturating_sub(3)..token).any(|before| source.is(before, b'!'));
    if !is_test || negated {
        return None;
    }
    let mut depth = 0usize;
    for after in &directives[at + 1..] {
        let kind = source.word(after.start + 1);
        if leaves(kind) {
            if depth == 0 {
                return Some(directive.end..after.start);
            }
            depth -= 1;
        }
        depth += usize::from(enters(kind));
    }
    None
}

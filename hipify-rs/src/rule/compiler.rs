//! Macros of CUDA's compilers: `__NVCC__` where it means "this source is compiled for a device", as
//! `__CUDACC__` does, and the version of nvcc where code reckons with it.

use super::File;
use super::branch::branches;
use crate::cuda_version::COMPILER_MACROS;
use crate::edit::{Edit, Sureness};
use crate::report::{Reason, Report};
use crate::scan::Word;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    compiled_for_a_device(file, edits);
    for name in file.names.iter().filter(|name| !name.member) {
        let Some((_, number)) = COMPILER_MACROS.iter().find(|(version, _)| *version == name.row.cuda) else {
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

/// Replaces `__NVCC__` where it guards device code or uses of the API.
fn compiled_for_a_device(file: &File<'_>, edits: &mut Vec<Edit>) {
    let mut names = file.names.iter().filter(|name| name.row.cuda == "__NVCC__").peekable();
    // A program with a branch for HIP uses that one.
    if names.peek().is_none() || memchr::memmem::find(file.text, b"__HIP").is_some() {
        return;
    }
    let branches = branches(file);
    for name in names {
        let Some(branch) = branches.iter().find(|branch| branch.asks_for(file, name.token)) else { continue };
        let device = file.scan.words(&[Word::Device, Word::Global]).any(|at| branch.body.contains(&at));
        let mut others = file.names.iter().filter(|other| other.row.hip.is_some());
        if device || others.any(|other| branch.body.contains(&other.token)) {
            let at = name.start..name.end;
            edits.push(Edit { at, with: "__HIPCC__".into(), sureness: Sureness::Likely, rule: "compiler" });
        }
    }
}

//! Launches from device code: HIP has none.

use super::File;
use crate::edit::Edit;
use crate::own::around;
use crate::report::{Reason, Report};

pub(super) fn run(file: &File<'_>, _: &mut Vec<Edit>, report: &mut Report) {
    let source = file.scope();
    for launch in file.launches {
        let mut at = launch.open.start;
        while let Some(block) = around(source, at) {
            let head = source.statement_start(block.start)..block.start;
            let says = |word: &[u8]| head.clone().any(|n| source.word(n) == word);
            if says(b"__global__") || (says(b"__device__") && !says(b"__host__")) {
                let text = "HIP launches no kernels from device code".to_owned();
                report.note(file.text, file.tokens[launch.open.start].start, Reason::Unsupported, text);
                break;
            }
            at = block.start;
        }
    }
}

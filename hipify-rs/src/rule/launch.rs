//! Launches: `kernel<<<grid, block, shared, stream>>>(args)` → `hipLaunchKernelGGL(…)`, when asked for.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::mask::Chevrons;
use crate::report::{Reason, Report};
use crate::{KernelLaunch, parse};
use tree_sitter::Node;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    for launch in &file.masked.launches {
        report.launch();
        if file.options.kernel_launch == KernelLaunch::Keep {
            continue;
        }
        match rewrite(file, launch) {
            Some(mut found) => edits.append(&mut found),
            None => {
                let text = "this launch could not be taken apart: it stays as it is".to_owned();
                report.note(file.text, launch.open.start, Reason::Look, text);
            }
        }
    }
}

/// What may stand before the chevrons.
const KERNELS: [&str; 7] = [
    "identifier",
    "qualified_identifier",
    "template_function",
    "field_expression",
    "subscript_expression",
    "parenthesized_expression",
    "call_expression",
];

/// The call of a call that the mask made of a launch.
fn rewrite(file: &File<'_>, launch: &Chevrons) -> Option<Vec<Edit>> {
    let open = launch.open.end - 1;
    let mut inner = file.tree()?.root_node().descendant_for_byte_range(open, open + 1)?;
    while inner.kind() != "call_expression" {
        inner = inner.parent()?;
    }
    let outer = inner.parent().filter(|p| p.kind() == "call_expression")?;
    let kernel = inner.child_by_field_name("function")?;
    let list = outer.child_by_field_name("arguments")?;
    let settings = parse::arguments(inner);
    let [grid, block, rest @ ..] = settings.as_slice() else { return None };
    // In code that did not parse a callee may reach over a line that is none of its own.
    if outer.has_error() || !KERNELS.contains(&kernel.kind()) {
        return None;
    }
    if rest.len() > 2 || inner.child_by_field_name("arguments")?.start_byte() != open {
        return None;
    }
    let edit = |from: usize, to: usize, with: &str| Edit {
        at: from..to,
        with: with.to_owned(),
        sureness: Sureness::Certain,
        rule: "launch",
    };
    let mut edits = Vec::new();
    let template = holds_template(kernel);
    edits.push(edit(
        kernel.start_byte(),
        kernel.start_byte(),
        if template { "hipLaunchKernelGGL(HIP_KERNEL_NAME(" } else { "hipLaunchKernelGGL(" },
    ));
    edits.push(edit(kernel.end_byte(), launch.open.end, if template { "), " } else { ", " }));
    for setting in [grid, block] {
        if !file.source(*setting).starts_with(b"dim3(") {
            edits.push(edit(setting.start_byte(), setting.start_byte(), "dim3("));
            edits.push(edit(setting.end_byte(), setting.end_byte(), ")"));
        }
    }
    let last = settings.last()?.end_byte();
    let empty = parse::arguments(outer).is_empty();
    let missing = ", 0".repeat(2 - rest.len());
    let tail = format!("{missing}{}", if empty { "" } else { ", " });
    edits.push(edit(last.max(launch.close.start), list.start_byte() + 1, &tail));
    Some(edits)
}

fn holds_template(node: Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.kind().starts_with("template") || node.named_children(&mut cursor).any(holds_template)
}

//! Device pointers: an integer in CUDA's driver API, a `void *` in HIP, on which C++ does no arithmetic.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::report::{Reason, Report};
use crate::scope;
use tree_sitter::Node;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, report: &mut Report) {
    let names_it = file.names.iter().any(|n| n.row.cuda.starts_with("CUdeviceptr"));
    if !names_it {
        return;
    }
    let Some(tree) = file.tree() else { return };
    let mut insert = |at: usize, text: &str| {
        edits.push(Edit {
            at: at..at,
            with: text.to_owned(),
            sureness: Sureness::Likely,
            rule: "device_pointer",
        });
    };
    let mut stack = vec![tree.root_node()];
    while let Some(node) = stack.pop() {
        let mut cursor = node.walk();
        stack.extend(node.named_children(&mut cursor));
        if node.kind() == "assignment_expression"
            && node.child_by_field_name("operator").is_some_and(|op| matches!(op.kind(), "+=" | "-="))
            && node.child_by_field_name("left").is_some_and(|left| is_device_pointer(file, left))
        {
            let text = "HIP's device pointer is a `void *`: write `p = (char *)p + n` here".to_owned();
            report.note(file.text, node.start_byte(), Reason::Look, text);
        }
        if !is_sum(node) {
            continue;
        }
        let (Some(left), Some(right)) = (node.child_by_field_name("left"), node.child_by_field_name("right"))
        else {
            continue;
        };
        match (is_device_pointer(file, left), is_device_pointer(file, right)) {
            // A distance in bytes.
            (true, true) => {
                insert(left.start_byte(), "(char *)");
                insert(right.start_byte(), "(char *)");
            }
            // Already a pointer to bytes is what comes out of the innermost sum; the whole sum is cast back once.
            (true, false) => {
                insert(left.start_byte(), "(hipDeviceptr_t)((char *)");
                let mut whole = node;
                while let Some(outer) = whole.parent().filter(|p| is_sum(*p)) {
                    if outer.child_by_field_name("left") != Some(whole) {
                        break;
                    }
                    whole = outer;
                }
                insert(whole.end_byte(), ")");
            }
            _ => {}
        }
    }
}

fn is_sum(node: Node<'_>) -> bool {
    node.kind() == "binary_expression"
        && node.child_by_field_name("operator").is_some_and(|op| matches!(op.kind(), "+" | "-"))
}

fn is_device_pointer(file: &File<'_>, node: Node<'_>) -> bool {
    node.kind() == "identifier"
        && scope::type_of(node, file.source(node), file.text)
            .is_some_and(|ty| matches!(ty, b"CUdeviceptr" | b"CUdeviceptr_v2" | b"const CUdeviceptr"))
}

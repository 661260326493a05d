//! Memory advice and prefetch: CUDA 13 took the forms with a location under the plain names; HIP calls them `_v2`.

use super::File;
use crate::edit::{Edit, Sureness};
use crate::report::Report;
use crate::{parse, scope};
use tree_sitter::Node;

pub(super) fn run(file: &File<'_>, edits: &mut Vec<Edit>, _: &mut Report) {
    let rename = |at: std::ops::Range<usize>, with: &str| Edit {
        at,
        with: with.to_owned(),
        sureness: Sureness::Certain,
        rule: "advise",
    };
    for (name, call) in file.calls(&["cuMemAdvise", "cudaMemAdvise"]) {
        if parse::arguments(call).get(3).is_some_and(|arg| is_location(file, *arg)) {
            edits.push(rename(name.start..name.end, "hipMemAdvise_v2"));
        }
    }
    for (name, call) in file.calls(&["cuMemPrefetchAsync", "cudaMemPrefetchAsync"]) {
        let args = parse::arguments(call);
        // The stream may be left out of the runtime's form: then only the third argument tells.
        if args.len() == 5 || args.get(2).is_some_and(|arg| is_location(file, *arg)) {
            edits.push(rename(name.start..name.end, "hipMemPrefetchAsync_v2"));
        }
    }
}

const TYPES: [&[u8]; 4] =
    [b"CUmemLocation", b"cudaMemLocation", b"struct cudaMemLocation", b"hipMemLocation"];

/// Whether an argument is a memory location: by its declaration in this file, or by how it is written.
fn is_location(file: &File<'_>, arg: Node<'_>) -> bool {
    let Some(tree) = file.tree() else { return false };
    let ty = match arg.kind() {
        "identifier" => scope::type_of(arg, file.source(arg), file.text),
        "call_expression" => arg
            .child_by_field_name("function")
            .and_then(|f| scope::return_type_of(tree.root_node(), file.source(f), file.text)),
        "compound_literal_expression" => arg.child_by_field_name("type").map(|t| file.source(t)),
        "initializer_list" => return true,
        _ => None,
    };
    ty.is_some_and(|ty| TYPES.contains(&ty))
}

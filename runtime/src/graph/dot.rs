//! Graphs as text that Graphviz draws (`hipGraphDebugDotPrint`). Nodes go by their keys: the text depends on
//! the calls that built the graph, not on handles.

use crate::graph::body::Node;
use crate::graph::{GraphObject, Operation};
use std::fmt::Write;

/// Everything about a node is written (`hipGraphDebugDotFlagsVerbose`).
const VERBOSE: u32 = 1;
/// Flags for what is said of kernels, copies, fills, host functions and events.
const KERNEL: u32 = 4;
const COPY: u32 = 8;
const FILL: u32 = 16;
const HOST: u32 = 32;
const EVENT: u32 = 64;
/// Handles are written, too.
const HANDLES: u32 = 1024;
/// Flag for what is said of conditional nodes.
const CONDITIONAL: u32 = 1 << 15;

/// All flags that there are.
pub(crate) const FLAGS: u32 = 0x7fd | CONDITIONAL;

/// A graph's text.
pub(crate) fn text(graph: &GraphObject, flags: u32) -> String {
    let mut out = String::from("digraph dot {\n");
    let mut count = 0;
    cluster(graph, flags, &mut count, &mut out);
    out.push_str("}\n");
    out
}

/// Adds a graph, and its children behind it.
fn cluster(graph: &GraphObject, flags: u32, count: &mut u32, out: &mut String) {
    let nodes = graph.body().nodes.clone();
    let number = *count;
    *count += 1;
    // Writing to a string does not fail.
    let _ = writeln!(out, "subgraph cluster_{number} {{\nlabel=\"graph_{number}\" graph[style=\"dashed\"];");
    for (key, node) in &nodes {
        let label = label(node, flags).replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let shape = if matches!(node.operation, Operation::Kernel(_)) { "octagon" } else { "rectangle" };
        let _ = writeln!(out, "\"graph_{number}_node_{key}\"[shape=\"{shape}\" label=\"{key}\\n{label}\"];");
    }
    for (key, node) in &nodes {
        for other in &node.behind {
            let _ = writeln!(out, "\"graph_{number}_node_{key}\" -> \"graph_{number}_node_{other}\";");
        }
    }
    out.push_str("}\n");
    for (key, node) in &nodes {
        match &node.operation {
            Operation::Child(child) => {
                let _ = writeln!(out, "// graph_{number}_node_{key} is graph_{count}");
                cluster(child, flags, count, out);
            }
            Operation::Conditional(call) => {
                for (index, body) in call.bodies.iter().enumerate() {
                    let _ = writeln!(out, "// body {index} of graph_{number}_node_{key} is graph_{count}");
                    cluster(body, flags, count, out);
                }
            }
            _ => {}
        }
    }
}

fn label(node: &Node, flags: u32) -> String {
    let operation = &node.operation;
    let mut label = match operation {
        Operation::Kernel(call) => call.name().to_owned(),
        Operation::Conditional(call) => format!("CONDITIONAL\n{:?}", call.kind).to_uppercase(),
        other => other.kind().to_uppercase(),
    };
    let says = |flag| flags & (VERBOSE | flag) != 0;
    let _ = match operation {
        Operation::Kernel(call) if says(KERNEL) => {
            let shape = call.shape();
            write!(label, "\ngrid {:?} block {:?} shared {}", shape.grid, shape.block, shape.shared_bytes)
        }
        Operation::Copy(copy) if says(COPY) => {
            write!(label, "\n{:#x} from {:#x}", copy.to.word(), copy.from.word())
                .and_then(|()| write!(label, "\n{:?} kind {}", copy.params.extent, copy.params.kind))
        }
        Operation::Fill(fill) if says(FILL) => {
            let values = fill.values;
            write!(
                label,
                "\n{:#x} {:?} {} x {}",
                fill.to.0.address(),
                fill.pattern,
                values.width,
                values.height
            )
        }
        Operation::Host(host) if says(HOST) => write!(label, "\n{:#x}({:#x})", host.words[0], host.words[1]),
        Operation::Record(event) | Operation::Wait(event) if says(EVENT) => write!(label, "\n{}", event.id),
        Operation::Conditional(call) if says(CONDITIONAL) => {
            let default = call.default.map(|value| format!(", {value} at each launch")).unwrap_or_default();
            write!(label, "\nhandle {:#x}{default}", call.condition.handle())
        }
        Operation::Alloc(alloc) if says(0) => write!(label, "\n{} bytes", alloc.bytes),
        _ => Ok(()),
    };
    if flags & HANDLES != 0 {
        let _ = write!(label, "\n{:#x}", node.id.word());
    }
    label
}

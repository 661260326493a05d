//! Graphs: nodes, edges, copies, references (HIP: "Graph Management"). Nodes of each kind are in
//! `graph_nodes`, executables in `graph_exec`.

use crate::entry::{In, Out, entry_points, path};
use crate::graph_edges::{edges_from, edges_to, ends, neighbours, pairs};
use crate::graph_types::some;
use crate::stream::Through;
use crate::types::{Graph, Node, User};
use hip_sys::{
    hipExtGraphConditionalHandleFlags, hipGraphNodeType, hipHostFn_t, hipUserObjectFlags,
    hipUserObjectRetainFlags,
};
use runtime::Error;
use runtime::api::graph;
use runtime::graph::NodeObject;
use runtime::handle::Id;
use std::ffi::{c_char, c_void};

/// Writes handles. Without a list returns their number; otherwise writes as many as fit, and nulls after
/// them.
fn list(out: Out<Node>, count: Out<u64>, found: &[Id<NodeObject>]) -> Result<(), Error> {
    let count = count.wanted("a count of nodes")?;
    match out.optional() {
        None => count.set(found.len() as u64),
        Some(out) => count.set(fill(&out, count.get(), found.iter().copied())),
    }
    Ok(())
}

/// Writes the handles that fit, and nulls after them; returns the number written.
pub(crate) fn fill(
    out: &crate::entry::Place<Node>,
    room: u64,
    found: impl ExactSizeIterator<Item = Id<NodeObject>>,
) -> u64 {
    let written = (found.len() as u64).min(room);
    let all = found.map(Node::of).chain(std::iter::repeat(Node::NULL));
    all.take(room as usize).enumerate().for_each(|(index, node)| out.set_at(index, node));
    written
}

entry_points! {
    /// Makes an empty graph.
    fn hipGraphCreate(out: Out<Graph>, flags: u32) {
        let out = out.wanted("pGraph")?;
        if flags != 0 {
            return Err(Error::BadFlags { what: "a graph", got: flags.into() });
        }
        out.set(Graph::of(graph::create()?));
    }
    /// Destroys a graph with its nodes.
    fn hipGraphDestroy(of: Graph) { graph::destroy(some(of, "graph")?)?; }
    /// Copies a graph.
    fn hipGraphClone(out: Out<Graph>, of: Graph) {
        let out = out.wanted("pGraphClone")?;
        out.set(Graph::of(graph::duplicate(some(of, "originalGraph")?)?));
    }
    /// Returns the node of a copy that corresponds to a node of the original.
    fn hipGraphNodeFindInClone(out: Out<Node>, node: Node, copy: Graph) {
        let out = out.wanted("pNode")?;
        out.set(Node::of(graph::find_in_clone(some(node, "originalNode")?, some(copy, "clonedGraph")?)?));
    }
    /// The nodes.
    fn hipGraphGetNodes(of: Graph, out: Out<Node>, count: Out<u64>) {
        list(out, count, &graph::nodes(some(of, "graph")?)?)?;
    }
    /// The nodes without dependencies.
    fn hipGraphGetRootNodes(of: Graph, out: Out<Node>, count: Out<u64>) {
        list(out, count, &graph::roots(some(of, "graph")?)?)?;
    }
    /// The edges.
    fn hipGraphGetEdges(of: Graph, from: Out<Node>, to: Out<Node>, count: Out<u64>) {
        let count = count.wanted("numEdges")?;
        let found = graph::edges(some(of, "graph")?)?;
        match (from.optional(), to.optional()) {
            (None, None) => count.set(found.len() as u64),
            (Some(from), Some(to)) => {
                let room = count.get();
                graph::check_plain(&found)?;
                fill(&from, room, found.iter().map(|edge| edge.0));
                count.set(fill(&to, room, found.iter().map(|edge| edge.1)));
            }
            _ => return Err(Error::Null { what: "one of from and to" }),
        }
    }
    /// Creates a conditional handle.
    fn hipExtGraphConditionalHandleCreate(out: Out<u64>, of: Graph, value: u32, flags: u32) {
        let (out, of) = (out.wanted("handle")?, some(of, "graph")?);
        let default = match hipExtGraphConditionalHandleFlags(flags) {
            hipExtGraphConditionalHandleFlags(0) => None,
            hipExtGraphConditionalHandleFlags::hipExtGraphCondAssignDefault => Some(value),
            _ => return Err(Error::BadFlags { what: "a conditional handle", got: flags.into() }),
        };
        out.set(graph::create_condition(of, default)?);
    }
    /// The nodes that a node depends on.
    fn hipGraphNodeGetDependencies(node: Node, out: Out<Node>, count: Out<u64>) {
        let node = some(node, "node")?;
        let found = graph::dependencies(node)?;
        neighbours(&edges_to(node, &found), &found, (out, Out::at(0), count))?;
    }
    /// The nodes that depend on a node.
    fn hipGraphNodeGetDependentNodes(node: Node, out: Out<Node>, count: Out<u64>) {
        let node = some(node, "node")?;
        let found = graph::dependents(node)?;
        neighbours(&edges_from(node, &found), &found, (out, Out::at(0), count))?;
    }
    /// A node's kind.
    fn hipGraphNodeGetType(node: Node, out: Out<hipGraphNodeType>) {
        let out = out.wanted("pType")?;
        out.set(graph::operation(some(node, "node")?)?.code());
    }
    /// Adds edges.
    fn hipGraphAddDependencies(of: Graph, from: In<Node>, to: In<Node>, count: u64) {
        graph::connect(some(of, "graph")?, &pairs(from, to, In::at(0), count)?)?;
    }
    /// Removes edges.
    fn hipGraphRemoveDependencies(of: Graph, from: In<Node>, to: In<Node>, count: u64) {
        graph::disconnect(some(of, "graph")?, &ends(from, to, count)?)?;
    }
    /// Takes a node out of its graph.
    fn hipGraphDestroyNode(node: Node) { graph::destroy_node(some(node, "node")?)?; }
    /// Writes a graph in the format of Graphviz.
    fn hipGraphDebugDotPrint(of: Graph, name: *const c_char, flags: u32) {
        graph::print(some(of, "graph")?, &path(name)?, flags)?;
    }
    /// Creates an object that is destroyed with its last reference.
    fn hipUserObjectCreate(out: Out<User>, data: *mut c_void, destroy: hipHostFn_t, count: u32, flags: hipUserObjectFlags) {
        let out = out.wanted("object_out")?;
        let destroy = destroy.ok_or(Error::Null { what: "destroy" })?;
        if flags != hipUserObjectFlags::hipUserObjectNoDestructorSync {
            return Err(Error::BadFlags { what: "a user object", got: flags.0.into() });
        }
        let data = Through::new(data);
        // SAFETY: C passed the function to be called with this pointer.
        out.set(User::of(graph::create_user(move || unsafe { destroy(data.get()) }, count)?));
    }
    /// Adds references.
    fn hipUserObjectRetain(object: User, count: u32) { graph::retain_user(some(object, "object")?, count)?; }
    /// Releases references.
    fn hipUserObjectRelease(object: User, count: u32) { graph::release_user(some(object, "object")?, count)?; }
    /// Adds references held by a graph.
    fn hipGraphRetainUserObject(of: Graph, object: User, count: u32, flags: u32) {
        let (of, object) = (some(of, "graph")?, some(object, "object")?);
        if flags > hipUserObjectRetainFlags::hipGraphUserObjectMove.0 {
            return Err(Error::BadFlags { what: "a graph's hold on a user object", got: flags.into() });
        }
        graph::hold_user(of, object, count, flags == hipUserObjectRetainFlags::hipGraphUserObjectMove.0)?;
    }
    /// Releases references held by a graph.
    fn hipGraphReleaseUserObject(of: Graph, object: User, count: u32) {
        graph::drop_user(some(of, "graph")?, some(object, "object")?, count)?;
    }
    /// Statistics of the device memory that graphs use.
    fn hipDeviceGetGraphMemAttribute(device: i32, attribute: u32, out: Out<u64>) {
        let out = out.wanted("value")?;
        out.set(graph::memory_attribute(device, attribute)?);
    }
    /// Resets a high-water mark.
    fn hipDeviceSetGraphMemAttribute(device: i32, attribute: u32, value: In<u64>) {
        graph::reset_memory_attribute(device, attribute, value.read("value")?)?;
    }
    /// Releases memory that graphs have reserved but do not use.
    fn hipDeviceGraphMemTrim(device: i32) { graph::trim_memory(device)?; }
}

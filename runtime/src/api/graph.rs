//! Construction of graphs (HIP: "Graph Management"). Executables are in [`super::executable`].
#![expect(unsafe_code, reason = "a caller vouches for kernels and memory of nodes")]

use crate::Error;
use crate::api::module::LaunchShape;
use crate::graph::body::{Body, Role};
use crate::graph::condition::Handle;
use crate::graph::operation::AllocCall;
use crate::graph::{EdgeData, GraphError, GraphObject, KernelCall, NodeObject, Operation, UserObject, user};
use crate::handle::{Id, Kind};
use crate::object::{EventObject, FunctionObject};
use crate::state::{process, usable};
use crate::sync::Arc;
use std::collections::BTreeMap;
use std::path::Path;

/// Creates an empty graph.
///
/// # Errors
/// Errors of the current context.
pub fn create() -> Result<Id<GraphObject>, Error> {
    usable()?;
    Ok(GraphObject::create(process()?, Role::Whole).id)
}

/// Destroys a graph with its nodes; executables that were made of it stay.
///
/// # Errors
/// `Graph` for a graph that belongs to a node; stale handles.
pub fn destroy(id: Id<GraphObject>) -> Result<(), Error> {
    let graph = process()?.get(id)?;
    if graph.is_owned() {
        return Err(GraphError::Owned { graph: id.to_string() }.into());
    }
    graph.dissolve()
}

/// Copies a graph, child graphs included.
///
/// # Errors
/// `Graph` if it has memory nodes; stale handles.
pub fn duplicate(id: Id<GraphObject>) -> Result<Id<GraphObject>, Error> {
    Ok(process()?.get(id)?.duplicate(Role::Whole)?.id)
}

/// Node of a copy that corresponds to a node of the original.
///
/// # Errors
/// `Graph` if there is none; stale handles.
pub fn find_in_clone(node: Id<NodeObject>, copy: Id<GraphObject>) -> Result<Id<NodeObject>, Error> {
    let process = process()?;
    process.get(node)?;
    let graph = process.get(copy)?;
    let body = graph.body();
    let found = body.nodes.values().find(|other| other.origin == Some(node));
    found.map(|other| other.id).ok_or_else(|| GraphError::Foreign { node: node.to_string() }.into())
}

/// Queries a graph's nodes and edges.
fn ask<R>(id: Id<GraphObject>, question: impl FnOnce(&Body) -> R) -> Result<R, Error> {
    let graph = process()?.get(id)?;
    let answer = question(&graph.body());
    Ok(answer)
}

/// Nodes in order of creation.
///
/// # Errors
/// Stale handles.
pub fn nodes(id: Id<GraphObject>) -> Result<Vec<Id<NodeObject>>, Error> {
    ask(id, |body| body.nodes.values().map(|node| node.id).collect())
}

/// Nodes without dependencies, in order of creation.
///
/// # Errors
/// Stale handles.
pub fn roots(id: Id<GraphObject>) -> Result<Vec<Id<NodeObject>>, Error> {
    ask(id, |body| body.nodes.values().filter(|node| node.before.is_empty()).map(|node| node.id).collect())
}

/// An edge: from and to.
pub type Edge = (Id<NodeObject>, Id<NodeObject>);

/// The edges, in the order of the nodes' making.
///
/// # Errors
/// Stale handles.
pub fn edges(id: Id<GraphObject>) -> Result<Vec<Edge>, Error> {
    ask(id, |body| {
        body.edges()
            .filter_map(|(from, to)| Some((body.nodes.get(&from)?.id, body.nodes.get(&to)?.id)))
            .collect()
    })
}

/// A node, and its graph.
fn node(id: Id<NodeObject>) -> Result<(Arc<GraphObject>, u32), Error> {
    let process = process()?;
    let node = process.get(id)?;
    Ok((process.get(node.graph)?, node.key))
}

/// Queries a node.
fn of_node<R>(
    id: Id<NodeObject>,
    question: impl FnOnce(&mut Body, u32) -> Result<R, Error>,
) -> Result<R, Error> {
    let (graph, key) = node(id)?;
    let mut body = graph.body();
    question(&mut body, key)
}

fn gone(id: Id<NodeObject>) -> Error {
    Error::StaleHandle { kind: NodeObject::NAME, handle: id.to_string() }
}

/// The nodes that a node waits for.
///
/// # Errors
/// Stale handles.
pub fn dependencies(id: Id<NodeObject>) -> Result<Vec<Id<NodeObject>>, Error> {
    of_node(id, |body, key| {
        let node = body.nodes.get(&key).ok_or_else(|| gone(id))?;
        Ok(node.before.iter().filter_map(|key| Some(body.nodes.get(key)?.id)).collect())
    })
}

/// The nodes that wait for a node.
///
/// # Errors
/// Stale handles.
pub fn dependents(id: Id<NodeObject>) -> Result<Vec<Id<NodeObject>>, Error> {
    of_node(id, |body, key| {
        let node = body.nodes.get(&key).ok_or_else(|| gone(id))?;
        Ok(node.behind.iter().filter_map(|key| Some(body.nodes.get(key)?.id)).collect())
    })
}

/// Data of edges, in the order of a list of edges that are there.
///
/// # Errors
/// `Graph` for an edge that is not there; stale handles.
pub fn edge_data(edges: &[Edge]) -> Result<Vec<EdgeData>, Error> {
    let data = |&(from, to): &Edge| {
        let (graph, to_key) = node(to)?;
        let from_key = graph.key(from)?;
        let body = graph.body();
        match body.nodes.get(&to_key).is_some_and(|node| node.before.contains(&from_key)) {
            true => Ok(body.data(from_key, to_key)),
            false => Err(body.edge(from_key, to_key, false)),
        }
    };
    edges.iter().map(data).collect()
}

/// Fails if edges have data, which a query would not return.
///
/// # Errors
/// `Graph`; those of [`edge_data`].
pub fn check_plain(edges: &[Edge]) -> Result<(), Error> {
    match edge_data(edges)?.into_iter().all(EdgeData::is_plain) {
        true => Ok(()),
        false => Err(GraphError::Lossy.into()),
    }
}

/// Adds edges with data, all or none.
///
/// # Errors
/// `Graph` for an edge that is there, goes from a node to itself or to another graph, or cannot have its
/// data; stale handles.
pub fn connect(id: Id<GraphObject>, edges: &[(Edge, EdgeData)]) -> Result<(), Error> {
    change_edges(id, edges, Body::connect, |body, from, to, _| body.disconnect(from, to))
}

/// Removes edges, all or none, whatever their data.
///
/// # Errors
/// `Graph` for an edge that is not there, and in a graph with memory nodes; stale handles.
pub fn disconnect(id: Id<GraphObject>, edges: &[Edge]) -> Result<(), Error> {
    if !edges.is_empty() && ask(id, Body::has_memory)? {
        return Err(GraphError::Memory { what: "lose edges" }.into());
    }
    // What comes back after a failure has its data again.
    let held = edges.iter().map(|&edge| Ok((edge, edge_data(&[edge])?.first().copied().unwrap_or_default())));
    let held = held.collect::<Result<Vec<_>, Error>>()?;
    change_edges(id, &held, |body, from, to, _| body.disconnect(from, to), Body::connect)
}

type Change = fn(&mut Body, u32, u32, EdgeData) -> Result<(), Error>;

fn change_edges(
    id: Id<GraphObject>,
    edges: &[(Edge, EdgeData)],
    change: Change,
    back: Change,
) -> Result<(), Error> {
    let graph = process()?.get(id)?;
    let keys = edges.iter().map(|&((from, to), data)| Ok((graph.key(from)?, graph.key(to)?, data)));
    let keys = keys.collect::<Result<Vec<_>, Error>>()?;
    let mut body = graph.body();
    for (count, &(from, to, data)) in keys.iter().enumerate() {
        if let Err(error) = change(&mut body, from, to, data) {
            for &(from, to, data) in &keys[..count] {
                back(&mut body, from, to, data)?;
            }
            return Err(error);
        }
    }
    Ok(())
}

/// Adds a node with dependencies.
///
/// # Errors
/// `Graph` for dependencies of another graph, or there twice; what the node's call would answer; stale
/// handles.
pub fn add(
    graph: Id<GraphObject>,
    behind: &[Id<NodeObject>],
    operation: Operation,
) -> Result<Id<NodeObject>, Error> {
    let graph = process()?.get(graph)?;
    operation.check(graph.process.memory)?;
    graph.add(operation, behind)
}

/// Adds a node with dependencies by edges with data.
///
/// # Errors
/// Those of [`add`]; `Graph` for data that such an edge cannot have.
pub fn add_with_data(
    graph: Id<GraphObject>,
    behind: &[(Id<NodeObject>, EdgeData)],
    operation: Operation,
) -> Result<Id<NodeObject>, Error> {
    let graph = process()?.get(graph)?;
    operation.check(graph.process.memory)?;
    graph.add_with_data(operation, behind)
}

/// Takes a node and its edges out of its graph.
///
/// # Errors
/// `Graph` if the graph has memory nodes; stale handles.
pub fn destroy_node(id: Id<NodeObject>) -> Result<(), Error> {
    let removed = of_node(id, |body, key| {
        if body.has_memory() {
            return Err(GraphError::Memory { what: "lose nodes" }.into());
        }
        body.remove(key).ok_or_else(|| gone(id))
    })?;
    let gone = process()?.remove(id)?;
    if let Operation::Conditional(call) = &removed.operation {
        process()?.get(gone.graph)?.release_handle(call);
    }
    removed.operation.dissolve_graphs()
}

/// Operation of a node.
///
/// # Errors
/// Stale handles.
pub fn operation(id: Id<NodeObject>) -> Result<Operation, Error> {
    of_node(id, |body, key| Ok(body.nodes.get(&key).ok_or_else(|| gone(id))?.operation.clone()))
}

/// Error for a node of another kind than a call requires.
pub fn wrong_kind(id: Id<NodeObject>, is: &Operation, wanted: &'static str) -> Error {
    GraphError::Kind { node: id.to_string(), is: is.kind(), wanted }.into()
}

/// Replaces the operation of a node by one of the same kind.
///
/// # Errors
/// `Graph` for another kind; what the node's call would answer; stale handles.
pub fn set(id: Id<NodeObject>, operation: Operation) -> Result<(), Error> {
    operation.check(process()?.memory)?;
    of_node(id, |body, key| {
        let node = body.nodes.get_mut(&key).ok_or_else(|| gone(id))?;
        if node.operation.code() != operation.code() {
            return Err(wrong_kind(id, &node.operation, operation.kind()));
        }
        node.operation = operation;
        Ok(())
    })
}

/// A kernel launch; `named` is the word that names the kernel in C, `params` the parameter block.
///
/// # Errors
/// Those of [`launch`](crate::api::module::launch).
///
/// # Safety
/// As for [`launch`](crate::api::module::launch), whenever the graph is launched.
pub unsafe fn kernel(
    function: Id<FunctionObject>,
    named: u64,
    shape: LaunchShape,
    params: &[u8],
) -> Result<Operation, Error> {
    let function = process()?.get(function)?;
    Ok(Operation::Kernel(KernelCall::new(function, named, shape, params, &usable()?)?))
}

/// An event's record.
///
/// # Errors
/// Stale handles.
pub fn record(event: Id<EventObject>) -> Result<Operation, Error> {
    Ok(Operation::Record(process()?.get(event)?))
}

/// A wait for an event.
///
/// # Errors
/// Stale handles.
pub fn wait(event: Id<EventObject>) -> Result<Operation, Error> {
    Ok(Operation::Wait(process()?.get(event)?))
}

/// The event of a record or a wait.
pub fn event_of(operation: &Operation) -> Option<Id<EventObject>> {
    match operation {
        Operation::Record(event) | Operation::Wait(event) => Some(event.id),
        _ => None,
    }
}

/// Adds a copy of a graph as a node.
///
/// # Errors
/// `Graph` if it has memory nodes, or is the graph itself; those of [`add`].
pub fn add_child(
    graph: Id<GraphObject>,
    behind: &[Id<NodeObject>],
    child: Id<GraphObject>,
) -> Result<Id<NodeObject>, Error> {
    let process = process()?;
    let (graph, child) = (process.get(graph)?, process.get(child)?);
    if graph.id == child.id {
        return Err(GraphError::Itself { graph: graph.id.to_string() }.into());
    }
    graph.keys(behind)?;
    graph.add(Operation::Child(child.duplicate(Role::Child)?), behind)
}

/// The graph of a child graph's node.
pub fn child_of(operation: &Operation) -> Option<Id<GraphObject>> {
    match operation {
        Operation::Child(child) => Some(child.id),
        _ => None,
    }
}

/// Creates a conditional handle of a graph, whose value is `default` at the beginning of each launch, else
/// what it was (CUDA: `cudaGraphConditionalHandleCreate`).
///
/// # Errors
/// `Unsupported` for a device without conditional nodes; errors of the current context; stale handles.
pub fn create_condition(graph: Id<GraphObject>, default: Option<u32>) -> Result<u64, Error> {
    let context = usable()?;
    let graph = process()?.get(graph)?;
    let condition = context.backend.condition()?;
    let handle = condition.handle();
    graph.body().conditions.insert(handle, Handle::new(condition, default));
    Ok(handle)
}

/// Adds a conditional node of a kind (`hipExtGraphConditionalNodeType`) and a number of bodies, which are
/// empty graphs.
///
/// # Errors
/// `UnknownEnumerator`, `OutOfRange`; `Graph` for a handle that is not the graph's, or has a node, and in a
/// child graph; those of [`add`].
pub fn add_conditional(
    graph: Id<GraphObject>,
    behind: &[Id<NodeObject>],
    handle: u64,
    of: (u32, u32),
) -> Result<Id<NodeObject>, Error> {
    process()?.get(graph)?.add_conditional(behind, handle, of)
}

/// Adds an allocation on a device: its node and address.
///
/// # Errors
/// `OutOfRange` for 0 bytes; `BadOrdinal`; `OutOfMemory`; `Graph` in a child graph; those of [`add`].
pub fn add_alloc(
    graph: Id<GraphObject>,
    behind: &[Id<NodeObject>],
    bytes: u64,
    device: i32,
) -> Result<(Id<NodeObject>, u64), Error> {
    let process = process()?;
    let graph = process.get(graph)?;
    let device = process.device(device.into())?.ordinal;
    if bytes == 0 {
        return Err(Error::OutOfRange { what: "bytes of an allocation", got: 0, min: 1, max: u64::MAX });
    }
    if graph.is_owned() {
        return Err(GraphError::Memory { what: "be a node of another graph" }.into());
    }
    let keys = graph.keys(behind)?;
    let slot = {
        let body = graph.body();
        body.layout.freed_before(bytes, &body.ancestors(&keys))
    };
    let slot = match slot {
        Some(slot) => slot,
        None => process.slot(bytes, device, usable()?.owner())?,
    };
    let address = slot.base();
    let node = graph.add(Operation::Alloc(AllocCall { bytes, device, slot }), behind)?;
    Ok((node, address))
}

/// Adds a free of an allocation that a node of this or another graph makes.
///
/// # Errors
/// `Graph` for another address, and for one that the graph frees already; those of [`add`].
///
/// # Safety
/// The memory is of a graph's allocation that its launches before have made, and is not used afterwards.
pub unsafe fn add_free(
    graph: Id<GraphObject>,
    behind: &[Id<NodeObject>],
    address: u64,
) -> Result<Id<NodeObject>, Error> {
    let graph = process()?.get(graph)?;
    if graph.is_owned() {
        return Err(GraphError::Memory { what: "be a node of another graph" }.into());
    }
    graph.keys(behind)?;
    graph.body().layout.check_free(&graph.process.slots, address)?;
    graph.add(Operation::Free(address), behind)
}

/// Sets an attribute of a kernel's launch (`hipLaunchAttributeID`).
///
/// # Errors
/// `UnknownEnumerator`; `Graph` for another kind of node; stale handles.
pub fn set_attribute(id: Id<NodeObject>, attribute: u32, value: [u32; 16]) -> Result<(), Error> {
    change_kernel(id, |call| call.set_attribute(attribute, value))
}

/// An attribute of a kernel's launch; zeros where it was not set.
///
/// # Errors
/// Those of [`set_attribute`].
pub fn attribute(id: Id<NodeObject>, attribute: u32) -> Result<[u32; 16], Error> {
    let mut value = [0; 16];
    change_kernel(id, |call| {
        value = call.attribute(attribute)?;
        Ok(())
    })?;
    Ok(value)
}

/// Gives a kernel's node the attributes of another's.
///
/// # Errors
/// `Graph` for another kind of node; stale handles.
pub fn copy_attributes(from: Id<NodeObject>, to: Id<NodeObject>) -> Result<(), Error> {
    let mut attributes = BTreeMap::new();
    change_kernel(from, |call| {
        attributes.clone_from(&call.attributes);
        Ok(())
    })?;
    change_kernel(to, |call| attributes.iter().try_for_each(|(&id, &value)| call.set_attribute(id, value)))
}

fn change_kernel(
    id: Id<NodeObject>,
    change: impl FnOnce(&mut KernelCall) -> Result<(), Error>,
) -> Result<(), Error> {
    of_node(id, |body, key| match &mut body.nodes.get_mut(&key).ok_or_else(|| gone(id))?.operation {
        Operation::Kernel(call) => change(call),
        other => Err(wrong_kind(id, other, "kernel")),
    })
}

/// Writes a graph to a file, for Graphviz.
///
/// # Errors
/// `BadFlags`; `System` if the file cannot be written; stale handles.
pub fn print(id: Id<GraphObject>, path: &Path, flags: u32) -> Result<(), Error> {
    if flags & !crate::graph::dot::FLAGS != 0 {
        return Err(Error::BadFlags { what: "a drawing", got: flags.into() });
    }
    let text = crate::graph::dot::text(&*process()?.get(id)?, flags);
    std::fs::write(path, text)
        .map_err(|error| Error::System { what: "the drawing's file cannot be written", kind: error.kind() })
}

/// Creates a user object: `destroy` is called after `count` references were released.
///
/// # Errors
/// `OutOfRange` for no references.
pub fn create_user(destroy: impl Fn() + Send + Sync + 'static, count: u32) -> Result<Id<UserObject>, Error> {
    let count = some(count)?;
    Ok(user::create(process()?, destroy, count))
}

/// Adds references to a user object.
///
/// # Errors
/// `OutOfRange` for none; stale handles.
pub fn retain_user(id: Id<UserObject>, count: u32) -> Result<(), Error> {
    user::retain(process()?, id, some(count)?)
}

/// Releases references to a user object.
///
/// # Errors
/// `OutOfRange` for none; `Graph` for more than there are; stale handles.
pub fn release_user(id: Id<UserObject>, count: u32) -> Result<(), Error> {
    user::release(process()?, id, some(count)?)
}

/// Adds references to a user object to a graph: new ones, or those of the caller.
///
/// # Errors
/// `OutOfRange` for none; stale handles.
pub fn hold_user(graph: Id<GraphObject>, id: Id<UserObject>, count: u32, moved: bool) -> Result<(), Error> {
    let graph = process()?.get(graph)?;
    some(count)?;
    if moved {
        process()?.get(id)?;
    } else {
        user::retain(graph.process, id, count)?;
    }
    *graph.body().users.entry(id).or_default() += count;
    Ok(())
}

/// Releases references that a graph holds.
///
/// # Errors
/// `OutOfRange` for none; `Graph` for more than it holds; stale handles.
pub fn drop_user(graph: Id<GraphObject>, id: Id<UserObject>, count: u32) -> Result<(), Error> {
    let graph = process()?.get(graph)?;
    some(count)?;
    {
        let mut body = graph.body();
        let have = body.users.get(&id).copied().unwrap_or(0);
        match have.checked_sub(count) {
            None => return Err(GraphError::References { count, have }.into()),
            Some(0) => drop(body.users.remove(&id)),
            Some(left) => drop(body.users.insert(id, left)),
        }
    }
    user::release(graph.process, id, count)
}

fn some(count: u32) -> Result<u32, Error> {
    match count {
        0 => Err(Error::OutOfRange { what: "count", got: 0, min: 1, max: u32::MAX.into() }),
        count => Ok(count),
    }
}

/// Memory of a device used by graphs (`hipGraphMemAttributeType`): used now, used at most, reserved now,
/// reserved at most, bytes.
///
/// # Errors
/// `UnknownEnumerator`; `BadOrdinal`.
pub fn memory_attribute(device: i32, number: u32) -> Result<u64, Error> {
    let device = process()?.device(device.into())?.ordinal;
    process()?
        .slots
        .attribute(device, number as usize)
        .ok_or(Error::UnknownEnumerator { what: "graph memory attribute", got: number.into() })
}

/// Resets a high-water mark.
///
/// # Errors
/// `UnknownEnumerator` for what is no high-water mark; `OutOfRange` for a value other than 0; `BadOrdinal`.
pub fn reset_memory_attribute(device: i32, number: u32, value: u64) -> Result<(), Error> {
    let device = process()?.device(device.into())?.ordinal;
    if value != 0 {
        return Err(Error::OutOfRange { what: "a high-water mark", got: value, min: 0, max: 0 });
    }
    match process()?.slots.reset(device, number as usize) {
        true => Ok(()),
        false => {
            Err(Error::UnknownEnumerator { what: "high-water mark of graph memory", got: number.into() })
        }
    }
}

/// Releases memory of a device that graphs have reserved and do not use.
///
/// # Errors
/// `BadOrdinal`.
pub fn trim_memory(device: i32) -> Result<(), Error> {
    let process = process()?;
    process.slots.trim(process.device(device.into())?.ordinal);
    Ok(())
}

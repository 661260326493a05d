//! Executable graphs (HIP: "Graph Management", the functions of `hipGraphExec_t`).

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::graph::body::Role;
use crate::graph::{ExecObject, GraphError, GraphObject, NodeObject, Operation, UpdateResult, capture};
use crate::handle::Id;
use crate::state::{process, usable};

/// `hipGraphInstantiateFlag…`: memory is freed at the next launch, uploaded at once, launched by kernels, by
/// priority.
const AUTO_FREE: u64 = crate::graph::exec::AUTO_FREE;
const UPLOAD: u64 = 2;
const DEVICE_LAUNCH: u64 = crate::graph::exec::DEVICE_LAUNCH;
const NODE_PRIORITY: u64 = 8;

/// Instantiates a graph in its current state. With the flag for an upload the caller passes a stream.
///
/// # Errors
/// `BadFlags`; `Graph`; `Unsupported` for launches by kernels on a GPU; what a node's call would answer;
/// stale handles.
pub fn instantiate(
    graph: Id<GraphObject>,
    flags: u64,
    upload: Option<StreamRef>,
) -> Result<Id<ExecObject>, Error> {
    usable()?;
    let graph = process()?.get(graph)?;
    if matches!(graph.role, Role::Body(_)) {
        return Err(GraphError::Conditional { what: "be instantiated without its node" }.into());
    }
    let known = AUTO_FREE | UPLOAD | DEVICE_LAUNCH | NODE_PRIORITY;
    if flags & !known != 0 || (flags & UPLOAD != 0 && upload.is_none()) {
        return Err(Error::BadFlags { what: "an instantiation", got: flags });
    }
    if flags & DEVICE_LAUNCH != 0 {
        // Observed on an H200; an empty graph is refused alike.
        if flags & AUTO_FREE != 0 {
            return Err(Error::BadFlags {
                what: "an instantiation for kernels that frees memory",
                got: flags,
            });
        }
        if graph.body().nodes.is_empty() {
            return Err(Error::BadFlags { what: "an empty graph for launches by kernels", got: flags });
        }
        let fits = |operation: &Operation| {
            matches!(
                operation,
                Operation::Kernel(_) | Operation::Copy(_) | Operation::Fill(_) | Operation::Child(_)
            )
        };
        let body = graph.body();
        if let Some(node) = body.nodes.values().find(|node| !fits(&node.operation)) {
            let (kind, node) = (node.operation.kind(), node.id.word());
            return Err(GraphError::NotOnDevice { kind, node }.into());
        }
    }
    if let Some(stream) = upload {
        stream::resolve(stream)?;
    }
    let made = ExecObject::create(&graph, flags)?;
    if flags & UPLOAD != 0 {
        made.upload()?;
    }
    Ok(made.id)
}

/// Destroys an executable; launches in flight continue.
///
/// # Errors
/// Stale handles.
pub fn destroy(id: Id<ExecObject>) -> Result<(), Error> {
    ExecObject::destroy(process()?, id)
}

/// Flags of its instantiation, except node priorities, which an H200 does not return either.
///
/// # Errors
/// Stale handles.
pub fn flags(id: Id<ExecObject>) -> Result<u64, Error> {
    Ok(process()?.get(id)?.flags & !NODE_PRIORITY)
}

/// Submits an executable's work to a stream.
///
/// # Errors
/// `Capture`; `Graph` for memory that was not freed since the last launch; what the nodes' calls would
/// answer; errors of the handles.
pub fn launch(id: Id<ExecObject>, stream: StreamRef) -> Result<(), Error> {
    let executable = process()?.get(id)?;
    let stream = stream::resolve(stream)?;
    capture::decline(&stream)?;
    executable.launch(&stream)
}

/// Prepares a launch: kernels may launch it as it is now, if it was made for that.
///
/// # Errors
/// `Capture`; errors of the handles.
pub fn upload(id: Id<ExecObject>, stream: StreamRef) -> Result<(), Error> {
    let executable = process()?.get(id)?;
    capture::refuse(&*stream::resolve(stream)?)?;
    executable.upload()
}

/// Replaces the operation of a node in an executable.
///
/// # Errors
/// `Graph` for a node that the executable does not have, for another kind, and for what cannot change; what
/// the call would answer; stale handles.
pub fn set(id: Id<ExecObject>, node: Id<NodeObject>, operation: Operation) -> Result<(), Error> {
    let process = process()?;
    let executable = process.get(id)?;
    process.get(node)?;
    executable.set(node, operation)
}

/// Replaces the child graph of a node in an executable by a graph of the same shape.
///
/// # Errors
/// Those of [`set`].
pub fn set_child(id: Id<ExecObject>, node: Id<NodeObject>, graph: Id<GraphObject>) -> Result<(), Error> {
    let process = process()?;
    let (executable, graph) = (process.get(id)?, process.get(graph)?);
    process.get(node)?;
    executable.set_child(node, &graph)
}

/// Returns whether a node is enabled.
///
/// # Errors
/// `Graph` for nodes that cannot be left out, and those that the executable does not have; stale handles.
pub fn enabled(id: Id<ExecObject>, node: Id<NodeObject>) -> Result<bool, Error> {
    process()?.get(id)?.enabled(node)
}

/// Enables or disables a node.
///
/// # Errors
/// Those of [`enabled`].
pub fn enable(id: Id<ExecObject>, node: Id<NodeObject>, enabled: bool) -> Result<(), Error> {
    process()?.get(id)?.enable(node, enabled)
}

/// Takes all operations from a graph of the same shape, or none. In that case, returns the reason and the
/// node of the graph that caused it.
///
/// # Errors
/// `Graph`; stale handles.
pub fn update(
    id: Id<ExecObject>,
    graph: Id<GraphObject>,
) -> Result<(UpdateResult, Option<Id<NodeObject>>), Error> {
    let process = process()?;
    let (executable, graph) = (process.get(id)?, process.get(graph)?);
    executable.update(&graph)
}

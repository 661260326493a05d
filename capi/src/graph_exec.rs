//! Executable graphs: instantiation, launch, update (HIP: "Graph Management").

use crate::entry::{In, Out, entry_points, put_text};
use crate::graph_nodes::{check_context, child_in, described, from_symbol, record, to_symbol, wait};
use crate::graph_types::{Describes, plain_row, some};
use crate::memory::stream;
use crate::types::{Context, Event, Exec, Graph, Node, Stream};
use hip_sys::{
    HIP_MEMCPY3D, hipBatchMemOpNodeParams, hipGraphInstantiateFlags, hipGraphInstantiateParams,
    hipGraphInstantiateResult, hipGraphNodeParams, hipGraphNodeType, hipHostNodeParams, hipKernelNodeParams,
    hipMemcpy3DParms, hipMemcpyKind, hipMemsetParams,
};
use runtime::Error;
use runtime::api::{StreamRef, executable};
use runtime::graph::{GraphError, Operation, UpdateResult};
use std::ffi::{c_char, c_void};

fn set(of: Exec, node: Node, operation: Operation) -> Result<(), Error> {
    executable::set(some(of, "hGraphExec")?, some(node, "node")?, operation)
}

fn set_child(of: Exec, node: Node, graph: Graph) -> Result<(), Error> {
    executable::set_child(some(of, "hGraphExec")?, some(node, "node")?, some(graph, "childGraph")?)
}

fn make(out: Out<Exec>, graph: Graph, flags: u64, upload: Option<StreamRef>) -> Result<(), Error> {
    let out = out.wanted("pGraphExec")?;
    out.set(Exec::of(executable::instantiate(some(graph, "graph")?, flags, upload)?));
    Ok(())
}

/// Result of an instantiation that failed.
fn result(error: &Error) -> hipGraphInstantiateResult {
    match error {
        Error::Graph(GraphError::Cycle { .. }) => {
            hipGraphInstantiateResult::hipGraphInstantiateInvalidStructure
        }
        Error::Graph(GraphError::UnusedHandle { .. }) => {
            hipGraphInstantiateResult::hipExtGraphInstantiateConditionalHandleUnused
        }
        Error::Graph(GraphError::InBody { .. } | GraphError::NotOnDevice { .. })
        | Error::Unsupported { .. } => {
            hipGraphInstantiateResult::hipGraphInstantiateNodeOperationNotSupported
        }
        _ => hipGraphInstantiateResult::hipGraphInstantiateError,
    }
}

/// Resolves a stream for functions that end in `_spt`: `NULL` is the thread's own default stream.
fn per_thread(on: Stream) -> Result<StreamRef, Error> {
    if on.word() == 0 { Ok(StreamRef::PerThread) } else { stream(on) }
}

entry_points! {
    /// Instantiates a graph; an error is written into a buffer.
    fn hipGraphInstantiate(out: Out<Exec>, graph: Graph, wrong: Out<Node>, log: *mut c_char, size: usize) {
        if let Some(wrong) = wrong.optional() {
            wrong.set(Node::NULL);
        }
        put_text(log, size, "");
        make(out, graph, 0, None).inspect_err(|error| put_text(log, size, &error.to_string()))?;
    }
    /// Instantiates a graph.
    fn hipGraphInstantiateWithFlags(out: Out<Exec>, graph: Graph, flags: u64) { make(out, graph, flags, None)?; }
    /// Instantiates a graph, and returns the kind of an error.
    fn hipGraphInstantiateWithParams(out: Out<Exec>, graph: Graph, params: Out<hipGraphInstantiateParams>) {
        let params = params.wanted("instantiateParams")?;
        let given = params.get();
        let uploads = given.flags & u64::from(hipGraphInstantiateFlags::hipGraphInstantiateFlagUpload.0) != 0;
        let upload = if uploads { Some(stream(Stream::of_c(given.uploadStream))?) } else { None };
        let made = make(out, graph, given.flags, upload);
        params.set(hipGraphInstantiateParams {
            errNode_out: match &made {
                Err(Error::Graph(GraphError::InBody { node, .. } | GraphError::NotOnDevice { node, .. })) => Node::of_word(*node).c(),
                _ => Node::NULL.c(),
            },
            result_out: match &made {
                Ok(()) => hipGraphInstantiateResult::hipGraphInstantiateSuccess,
                Err(error) => result(error),
            },
            ..given
        });
        made?;
    }
    /// Destroys an executable.
    fn hipGraphExecDestroy(of: Exec) { executable::destroy(some(of, "graphExec")?)?; }
    /// Flags with which an executable was created.
    fn hipGraphExecGetFlags(of: Exec, out: Out<u64>) {
        let out = out.wanted("flags")?;
        out.set(executable::flags(some(of, "graphExec")?)?);
    }
    /// Submits an executable to a stream.
    fn hipGraphLaunch(of: Exec, on: Stream) { executable::launch(some(of, "graphExec")?, stream(on)?)?; }
    /// Same as `hipGraphLaunch`, with the thread's own default stream.
    fn hipGraphLaunch_spt(of: Exec, on: Stream) { executable::launch(some(of, "graphExec")?, per_thread(on)?)?; }
    /// Prepares an executable for its launch.
    fn hipGraphUpload(of: Exec, on: Stream) { executable::upload(some(of, "graphExec")?, stream(on)?)?; }
    /// Updates all operations from a graph of the same shape.
    fn hipGraphExecUpdate(of: Exec, graph: Graph, wrong: Out<Node>, why: Out<u32>) {
        let (wrong, why) = (wrong.optional(), why.optional());
        let updated = executable::update(some(of, "hGraphExec")?, some(graph, "hGraph")?);
        let (result, node) = match &updated {
            Ok((result, node)) => (*result, *node),
            Err(_) => (UpdateResult::Error, None),
        };
        if let Some(wrong) = wrong {
            wrong.set(node.map_or(Node::NULL, Node::of));
        }
        if let Some(place) = why {
            place.set(result as u32);
        }
        updated?;
        if result != UpdateResult::Success {
            return Err(GraphError::Update { why: result }.into());
        }
    }
    /// Returns whether a node is enabled.
    fn hipGraphNodeGetEnabled(of: Exec, node: Node, out: Out<u32>) {
        let out = out.wanted("isEnabled")?;
        out.set(executable::enabled(some(of, "hGraphExec")?, some(node, "hNode")?)?.into());
    }
    /// Enables or disables a node.
    fn hipGraphNodeSetEnabled(of: Exec, node: Node, enabled: u32) {
        executable::enable(some(of, "hGraphExec")?, some(node, "hNode")?, enabled != 0)?;
    }
    /// Sets the parameters of a node in the executable.
    fn hipGraphExecNodeSetParams(of: Exec, node: Node, params: In<hipGraphNodeParams>) {
        let params = params.read("nodeParams")?;
        match params.type_ {
            hipGraphNodeType::hipGraphNodeTypeGraph => set_child(of, node, child_in(&params))?,
            _ => set(of, node, described(&params)?)?,
        }
    }
    /// Sets the parameters of a launch in the executable.
    fn hipGraphExecKernelNodeSetParams(of: Exec, node: Node, params: In<hipKernelNodeParams>) {
        set(of, node, params.read("pNodeParams")?.operation()?)?;
    }
    /// Sets the parameters of a copy in the executable.
    fn hipGraphExecMemcpyNodeSetParams(of: Exec, node: Node, params: In<hipMemcpy3DParms>) {
        set(of, node, params.read("pNodeParams")?.operation()?)?;
    }
    /// Changes a copy in the executable to one of a row.
    fn hipGraphExecMemcpyNodeSetParams1D(of: Exec, node: Node, to: *mut c_void, from: *const c_void, size: u64, kind: hipMemcpyKind) {
        set(of, node, plain_row(to, from, size, kind)?)?;
    }
    /// Changes a copy in the executable to one into a variable.
    fn hipGraphExecMemcpyNodeSetParamsToSymbol(of: Exec, node: Node, symbol: *const c_void, from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind) {
        set(of, node, to_symbol(symbol, from, size, offset, kind)?)?;
    }
    /// Changes a copy in the executable to one out of a variable.
    fn hipGraphExecMemcpyNodeSetParamsFromSymbol(of: Exec, node: Node, to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind) {
        set(of, node, from_symbol(to, symbol, size, offset, kind)?)?;
    }
    /// Sets the parameters of a copy in the executable, in the form of the driver API.
    fn hipDrvGraphExecMemcpyNodeSetParams(of: Exec, node: Node, params: In<HIP_MEMCPY3D>, context: Context) {
        check_context(context)?;
        set(of, node, params.read("copyParams")?.operation()?)?;
    }
    /// Sets the parameters of a fill in the executable.
    fn hipGraphExecMemsetNodeSetParams(of: Exec, node: Node, params: In<hipMemsetParams>) {
        set(of, node, params.read("pNodeParams")?.operation()?)?;
    }
    /// Sets the parameters of a fill in the executable, in the form of the driver API.
    fn hipDrvGraphExecMemsetNodeSetParams(of: Exec, node: Node, params: In<hipMemsetParams>, context: Context) {
        check_context(context)?;
        set(of, node, params.read("memsetParams")?.operation()?)?;
    }
    /// Sets the function of a host call in the executable.
    fn hipGraphExecHostNodeSetParams(of: Exec, node: Node, params: In<hipHostNodeParams>) {
        set(of, node, params.read("pNodeParams")?.operation()?)?;
    }
    /// Sets the operations of a batch in the executable.
    fn hipGraphExecBatchMemOpNodeSetParams(of: Exec, node: Node, params: In<hipBatchMemOpNodeParams>) {
        set(of, node, params.read("nodeParams")?.operation()?)?;
    }
    /// Sets the event of a record in the executable.
    fn hipGraphExecEventRecordNodeSetEvent(of: Exec, node: Node, event: Event) { set(of, node, record(event)?)?; }
    /// Sets the event of a wait in the executable.
    fn hipGraphExecEventWaitNodeSetEvent(of: Exec, node: Node, event: Event) { set(of, node, wait(event)?)?; }
    /// Sets the operations of a child graph's nodes in the executable.
    fn hipGraphExecChildGraphNodeSetParams(of: Exec, node: Node, graph: Graph) { set_child(of, node, graph)?; }
}

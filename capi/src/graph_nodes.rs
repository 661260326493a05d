//! Nodes of each kind: creation, and access to their parameters (HIP: "Graph Management").

use crate::entry::{In, Out, entry_points};
use crate::graph_types::{
    Describes, all, alloc_device, alloc_params, batch_params, copy_params, driver_params, fill_params,
    kernel_params, plain_row, row, some,
};
use crate::memory::host;
use crate::symbol::{into, out_of, part};
use crate::types::{Context, Event, Graph, Node};
use hip_sys::{
    HIP_MEMCPY3D, hipBatchMemOpNodeParams, hipExtConditionalNodeParams, hipGraphNodeParams,
    hipGraphNodeParams_anon_1, hipGraphNodeType, hipHostNodeParams, hipKernelNodeParams,
    hipMemAllocNodeParams, hipMemcpy3DParms, hipMemcpyKind, hipMemsetParams,
};
use runtime::Error;
use runtime::api::graph;
use runtime::graph::{GraphError, HostCall, Operation};
use std::ffi::c_void;

/// Adds a node; its parameters are checked after all other arguments.
fn add(
    out: Out<Node>,
    of: Graph,
    behind: In<Node>,
    count: u64,
    operation: impl FnOnce() -> Result<Operation, Error>,
) -> Result<(), Error> {
    let out = out.wanted("pGraphNode")?;
    let of = some(of, "graph")?;
    let behind = all(behind, count)?;
    out.set(Node::of(graph::add(of, &behind, operation()?)?));
    Ok(())
}

/// Checks the context for a node. Any valid context will do, as the current context's memory is accessible in
/// every context. Null is the current one.
pub(crate) fn check_context(context: Context) -> Result<(), Error> {
    match context.word() {
        0 => Ok(()),
        _ => runtime::api::context::check(context.id()?),
    }
}

fn set(node: Node, operation: Operation) -> Result<(), Error> {
    graph::set(some(node, "node")?, operation)
}

/// Reads a node's operation with `of`, if it is of the wanted kind.
fn get<T>(node: Node, wanted: &'static str, of: impl FnOnce(&Operation) -> Option<T>) -> Result<T, Error> {
    let id = some(node, "node")?;
    let operation = graph::operation(id)?;
    of(&operation).ok_or_else(|| graph::wrong_kind(id, &operation, wanted))
}

pub(crate) fn record(event: Event) -> Result<Operation, Error> {
    graph::record(some(event, "event")?)
}

pub(crate) fn wait(event: Event) -> Result<Operation, Error> {
    graph::wait(some(event, "event")?)
}

pub(crate) fn to_symbol(
    symbol: *const c_void,
    from: *const c_void,
    size: usize,
    offset: usize,
    kind: hipMemcpyKind,
) -> Result<Operation, Error> {
    into(kind)?;
    row(part(symbol, size, offset)?, host(from), size as u64, kind)
}

pub(crate) fn from_symbol(
    to: *const c_void,
    symbol: *const c_void,
    size: usize,
    offset: usize,
    kind: hipMemcpyKind,
) -> Result<Operation, Error> {
    out_of(kind)?;
    row(host(to), part(symbol, size, offset)?, size as u64, kind)
}

/// Adds an allocation; its address is written to the parameters.
fn alloc(
    out: Out<Node>,
    of: Graph,
    behind: In<Node>,
    count: u64,
    params: Out<hipMemAllocNodeParams>,
) -> Result<(), Error> {
    let (out, params) = (out.wanted("pGraphNode")?, params.wanted("pNodeParams")?);
    let wanted = params.get();
    let (node, address) = graph::add_alloc(
        some(of, "graph")?,
        &all(behind, count)?,
        wanted.bytesize as u64,
        alloc_device(&wanted)?,
    )?;
    params.set(hipMemAllocNodeParams { dptr: address as *mut c_void, ..wanted });
    out.set(Node::of(node));
    Ok(())
}

fn free(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, address: u64) -> Result<(), Error> {
    let out = out.wanted("pGraphNode")?;
    if address == 0 {
        return Err(Error::Null { what: "dptr" });
    }
    // SAFETY: C promised that the memory is not used after the node.
    let free = unsafe { graph::add_free(some(of, "graph")?, &all(behind, count)?, address) };
    out.set(Node::of(free?));
    Ok(())
}

fn child(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, child: Graph) -> Result<(), Error> {
    let out = out.wanted("pGraphNode")?;
    let (of, child) = (some(of, "graph")?, some(child, "childGraph")?);
    out.set(Node::of(graph::add_child(of, &all(behind, count)?, child)?));
    Ok(())
}

/// Adds a conditional node; its bodies are written to the parameters.
fn conditional(
    out: Out<Node>,
    of: Graph,
    behind: In<Node>,
    count: u64,
    params: Out<hipExtConditionalNodeParams>,
) -> Result<(), Error> {
    let (out, params) = (out.wanted("pGraphNode")?, params.wanted("nodeParams")?);
    let wanted = params.get();
    let node = graph::add_conditional(
        some(of, "graph")?,
        &all(behind, count)?,
        wanted.handle,
        (wanted.type_.0, wanted.size),
    )?;
    let bodies = graph::operation(node)?.bodies();
    params.set(hipExtConditionalNodeParams { phGraph_out: bodies as *mut _, ..wanted });
    out.set(Node::of(node));
    Ok(())
}

/// Returns the union of the kinds in generic parameters.
fn kinds(params: &hipGraphNodeParams) -> &hipGraphNodeParams_anon_1 {
    &params.__bindgen_anon_1
}

/// Returns the graph in the parameters of a child graph.
pub(crate) fn child_in(params: &hipGraphNodeParams) -> Graph {
    // SAFETY: any bytes are values of all members.
    Graph::of_c(unsafe { kinds(params).graph }.graph)
}

/// Returns the operation for generic parameters; kinds with functions of their own are refused.
pub(crate) fn described(params: &hipGraphNodeParams) -> Result<Operation, Error> {
    if params.reserved0 != [0; 3] || params.reserved2 != 0 {
        return Err(Error::OutOfRange { what: "a reserved field", got: 1, min: 0, max: 0 });
    }
    let of = kinds(params);
    // SAFETY: any bytes are values of all members.
    unsafe {
        match params.type_ {
            hipGraphNodeType::hipGraphNodeTypeKernel => of.kernel.operation(),
            hipGraphNodeType::hipGraphNodeTypeMemcpy => of.memcpy.copyParams.operation(),
            hipGraphNodeType::hipGraphNodeTypeMemset => of.memset.operation(),
            hipGraphNodeType::hipGraphNodeTypeHost => of.host.operation(),
            hipGraphNodeType::hipGraphNodeTypeEmpty => Ok(Operation::Empty),
            hipGraphNodeType::hipGraphNodeTypeWaitEvent => wait(Event::of_c(of.eventWait.event)),
            hipGraphNodeType::hipGraphNodeTypeEventRecord => record(Event::of_c(of.eventRecord.event)),
            hipGraphNodeType::hipExtGraphNodeTypeConditional => {
                Err(GraphError::Conditional { what: "change its node" }.into())
            }
            hipGraphNodeType(got) => Err(Error::UnknownEnumerator {
                what: "kind of node whose parameters can be set",
                got: got.into(),
            }),
        }
    }
}

/// Returns the operation for generic parameters, as [`described`] does.
pub(crate) fn described_at(params: Out<hipGraphNodeParams>) -> Result<Operation, Error> {
    described(&params.wanted("nodeParams")?.get())
}

/// Adds a node of any kind.
pub(crate) fn add_any(
    out: Out<Node>,
    of: Graph,
    behind: In<Node>,
    count: u64,
    params: Out<hipGraphNodeParams>,
) -> Result<(), Error> {
    let place = params.wanted("nodeParams")?;
    let given = place.get();
    // Results go into the caller's structure.
    let inside = place.address() + std::mem::offset_of!(hipGraphNodeParams, __bindgen_anon_1) as u64;
    match given.type_ {
        hipGraphNodeType::hipGraphNodeTypeGraph => child(out, of, behind, count, child_in(&given)),
        hipGraphNodeType::hipGraphNodeTypeMemFree => {
            // SAFETY: any bytes are values of all members.
            let freed = unsafe { kinds(&given).free }.dptr;
            free(out, of, behind, count, freed as u64)
        }
        hipGraphNodeType::hipGraphNodeTypeMemAlloc => alloc(out, of, behind, count, Out::at(inside)),
        hipGraphNodeType::hipExtGraphNodeTypeConditional => {
            conditional(out, of, behind, count, Out::at(inside))
        }
        _ => add(out, of, behind, count, || described(&given)),
    }
}

entry_points! {
    /// Adds a node of any kind.
    fn hipGraphAddNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, params: Out<hipGraphNodeParams>) {
        add_any(out, of, behind, count, params)?;
    }
    /// Sets a node's parameters.
    fn hipGraphNodeSetParams(node: Node, params: In<hipGraphNodeParams>) {
        set(node, described(&params.read("nodeParams")?)?)?;
    }
    /// Adds a node that does nothing.
    fn hipGraphAddEmptyNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64) {
        add(out, of, behind, count, || Ok(Operation::Empty))?;
    }
    /// Adds a launch.
    fn hipGraphAddKernelNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, params: In<hipKernelNodeParams>) {
        add(out, of, behind, count, || params.read("pNodeParams")?.operation())?;
    }
    /// A launch's parameters.
    fn hipGraphKernelNodeGetParams(node: Node, out: Out<hipKernelNodeParams>) {
        let out = out.wanted("pNodeParams")?;
        out.set(get(node, "kernel", |operation| match operation {
            Operation::Kernel(call) => Some(kernel_params(call)),
            _ => None,
        })?);
    }
    /// Sets a launch's parameters.
    fn hipGraphKernelNodeSetParams(node: Node, params: In<hipKernelNodeParams>) {
        set(node, params.read("pNodeParams")?.operation()?)?;
    }
    /// An attribute of a launch.
    fn hipGraphKernelNodeGetAttribute(node: Node, attribute: u32, out: Out<[u32; 16]>) {
        let out = out.wanted("value")?;
        out.set(graph::attribute(some(node, "hNode")?, attribute)?);
    }
    /// Sets an attribute of a launch.
    fn hipGraphKernelNodeSetAttribute(node: Node, attribute: u32, value: In<[u32; 16]>) {
        graph::set_attribute(some(node, "hNode")?, attribute, value.read("value")?)?;
    }
    /// Gives a launch the attributes of another.
    fn hipGraphKernelNodeCopyAttributes(from: Node, to: Node) {
        graph::copy_attributes(some(from, "hSrc")?, some(to, "hDst")?)?;
    }
    /// Adds a copy.
    fn hipGraphAddMemcpyNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, params: In<hipMemcpy3DParms>) {
        add(out, of, behind, count, || params.read("pCopyParams")?.operation())?;
    }
    /// Adds a copy of a row.
    fn hipGraphAddMemcpyNode1D(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, to: *mut c_void, from: *const c_void, size: u64, kind: hipMemcpyKind) {
        add(out, of, behind, count, || plain_row(to, from, size, kind))?;
    }
    /// Adds a copy into a variable.
    fn hipGraphAddMemcpyNodeToSymbol(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, symbol: *const c_void, from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind) {
        add(out, of, behind, count, || to_symbol(symbol, from, size, offset, kind))?;
    }
    /// Adds a copy out of a variable.
    fn hipGraphAddMemcpyNodeFromSymbol(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind) {
        add(out, of, behind, count, || from_symbol(to, symbol, size, offset, kind))?;
    }
    /// The parameters of a copy.
    fn hipGraphMemcpyNodeGetParams(node: Node, out: Out<hipMemcpy3DParms>) {
        let out = out.wanted("pNodeParams")?;
        out.set(get(node, "copy", |operation| match operation {
            Operation::Copy(copy) => Some(copy_params(copy)),
            _ => None,
        })?);
    }
    /// Sets a copy's parameters.
    fn hipGraphMemcpyNodeSetParams(node: Node, params: In<hipMemcpy3DParms>) {
        set(node, params.read("pNodeParams")?.operation()?)?;
    }
    /// Changes a copy to one of a row.
    fn hipGraphMemcpyNodeSetParams1D(node: Node, to: *mut c_void, from: *const c_void, size: u64, kind: hipMemcpyKind) {
        set(node, plain_row(to, from, size, kind)?)?;
    }
    /// Changes a copy to one into a variable.
    fn hipGraphMemcpyNodeSetParamsToSymbol(node: Node, symbol: *const c_void, from: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind) {
        set(node, to_symbol(symbol, from, size, offset, kind)?)?;
    }
    /// Changes a copy to one out of a variable.
    fn hipGraphMemcpyNodeSetParamsFromSymbol(node: Node, to: *mut c_void, symbol: *const c_void, size: usize, offset: usize, kind: hipMemcpyKind) {
        set(node, from_symbol(to, symbol, size, offset, kind)?)?;
    }
    /// Adds a copy, with parameters of the driver API.
    fn hipDrvGraphAddMemcpyNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, params: In<HIP_MEMCPY3D>, context: Context) {
        check_context(context)?;
        add(out, of, behind, count, || params.read("copyParams")?.operation())?;
    }
    /// Parameters of a copy, in the form of the driver API.
    fn hipDrvGraphMemcpyNodeGetParams(node: Node, out: Out<HIP_MEMCPY3D>) {
        let out = out.wanted("nodeParams")?;
        out.set(get(node, "copy", |operation| match operation {
            Operation::Copy(copy) => Some(driver_params(copy)),
            _ => None,
        })?);
    }
    /// Sets the parameters of a copy, in the form of the driver API.
    fn hipDrvGraphMemcpyNodeSetParams(node: Node, params: In<HIP_MEMCPY3D>) {
        set(node, params.read("nodeParams")?.operation()?)?;
    }
    /// Adds a fill.
    fn hipGraphAddMemsetNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, params: In<hipMemsetParams>) {
        add(out, of, behind, count, || params.read("pMemsetParams")?.operation())?;
    }
    /// Adds a fill in a context; the current context's memory is accessible in every context.
    fn hipDrvGraphAddMemsetNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, params: In<hipMemsetParams>, context: Context) {
        check_context(context)?;
        add(out, of, behind, count, || params.read("memsetParams")?.operation())?;
    }
    /// A fill's parameters.
    fn hipGraphMemsetNodeGetParams(node: Node, out: Out<hipMemsetParams>) {
        let out = out.wanted("pNodeParams")?;
        out.set(get(node, "fill", |operation| match operation {
            Operation::Fill(fill) => Some(fill_params(fill)),
            _ => None,
        })?);
    }
    /// Sets a fill's parameters.
    fn hipGraphMemsetNodeSetParams(node: Node, params: In<hipMemsetParams>) {
        set(node, params.read("pNodeParams")?.operation()?)?;
    }
    /// Adds a call of a host function.
    fn hipGraphAddHostNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, params: In<hipHostNodeParams>) {
        add(out, of, behind, count, || params.read("pNodeParams")?.operation())?;
    }
    /// The function of a host call, and its argument.
    fn hipGraphHostNodeGetParams(node: Node, out: Out<[u64; 2]>) {
        let out = out.wanted("pNodeParams")?;
        out.set(get(node, "host function", |operation| match operation {
            Operation::Host(HostCall { words, .. }) => Some(*words),
            _ => None,
        })?);
    }
    /// Sets the function of a host call.
    fn hipGraphHostNodeSetParams(node: Node, params: In<hipHostNodeParams>) {
        set(node, params.read("pNodeParams")?.operation()?)?;
    }
    /// Adds an event record.
    fn hipGraphAddEventRecordNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, event: Event) {
        add(out, of, behind, count, || record(event))?;
    }
    /// Adds a wait for an event.
    fn hipGraphAddEventWaitNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, event: Event) {
        add(out, of, behind, count, || wait(event))?;
    }
    /// The event of a record.
    fn hipGraphEventRecordNodeGetEvent(node: Node, out: Out<Event>) {
        let out = out.wanted("event_out")?;
        out.set(Event::of(get(node, "event record", |operation| match operation {
            Operation::Record(_) => graph::event_of(operation),
            _ => None,
        })?));
    }
    /// The event of a wait.
    fn hipGraphEventWaitNodeGetEvent(node: Node, out: Out<Event>) {
        let out = out.wanted("event_out")?;
        out.set(Event::of(get(node, "event wait", |operation| match operation {
            Operation::Wait(_) => graph::event_of(operation),
            _ => None,
        })?));
    }
    /// Sets the event of a record.
    fn hipGraphEventRecordNodeSetEvent(node: Node, event: Event) { set(node, record(event)?)?; }
    /// Sets the event of a wait.
    fn hipGraphEventWaitNodeSetEvent(node: Node, event: Event) { set(node, wait(event)?)?; }
    /// Adds a child graph.
    fn hipGraphAddChildGraphNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, graph: Graph) {
        child(out, of, behind, count, graph)?;
    }
    /// The graph of a child graph node.
    fn hipGraphChildGraphNodeGetGraph(node: Node, out: Out<Graph>) {
        let out = out.wanted("pGraph")?;
        out.set(Graph::of(get(node, "child graph", graph::child_of)?));
    }
    /// Adds an allocation.
    fn hipGraphAddMemAllocNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, params: Out<hipMemAllocNodeParams>) {
        alloc(out, of, behind, count, params)?;
    }
    /// The parameters of an allocation, and its address.
    fn hipGraphMemAllocNodeGetParams(node: Node, out: Out<hipMemAllocNodeParams>) {
        let out = out.wanted("pNodeParams")?;
        out.set(get(node, "allocation", |operation| match operation {
            Operation::Alloc(alloc) => Some(alloc_params(alloc.bytes, alloc.device, alloc.address())),
            _ => None,
        })?);
    }
    /// Adds a deallocation.
    fn hipGraphAddMemFreeNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, address: u64) {
        free(out, of, behind, count, address)?;
    }
    /// Adds a deallocation.
    fn hipDrvGraphAddMemFreeNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, address: u64) {
        free(out, of, behind, count, address)?;
    }
    /// Adds waits for memory words and writes to them.
    fn hipGraphAddBatchMemOpNode(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, params: In<hipBatchMemOpNodeParams>) {
        add(out, of, behind, count, || params.read("nodeParams")?.operation())?;
    }
    /// The operations of a batch.
    fn hipGraphBatchMemOpNodeGetParams(node: Node, out: Out<hipBatchMemOpNodeParams>) {
        let out = out.wanted("nodeParams_out")?;
        out.set(get(node, "batch of memory operations", |operation| match operation {
            Operation::Batch(batch) => Some(batch_params(batch)),
            _ => None,
        })?);
    }
    /// Sets the operations of a batch.
    fn hipGraphBatchMemOpNodeSetParams(node: Node, params: In<hipBatchMemOpNodeParams>) {
        set(node, params.read("nodeParams")?.operation()?)?;
    }
    /// The address that is freed.
    fn hipGraphMemFreeNodeGetParams(node: Node, out: Out<u64>) {
        let out = out.wanted("dev_ptr")?;
        out.set(get(node, "free", |operation| match operation {
            Operation::Free(address) => Some(*address),
            _ => None,
        })?);
    }
}

//! Graph nodes that signal external semaphores and wait for them (HIP: "Graph Management").
//!
//! External semaphores cannot be imported, so such a node cannot be created or exist. Other invalid arguments
//! are reported first, then the invalid semaphore.

use crate::entry::{In, Out, entry_points};
use crate::graph_types::{all, some};
use crate::types::{Exec, Graph, Node};
use hip_sys::hipExternalSemaphoreSignalNodeParams;
use runtime::Error;
use runtime::api::{executable, graph};

/// Parameters of signalling and of waiting nodes: both have the same members.
type Semaphores = hipExternalSemaphoreSignalNodeParams;

/// Returns the error for parameters: the invalid semaphore, unless there is another error.
fn refused(params: In<Semaphores>) -> Result<(), Error> {
    let Semaphores { extSemArray, paramsArray, numExtSems } = params.read("nodeParams")?;
    if numExtSems == 0 || paramsArray.is_null() {
        return Err(Error::Null { what: "extSemArray" });
    }
    let word = In::<u64>::at(extSemArray as u64).read("extSemArray")?;
    Err(Error::BadHandle { kind: "external semaphore", word })
}

/// Returns the error for a node: its kind, unless there is another error.
fn other(node: Node, wanted: &'static str) -> Result<(), Error> {
    let id = some(node, "node")?;
    Err(graph::wrong_kind(id, &graph::operation(id)?, wanted))
}

fn add(out: Out<Node>, of: Graph, behind: In<Node>, count: u64, params: In<Semaphores>) -> Result<(), Error> {
    out.wanted("pGraphNode")?;
    graph::nodes(some(of, "graph")?)?;
    all(behind, count)?.into_iter().try_for_each(|node| graph::operation(node).map(drop))?;
    refused(params)
}

fn change(of: Exec, node: Node, params: In<Semaphores>, wanted: &'static str) -> Result<(), Error> {
    executable::flags(some(of, "hGraphExec")?)?;
    params.read("nodeParams")?;
    other(node, wanted)
}

const SIGNAL: &str = "external semaphore signal";
const WAIT: &str = "external semaphore wait";

entry_points! {
    /// Adds a node that signals.
    fn hipGraphAddExternalSemaphoresSignalNode(
        out: Out<Node>,
        of: Graph,
        behind: In<Node>,
        count: u64,
        params: In<Semaphores>,
    ) { add(out, of, behind, count, params)?; }
    /// Adds a node that waits.
    fn hipGraphAddExternalSemaphoresWaitNode(
        out: Out<Node>,
        of: Graph,
        behind: In<Node>,
        count: u64,
        params: In<Semaphores>,
    ) { add(out, of, behind, count, params)?; }
    /// The semaphores that a node signals.
    fn hipGraphExternalSemaphoresSignalNodeGetParams(node: Node, out: Out<Semaphores>) {
        out.wanted("params_out")?;
        other(node, SIGNAL)?;
    }
    /// Sets the semaphores that a node signals.
    fn hipGraphExternalSemaphoresSignalNodeSetParams(node: Node, params: In<Semaphores>) {
        params.read("nodeParams")?;
        other(node, SIGNAL)?;
    }
    /// The semaphores that a node waits for.
    fn hipGraphExternalSemaphoresWaitNodeGetParams(node: Node, out: Out<Semaphores>) {
        out.wanted("params_out")?;
        other(node, WAIT)?;
    }
    /// Sets the semaphores that a node waits for.
    fn hipGraphExternalSemaphoresWaitNodeSetParams(node: Node, params: In<Semaphores>) {
        params.read("nodeParams")?;
        other(node, WAIT)?;
    }
    /// Sets the semaphores that a node of an executable signals.
    fn hipGraphExecExternalSemaphoresSignalNodeSetParams(of: Exec, node: Node, params: In<Semaphores>) {
        change(of, node, params, SIGNAL)?;
    }
    /// Sets the semaphores that a node of an executable waits for.
    fn hipGraphExecExternalSemaphoresWaitNodeSetParams(of: Exec, node: Node, params: In<Semaphores>) {
        change(of, node, params, WAIT)?;
    }
}

//! Nodes of graphs that signal semaphores of other drivers and wait for them (HIP: "Graph Management").
//!
//! No such semaphore can be imported, so no node can be made: what else is wrong is said first, then that the
//! semaphore is none. No node is of these kinds either.

use crate::entry::{In, Out, entry_points};
use crate::graph_types::{all, some};
use crate::types::{Exec, Graph, Node};
use hip_sys::hipExternalSemaphoreSignalNodeParams;
use runtime::Error;
use runtime::api::{executable, graph};

/// Parameters of nodes that signal, and of those that wait: both have the same members.
type Semaphores = hipExternalSemaphoreSignalNodeParams;

/// What is wrong with a description: that it names what is no semaphore, if nothing else.
fn refused(params: In<Semaphores>) -> Result<(), Error> {
    let Semaphores { extSemArray, paramsArray, numExtSems } = params.read("nodeParams")?;
    if numExtSems == 0 || paramsArray.is_null() {
        return Err(Error::Null { what: "extSemArray" });
    }
    let word = In::<u64>::at(extSemArray as u64).read("extSemArray")?;
    Err(Error::BadHandle { kind: "external semaphore", word })
}

/// What is wrong with a node: that it is of another kind, if nothing else.
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
    /// What a node signals.
    fn hipGraphExternalSemaphoresSignalNodeGetParams(node: Node, out: Out<Semaphores>) {
        out.wanted("params_out")?;
        other(node, SIGNAL)?;
    }
    /// Sets what a node signals.
    fn hipGraphExternalSemaphoresSignalNodeSetParams(node: Node, params: In<Semaphores>) {
        params.read("nodeParams")?;
        other(node, SIGNAL)?;
    }
    /// What a node waits for.
    fn hipGraphExternalSemaphoresWaitNodeGetParams(node: Node, out: Out<Semaphores>) {
        out.wanted("params_out")?;
        other(node, WAIT)?;
    }
    /// Sets what a node waits for.
    fn hipGraphExternalSemaphoresWaitNodeSetParams(node: Node, params: In<Semaphores>) {
        params.read("nodeParams")?;
        other(node, WAIT)?;
    }
    /// Sets what a node of an executable graph signals.
    fn hipGraphExecExternalSemaphoresSignalNodeSetParams(of: Exec, node: Node, params: In<Semaphores>) {
        change(of, node, params, SIGNAL)?;
    }
    /// Sets what a node of an executable graph waits for.
    fn hipGraphExecExternalSemaphoresWaitNodeSetParams(of: Exec, node: Node, params: In<Semaphores>) {
        change(of, node, params, WAIT)?;
    }
}

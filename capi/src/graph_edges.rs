//! Edges of graphs with data (an extension; `hip/hip_soft.h`). The functions of HIP without data are in
//! `graph` and `capture`.

use crate::capture::{dependency_flags, info};
use crate::entry::{In, Out, Place, entry_points};
use crate::graph::fill;
use crate::graph_nodes::described_at;
use crate::graph_types::{all, some};
use crate::memory::stream;
use crate::types::{Graph, Node, Stream};
use hip_sys::{hipGraphEdgeData, hipGraphNodeParams};
use runtime::Error;
use runtime::api::graph::Edge;
use runtime::api::{capture, graph};
use runtime::graph::{EdgeData, NodeObject};
use runtime::handle::Id;
use std::cell::RefCell;

/// Returns the data in C's structures; full dependencies for a null list.
pub(crate) fn data_of(list: In<hipGraphEdgeData>, count: u64) -> Result<Vec<EdgeData>, Error> {
    if list.is_null() {
        return Ok(vec![EdgeData::default(); count as usize]);
    }
    let data = |data: hipGraphEdgeData| match data.reserved {
        [0, 0, 0, 0, 0] => {
            Ok(EdgeData { from_port: data.from_port, to_port: data.to_port, kind: data.type_ })
        }
        _ => Err(Error::OutOfRange { what: "a reserved field", got: 1, min: 0, max: 0 }),
    };
    list.array(count as usize)?.into_iter().map(data).collect()
}

/// Returns nodes with the data of edges.
pub(crate) fn with_data(
    nodes: In<Node>,
    data: In<hipGraphEdgeData>,
    count: u64,
) -> Result<Vec<(Id<NodeObject>, EdgeData)>, Error> {
    Ok(all(nodes, count)?.into_iter().zip(data_of(data, count)?).collect())
}

/// Returns edges.
pub(crate) fn ends(from: In<Node>, to: In<Node>, count: u64) -> Result<Vec<Edge>, Error> {
    Ok(all(from, count)?.into_iter().zip(all(to, count)?).collect())
}

/// Returns edges with their data.
pub(crate) fn pairs(
    from: In<Node>,
    to: In<Node>,
    data: In<hipGraphEdgeData>,
    count: u64,
) -> Result<Vec<(Edge, EdgeData)>, Error> {
    Ok(ends(from, to, count)?.into_iter().zip(data_of(data, count)?).collect())
}

fn structure(data: EdgeData) -> hipGraphEdgeData {
    let EdgeData { from_port, to_port, kind } = data;
    hipGraphEdgeData { from_port, reserved: [0; 5], to_port, type_: kind }
}

/// Writes the data that fit.
fn put(out: &Place<hipGraphEdgeData>, room: u64, data: &[EdgeData]) {
    data.iter().take(room as usize).enumerate().for_each(|(at, data)| out.set_at(at, structure(*data)));
}

/// Writes the neighbours of a node, and the data of the edges. Without room for data, fails if there are
/// some.
pub(crate) fn neighbours(
    edges: &[Edge],
    found: &[Id<NodeObject>],
    (out, data, count): (Out<Node>, Out<hipGraphEdgeData>, Out<u64>),
) -> Result<(), Error> {
    let count = count.wanted("a count of nodes")?;
    let Some(out) = out.optional() else {
        count.set(found.len() as u64);
        return Ok(());
    };
    let room = count.get();
    match data.optional() {
        None => graph::check_plain(edges)?,
        Some(data) => put(&data, room, &graph::edge_data(edges)?),
    }
    count.set(fill(&out, room, found.iter().copied()));
    Ok(())
}

/// Returns the edges to a node from others.
pub(crate) fn edges_to(node: Id<NodeObject>, others: &[Id<NodeObject>]) -> Vec<Edge> {
    others.iter().map(|&other| (other, node)).collect()
}

/// Returns the edges from a node to others.
pub(crate) fn edges_from(node: Id<NodeObject>, others: &[Id<NodeObject>]) -> Vec<Edge> {
    others.iter().map(|&other| (node, other)).collect()
}

entry_points! {
    /// Adds edges with data.
    fn hipExtGraphAddDependencies(of: Graph, from: In<Node>, to: In<Node>, data: In<hipGraphEdgeData>, count: u64) {
        graph::connect(some(of, "graph")?, &pairs(from, to, data, count)?)?;
    }
    /// Removes edges, whatever their data.
    fn hipExtGraphRemoveDependencies(of: Graph, from: In<Node>, to: In<Node>, _data: In<hipGraphEdgeData>, count: u64) {
        graph::disconnect(some(of, "graph")?, &ends(from, to, count)?)?;
    }
    /// The edges and their data.
    fn hipExtGraphGetEdges(of: Graph, from: Out<Node>, to: Out<Node>, data: Out<hipGraphEdgeData>, count: Out<u64>) {
        let count = count.wanted("numEdges")?;
        let found = graph::edges(some(of, "graph")?)?;
        match (from.optional(), to.optional(), data.optional()) {
            (None, None, None) => count.set(found.len() as u64),
            (Some(from), Some(to), data) => {
                let room = count.get();
                match data {
                    None => graph::check_plain(&found)?,
                    Some(data) => put(&data, room, &graph::edge_data(&found)?),
                }
                fill(&from, room, found.iter().map(|edge| edge.0));
                count.set(fill(&to, room, found.iter().map(|edge| edge.1)));
            }
            _ => return Err(Error::Null { what: "one of from and to" }),
        }
    }
    /// The nodes that a node depends on, and the data of the edges.
    fn hipExtGraphNodeGetDependencies(node: Node, out: Out<Node>, data: Out<hipGraphEdgeData>, count: Out<u64>) {
        let node = some(node, "node")?;
        let found = graph::dependencies(node)?;
        neighbours(&edges_to(node, &found), &found, (out, data, count))?;
    }
    /// The nodes that depend on a node, and the data of the edges.
    fn hipExtGraphNodeGetDependentNodes(node: Node, out: Out<Node>, data: Out<hipGraphEdgeData>, count: Out<u64>) {
        let node = some(node, "node")?;
        let found = graph::dependents(node)?;
        neighbours(&edges_from(node, &found), &found, (out, data, count))?;
    }
    /// Adds a node of any kind by edges with data.
    fn hipExtGraphAddNode(out: Out<Node>, of: Graph, behind: In<Node>, data: In<hipGraphEdgeData>, count: u64, params: Out<hipGraphNodeParams>) {
        if data_of(data, count)?.into_iter().all(EdgeData::is_plain) {
            return crate::graph_nodes::add_any(out, of, behind, count, params);
        }
        let (out, of) = (out.wanted("pGraphNode")?, some(of, "graph")?);
        let behind = with_data(behind, data, count)?;
        out.set(Node::of(graph::add_with_data(of, &behind, described_at(params)?)?));
    }
    /// Status of a stream's capture, its number, graph and last nodes, and the data of edges from these.
    fn hipExtStreamGetCaptureInfo(on: Stream, status: Out<u32>, id: Out<u64>, graph: Out<Graph>, last: Out<u64>, data: Out<u64>, count: Out<u64>) {
        // The list belongs to the library, and is valid until the thread's next call of this kind.
        thread_local!(static DATA: RefCell<Vec<hipGraphEdgeData>> = const { RefCell::new(Vec::new()) });
        let data = data.optional();
        let found = info(stream(on)?, status, id, (graph, last, count), data.is_none())?;
        if let Some(place) = data {
            let data: Vec<hipGraphEdgeData> = found.last.iter().map(|&(_, data)| structure(data)).collect();
            place.set(data.as_ptr().expose_provenance() as u64);
            DATA.replace(data);
        }
    }
    /// Sets the nodes that a stream's next node depends on, or adds to them, with data of the edges.
    fn hipExtStreamUpdateCaptureDependencies(on: Stream, nodes: In<Node>, data: In<hipGraphEdgeData>, count: u64, update: u32) {
        let adds = dependency_flags(update)?;
        capture::set_dependencies(stream(on)?, &with_data(nodes, data, count)?, adds)?;
    }
}

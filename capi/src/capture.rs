//! Capture of streams into graphs (HIP: "Graph Management").

use crate::entry::{In, Out, entry_points};
use crate::graph_edges::with_data;
use crate::graph_types::some;
use crate::memory::stream;
use crate::types::{Graph, Node, Stream};
use hip_sys::{hipGraphEdgeData, hipStreamCaptureMode, hipStreamUpdateCaptureDependenciesFlags as Update};
use runtime::Error;
use runtime::api::StreamRef;
use runtime::api::capture::{self, Info};
use runtime::graph::GraphError;
use std::cell::RefCell;

/// Resolves a stream for functions that end in `_spt`: `NULL` is the thread's own default stream.
fn own(on: Stream) -> Result<StreamRef, Error> {
    if on.word() == 0 { Ok(StreamRef::PerThread) } else { stream(on) }
}

fn begin(on: StreamRef, mode: hipStreamCaptureMode) -> Result<(), Error> {
    capture::begin(on, capture::mode(mode)?)
}

fn end(on: StreamRef, out: Out<Graph>) -> Result<(), Error> {
    let out = out.wanted("pGraph")?;
    out.set(Graph::NULL);
    out.set(Graph::of(capture::end(on)?));
    Ok(())
}

fn status(on: StreamRef, out: Out<u32>) -> Result<(), Error> {
    let out = out.wanted("pCaptureStatus")?;
    out.set(capture::info(on)?.status as u32);
    Ok(())
}

fn number(on: StreamRef, status: Out<u32>, id: Out<u64>) -> Result<Info, Error> {
    let status = status.wanted("captureStatus_out")?;
    let found = capture::info(on)?;
    status.set(found.status as u32);
    if let Some(place) = id.optional() {
        place.set(found.id);
    }
    Ok(found)
}

/// Like [`number`], with the graph and the nodes that the stream's next node depends on. If the data of edges
/// from these are not wanted, fails if there are some.
pub(crate) fn info(
    on: StreamRef,
    status: Out<u32>,
    id: Out<u64>,
    (graph, last, count): (Out<Graph>, Out<u64>, Out<u64>),
    is_plain: bool,
) -> Result<Info, Error> {
    // The list belongs to the library, and is valid until the thread's next call of this kind.
    thread_local!(static LAST: RefCell<Vec<Node>> = const { RefCell::new(Vec::new()) });
    let (found, last) = (number(on, status, id)?, last.optional());
    if is_plain && last.is_some() && !found.last.iter().all(|(_, data)| data.is_plain()) {
        return Err(GraphError::Lossy.into());
    }
    if let Some(place) = graph.optional() {
        place.set(found.graph.map_or(Graph::NULL, Graph::of));
    }
    if let Some(place) = count.optional() {
        place.set(found.last.len() as u64);
    }
    if let Some(place) = last {
        let nodes: Vec<Node> = found.last.iter().map(|&(node, _)| Node::of(node)).collect();
        place.set(nodes.as_ptr().expose_provenance() as u64);
        LAST.replace(nodes);
    }
    Ok(found)
}

/// Returns whether an update of a stream's dependencies adds to them.
pub(crate) fn dependency_flags(update: u32) -> Result<bool, Error> {
    match Update(update) {
        Update::hipStreamAddCaptureDependencies => Ok(true),
        Update::hipStreamSetCaptureDependencies => Ok(false),
        Update(got) => Err(Error::BadFlags { what: "an update of dependencies", got: got.into() }),
    }
}

entry_points! {
    /// Begins a capture.
    fn hipStreamBeginCapture(on: Stream, mode: hipStreamCaptureMode) { begin(stream(on)?, mode)?; }
    /// Same as `hipStreamBeginCapture`, with the thread's own default stream.
    fn hipStreamBeginCapture_spt(on: Stream, mode: hipStreamCaptureMode) { begin(own(on)?, mode)?; }
    /// Begins a capture into a graph.
    fn hipStreamBeginCaptureToGraph(on: Stream, graph: Graph, behind: In<Node>, data: In<hipGraphEdgeData>, count: u64, mode: hipStreamCaptureMode) {
        let (graph, behind) = (some(graph, "graph")?, with_data(behind, data, count)?);
        capture::begin_to_graph(stream(on)?, graph, &behind, capture::mode(mode)?)?;
    }
    /// Ends a capture.
    fn hipStreamEndCapture(on: Stream, out: Out<Graph>) { end(stream(on)?, out)?; }
    /// Same as `hipStreamEndCapture`, with the thread's own default stream.
    fn hipStreamEndCapture_spt(on: Stream, out: Out<Graph>) { end(own(on)?, out)?; }
    /// Returns whether a stream is capturing.
    fn hipStreamIsCapturing(on: Stream, out: Out<u32>) { status(stream(on)?, out)?; }
    /// Same as `hipStreamIsCapturing`, with the thread's own default stream.
    fn hipStreamIsCapturing_spt(on: Stream, out: Out<u32>) { status(own(on)?, out)?; }
    /// Returns the status of a stream's capture, and its number.
    fn hipStreamGetCaptureInfo(on: Stream, status: Out<u32>, id: Out<u64>) { number(stream(on)?, status, id)?; }
    /// Same as `hipStreamGetCaptureInfo`, with the thread's own default stream.
    fn hipStreamGetCaptureInfo_spt(on: Stream, status: Out<u32>, id: Out<u64>) { number(own(on)?, status, id)?; }
    /// Returns the status of a stream's capture, its number, graph and last nodes.
    fn hipStreamGetCaptureInfo_v2(on: Stream, status: Out<u32>, id: Out<u64>, graph: Out<Graph>, last: Out<u64>, count: Out<u64>) {
        info(stream(on)?, status, id, (graph, last, count), true)?;
    }
    /// Same as `hipStreamGetCaptureInfo_v2`, with the thread's own default stream.
    fn hipStreamGetCaptureInfo_v2_spt(on: Stream, status: Out<u32>, id: Out<u64>, graph: Out<Graph>, last: Out<u64>, count: Out<u64>) {
        info(own(on)?, status, id, (graph, last, count), true)?;
    }
    /// Sets the nodes that a stream's next node depends on, or adds to them.
    fn hipStreamUpdateCaptureDependencies(on: Stream, nodes: In<Node>, count: u64, update: Update) {
        let adds = dependency_flags(update.0)?;
        capture::set_dependencies(stream(on)?, &with_data(nodes, In::at(0), count)?, adds)?;
    }
    /// Sets which calls of this thread a capture forbids.
    fn hipThreadExchangeStreamCaptureMode(mode: Out<hipStreamCaptureMode>) {
        let place = mode.wanted("mode")?;
        let before = capture::exchange_mode(capture::mode(place.get())?);
        place.set(hipStreamCaptureMode(before as u32));
    }
}

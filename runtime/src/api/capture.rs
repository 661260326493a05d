//! Capture of streams into graphs (HIP: "Graph Management", the functions of streams).

use crate::Error;
use crate::api::stream::{self, StreamRef};
use crate::graph::capture::{self, Mode};
use crate::graph::{EdgeData, GraphObject, NodeObject};
use crate::handle::Id;
use crate::state::process;
use crate::sync::Arc;
use hip_sys::hipStreamCaptureMode;

/// Status of a stream's capture (`hipStreamCaptureStatus`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Status {
    /// It does not capture.
    None = 0,
    /// It captures.
    Active = 1,
    /// The capture was invalidated, and can only be ended.
    Invalidated = 2,
}

/// Facts about a stream's capture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Status.
    pub status: Status,
    /// Unique number of the capture; 0 without one.
    pub id: u64,
    /// Graph under construction.
    pub graph: Option<Id<GraphObject>>,
    /// Dependencies of the stream's next node, with data of the edges.
    pub last: Vec<(Id<NodeObject>, EdgeData)>,
}

/// Mode of a C constant.
///
/// # Errors
/// `UnknownEnumerator`.
pub fn mode(code: hipStreamCaptureMode) -> Result<Mode, Error> {
    Ok(match code {
        hipStreamCaptureMode::hipStreamCaptureModeGlobal => Mode::Global,
        hipStreamCaptureMode::hipStreamCaptureModeThreadLocal => Mode::ThreadLocal,
        hipStreamCaptureMode::hipStreamCaptureModeRelaxed => Mode::Relaxed,
        hipStreamCaptureMode(got) => {
            return Err(Error::UnknownEnumerator { what: "capture mode", got: got.into() });
        }
    })
}

/// Begins a capture: calls on the stream become nodes of a new graph (`hipStreamBeginCapture`).
///
/// # Errors
/// `Capture` for the legacy stream and for a stream that captures already; errors of the stream.
pub fn begin(stream: StreamRef, mode: Mode) -> Result<(), Error> {
    capture::begin(&*stream::resolve(stream)?, mode, None)
}

/// Begins a capture into an existing graph, after some of its nodes (`hipStreamBeginCaptureToGraph`).
///
/// # Errors
/// Those of [`begin`]; `Graph` for nodes of another graph; stale handles.
pub fn begin_to_graph(
    stream: StreamRef,
    graph: Id<GraphObject>,
    behind: &[(Id<NodeObject>, EdgeData)],
    mode: Mode,
) -> Result<(), Error> {
    let graph: Arc<GraphObject> = process()?.get(graph)?;
    capture::begin(&*stream::resolve(stream)?, mode, Some((graph, behind.to_vec())))
}

/// Ends a capture. Returns the graph (`hipStreamEndCapture`).
///
/// # Errors
/// `Capture`; errors of the stream.
pub fn end(stream: StreamRef) -> Result<Id<GraphObject>, Error> {
    Ok(capture::end(&*stream::resolve(stream)?)?.id)
}

/// Facts about a stream's capture (`hipStreamIsCapturing`, `hipStreamGetCaptureInfo`).
///
/// # Errors
/// `Capture` for the legacy stream while a stream captures that waits for it; errors of the stream.
pub fn info(stream: StreamRef) -> Result<Info, Error> {
    Ok(match capture::info(&*stream::resolve(stream)?)? {
        None => Info { status: Status::None, id: 0, graph: None, last: Vec::new() },
        Some(found) => Info {
            status: if found.spoilt { Status::Invalidated } else { Status::Active },
            id: found.id,
            graph: Some(found.graph),
            last: found.last,
        },
    })
}

/// Sets the nodes that a stream's next one waits for, or adds to them (`hipStreamUpdateCaptureDependencies`).
///
/// # Errors
/// `Capture`; `Graph` for nodes of another graph; stale handles.
pub fn set_dependencies(
    stream: StreamRef,
    nodes: &[(Id<NodeObject>, EdgeData)],
    add: bool,
) -> Result<(), Error> {
    capture::set_last(&*stream::resolve(stream)?, nodes, add)
}

/// Sets the capture mode of this thread. Returns the previous one (`hipThreadExchangeStreamCaptureMode`).
pub fn exchange_mode(mode: Mode) -> Mode {
    capture::exchange(mode)
}

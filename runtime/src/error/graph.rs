//! Errors of graphs and captures.

use crate::status::Status;
use std::fmt;

/// Conflict of a call with a stream's capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureError {
    /// Call that cannot be captured, or is unsafe during a capture.
    Unsupported,
    /// Capture that an earlier call invalidated.
    Invalidated,
    /// Call that would merge two captures.
    Merge,
    /// Capture that began in another stream.
    Unmatched,
    /// Work of another stream that was not joined to the stream where the capture began.
    Unjoined,
    /// Captured stream that would wait for uncaptured work.
    Isolation,
    /// Legacy stream that would wait for a capturing one.
    Implicit,
    /// Event that was last recorded in a capturing stream.
    Event,
    /// Capture that began in another thread.
    WrongThread,
    /// Stream that is capturing already, or is not capturing.
    State,
}

impl CaptureError {
    /// Status that C callers receive.
    pub const fn status(self) -> Status {
        match self {
            CaptureError::Unsupported => Status::StreamCaptureUnsupported,
            CaptureError::Invalidated => Status::StreamCaptureInvalidated,
            CaptureError::Merge => Status::StreamCaptureMerge,
            CaptureError::Unmatched => Status::StreamCaptureUnmatched,
            CaptureError::Unjoined => Status::StreamCaptureUnjoined,
            CaptureError::Isolation => Status::StreamCaptureIsolation,
            CaptureError::Implicit => Status::StreamCaptureImplicit,
            CaptureError::Event => Status::CapturedEvent,
            CaptureError::WrongThread => Status::StreamCaptureWrongThread,
            CaptureError::State => Status::IllegalState,
        }
    }
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CaptureError::Unsupported => "not permitted while a stream is capturing",
            CaptureError::Invalidated => "the stream's capture was invalidated by an earlier call",
            CaptureError::Merge => "two captures would be merged",
            CaptureError::Unmatched => "the capture began in another stream",
            CaptureError::Unjoined => "work of another stream was not joined to the capture's first",
            CaptureError::Isolation => "a captured stream would wait for uncaptured work",
            CaptureError::Implicit => "the legacy stream would wait for a capturing stream",
            CaptureError::Event => "the event was last recorded in a capturing stream",
            CaptureError::WrongThread => "the capture began in another thread",
            CaptureError::State => "the stream is capturing already, or is not capturing",
        })
    }
}

/// Error of a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GraphError {
    /// Node of another graph.
    Foreign {
        /// Node.
        node: String,
    },
    /// Edge that exists already, is repeated in a list, or is missing.
    Edge {
        /// Source node.
        from: String,
        /// Destination node.
        to: String,
        /// `true` if the edge exists.
        there: bool,
    },
    /// Cycle of nodes.
    Cycle {
        /// Node of the cycle.
        node: String,
    },
    /// Node of another kind than the call requires.
    Kind {
        /// Node.
        node: String,
        /// Kind of the node.
        is: &'static str,
        /// Required kind.
        wanted: &'static str,
    },
    /// Graph that belongs to a node of another graph.
    Owned {
        /// Graph.
        graph: String,
    },
    /// Graph inside of itself.
    Itself {
        /// Graph.
        graph: String,
    },
    /// Node that the executable lacks: its graph is another one, or the node was added later.
    NotInstantiated {
        /// Node.
        node: String,
    },
    /// Operation that is not permitted for graphs that allocate or free memory.
    Memory {
        /// Operation.
        what: &'static str,
    },
    /// Memory of the graph that was not freed since its last launch.
    Unfreed {
        /// Address.
        address: u64,
    },
    /// Address that was not allocated by a node, or that the graph frees already.
    NotAllocated {
        /// Address.
        address: u64,
    },
    /// Executable that cannot be updated to the graph.
    Update {
        /// Reason.
        why: UpdateResult,
    },
    /// Property of an executable's node that cannot change.
    Fixed {
        /// Property.
        what: &'static str,
    },
    /// Release of more references than are held.
    References {
        /// Released references.
        count: u32,
        /// Held references.
        have: u32,
    },
}

/// Result of an update (`hipGraphExecUpdateResult`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum UpdateResult {
    /// Updated.
    Success = 0,
    /// Invalid argument.
    Error = 1,
    /// Different nodes or edges.
    TopologyChanged = 2,
    /// Different kind of a node.
    NodeTypeChanged = 3,
    /// Different parameters that cannot change.
    ParametersChanged = 5,
    /// Node that cannot be updated.
    NotSupported = 6,
}

impl GraphError {
    /// Status that C callers receive.
    pub const fn status(&self) -> Status {
        match self {
            GraphError::Memory { .. } => Status::NotSupported,
            GraphError::Update { .. } => Status::GraphExecUpdateFailure,
            _ => Status::InvalidValue,
        }
    }
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::Foreign { node } => write!(f, "{node} is in another graph"),
            GraphError::Edge { from, to, there: true } => {
                write!(f, "an edge from {from} to {to} already exists")
            }
            GraphError::Edge { from, to, there: false } => write!(f, "no edge from {from} to {to} exists"),
            GraphError::Cycle { node } => write!(f, "{node} is in a cycle"),
            GraphError::Kind { node, is, wanted } => {
                write!(f, "{node} is a {is} node, the call requires a {wanted} node")
            }
            GraphError::Owned { graph } => write!(f, "{graph} belongs to a node and is destroyed with it"),
            GraphError::Itself { graph } => write!(f, "{graph} cannot be a node of itself"),
            GraphError::NotInstantiated { node } => write!(f, "the executable has no {node}"),
            GraphError::Memory { what } => write!(f, "a graph that allocates or frees memory cannot {what}"),
            GraphError::Unfreed { address } => {
                write!(f, "the memory at {address:#x} was not freed since the graph allocated it")
            }
            GraphError::NotAllocated { address } => {
                write!(f, "{address:#x} was not allocated by a graph, or this graph frees it already")
            }
            GraphError::Update { why } => write!(f, "the executable cannot be updated: {why:?}"),
            GraphError::Fixed { what } => write!(f, "{what} of an executable's node cannot change"),
            GraphError::References { count, have } => {
                write!(f, "{count} references are released, only {have} are held")
            }
        }
    }
}

//! What is wrong with a graph or a capture.

use crate::status::Status;
use std::fmt;

/// Why a stream's capture, or what it would forbid, did not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CaptureError {
    /// The call cannot be captured, or is unsafe while a stream is.
    Unsupported,
    /// The capture was spoilt before.
    Invalidated,
    /// Two captures would become one.
    Merge,
    /// The capture began in another stream.
    Unmatched,
    /// Work of another stream was not joined to the one that the capture began in.
    Unjoined,
    /// A captured stream would wait for work outside of the capture.
    Isolation,
    /// The legacy stream would wait for a capturing one.
    Implicit,
    /// The event was last recorded in a capturing stream.
    Event,
    /// The capture began in another thread.
    WrongThread,
    /// The stream captures already, or does not capture.
    State,
}

impl CaptureError {
    /// What C sees of it.
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
            CaptureError::Unsupported => "this cannot be done while a stream captures",
            CaptureError::Invalidated => "the stream's capture was spoilt by an earlier call",
            CaptureError::Merge => "two captures would become one",
            CaptureError::Unmatched => "the capture began in another stream",
            CaptureError::Unjoined => "work of another stream was not joined to the capture's first",
            CaptureError::Isolation => "a captured stream would wait for work outside of the capture",
            CaptureError::Implicit => "the legacy stream would wait for a stream that captures",
            CaptureError::Event => "the event was last recorded in a capturing stream",
            CaptureError::WrongThread => "the capture began in another thread",
            CaptureError::State => "the stream captures already, or does not capture",
        })
    }
}

/// What is wrong with a graph.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GraphError {
    /// A node of another graph.
    Foreign {
        /// The node.
        node: String,
    },
    /// An edge that is there already, or twice in one list.
    Edge {
        /// From and to.
        from: String,
        /// The other end.
        to: String,
        /// Whether the edge is one too many, or missing.
        there: bool,
    },
    /// Nodes that wait for each other.
    Cycle {
        /// One of them.
        node: String,
    },
    /// A call for nodes of another kind.
    Kind {
        /// The node.
        node: String,
        /// The kind that it has.
        is: &'static str,
        /// The kind that the call is for.
        wanted: &'static str,
    },
    /// The graph belongs to a node of another one.
    Owned {
        /// The graph.
        graph: String,
    },
    /// A graph inside of itself.
    Itself {
        /// The graph.
        graph: String,
    },
    /// The executable was not made of the graph that the node is in, or before the node was.
    NotInstantiated {
        /// The node.
        node: String,
    },
    /// What graphs that allocate or free memory do not allow.
    Memory {
        /// What.
        what: &'static str,
    },
    /// The memory that the graph allocates was not freed since its last launch.
    Unfreed {
        /// Its address.
        address: u64,
    },
    /// The address was not allocated by a node, or the graph frees it already.
    NotAllocated {
        /// The address.
        address: u64,
    },
    /// An executable that cannot become what the graph is.
    Update {
        /// Why.
        why: UpdateResult,
    },
    /// What a node of an executable cannot change.
    Fixed {
        /// What.
        what: &'static str,
    },
    /// More references are given back than there are.
    References {
        /// Given back.
        count: u32,
        /// There are.
        have: u32,
    },
}

/// `hipGraphExecUpdateResult`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum UpdateResult {
    /// Updated.
    Success = 0,
    /// An argument was wrong.
    Error = 1,
    /// Nodes or edges differ.
    TopologyChanged = 2,
    /// A node's kind differs.
    NodeTypeChanged = 3,
    /// A node's parameters differ in what cannot change.
    ParametersChanged = 5,
    /// Something of a node cannot be updated.
    NotSupported = 6,
}

impl GraphError {
    /// What C sees of it.
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
                write!(f, "there is an edge from {from} to {to} already")
            }
            GraphError::Edge { from, to, there: false } => write!(f, "there is no edge from {from} to {to}"),
            GraphError::Cycle { node } => write!(f, "{node} waits for itself"),
            GraphError::Kind { node, is, wanted } => {
                write!(f, "{node} is a {is} node, the call is for {wanted} nodes")
            }
            GraphError::Owned { graph } => write!(f, "{graph} belongs to a node and goes with it"),
            GraphError::Itself { graph } => write!(f, "{graph} cannot be a node of itself"),
            GraphError::NotInstantiated { node } => write!(f, "the executable has no {node}"),
            GraphError::Memory { what } => write!(f, "a graph that allocates or frees memory cannot {what}"),
            GraphError::Unfreed { address } => {
                write!(f, "the memory at {address:#x} was not freed since the graph allocated it")
            }
            GraphError::NotAllocated { address } => {
                write!(f, "{address:#x} was allocated by no graph, or is freed by this one already")
            }
            GraphError::Update { why } => write!(f, "the executable cannot be updated: {why:?}"),
            GraphError::Fixed { what } => write!(f, "{what} of an executable's node cannot change"),
            GraphError::References { count, have } => {
                write!(f, "{count} references are given back where there are {have}")
            }
        }
    }
}

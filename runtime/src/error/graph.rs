//! Errors of graphs and captures.

use crate::status::Status;

/// Conflict of a call with a stream's capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CaptureError {
    /// Call that cannot be captured, or is unsafe during a capture.
    #[error("not permitted while a stream is capturing")]
    Unsupported,
    /// Capture that an earlier call invalidated.
    #[error("the stream's capture was invalidated by an earlier call")]
    Invalidated,
    /// Call that would merge two captures.
    #[error("two captures would be merged")]
    Merge,
    /// Capture that began in another stream.
    #[error("the capture began in another stream")]
    Unmatched,
    /// Work of another stream that was not joined to the stream where the capture began.
    #[error("work of another stream was not joined to the capture's first")]
    Unjoined,
    /// Captured stream that would wait for uncaptured work.
    #[error("a captured stream would wait for uncaptured work")]
    Isolation,
    /// Legacy stream that would wait for a capturing one.
    #[error("the legacy stream would wait for a capturing stream")]
    Implicit,
    /// Event that was last recorded in a capturing stream.
    #[error("the event was last recorded in a capturing stream")]
    Event,
    /// Capture that began in another thread.
    #[error("the capture began in another thread")]
    WrongThread,
    /// Stream that is capturing already, or is not capturing.
    #[error("the stream is capturing already, or is not capturing")]
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

/// Error of a graph.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum GraphError {
    /// Node of another graph.
    #[error("{node} is in another graph")]
    Foreign {
        /// Node.
        node: String,
    },
    /// Edge that exists already, is repeated in a list, or is missing.
    #[error("{}", edge(.from, .to, *.there))]
    Edge {
        /// Source node.
        from: String,
        /// Destination node.
        to: String,
        /// `true` if the edge exists.
        there: bool,
    },
    /// Data of an edge that nodes of these kinds cannot have.
    #[error("an edge between such nodes cannot have ports {from_port} and {to_port} and type {kind}")]
    EdgeData {
        /// Port of the first node.
        from_port: u8,
        /// Port of the second node.
        to_port: u8,
        /// Type of the edge.
        kind: u8,
    },
    /// Query without data of edges that have some.
    #[error("edges have data, which the query would not return")]
    Lossy,
    /// Cycle of nodes.
    #[error("{node} is in a cycle")]
    Cycle {
        /// Node of the cycle.
        node: String,
    },
    /// Node of another kind than the call requires.
    #[error("{node} is a {is} node, the call requires a {wanted} node")]
    Kind {
        /// Node.
        node: String,
        /// Kind of the node.
        is: &'static str,
        /// Required kind.
        wanted: &'static str,
    },
    /// Graph that belongs to a node of another graph.
    #[error("{graph} belongs to a node and is destroyed with it")]
    Owned {
        /// Graph.
        graph: String,
    },
    /// Graph inside of itself.
    #[error("{graph} cannot be a node of itself")]
    Itself {
        /// Graph.
        graph: String,
    },
    /// Node that the executable lacks: its graph is another one, or the node was added later.
    #[error("the executable has no {node}")]
    NotInstantiated {
        /// Node.
        node: String,
    },
    /// Operation that is not permitted for graphs that allocate or free memory.
    #[error("a graph that allocates or frees memory cannot {what}")]
    Memory {
        /// Operation.
        what: &'static str,
    },
    /// Operation that is not permitted for graphs with conditional nodes, or for their bodies.
    #[error("a graph with conditional nodes, or a body of one, cannot {what}")]
    Conditional {
        /// Operation.
        what: &'static str,
    },
    /// Conditional handle of another graph, or of another node.
    #[error("conditional handle {handle:#x} is no unused handle of the graph")]
    Handle {
        /// Handle.
        handle: u64,
    },
    /// Conditional handle that no node of the graph uses.
    #[error("no conditional node uses handle {handle:#x}")]
    UnusedHandle {
        /// Handle.
        handle: u64,
    },
    /// Node that cannot be in the body of a conditional node.
    #[error("a {kind} node cannot be in the body of a conditional node")]
    InBody {
        /// Kind of the node.
        kind: &'static str,
        /// Word of the node's handle.
        node: u64,
    },
    /// Node of a graph that kernels shall launch, which they cannot.
    #[error("kernels cannot launch a graph with a {kind} node")]
    NotOnDevice {
        /// Kind of the node.
        kind: &'static str,
        /// Word of the node's handle.
        node: u64,
    },
    /// Memory of the graph that was not freed since its last launch.
    #[error("the memory at {address:#x} was not freed since the graph allocated it")]
    Unfreed {
        /// Address.
        address: u64,
    },
    /// Address that was not allocated by a node, or that the graph frees already.
    #[error("{address:#x} was not allocated by a graph, or this graph frees it already")]
    NotAllocated {
        /// Address.
        address: u64,
    },
    /// Executable that cannot be updated to the graph.
    #[error("the executable cannot be updated: {why:?}")]
    Update {
        /// Reason.
        why: UpdateResult,
    },
    /// Property of an executable's node that cannot change.
    #[error("{what} of an executable's node cannot change")]
    Fixed {
        /// Property.
        what: &'static str,
    },
    /// Release of more references than are held.
    #[error("{count} references are released, only {have} are held")]
    References {
        /// Released references.
        count: u32,
        /// Held references.
        have: u32,
    },
}

/// Formats the error of an edge.
fn edge(from: &str, to: &str, there: bool) -> String {
    match there {
        true => format!("an edge from {from} to {to} already exists"),
        false => format!("no edge from {from} to {to} exists"),
    }
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
            GraphError::Memory { .. } | GraphError::Conditional { .. } => Status::NotSupported,
            GraphError::Lossy => Status::LossyQuery,
            GraphError::Update { .. } => Status::GraphExecUpdateFailure,
            _ => Status::InvalidValue,
        }
    }
}

//! Data of edges: which part of a node another one waits for.
//!
//! A kernel may depend on the launch of all blocks of another one, or on their programmatic triggers. Work
//! here starts in the order of full dependencies in any case, which satisfies both.

use crate::Error;
use crate::graph::{GraphError, Operation};

/// Port of a kernel: all its blocks have triggered or ended.
const PROGRAMMATIC: u8 = 1;
/// Port of a kernel: all its blocks have begun.
const LAUNCH_COMPLETION: u8 = 2;
/// Type of an edge whose second kernel may wait for the first by itself.
const PROGRAMMATIC_TYPE: u8 = 1;

/// Data of an edge (`hipGraphEdgeData`); zeros for a full dependency.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct EdgeData {
    /// Port of the first node (`hipGraphKernelNodePort…`).
    pub from_port: u8,
    /// Port of the second node, always 0.
    pub to_port: u8,
    /// Type (`hipGraphDependencyType`).
    pub kind: u8,
}

impl EdgeData {
    /// Returns whether the edge is a full dependency.
    pub fn is_plain(self) -> bool {
        self == EdgeData::default()
    }

    /// Fails for data that an edge between such nodes cannot have (observed on an H100).
    ///
    /// # Errors
    /// `Graph`.
    pub(crate) fn check(self, from: &Operation, to: &Operation) -> Result<(), Error> {
        let is_kernel = |operation: &Operation| matches!(operation, Operation::Kernel(_));
        let EdgeData { from_port, to_port, kind } = self;
        let fits = match (from_port, kind) {
            (0, 0) => true,
            (LAUNCH_COMPLETION, 0) => is_kernel(from),
            (PROGRAMMATIC | LAUNCH_COMPLETION, PROGRAMMATIC_TYPE) => is_kernel(from) && is_kernel(to),
            _ => false,
        };
        match fits && to_port == 0 {
            true => Ok(()),
            false => Err(GraphError::EdgeData { from_port, to_port, kind }.into()),
        }
    }
}

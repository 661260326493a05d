//! Errors of rejected operations, with the numbers that decided.

use crate::{OpId, StreamId};

/// Reason for which an operation was rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The operation is unknown or complete.
    #[error("{0} is complete and can launch nothing")]
    NoParent(OpId),
    /// The stream is unknown: destroyed, or of another device.
    #[error("{0} does not exist")]
    NoStream(StreamId),
    /// The stream's channel is full: retry after the front end has passed an entry of this context.
    #[error("channel {channel} is full: {entries} operations wait in its ring, with {bytes} bytes")]
    ChannelFull {
        /// Number of the channel in its context.
        channel: u32,
        /// Operations in its ring.
        entries: u32,
        /// Bytes in its pushbuffer.
        bytes: u64,
    },
    /// No SM of the stream holds one block of the grid.
    #[error("one block needs {needed} {what}, an SM has {available}")]
    BlockTooLarge {
        /// The exhausted resource.
        what: &'static str,
        /// Demand of a block.
        needed: u32,
        /// Capacity of an SM.
        available: u32,
    },
    /// The blocks of a cooperative grid cannot all be resident at once.
    #[error("a cooperative grid of {blocks} blocks, of which {fit} can be resident at once")]
    CooperativeTooLarge {
        /// Blocks of the grid.
        blocks: u64,
        /// Blocks that fit on the stream's SMs.
        fit: u64,
    },
    /// A cluster's blocks cannot be resident at once, or the grid is no multiple of the cluster.
    #[error("a grid of {blocks} blocks in clusters of {cluster}: {fit} blocks can be resident at once")]
    ClusterTooLarge {
        /// Blocks of a cluster.
        cluster: u32,
        /// Blocks of the grid.
        blocks: u64,
        /// Blocks that fit on the stream's SMs.
        fit: u64,
    },
}

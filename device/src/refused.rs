//! Errors of rejected operations, with the numbers that decided.

use crate::{OpId, StreamId};
use std::fmt;

/// Reason for which an operation was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The operation is unknown or complete.
    NoParent(OpId),
    /// The stream is unknown: destroyed, or of another device.
    NoStream(StreamId),
    /// The stream's channel is full: retry after the front end has passed an entry of this context.
    ChannelFull {
        /// Number of the channel in its context.
        channel: u32,
        /// Operations in its ring.
        entries: u32,
        /// Bytes in its pushbuffer.
        bytes: u64,
    },
    /// No SM of the stream holds one block of the grid.
    BlockTooLarge {
        /// The exhausted resource.
        what: &'static str,
        /// Demand of a block.
        needed: u32,
        /// Capacity of an SM.
        available: u32,
    },
    /// The blocks of a cooperative grid cannot all be resident at once.
    CooperativeTooLarge {
        /// Blocks of the grid.
        blocks: u64,
        /// Blocks that fit on the stream's SMs.
        fit: u64,
    },
    /// A cluster's blocks cannot be resident at once, or the grid is no multiple of the cluster.
    ClusterTooLarge {
        /// Blocks of a cluster.
        cluster: u32,
        /// Blocks of the grid.
        blocks: u64,
        /// Blocks that fit on the stream's SMs.
        fit: u64,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoParent(id) => write!(f, "{id} is complete and can launch nothing"),
            Refused::NoStream(id) => write!(f, "{id} does not exist"),
            Refused::ChannelFull { channel, entries, bytes } => {
                write!(
                    f,
                    "channel {channel} is full: {entries} operations wait in its ring, with {bytes} bytes"
                )
            }
            Refused::BlockTooLarge { what, needed, available } => {
                write!(f, "one block needs {needed} {what}, an SM has {available}")
            }
            Refused::CooperativeTooLarge { blocks, fit } => {
                write!(f, "a cooperative grid of {blocks} blocks, of which {fit} can be resident at once")
            }
            Refused::ClusterTooLarge { cluster, blocks, fit } => {
                write!(
                    f,
                    "a grid of {blocks} blocks in clusters of {cluster}: {fit} blocks can be resident at once"
                )
            }
        }
    }
}

impl std::error::Error for Refused {}

//! Why an operation was not taken, with the numbers that decided.

use crate::{OpId, StreamId};
use std::fmt;

/// Why an operation was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// No such operation, or it is complete.
    NoParent(OpId),
    /// No such stream (destroyed, or of another device).
    NoStream(StreamId),
    /// The stream's channel is full: try again after something of this context was passed by the front end.
    ChannelFull {
        /// Number of the channel in its context.
        channel: u32,
        /// Operations in its ring.
        entries: u32,
        /// Bytes in its pushbuffer.
        bytes: u64,
    },
    /// No SM that the stream may use holds one block of the grid.
    BlockTooLarge {
        /// Which resource is too small.
        what: &'static str,
        /// What a block needs.
        needed: u32,
        /// What an SM has.
        available: u32,
    },
    /// A cooperative grid's blocks cannot be resident all at once.
    CooperativeTooLarge {
        /// Blocks of the grid.
        blocks: u64,
        /// Blocks that fit on the SMs the stream may use.
        fit: u64,
    },
    /// A cluster's blocks cannot be resident at once, or the grid is not made of whole clusters.
    ClusterTooLarge {
        /// Blocks of a cluster.
        cluster: u32,
        /// Blocks of the grid.
        blocks: u64,
        /// Blocks that fit on the SMs the stream may use.
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

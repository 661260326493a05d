//! Resources that green contexts are made of: SMs and work queues.

use crate::backend::Described;
use crate::handle::Id;
use crate::objects::kinds;
pub use crate::types::SmResource;

kinds! {
    DescObject = 6, "resource descriptor";
}

/// Number of streams that progress concurrently, and contexts that share their work queues (CUDA driver API
/// 13, "Workqueues").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueueConfig {
    /// Ordinal of the device.
    pub device: u32,
    /// Streams whose work does not wait for one another's, as far as there are channels.
    pub limit: u32,
    /// No other balanced context uses the same queues.
    pub balanced: bool,
}

/// Work queues that there are: those of a context.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WorkQueues {
    /// Requested configuration.
    pub config: QueueConfig,
    /// Handle of the context that owns the channels.
    pub(crate) owner: u64,
    /// Their number in it.
    pub(crate) set: u32,
}

impl WorkQueues {
    /// Two words that stand for them among all of a process.
    pub fn words(&self) -> (u64, u32) {
        (self.owner, self.set)
    }

    /// Those that [two words](WorkQueues::words) stand for.
    pub fn from_words(config: QueueConfig, (owner, set): (u64, u32)) -> Self {
        WorkQueues { config, owner, set }
    }
}

/// Work queues that a descriptor requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QueueWish {
    /// Some of this kind.
    Config(QueueConfig),
    /// Those of another context.
    Existing(WorkQueues),
}

/// Resources that a green context can be made of.
#[derive(Debug)]
pub struct DescObject {
    pub(crate) id: Id<DescObject>,
    pub(crate) described: Described,
    pub(crate) queues: Option<QueueWish>,
}

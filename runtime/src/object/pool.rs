//! Memory pools.

use crate::backend;
use crate::handle::Id;
use crate::objects::kinds;
use crate::sync::Arc;

kinds! {
    PoolObject = 24, "memory pool";
}

/// A memory pool.
#[derive(Debug)]
pub struct PoolObject {
    pub(crate) id: Id<PoolObject>,
    /// Ordinal of its device.
    pub(crate) device: usize,
    /// Kinds of handles it can be exported as, a mask.
    pub(crate) handle_types: u32,
    /// Process and handle of the pool that it stands for, if it is another process's.
    pub(crate) exporter: Option<(u32, u64)>,
    pub(crate) backend: Arc<dyn backend::Pool>,
}

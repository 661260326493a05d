//! Objects that are mapped at reserved addresses.

use crate::backend;
use crate::handle::Id;
use crate::objects::kinds;
use crate::sync::{Arc, AtomicU32};

kinds! {
    PhysicalObject = 25, "physical memory";
    MulticastObject = 26, "multicast object";
}

/// Physical memory (`hipMemGenericAllocationHandle_t`).
#[derive(Debug)]
pub struct PhysicalObject {
    pub(crate) id: Id<PhysicalObject>,
    /// Number of creations, imports and retains that were not released.
    pub(crate) references: AtomicU32,
    pub(crate) backend: Arc<dyn backend::Physical>,
}

/// Multicast object (`hipExtMulticastCreate`).
#[derive(Debug)]
pub struct MulticastObject {
    pub(crate) id: Id<MulticastObject>,
    /// Number of creations and retains that were not released.
    pub(crate) references: AtomicU32,
    pub(crate) backend: Arc<dyn backend::Multicast>,
}

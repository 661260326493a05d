//! Physical memory as an object: it goes when nothing names or maps it any more.

use super::Memory;
use super::share::Physical;
use crate::handle::Id;
use crate::objects::kinds;
use crate::sync::AtomicU32;

kinds! {
    PhysicalObject = 25, "physical memory";
}

/// Physical memory (`hipMemGenericAllocationHandle_t`).
#[derive(Debug)]
pub struct PhysicalObject {
    pub(crate) id: Id<PhysicalObject>,
    /// Ordinal of its device.
    pub(crate) device: usize,
    /// Kinds of handles it can be exported as, a mask.
    pub(crate) handle_types: u32,
    /// How often it was made, imported or retained and not released.
    pub(crate) references: AtomicU32,
    pub(crate) memory: Physical,
    /// Bytes that it takes of its device; another process's memory takes none.
    pub(crate) _counted: Option<Counted>,
}

/// Bytes of a device's memory that are taken while this lives.
pub(crate) struct Counted {
    memory: &'static Memory,
    device: usize,
    bytes: u64,
}

impl Counted {
    /// Takes bytes of a device.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(crate) fn new(memory: &'static Memory, device: usize, bytes: u64) -> Result<Counted, crate::Error> {
        memory.count(device, bytes)?;
        Ok(Counted { memory, device, bytes })
    }
}

impl std::fmt::Debug for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Counted({} bytes of device {})", self.bytes, self.device)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.memory.uncount(self.device, self.bytes);
    }
}

//! Arrays: images in device memory, row by row without gaps.

use super::context::Context;
use crate::Error;
use crate::backend::{self, ArrayPart, End};
use crate::memory::{HEAP_ALIGN, Memory};
use crate::sync::Arc;
use crate::types::{AllocationKind, ArrayDesc, Pitch, Pointer, Request};
use ptx::texture::{Image, Shape};
use std::any::Any;
use std::fmt;

/// Array of the software device.
pub(super) struct Array {
    pub(super) image: Image,
    /// Its own memory; a level has none.
    owned: Option<Owned>,
}

/// Array with levels of the software device.
pub(super) struct MipmappedArray {
    pub(super) image: Image,
    owned: Owned,
}

/// Memory of an array.
#[derive(Clone, Copy)]
struct Owned {
    memory: &'static Memory,
    base: u64,
    bytes: u64,
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Array({:?})", self.image)
    }
}

impl fmt::Debug for MipmappedArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MipmappedArray({:?})", self.image)
    }
}

/// The software device's own array.
///
/// # Errors
/// `Bug` for another device's.
pub(super) fn software_array(array: &dyn backend::Array) -> Result<&Array, Error> {
    let array: &dyn Any = array;
    array.downcast_ref().ok_or_else(|| crate::bug::bug!("an array of another kind of device"))
}

/// The software device's own array with levels.
///
/// # Errors
/// `Bug` for another device's.
pub(super) fn software_mipmapped(array: &dyn backend::MipmappedArray) -> Result<&MipmappedArray, Error> {
    let array: &dyn Any = array;
    array.downcast_ref().ok_or_else(|| crate::bug::bug!("an array of another kind of device"))
}

/// Returns an end of a copy as memory.
///
/// # Errors
/// As [`software_array`].
pub(crate) fn memory_of(end: &End) -> Result<(Pointer, Pitch), Error> {
    match end {
        &End::Memory(pointer, pitch) => Ok((pointer, pitch)),
        End::Array(ArrayPart { array, position: [x, y, z], .. }) => {
            let level = &software_array(&**array)?.image.levels[0];
            let [row, slice] = level.pitch;
            Ok((Pointer::on_device(level.address + z * slice + y * row + x), Pitch { row, slice }))
        }
    }
}

impl Context {
    /// Allocates an image.
    ///
    /// # Errors
    /// `OutOfMemory`.
    fn image(&self, desc: &ArrayDesc, shape: Shape, levels: u32) -> Result<(Image, Owned), Error> {
        let memory = self.memory();
        // Each side is within the limit of the shape.
        let size = [desc.width, desc.height, desc.depth].map(|side| side as u32);
        let at = |address| Image::packed(shape, desc.format, desc.channels as u8, size, levels, address);
        let (_, bytes) = at(0);
        let kind = AllocationKind::Variable;
        let request = Request { bytes, kind, device: self.device.ordinal, owner: self.owner };
        let base = memory.allocate(request)?.base();
        Ok((at(base).0, Owned { memory, base, bytes }))
    }

    /// Makes an array.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(super) fn make_array(&self, desc: &ArrayDesc, shape: Shape) -> Result<Array, Error> {
        let (image, owned) = self.image(desc, shape, 1)?;
        Ok(Array { image, owned: Some(owned) })
    }

    /// Makes an array with levels.
    ///
    /// # Errors
    /// `OutOfMemory`.
    pub(super) fn make_mipmapped(
        &self,
        desc: &ArrayDesc,
        shape: Shape,
        levels: u32,
    ) -> Result<MipmappedArray, Error> {
        let (image, owned) = self.image(desc, shape, levels)?;
        Ok(MipmappedArray { image, owned })
    }
}

impl backend::Array for Array {
    fn extent(&self) -> [u64; 3] {
        let level = &self.image.levels[0];
        [level.pitch[0], level.size[1].into(), level.size[2].into()]
    }

    fn free(&self) {
        if let Some(Owned { memory, base, .. }) = self.owned {
            memory.remove(base);
        }
    }
}

impl backend::MipmappedArray for MipmappedArray {
    fn extent(&self, level: usize) -> Option<[u32; 3]> {
        self.image.levels.get(level).map(|level| level.size)
    }

    fn level(&self, level: usize) -> Option<Arc<dyn backend::Array>> {
        let level = *self.image.levels.get(level)?;
        let image = Image { levels: vec![level], ..self.image.clone() };
        Some(Arc::new(Array { image, owned: None }))
    }

    fn memory(&self) -> (u64, u64) {
        (HEAP_ALIGN, self.owned.bytes)
    }

    fn free(&self) {
        self.owned.memory.remove(self.owned.base);
    }
}

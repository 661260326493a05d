//! Arrays with levels, each of half the sides of the one before.

use super::array::{Array, Texel};
use super::memory::Owned;
use super::storage::{Loan, Storage};
use crate::Error;
use crate::api::array::{self, ArrayDesc, flag};
use crate::object::MipmapObject;
use crate::state::process;
use crate::sync::Arc;
use std::fmt;

/// Array of texels with levels, of which each has half the sides of the one before, rounded down, and at
/// least 1. A texture of it is read at a level of detail, by normalised coordinates. Freed on drop, after the
/// work that uses it.
pub struct Mipmaps<T> {
    storage: Arc<Storage>,
    object: Arc<MipmapObject>,
    levels: Vec<Array<T>>,
}

impl<T: Texel> Mipmaps<T> {
    /// Allocates uninitialised rows of texels with levels: at least one, and as many as halve the longer side
    /// to 1 at most.
    ///
    /// # Errors
    /// `OutOfRange` for an empty one, and for a larger one than textures can be; `OutOfMemory`; errors of the
    /// current context.
    pub fn d2(width: usize, height: usize, levels: u32) -> Result<Self, Error> {
        Mipmaps::allocate([width, height.max(1), 0], levels)
    }

    /// Allocates uninitialised slices of rows of texels with levels, as [`Mipmaps::d2`] does.
    ///
    /// # Errors
    /// Those of [`Mipmaps::d2`].
    pub fn d3(width: usize, height: usize, depth: usize, levels: u32) -> Result<Self, Error> {
        Mipmaps::allocate([width, height.max(1), depth.max(1)], levels)
    }

    fn allocate(sides: [usize; 3], levels: u32) -> Result<Self, Error> {
        let [width, height, depth] = sides.map(|side| side as u64);
        let (format, channels) = (T::FORMAT, T::CHANNELS);
        let desc = ArrayDesc { width, height, depth, format, channels, flags: flag::SURFACE };
        let object = process()?.get(array::create_mipmapped(desc, levels)?)?;
        let storage = Storage::new(0, Owned::Mipmaps(Arc::clone(&object)));
        let level = |number| {
            let level = process()?.get(array::level(object.id, number)?)?;
            Ok(Array::level(&storage, level, number))
        };
        let levels = (0..object.levels.len() as u32).map(level).collect::<Result<_, Error>>()?;
        Ok(Mipmaps { storage, object, levels })
    }
}

impl<T> Mipmaps<T> {
    /// Levels, the largest first.
    pub fn levels(&self) -> &[Array<T>] {
        &self.levels
    }

    /// Levels, to be written.
    pub fn levels_mut(&mut self) -> &mut [Array<T>] {
        &mut self.levels
    }

    pub(super) const fn object(&self) -> &Arc<MipmapObject> {
        &self.object
    }

    /// All levels.
    pub(super) fn loan(&self, writes: bool) -> Loan {
        let part = 0..self.levels.len() as u64;
        Loan { storage: Arc::clone(&self.storage), part, writes, graph: None }
    }
}

impl<T> fmt::Debug for Mipmaps<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.levels).finish()
    }
}

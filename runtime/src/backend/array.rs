//! Arrays, and the ends of copies, which are arrays or memory.

use crate::sync::Arc;
use crate::types::{Pitch, Pointer};
use std::any::Any;
use std::fmt::Debug;

/// Array, or a level of one with levels.
pub(crate) trait Array: Any + Debug + Send + Sync {
    /// Returns the extent: bytes a row, rows, slices.
    fn extent(&self) -> [u64; 3];

    /// Frees the array's memory; a level has none of its own.
    fn free(&self);
}

/// Array with levels.
pub(crate) trait MipmappedArray: Any + Debug + Send + Sync {
    /// Returns the extent of a level in texels; none beyond the last level.
    fn extent(&self, level: usize) -> Option<[u32; 3]>;

    /// Returns a level as an array; none beyond the last level.
    fn level(&self, level: usize) -> Option<Arc<dyn Array>>;

    /// Returns alignment and size of the array's memory, bytes.
    fn memory(&self) -> (u64, u64);

    /// Frees the array's memory.
    fn free(&self);
}

/// End of a copy.
#[derive(Clone, Debug)]
pub enum End {
    /// Memory from an address on, with the distances of rows and slices.
    Memory(Pointer, Pitch),
    /// Array from a position on.
    Array(ArrayPart),
}

/// Part of an array that begins at a position.
#[derive(Clone, Debug)]
pub struct ArrayPart {
    /// Word of the array's handle.
    pub(crate) word: u64,
    /// Bytes of a texel.
    pub(crate) texel: u64,
    pub(crate) array: Arc<dyn Array>,
    /// Bytes of the row, rows, slices before it.
    pub(crate) position: [u64; 3],
}

impl End {
    /// Returns the address, or the word of the array's handle.
    pub(crate) fn word(&self) -> u64 {
        match self {
            End::Memory(pointer, _) => pointer.address(),
            End::Array(part) => part.word,
        }
    }
}

impl From<(Pointer, Pitch)> for End {
    fn from((pointer, pitch): (Pointer, Pitch)) -> End {
        End::Memory(pointer, pitch)
    }
}

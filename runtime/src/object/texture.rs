//! Descriptions of textures and surfaces.

use super::{ArrayObject, MipmapObject};
use crate::handle::Id;
use crate::types;

pub use crate::types::TextureDesc;

/// Resource that a texture reads.
pub type Resource = types::Resource<Id<ArrayObject>, Id<MipmapObject>>;

/// Description of a texture or surface.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Made {
    /// Resource that it reads.
    pub resource: Resource,
    /// Sampling parameters; a surface has none.
    pub texture: Option<TextureDesc>,
}

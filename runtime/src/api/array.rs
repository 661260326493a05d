//! Arrays: memory for textures and surfaces (HIP: "Memory Management", and mipmapped arrays of "Texture
//! Management").
//!
//! How an array lies in memory is the device's: copies name a part of it.

use crate::Error;
use crate::backend::{ArrayPart, End};
use crate::handle::Id;
use crate::object::{ArrayObject, MipmapObject};
use crate::state::{process, usable};
use crate::sync::{Arc, OnceLock};
use hip_sys::hipArray_Format;
use ptx::texture::Shape;

pub use crate::types::ArrayDesc;
pub use ptx::texture::Format;

/// Flags of an array, as in C.
pub mod flag {
    /// The last dimension counts layers.
    pub const LAYERED: u32 = 1;
    /// Surfaces may be made of it.
    pub const SURFACE: u32 = 2;
    /// Layers are faces of cubes.
    pub const CUBEMAP: u32 = 4;
    /// `tld4` may read it.
    pub const GATHER: u32 = 8;
}

/// Format of a C constant.
pub fn format_of(code: hipArray_Format) -> Option<Format> {
    Some(match code {
        hipArray_Format::HIP_AD_FORMAT_UNSIGNED_INT8 => Format::U8,
        hipArray_Format::HIP_AD_FORMAT_UNSIGNED_INT16 => Format::U16,
        hipArray_Format::HIP_AD_FORMAT_UNSIGNED_INT32 => Format::U32,
        hipArray_Format::HIP_AD_FORMAT_SIGNED_INT8 => Format::S8,
        hipArray_Format::HIP_AD_FORMAT_SIGNED_INT16 => Format::S16,
        hipArray_Format::HIP_AD_FORMAT_SIGNED_INT32 => Format::S32,
        hipArray_Format::HIP_AD_FORMAT_HALF => Format::F16,
        hipArray_Format::HIP_AD_FORMAT_FLOAT => Format::F32,
        _ => return None,
    })
}

/// C constant of a format.
pub const fn format_code(format: Format) -> hipArray_Format {
    match format {
        Format::U8 => hipArray_Format::HIP_AD_FORMAT_UNSIGNED_INT8,
        Format::U16 => hipArray_Format::HIP_AD_FORMAT_UNSIGNED_INT16,
        Format::U32 => hipArray_Format::HIP_AD_FORMAT_UNSIGNED_INT32,
        Format::S8 => hipArray_Format::HIP_AD_FORMAT_SIGNED_INT8,
        Format::S16 => hipArray_Format::HIP_AD_FORMAT_SIGNED_INT16,
        Format::S32 => hipArray_Format::HIP_AD_FORMAT_SIGNED_INT32,
        Format::F16 => hipArray_Format::HIP_AD_FORMAT_HALF,
        Format::F32 => hipArray_Format::HIP_AD_FORMAT_FLOAT,
    }
}

/// Largest sides by shape (an H200's attributes).
const fn limits(shape: Shape) -> [u64; 3] {
    match shape {
        Shape::D1 => [131_072, 0, 0],
        Shape::D2 => [131_072, 65_536, 0],
        Shape::D3 => [16_384, 16_384, 16_384],
        Shape::Layers1 => [32_768, 0, 2048],
        Shape::Layers2 => [32_768, 32_768, 2048],
        Shape::Cube => [32_768, 32_768, 6],
        Shape::Cubes => [32_768, 32_768, 2046],
    }
}

impl ArrayDesc {
    /// Shape of the array, if its extent fits the flags.
    ///
    /// # Errors
    /// `BadFlags`, `OutOfRange`.
    pub fn shape(&self) -> Result<Shape, Error> {
        let bad = Error::BadFlags { what: "an array", got: self.flags.into() };
        let layered = self.flags & flag::LAYERED != 0;
        let shape = match (layered, self.flags & flag::CUBEMAP != 0) {
            (layered, true) => {
                let cubes =
                    if layered { self.depth.is_multiple_of(6) && self.depth > 0 } else { self.depth == 6 };
                if self.width != self.height || !cubes {
                    return Err(bad);
                }
                if layered { Shape::Cubes } else { Shape::Cube }
            }
            (true, false) if self.depth == 0 => return Err(bad),
            (true, false) => {
                if self.height == 0 {
                    Shape::Layers1
                } else {
                    Shape::Layers2
                }
            }
            (false, false) => match (self.height, self.depth) {
                (0, 0) => Shape::D1,
                (_, 0) => Shape::D2,
                (0, _) => return Err(Error::OutOfRange { what: "height", got: 0, min: 1, max: 16_384 }),
                _ => Shape::D3,
            },
        };
        let known = flag::LAYERED | flag::SURFACE | flag::CUBEMAP | flag::GATHER;
        if self.flags & !known != 0 || self.flags & flag::GATHER != 0 && shape != Shape::D2 {
            return Err(bad);
        }
        let sides = [("width", self.width), ("height", self.height), ("depth", self.depth)];
        for ((what, got), max) in sides.into_iter().zip(limits(shape)) {
            let min = u64::from(what == "width");
            if got < min || got > max {
                return Err(Error::OutOfRange { what, got, min, max });
            }
        }
        Ok(shape)
    }

    /// Bytes of a texel.
    fn texel(&self) -> u64 {
        u64::from(self.format.bytes()) * u64::from(self.channels)
    }

    /// Shape of the array, if its channels exist too.
    fn checked_shape(&self) -> Result<Shape, Error> {
        if !matches!(self.channels, 1 | 2 | 4) {
            let got = self.channels.into();
            return Err(Error::OutOfRange { what: "channels", got, min: 1, max: 4 });
        }
        self.shape()
    }
}

/// Creates an array (`hipArray3DCreate`, `hipMallocArray`).
///
/// # Errors
/// `OutOfRange`, `BadFlags`, `OutOfMemory`; errors of the current context.
pub fn create(desc: ArrayDesc) -> Result<Id<ArrayObject>, Error> {
    let context = usable()?;
    let backend = context.backend.array(&desc, desc.checked_shape()?)?;
    let context = context.owner();
    Ok(process()?.insert(|id| ArrayObject { id, context, desc, is_level: false, backend }).id)
}

/// Frees an array after the context's work is done; a level of another is not freed alone (`hipFreeArray`).
///
/// # Errors
/// `BadHandle`, `StaleHandle`; errors of the current context.
pub fn destroy(id: Id<ArrayObject>) -> Result<(), Error> {
    let context = usable()?;
    let process = process()?;
    let array = process.get(id)?;
    if array.is_level {
        return Err(Error::BadHandle { kind: "array of its own", word: id.word() });
    }
    crate::api::context::wait_for(&context)?;
    process.remove(id)?;
    array.backend.free();
    Ok(())
}

/// Description of an array.
///
/// # Errors
/// `BadHandle`, `StaleHandle`.
pub fn describe(id: Id<ArrayObject>) -> Result<ArrayDesc, Error> {
    usable()?;
    Ok(process()?.get(id)?.desc)
}

/// Box of an array as an end of a copy: x and width in bytes, then rows, then slices.
///
/// # Errors
/// `OutOfRange` if it leaves the array; `BadHandle`, `StaleHandle`.
pub fn part(id: Id<ArrayObject>, start: [u64; 3], extent: [u64; 3]) -> Result<End, Error> {
    let array = process()?.get(id)?;
    let sides = array.backend.extent();
    for (n, what) in ["x", "y", "z"].into_iter().enumerate() {
        let end = start[n].saturating_add(extent[n]);
        if end > sides[n] {
            return Err(Error::OutOfRange { what, got: end, min: 0, max: sides[n] });
        }
    }
    let (texel, array) = (array.desc.texel(), Arc::clone(&array.backend));
    Ok(End::Array(ArrayPart { word: id.word(), texel, array, position: start }))
}

/// Bytes of an array's row.
///
/// # Errors
/// `BadHandle`, `StaleHandle`.
pub fn row_bytes(id: Id<ArrayObject>) -> Result<u64, Error> {
    Ok(process()?.get(id)?.backend.extent()[0])
}

/// Creates a mipmapped array (`hipMipmappedArrayCreate`). There is at least one, and as
/// many as halve the longest side to 1 at most.
///
/// # Errors
/// Those of [`create`].
pub fn create_mipmapped(desc: ArrayDesc, levels: u32) -> Result<Id<MipmapObject>, Error> {
    let depth = if desc.shape()? == Shape::D3 { desc.depth } else { 0 };
    let most = 64 - desc.width.max(desc.height).max(depth).leading_zeros();
    let context = usable()?;
    let count = levels.clamp(1, most);
    let backend = context.backend.mipmapped_array(&desc, desc.checked_shape()?, count)?;
    let context = context.owner();
    let levels = (0..count).map(|_| OnceLock::new()).collect();
    let made = process()?.insert(|id| MipmapObject { id, context, desc, levels, backend });
    Ok(made.id)
}

/// Alignment and size of the memory that a mipmapped array has, bytes
/// (`hipMipmappedArrayGetMemoryRequirements`).
///
/// # Errors
/// `BadHandle`, `StaleHandle`.
pub fn mipmapped_needs(id: Id<MipmapObject>) -> Result<(u64, u64), Error> {
    Ok(process()?.get(id)?.backend.memory())
}

/// Level of a mipmapped array, as an array; each call returns the same one.
///
/// # Errors
/// `OutOfRange`; `BadHandle`, `StaleHandle`.
pub fn level(id: Id<MipmapObject>, level: u32) -> Result<Id<ArrayObject>, Error> {
    usable()?;
    let process = process()?;
    let whole = process.get(id)?;
    let (count, number) = (whole.levels.len() as u64, level as usize);
    let found = whole.backend.level(number).zip(whole.backend.extent(number));
    let Some((backend, size)) = found else {
        return Err(Error::OutOfRange { what: "level", got: level.into(), min: 0, max: count - 1 });
    };
    let made = whole.levels[number].get_or_init(|| {
        let [width, height, depth] = size.map(u64::from);
        let side = |whole: u64, here: u64| if whole == 0 { 0 } else { here };
        let desc = ArrayDesc {
            width,
            height: side(whole.desc.height, height),
            depth: side(whole.desc.depth, depth),
            ..whole.desc
        };
        let context = whole.context;
        process.insert(|id| ArrayObject { id, context, desc, is_level: true, backend }).id
    });
    Ok(*made)
}

/// Frees a mipmapped array with its levels (`hipMipmappedArrayDestroy`).
///
/// # Errors
/// Those of [`destroy`].
pub fn destroy_mipmapped(id: Id<MipmapObject>) -> Result<(), Error> {
    let context = usable()?;
    process()?.get(id)?;
    crate::api::context::wait_for(&context)?;
    free_mipmapped(id)
}

/// Frees a mipmapped array that no work uses any more.
///
/// # Errors
/// `BadHandle`, `StaleHandle`.
pub(crate) fn free_mipmapped(id: Id<MipmapObject>) -> Result<(), Error> {
    let process = process()?;
    let gone: Arc<MipmapObject> = process.remove(id)?;
    for level in gone.levels.iter().filter_map(OnceLock::get) {
        // Freeing twice is detected above.
        let _ = process.remove(*level);
    }
    gone.backend.free();
    Ok(())
}

/// Description of a mipmapped array, and its number of levels.
///
/// # Errors
/// `BadHandle`, `StaleHandle`.
pub fn describe_mipmapped(id: Id<MipmapObject>) -> Result<(ArrayDesc, u32), Error> {
    usable()?;
    let whole = process()?.get(id)?;
    Ok((whole.desc, whole.levels.len() as u32))
}

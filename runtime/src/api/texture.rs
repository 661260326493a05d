//! Texture and surface objects (HIP: "Texture Management", "Surface Object").
//!
//! An object's memory is fixed at creation; [`ptx::texture`] defines the values that kernels read.

use crate::Error;
use crate::handle::Id;
use crate::object::ArrayObject;
use crate::state::{process, usable};
use hip_sys::{
    HIP_TRSF_NORMALIZED_COORDINATES, HIP_TRSF_READ_AS_INTEGER as INTEGERS, HIP_TRSF_SRGB,
    hipTextureAddressMode, hipTextureFilterMode,
};
use ptx::texture::{Format, Image, Level, Object, Sampler, Shape};

pub use crate::object::texture::{Made, Resource, TextureDesc};
pub use ptx::texture::Edge;

/// CUDA's flag that turns an optimisation off, which is not here.
const NO_TRILINEAR_OPTIMIZATION: u32 = 32;
/// CUDA's flag of cubes whose faces meet without seams.
const SEAMLESS: u32 = 64;
/// All flags.
const FLAGS: u32 =
    INTEGERS | HIP_TRSF_NORMALIZED_COORDINATES | HIP_TRSF_SRGB | NO_TRILINEAR_OPTIMIZATION | SEAMLESS;

impl TextureDesc {
    fn sampler(&self) -> Result<Sampler, Error> {
        let unknown = |what, got: u32| Error::UnknownEnumerator { what, got: got.into() };
        let mut edges = [Edge::Clamp; 3];
        for (edge, mode) in edges.iter_mut().zip(self.address_modes) {
            *edge = match hipTextureAddressMode(mode) {
                hipTextureAddressMode::hipAddressModeWrap => Edge::Wrap,
                hipTextureAddressMode::hipAddressModeClamp => Edge::Clamp,
                hipTextureAddressMode::hipAddressModeMirror => Edge::Mirror,
                hipTextureAddressMode::hipAddressModeBorder => Edge::Border,
                hipTextureAddressMode(got) => return Err(unknown("address mode", got)),
            };
        }
        for (what, mode) in [("filter mode", self.filter), ("filter mode of levels", self.level_filter)] {
            if mode > 1 {
                return Err(unknown(what, mode));
            }
        }
        if self.flags & !FLAGS != 0 {
            return Err(Error::BadFlags { what: "a texture", got: self.flags.into() });
        }
        let sampler = Sampler {
            edges,
            linear: self.filter == hipTextureFilterMode::hipFilterModeLinear.0,
            linear_levels: self.level_filter == hipTextureFilterMode::hipFilterModeLinear.0,
            normalized: self.flags & HIP_TRSF_NORMALIZED_COORDINATES != 0,
            integers: self.flags & INTEGERS != 0,
            srgb: self.flags & HIP_TRSF_SRGB != 0,
            seamless: self.flags & SEAMLESS != 0,
            anisotropy: self.anisotropy,
            border: self.border.map(f32::to_bits),
            ..Sampler::default()
        };
        Ok(sampler.with_levels(self.bias, self.levels[0], self.levels[1]))
    }
}

/// CUDA's limits of textures on plain memory (an H200's attributes).
const LINEAR_TEXELS: u64 = 1 << 28;
const ROWS: [u64; 2] = [131_072, 65_000];
/// Addresses are multiples of the first, pitches of the second.
const ALIGN: u64 = 512;
const PITCH_ALIGN: u64 = 32;

fn plain(
    (address, format, channels): (u64, Format, u32),
    (width, height, pitch): (u64, u64, u64),
    linear: bool,
) -> Result<Image, Error> {
    if !matches!(channels, 1 | 2 | 4) {
        return Err(Error::OutOfRange { what: "channels", got: channels.into(), min: 1, max: 4 });
    }
    if address % ALIGN != 0 {
        return Err(Error::Unaligned { what: "a texture's memory", address, align: ALIGN });
    }
    let shape = if linear { Shape::D1 } else { Shape::D2 };
    // The sides are within their limits.
    let size = [width as u32, height as u32, 1];
    let level = Level { address, size, pitch: [pitch, pitch * height] };
    let image = Image { shape, format, channels: channels as u8, linear, levels: vec![level] };
    let bytes = pitch * (height - 1) + width * u64::from(image.texel_bytes());
    process()?.memory.facts_of_range("a texture's memory", address, bytes)?;
    Ok(image)
}

fn in_range(what: &'static str, got: u64, max: u64) -> Result<(), Error> {
    if got == 0 || got > max { Err(Error::OutOfRange { what, got, min: 1, max }) } else { Ok(()) }
}

impl Resource {
    fn image(&self) -> Result<Image, Error> {
        match *self {
            Resource::Array(id) => Ok(process()?.get(id)?.image.clone()),
            Resource::Mipmapped(id) => Ok(process()?.get(id)?.image.clone()),
            Resource::Linear { address, format, channels, bytes } => {
                let texel = u64::from(format.bytes()) * u64::from(channels.max(1));
                let width = bytes / texel;
                in_range("texels", width, LINEAR_TEXELS)?;
                plain((address, format, channels), (width, 1, bytes), true)
            }
            Resource::Rows { address, format, channels, width, height, pitch } => {
                in_range("width", width, ROWS[0])?;
                in_range("height", height, ROWS[1])?;
                let least = width * u64::from(format.bytes()) * u64::from(channels);
                if pitch < least {
                    return Err(Error::BadPitch { what: "a texture", pitch, least });
                }
                if pitch % PITCH_ALIGN != 0 {
                    return Err(Error::Unaligned {
                        what: "a texture's pitch",
                        address: pitch,
                        align: PITCH_ALIGN,
                    });
                }
                plain((address, format, channels), (width, height, pitch), false)
            }
        }
    }
}

fn keep(object: Object, made: Made) -> Result<u64, Error> {
    let context = usable()?;
    let handle = context.backend.add_texture(object)?;
    context.textures.lock().insert(handle, made);
    Ok(handle)
}

/// Creates a texture; its handle (`hipTexObjectCreate`).
///
/// # Errors
/// `UnknownEnumerator`, `BadFlags`, `OutOfRange`, `Unaligned`, `BadPointer`, `BadHandle`; what is wrong with
/// the current context.
pub fn create(resource: Resource, texture: TextureDesc) -> Result<u64, Error> {
    usable()?;
    let (image, sampler) = (resource.image()?, texture.sampler()?);
    keep(Object::Texture(image, sampler), Made { resource, texture: Some(texture) })
}

/// Creates a surface; its handle (`hipCreateSurfaceObject`).
///
/// # Errors
/// `BadHandle`; errors of the current context. As on an H200, the array need not have been made for
/// surfaces.
pub fn create_surface(array: Id<ArrayObject>) -> Result<u64, Error> {
    usable()?;
    let found = process()?.get(array)?;
    let made = Made { resource: Resource::Array(array), texture: None };
    keep(Object::Surface(found.image.clone()), made)
}

/// Description from which a texture or surface was created.
///
/// # Errors
/// `BadHandle`; errors of the current context.
pub fn made_of(handle: u64, surface: bool) -> Result<Made, Error> {
    let context = usable()?;
    let found = context.textures.lock().get(&handle).copied();
    let kind = if surface { "surface" } else { "texture" };
    found.filter(|made| made.texture.is_none() == surface).ok_or(Error::BadHandle { kind, word: handle })
}

/// Destroys a texture or surface (`hipDestroyTextureObject`, `hipDestroySurfaceObject`). It does not wait:
/// kernels launched before read what they would have read, as on an H200, which gives the handle again once
/// those have ended.
///
/// # Errors
/// Those of [`made_of`].
pub fn destroy(handle: u64, surface: bool) -> Result<(), Error> {
    made_of(handle, surface)?;
    let context = usable()?;
    context.textures.lock().remove(&handle);
    context.backend.remove_texture(handle);
    Ok(())
}

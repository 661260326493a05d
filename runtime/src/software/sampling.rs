//! Images and samplers of textures, as kernels read them.

use super::array::{software_array, software_mipmapped};
use crate::Error;
use crate::backend::Texels;
use crate::types::{Resource, TextureDesc};
use hip_sys::{
    HIP_TRSF_NORMALIZED_COORDINATES, HIP_TRSF_READ_AS_INTEGER as INTEGERS, HIP_TRSF_SRGB,
    hipTextureAddressMode, hipTextureFilterMode,
};
use ptx::texture::{Edge, Format, Image, Level, Sampler, Shape};

/// CUDA's flag that turns an optimisation off, which is not here.
const NO_TRILINEAR_OPTIMIZATION: u32 = 32;
/// CUDA's flag of cubes whose faces meet without seams.
const SEAMLESS: u32 = 64;
/// All flags.
const FLAGS: u32 =
    INTEGERS | HIP_TRSF_NORMALIZED_COORDINATES | HIP_TRSF_SRGB | NO_TRILINEAR_OPTIMIZATION | SEAMLESS;

/// Returns the sampler of a texture.
///
/// # Errors
/// `UnknownEnumerator`, `BadFlags`.
pub(super) fn sampler(desc: &TextureDesc) -> Result<Sampler, Error> {
    let unknown = |what, got: u32| Error::UnknownEnumerator { what, got: got.into() };
    let mut edges = [Edge::Clamp; 3];
    for (edge, mode) in edges.iter_mut().zip(desc.address_modes) {
        *edge = match hipTextureAddressMode(mode) {
            hipTextureAddressMode::hipAddressModeWrap => Edge::Wrap,
            hipTextureAddressMode::hipAddressModeClamp => Edge::Clamp,
            hipTextureAddressMode::hipAddressModeMirror => Edge::Mirror,
            hipTextureAddressMode::hipAddressModeBorder => Edge::Border,
            hipTextureAddressMode(got) => return Err(unknown("address mode", got)),
        };
    }
    for (what, mode) in [("filter mode", desc.filter), ("filter mode of levels", desc.level_filter)] {
        if mode > 1 {
            return Err(unknown(what, mode));
        }
    }
    if desc.flags & !FLAGS != 0 {
        return Err(Error::BadFlags { what: "a texture", got: desc.flags.into() });
    }
    let sampler = Sampler {
        edges,
        linear: desc.filter == hipTextureFilterMode::hipFilterModeLinear.0,
        linear_levels: desc.level_filter == hipTextureFilterMode::hipFilterModeLinear.0,
        normalized: desc.flags & HIP_TRSF_NORMALIZED_COORDINATES != 0,
        integers: desc.flags & INTEGERS != 0,
        srgb: desc.flags & HIP_TRSF_SRGB != 0,
        seamless: desc.flags & SEAMLESS != 0,
        anisotropy: desc.anisotropy,
        border: desc.border.map(f32::to_bits),
        ..Sampler::default()
    };
    Ok(sampler.with_levels(desc.bias, desc.levels[0], desc.levels[1]))
}

/// CUDA's limits of textures on plain memory (an H200's attributes).
const LINEAR_TEXELS: u64 = 1 << 28;
const ROWS: [u64; 2] = [131_072, 65_000];
/// Addresses are multiples of the first, pitches of the second.
const ALIGN: u64 = 512;
const PITCH_ALIGN: u64 = 32;

/// Returns the image of a texture on plain memory. As on an H200, no range is checked here: a kernel that
/// reads beyond the memory faults.
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
    let level = Level { address, size, pitch: [pitch, pitch.wrapping_mul(height)] };
    let image = Image { shape, format, channels: channels as u8, linear, levels: vec![level] };
    Ok(image)
}

fn in_range(what: &'static str, got: u64, max: u64) -> Result<(), Error> {
    if got == 0 || got > max { Err(Error::OutOfRange { what, got, min: 1, max }) } else { Ok(()) }
}

/// Returns the image of a resource.
///
/// # Errors
/// `OutOfRange`, `BadPitch`, `Unaligned`.
pub(super) fn image(resource: &Texels) -> Result<Image, Error> {
    match *resource {
        Resource::Array(ref array) => Ok(software_array(&**array)?.image.clone()),
        Resource::Mipmapped(ref array) => Ok(software_mipmapped(&**array)?.image.clone()),
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

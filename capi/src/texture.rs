//! Texture and surface objects (HIP: "Texture Management", "Surface Object").

use crate::array::{channel_desc, channels, format};
use crate::entry::{In, Out, entry_points};
use crate::types::{Array, Mipmap};
use hip_sys::*;
use runtime::Error;
use runtime::api::array::format_code;
use runtime::api::texture::{self, Resource, TextureDesc};
use std::ffi::c_void;

fn unknown(kind: u32) -> Error {
    Error::UnknownEnumerator { what: "hipResourceType", got: kind.into() }
}

/// Converts a resource of the runtime API.
fn resource(desc: &hipResourceDesc) -> Result<Resource, Error> {
    // SAFETY: any bytes are values of all members.
    let (array, mipmap, linear, rows) =
        unsafe { (desc.res.array, desc.res.mipmap, desc.res.linear, desc.res.pitch2D) };
    Ok(match desc.resType {
        hipResourceType::hipResourceTypeArray => Resource::Array(Array::of_c(array.array).id()?),
        hipResourceType::hipResourceTypeMipmappedArray => {
            Resource::Mipmapped(Mipmap::of_c(mipmap.mipmap).id()?)
        }
        hipResourceType::hipResourceTypeLinear => {
            let (format, channels) = channels(&linear.desc)?;
            let (address, bytes) = (linear.devPtr as u64, linear.sizeInBytes as u64);
            Resource::Linear { address, format, channels, bytes }
        }
        hipResourceType::hipResourceTypePitch2D => {
            let (format, channels) = channels(&rows.desc)?;
            let [width, height, pitch] = [rows.width, rows.height, rows.pitchInBytes].map(|n| n as u64);
            Resource::Rows { address: rows.devPtr as u64, format, channels, width, height, pitch }
        }
        hipResourceType(other) => return Err(unknown(other)),
    })
}

fn c_resource(resource: &Resource) -> hipResourceDesc {
    let mut out = zeroed::<hipResourceDesc>();
    out.resType = match *resource {
        Resource::Array(id) => {
            out.res.array = hipResourceDesc_res_array { array: Array::of(id).c() };
            hipResourceType::hipResourceTypeArray
        }
        Resource::Mipmapped(id) => {
            out.res.mipmap = hipResourceDesc_res_mipmap { mipmap: Mipmap::of(id).c() };
            hipResourceType::hipResourceTypeMipmappedArray
        }
        Resource::Linear { address, format, channels, bytes } => {
            out.res.linear = hipResourceDesc_res_linear {
                devPtr: address as *mut c_void,
                desc: channel_desc(format, channels),
                sizeInBytes: bytes as usize,
            };
            hipResourceType::hipResourceTypeLinear
        }
        Resource::Rows { address, format, channels, width, height, pitch } => {
            out.res.pitch2D = hipResourceDesc_res_pitch2D {
                devPtr: address as *mut c_void,
                desc: channel_desc(format, channels),
                width: width as usize,
                height: height as usize,
                pitchInBytes: pitch as usize,
            };
            hipResourceType::hipResourceTypePitch2D
        }
    };
    out
}

/// Converts a resource of the driver API.
fn driver_resource(desc: &HIP_RESOURCE_DESC) -> Result<Resource, Error> {
    if desc.flags != 0 {
        return Err(Error::BadFlags { what: "a resource", got: desc.flags.into() });
    }
    // SAFETY: any bytes are values of all members.
    let (array, mipmap, linear, rows) =
        unsafe { (desc.res.array, desc.res.mipmap, desc.res.linear, desc.res.pitch2D) };
    Ok(match desc.resType {
        HIPresourcetype::HIP_RESOURCE_TYPE_ARRAY => Resource::Array(Array::of_c(array.hArray).id()?),
        HIPresourcetype::HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY => {
            Resource::Mipmapped(Mipmap::of_c(mipmap.hMipmappedArray).id()?)
        }
        HIPresourcetype::HIP_RESOURCE_TYPE_LINEAR => Resource::Linear {
            address: linear.devPtr as u64,
            format: format(linear.format)?,
            channels: linear.numChannels,
            bytes: linear.sizeInBytes as u64,
        },
        HIPresourcetype::HIP_RESOURCE_TYPE_PITCH2D => Resource::Rows {
            address: rows.devPtr as u64,
            format: format(rows.format)?,
            channels: rows.numChannels,
            width: rows.width as u64,
            height: rows.height as u64,
            pitch: rows.pitchInBytes as u64,
        },
        HIPresourcetype_enum(other) => return Err(unknown(other)),
    })
}

fn c_driver_resource(resource: &Resource) -> HIP_RESOURCE_DESC {
    let mut out = zeroed::<HIP_RESOURCE_DESC>();
    out.resType = match *resource {
        Resource::Array(id) => {
            out.res.array = HIP_RESOURCE_DESC_st_res_array { hArray: Array::of(id).c() };
            HIPresourcetype::HIP_RESOURCE_TYPE_ARRAY
        }
        Resource::Mipmapped(id) => {
            out.res.mipmap = HIP_RESOURCE_DESC_st_res_mipmap { hMipmappedArray: Mipmap::of(id).c() };
            HIPresourcetype::HIP_RESOURCE_TYPE_MIPMAPPED_ARRAY
        }
        Resource::Linear { address, format, channels, bytes } => {
            out.res.linear = HIP_RESOURCE_DESC_st_res_linear {
                devPtr: address as *mut c_void,
                format: format_code(format),
                numChannels: channels,
                sizeInBytes: bytes as usize,
            };
            HIPresourcetype::HIP_RESOURCE_TYPE_LINEAR
        }
        Resource::Rows { address, format, channels, width, height, pitch } => {
            out.res.pitch2D = HIP_RESOURCE_DESC_st_res_pitch2D {
                devPtr: address as *mut c_void,
                format: format_code(format),
                numChannels: channels,
                width: width as usize,
                height: height as usize,
                pitchInBytes: pitch as usize,
            };
            HIPresourcetype::HIP_RESOURCE_TYPE_PITCH2D
        }
    };
    out
}

/// Flags of a texture in the driver API; `hipTextureDesc` and texture references have members instead.
#[derive(Clone, Copy)]
pub(crate) struct Flags {
    pub(crate) integers: bool,
    pub(crate) normalized: bool,
    pub(crate) srgb: bool,
}

impl Flags {
    pub(crate) fn new(read_mode: hipTextureReadMode, normalized: i32, srgb: i32) -> Self {
        let integers = read_mode == hipTextureReadMode::hipReadModeElementType;
        Flags { integers, normalized: normalized != 0, srgb: srgb != 0 }
    }

    pub(crate) fn of_bits(bits: u32) -> Self {
        let has = |flag| bits & flag != 0;
        Flags {
            integers: has(HIP_TRSF_READ_AS_INTEGER),
            normalized: has(HIP_TRSF_NORMALIZED_COORDINATES),
            srgb: has(HIP_TRSF_SRGB),
        }
    }

    pub(crate) fn bits(self) -> u32 {
        let flag = |is: bool, flag| if is { flag } else { 0 };
        flag(self.integers, HIP_TRSF_READ_AS_INTEGER)
            | flag(self.normalized, HIP_TRSF_NORMALIZED_COORDINATES)
            | flag(self.srgb, HIP_TRSF_SRGB)
    }

    pub(crate) fn read_mode(self) -> hipTextureReadMode {
        match self.integers {
            true => hipTextureReadMode::hipReadModeElementType,
            false => hipTextureReadMode::hipReadModeNormalizedFloat,
        }
    }
}

/// Converts a `hipTextureDesc`, which has members instead of the driver API's flags.
fn description(desc: &hipTextureDesc) -> Result<TextureDesc, Error> {
    const MODES: [hipTextureReadMode; 2] =
        [hipTextureReadMode::hipReadModeElementType, hipTextureReadMode::hipReadModeNormalizedFloat];
    if !MODES.contains(&desc.readMode) {
        let got = desc.readMode.0.into();
        return Err(Error::UnknownEnumerator { what: "hipTextureReadMode", got });
    }
    Ok(TextureDesc {
        address_modes: desc.addressMode.map(u32::from),
        filter: desc.filterMode.0,
        flags: Flags::new(desc.readMode, desc.normalizedCoords, desc.sRGB).bits(),
        anisotropy: desc.maxAnisotropy,
        level_filter: desc.mipmapFilterMode.0,
        bias: desc.mipmapLevelBias,
        levels: [desc.minMipmapLevelClamp, desc.maxMipmapLevelClamp],
        border: desc.borderColor,
    })
}

fn c_description(desc: &TextureDesc) -> hipTextureDesc {
    let flags = Flags::of_bits(desc.flags);
    hipTextureDesc {
        addressMode: desc.address_modes.map(hipTextureAddressMode),
        filterMode: hipTextureFilterMode(desc.filter),
        readMode: flags.read_mode(),
        sRGB: flags.srgb.into(),
        borderColor: desc.border,
        normalizedCoords: flags.normalized.into(),
        maxAnisotropy: desc.anisotropy,
        mipmapFilterMode: hipTextureFilterMode(desc.level_filter),
        mipmapLevelBias: desc.bias,
        minMipmapLevelClamp: desc.levels[0],
        maxMipmapLevelClamp: desc.levels[1],
    }
}

fn driver_description(desc: &HIP_TEXTURE_DESC) -> TextureDesc {
    TextureDesc {
        address_modes: desc.addressMode.map(u32::from),
        filter: desc.filterMode.0,
        flags: desc.flags,
        anisotropy: desc.maxAnisotropy,
        level_filter: desc.mipmapFilterMode.0,
        bias: desc.mipmapLevelBias,
        levels: [desc.minMipmapLevelClamp, desc.maxMipmapLevelClamp],
        border: desc.borderColor,
    }
}

fn c_driver_description(desc: &TextureDesc) -> HIP_TEXTURE_DESC {
    HIP_TEXTURE_DESC {
        addressMode: desc.address_modes.map(HIPaddress_mode_enum),
        filterMode: HIPfilter_mode_enum(desc.filter),
        flags: desc.flags,
        maxAnisotropy: desc.anisotropy,
        mipmapFilterMode: HIPfilter_mode_enum(desc.level_filter),
        mipmapLevelBias: desc.bias,
        minMipmapLevelClamp: desc.levels[0],
        maxMipmapLevelClamp: desc.levels[1],
        borderColor: desc.border,
        reserved: [0; 12],
    }
}

/// Refuses a resource view; they are not supported.
fn no_view<T: Copy>(view: In<T>) -> Result<(), Error> {
    if view.is_null() { Ok(()) } else { Err(Error::Unsupported { what: "resource views of textures" }) }
}

fn texture_of(handle: u64) -> Result<(Resource, TextureDesc), Error> {
    let made = texture::made_of(handle, false)?;
    let texture = made.texture.ok_or(Error::BadHandle { kind: "texture", word: handle })?;
    Ok((made.resource, texture))
}

entry_points! {
    /// Makes a texture.
    fn hipCreateTextureObject(out: Out<u64>, from: In<hipResourceDesc>, desc: In<hipTextureDesc>, view: In<hipResourceViewDesc>) {
        let out = out.wanted("pTexObject")?;
        let (from, desc) = (from.read("pResDesc")?, desc.read("pTexDesc")?);
        no_view(view)?;
        out.set(texture::create(resource(&from)?, description(&desc)?)?);
    }
    /// Makes a texture.
    fn hipTexObjectCreate(out: Out<u64>, from: In<HIP_RESOURCE_DESC>, desc: In<HIP_TEXTURE_DESC>, view: In<HIP_RESOURCE_VIEW_DESC>) {
        let out = out.wanted("pTexObject")?;
        let (from, desc) = (from.read("pResDesc")?, desc.read("pTexDesc")?);
        no_view(view)?;
        out.set(texture::create(driver_resource(&from)?, driver_description(&desc))?);
    }
    /// Destroys a texture.
    fn hipDestroyTextureObject(handle: u64) { texture::destroy(handle, false)?; }
    /// Destroys a texture.
    fn hipTexObjectDestroy(handle: u64) { texture::destroy(handle, false)?; }
    /// The resource of a texture.
    fn hipGetTextureObjectResourceDesc(out: Out<hipResourceDesc>, handle: u64) {
        let out = out.wanted("pResDesc")?;
        out.set(c_resource(&texture_of(handle)?.0));
    }
    /// The settings of a texture.
    fn hipGetTextureObjectTextureDesc(out: Out<hipTextureDesc>, handle: u64) {
        let out = out.wanted("pTexDesc")?;
        out.set(c_description(&texture_of(handle)?.1));
    }
    /// The resource of a texture.
    fn hipTexObjectGetResourceDesc(out: Out<HIP_RESOURCE_DESC>, handle: u64) {
        let out = out.wanted("pResDesc")?;
        out.set(c_driver_resource(&texture_of(handle)?.0));
    }
    /// The settings of a texture.
    fn hipTexObjectGetTextureDesc(out: Out<HIP_TEXTURE_DESC>, handle: u64) {
        let out = out.wanted("pTexDesc")?;
        out.set(c_driver_description(&texture_of(handle)?.1));
    }
    /// Makes a surface.
    fn hipCreateSurfaceObject(out: Out<u64>, from: In<hipResourceDesc>) {
        let out = out.wanted("pSurfObject")?;
        match resource(&from.read("pResDesc")?)? {
            Resource::Array(array) => out.set(texture::create_surface(array)?),
            _ => return Err(Error::UnknownEnumerator { what: "hipResourceType of a surface", got: -1 }),
        }
    }
    /// Destroys a surface.
    fn hipDestroySurfaceObject(handle: u64) { texture::destroy(handle, true)?; }
}

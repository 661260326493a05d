//! Texture and surface objects (HIP: "Texture Management", "Surface Object").

use crate::array::{channel_desc, channels, format};
use crate::entry::{In, Out, entry_points};
use crate::types::{
    Array, ChannelDesc, DriverResource, DriverTexture, Mipmap, Resource as CResource, Texture, View,
};
use runtime::Error;
use runtime::api::array::format_code;
use runtime::api::texture::{self, Resource, TextureDesc};

/// `hipResourceType`, `HIPresourcetype`
const ARRAY: u32 = 0;
const MIPMAPPED: u32 = 1;
const LINEAR: u32 = 2;
const ROWS: u32 = 3;

fn unknown(kind: u32) -> Error {
    Error::UnknownEnumerator { what: "hipResourceType", got: kind.into() }
}

/// A resource as the runtime API has it.
fn resource(desc: &CResource) -> Result<Resource, Error> {
    let words = desc.words;
    let channel = || -> Result<_, Error> {
        let half = |n: usize| [words[n] as u32, (words[n] >> 32) as u32];
        let [[x, y], [z, w], [kind, _]] = [half(1), half(2), half(3)];
        channels(&ChannelDesc { bits: [x, y, z, w].map(|b| b as i32), kind })
    };
    Ok(match desc.kind {
        ARRAY => Resource::Array(Array::of_word(words[0]).id()?),
        MIPMAPPED => Resource::Mipmapped(Mipmap::of_word(words[0]).id()?),
        LINEAR => {
            let (format, channels) = channel()?;
            Resource::Linear { address: words[0], format, channels, bytes: words[4] }
        }
        ROWS => {
            let (format, channels) = channel()?;
            let [width, height, pitch] = [words[4], words[5], words[6]];
            Resource::Rows { address: words[0], format, channels, width, height, pitch }
        }
        other => return Err(unknown(other)),
    })
}

fn c_resource(resource: &Resource) -> CResource {
    let mut words = [0; 7];
    let channel = |words: &mut [u64; 7], format, channels| {
        let ChannelDesc { bits: [x, y, z, w], kind } = channel_desc(format, channels);
        let pair = |low: i32, high: i32| u64::from(low as u32) | u64::from(high as u32) << 32;
        (words[1], words[2], words[3]) = (pair(x, y), pair(z, w), kind.into());
    };
    let kind = match *resource {
        Resource::Array(id) => {
            words[0] = id.word();
            ARRAY
        }
        Resource::Mipmapped(id) => {
            words[0] = id.word();
            MIPMAPPED
        }
        Resource::Linear { address, format, channels, bytes } => {
            channel(&mut words, format, channels);
            (words[0], words[4]) = (address, bytes);
            LINEAR
        }
        Resource::Rows { address, format, channels, width, height, pitch } => {
            channel(&mut words, format, channels);
            words[0] = address;
            words[4..].copy_from_slice(&[width, height, pitch]);
            ROWS
        }
    };
    CResource { kind, pad: 0, words }
}

/// A resource as the driver API has it.
fn driver_resource(desc: &DriverResource) -> Result<Resource, Error> {
    if desc.flags != 0 {
        return Err(Error::BadFlags { what: "a resource", got: desc.flags.into() });
    }
    let words = &desc.words;
    let (code, count) = (words[1] as u32, (words[1] >> 32) as u32);
    Ok(match desc.kind {
        ARRAY => Resource::Array(Array::of_word(words[0]).id()?),
        MIPMAPPED => Resource::Mipmapped(Mipmap::of_word(words[0]).id()?),
        LINEAR => {
            Resource::Linear { address: words[0], format: format(code)?, channels: count, bytes: words[2] }
        }
        ROWS => Resource::Rows {
            address: words[0],
            format: format(code)?,
            channels: count,
            width: words[2],
            height: words[3],
            pitch: words[4],
        },
        other => return Err(unknown(other)),
    })
}

fn c_driver_resource(resource: &Resource) -> DriverResource {
    let mut words = [0; 16];
    let pair = |format, channels: u32| u64::from(format_code(format)) | u64::from(channels) << 32;
    let kind = match *resource {
        Resource::Array(id) => {
            words[0] = id.word();
            ARRAY
        }
        Resource::Mipmapped(id) => {
            words[0] = id.word();
            MIPMAPPED
        }
        Resource::Linear { address, format, channels, bytes } => {
            words[..3].copy_from_slice(&[address, pair(format, channels), bytes]);
            LINEAR
        }
        Resource::Rows { address, format, channels, width, height, pitch } => {
            words[..5].copy_from_slice(&[address, pair(format, channels), width, height, pitch]);
            ROWS
        }
    };
    DriverResource { kind, pad: 0, words, flags: 0, end: 0 }
}

/// `hipTextureDesc` says with several members what the driver API's flags say.
fn description(desc: &Texture) -> Result<TextureDesc, Error> {
    let integers = match desc.read_mode {
        0 => 1,
        1 => 0,
        got => return Err(Error::UnknownEnumerator { what: "hipTextureReadMode", got: got.into() }),
    };
    Ok(TextureDesc {
        address_modes: desc.address_modes,
        filter: desc.filter,
        flags: integers | if desc.normalized != 0 { 2 } else { 0 } | if desc.srgb != 0 { 16 } else { 0 },
        anisotropy: desc.anisotropy,
        level_filter: desc.level_filter,
        bias: desc.bias,
        levels: desc.levels,
        border: desc.border,
    })
}

fn c_description(desc: &TextureDesc) -> Texture {
    Texture {
        address_modes: desc.address_modes,
        filter: desc.filter,
        read_mode: u32::from(desc.flags & 1 == 0),
        srgb: i32::from(desc.flags & 16 != 0),
        border: desc.border,
        normalized: i32::from(desc.flags & 2 != 0),
        anisotropy: desc.anisotropy,
        level_filter: desc.level_filter,
        bias: desc.bias,
        levels: desc.levels,
    }
}

/// Views are not served: one that is given is refused by name.
fn no_view(view: In<View>) -> Result<(), Error> {
    if view.is_null() { Ok(()) } else { Err(Error::Unsupported { what: "resource views of textures" }) }
}

fn texture_of(handle: u64) -> Result<(Resource, TextureDesc), Error> {
    let made = texture::made_of(handle, false)?;
    let texture = made.texture.ok_or(Error::BadHandle { kind: "texture", word: handle })?;
    Ok((made.resource, texture))
}

entry_points! {
    /// Makes a texture.
    fn hipCreateTextureObject(out: Out<u64>, from: In<CResource>, desc: In<Texture>, view: In<View>) {
        let out = out.wanted("pTexObject")?;
        let (from, desc) = (from.read("pResDesc")?, desc.read("pTexDesc")?);
        no_view(view)?;
        out.set(texture::create(resource(&from)?, description(&desc)?)?);
    }
    /// Makes a texture.
    fn hipTexObjectCreate(out: Out<u64>, from: In<DriverResource>, desc: In<DriverTexture>, view: In<View>) {
        let out = out.wanted("pTexObject")?;
        let (from, desc) = (from.read("pResDesc")?, desc.read("pTexDesc")?);
        no_view(view)?;
        out.set(texture::create(driver_resource(&from)?, desc.value())?);
    }
    /// Ends a texture.
    fn hipDestroyTextureObject(handle: u64) { texture::destroy(handle, false)?; }
    /// Ends a texture.
    fn hipTexObjectDestroy(handle: u64) { texture::destroy(handle, false)?; }
    /// What a texture reads.
    fn hipGetTextureObjectResourceDesc(out: Out<CResource>, handle: u64) {
        let out = out.wanted("pResDesc")?;
        out.set(c_resource(&texture_of(handle)?.0));
    }
    /// How a texture reads.
    fn hipGetTextureObjectTextureDesc(out: Out<Texture>, handle: u64) {
        let out = out.wanted("pTexDesc")?;
        out.set(c_description(&texture_of(handle)?.1));
    }
    /// What a texture reads.
    fn hipTexObjectGetResourceDesc(out: Out<DriverResource>, handle: u64) {
        let out = out.wanted("pResDesc")?;
        out.set(c_driver_resource(&texture_of(handle)?.0));
    }
    /// How a texture reads.
    fn hipTexObjectGetTextureDesc(out: Out<DriverTexture>, handle: u64) {
        let out = out.wanted("pTexDesc")?;
        out.set(DriverTexture::of(&texture_of(handle)?.1));
    }
    /// Makes a surface.
    fn hipCreateSurfaceObject(out: Out<u64>, from: In<CResource>) {
        let out = out.wanted("pSurfObject")?;
        match resource(&from.read("pResDesc")?)? {
            Resource::Array(array) => out.set(texture::create_surface(array)?),
            _ => return Err(Error::UnknownEnumerator { what: "hipResourceType of a surface", got: -1 }),
        }
    }
    /// Ends a surface.
    fn hipDestroySurfaceObject(handle: u64) { texture::destroy(handle, true)?; }
}

//! Texture references (HIP: "Texture Management", deprecated part).
//!
//! The settings of a reference are in its structure, which programs also write themselves. They take effect
//! when it is bound; a call that changes a setting binds it again.

use crate::array::{channel_desc, channels, format};
use crate::entry::{In, Out, entry_points, text};
use crate::texture::Flags;
use crate::types::{Array, Mipmap, Module};
use hip_sys::*;
use runtime::Error;
use runtime::api::array::{Format, describe, describe_mipmapped, format_code};
use runtime::api::texture::{self, Resource, TextureDesc};
use runtime::api::texture_reference as reference;
use std::ffi::{c_char, c_void};

/// Alignment of a texture's start, in bytes (attribute of an H200).
const ALIGN: u64 = 512;

/// Texture reference that C passes.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Reference(*mut textureReference);

impl Reference {
    /// Returns a reference without a host variable, for a variable of a module.
    fn new() -> Reference {
        // Defaults as on an H200: clamped, nearest, 32-bit floats.
        let mut settings = zeroed::<textureReference>();
        settings.readMode = hipTextureReadMode::hipReadModeNormalizedFloat;
        settings.addressMode = [hipTextureAddressMode::hipAddressModeClamp; 3];
        set_kind(&mut settings, (Format::F32, 1));
        Reference(Box::into_raw(Box::new(settings)))
    }

    fn address(self) -> u64 {
        self.0 as u64
    }

    fn get(self) -> Result<textureReference, Error> {
        reference::check(self.address())?;
        In::<textureReference>::at(self.address()).read("texRef")
    }

    /// Changes settings, and binds again a resource that is bound.
    fn change(self, change: impl FnOnce(&mut textureReference)) -> Result<(), Error> {
        let mut settings = self.get()?;
        change(&mut settings);
        Out::<textureReference>::at(self.address()).wanted("texRef")?.set(settings);
        match reference::bound(self.address())? {
            None => Ok(()),
            bound => reference::bind(self.address(), bound, description(&settings)),
        }
    }

    fn bind(self, to: Option<(Resource, u64)>) -> Result<(), Error> {
        reference::bind(self.address(), to, description(&self.get()?))
    }

    fn bound(self, what: &'static str) -> Result<(Resource, u64), Error> {
        let bound = reference::bound(self.address())?;
        bound.ok_or(Error::BadPointer { what, address: self.address() })
    }

    /// Binds plain memory, from an aligned start; the rest of the address becomes an offset.
    fn linear(self, address: u64, bytes: u64, kind: (Format, u32), offset: Out<u64>) -> Result<(), Error> {
        let skip = address % ALIGN;
        let offset = offset.optional();
        if skip != 0 && offset.is_none() {
            return Err(Error::Unaligned { what: "a texture's memory", address, align: ALIGN });
        }
        let to = Resource::Linear {
            address: address - skip,
            format: kind.0,
            channels: kind.1,
            bytes: bytes + skip,
        };
        self.bind((address != 0 && bytes != 0).then_some((to, skip)))?;
        if let Some(offset) = offset {
            offset.set(skip);
        }
        Ok(())
    }
}

fn flags(settings: &textureReference) -> Flags {
    Flags::new(settings.readMode, settings.normalized, settings.sRGB)
}

fn description(settings: &textureReference) -> TextureDesc {
    TextureDesc {
        address_modes: settings.addressMode.map(u32::from),
        filter: settings.filterMode.0,
        flags: flags(settings).bits(),
        anisotropy: settings.maxAnisotropy,
        level_filter: settings.mipmapFilterMode.0,
        bias: settings.mipmapLevelBias,
        levels: [settings.minMipmapLevelClamp, settings.maxMipmapLevelClamp],
        border: [0.0; 4],
    }
}

fn kind(settings: &textureReference) -> Result<(Format, u32), Error> {
    Ok((format(settings.format)?, u32::try_from(settings.numChannels).unwrap_or(0)))
}

fn set_kind(settings: &mut textureReference, (format, channels): (Format, u32)) {
    settings.format = format_code(format);
    settings.numChannels = channels as i32;
    settings.channelDesc = channel_desc(format, channels);
}

/// Returns the index of an axis.
fn axis(dim: i32) -> Result<usize, Error> {
    let got = u64::try_from(dim).unwrap_or(u64::MAX);
    if got < 3 { Ok(got as usize) } else { Err(Error::OutOfRange { what: "dim", got, min: 0, max: 2 }) }
}

fn known_mode(mode: hipTextureAddressMode) -> Result<(), Error> {
    if mode <= hipTextureAddressMode::hipAddressModeBorder {
        return Ok(());
    }
    Err(Error::UnknownEnumerator { what: "hipTextureAddressMode", got: mode.0.into() })
}

fn known_filter(mode: hipTextureFilterMode) -> Result<(), Error> {
    if mode <= hipTextureFilterMode::hipFilterModeLinear {
        return Ok(());
    }
    Err(Error::UnknownEnumerator { what: "hipTextureFilterMode", got: mode.0.into() })
}

/// Reports that a texture has no view; they are not supported.
fn no_view<T>(handle: u64, out: Out<T>) -> Result<(), Error> {
    out.wanted("pResViewDesc")?;
    texture::made_of(handle, false)?;
    Err(Error::BadPointer { what: "texture without a view", address: handle })
}

/// Returns the format of a channel description or, if it is null, of the reference.
fn wanted_kind(desc: In<hipChannelFormatDesc>, settings: &textureReference) -> Result<(Format, u32), Error> {
    if desc.is_null() { channels(&settings.channelDesc) } else { channels(&desc.read("desc")?) }
}

entry_points! {
    /// The texture reference with a name in a module.
    fn hipModuleGetTexRef(out: Out<Reference>, module: Module, name: *const c_char) {
        let out = out.wanted("texRef")?;
        let name = text(name, "name")?;
        let variable = reference::variable(module.id()?, &name)?;
        out.set(known((module.word(), name), variable));
    }
    /// Binds plain memory.
    fn hipTexRefSetAddress(offset: Out<u64>, of: Reference, pointer: *const c_void, bytes: u64) {
        of.linear(pointer as u64, bytes, kind(&of.get()?)?, offset)?;
    }
    /// Binds rows of plain memory.
    fn hipTexRefSetAddress2D(of: Reference, desc: In<HIP_ARRAY_DESCRIPTOR>, pointer: *const c_void, pitch: u64) {
        of.get()?;
        let desc = desc.read("desc")?;
        let (format, channels) = (format(desc.Format)?, desc.NumChannels);
        let (width, height) = (desc.Width as u64, desc.Height as u64);
        let to = Resource::Rows { address: pointer as u64, format, channels, width, height, pitch };
        of.change(|settings| set_kind(settings, (format, channels)))?;
        of.bind(Some((to, 0))).map_err(|error| match error {
            // An H200 returns one code for all invalid row settings.
            Error::BadPitch { what, pitch, least } => Error::OutOfRange { what, got: pitch, min: least, max: u64::MAX },
            other => other,
        })?;
    }
    /// Binds an array.
    fn hipTexRefSetArray(of: Reference, array: Array, _flags: u32) {
        of.get()?;
        let found = describe(array.id()?)?;
        of.change(|settings| set_kind(settings, (found.format, found.channels)))?;
        of.bind(Some((Resource::Array(array.id()?), 0)))?;
    }
    /// Binds an array with levels.
    fn hipTexRefSetMipmappedArray(of: Reference, array: Mipmap, _flags: u32) {
        of.get()?;
        let found = describe_mipmapped(array.id()?)?;
        of.change(|settings| set_kind(settings, (found.0.format, found.0.channels)))?;
        of.bind(Some((Resource::Mipmapped(array.id()?), 0)))?;
    }
    /// Sets the addressing mode of an axis.
    fn hipTexRefSetAddressMode(of: Reference, dim: i32, mode: hipTextureAddressMode) {
        let axis = axis(dim)?;
        known_mode(mode)?;
        of.change(|settings| settings.addressMode[axis] = mode)?;
    }
    /// Sets the filter between texels.
    fn hipTexRefSetFilterMode(of: Reference, mode: hipTextureFilterMode) {
        known_filter(mode)?;
        of.change(|settings| settings.filterMode = mode)?;
    }
    /// Sets the filter between levels.
    fn hipTexRefSetMipmapFilterMode(of: Reference, mode: hipTextureFilterMode) {
        known_filter(mode)?;
        of.change(|settings| settings.mipmapFilterMode = mode)?;
    }
    /// Sets the read mode of texels and the coordinate mode.
    fn hipTexRefSetFlags(of: Reference, flags: u32) {
        if flags & !(HIP_TRSF_READ_AS_INTEGER | HIP_TRSF_NORMALIZED_COORDINATES | HIP_TRSF_SRGB) != 0 {
            return Err(Error::BadFlags { what: "a texture reference", got: flags.into() });
        }
        let flags = Flags::of_bits(flags);
        of.change(|settings| {
            settings.readMode = flags.read_mode();
            settings.normalized = flags.normalized.into();
            settings.sRGB = flags.srgb.into();
        })?;
    }
    /// Sets the format of texels.
    fn hipTexRefSetFormat(of: Reference, code: hipArray_Format, channels: i32) {
        let kind = (format(code)?, u32::try_from(channels).unwrap_or(0));
        if !matches!(kind.1, 1 | 2 | 4) {
            return Err(Error::OutOfRange { what: "channels", got: kind.1.into(), min: 1, max: 4 });
        }
        of.change(|settings| set_kind(settings, kind))?;
    }
    /// Sets the maximum anisotropy.
    fn hipTexRefSetMaxAnisotropy(of: Reference, most: u32) { of.change(|settings| settings.maxAnisotropy = most)?; }
    /// Sets the bias of the level of detail.
    fn hipTexRefSetMipmapLevelBias(of: Reference, bias: f32) { of.change(|settings| settings.mipmapLevelBias = bias)?; }
    /// Sets the lowest and the highest level of detail.
    fn hipTexRefSetMipmapLevelClamp(of: Reference, low: f32, high: f32) {
        of.change(|settings| (settings.minMipmapLevelClamp, settings.maxMipmapLevelClamp) = (low, high))?;
    }
    /// Sets the border color: only black, the default, is supported.
    fn hipTexRefSetBorderColor(of: Reference, color: In<[f32; 4]>) {
        of.get()?;
        if color.read("pBorderColor")? != [0.0; 4] {
            return Err(Error::Unsupported { what: "a texture reference's border in color" });
        }
    }
    /// The bound address.
    fn hipTexRefGetAddress(out: Out<u64>, of: Reference) {
        let out = out.wanted("dev_ptr")?;
        match of.bound("texture reference with an address")? {
            (Resource::Linear { address, .. } | Resource::Rows { address, .. }, offset) => out.set(address + offset),
            _ => return Err(Error::BadPointer { what: "texture reference with an address", address: of.address() }),
        }
    }
    /// The bound array.
    fn hipTexRefGetArray(out: Out<Array>, of: Reference) {
        let out = out.wanted("pArray")?;
        match of.bound("texture reference with an array")? {
            (Resource::Array(id), _) => out.set(Array::of(id)),
            _ => return Err(Error::BadPointer { what: "texture reference with an array", address: of.address() }),
        }
    }
    /// The bound array with levels.
    fn hipTexRefGetMipMappedArray(out: Out<Mipmap>, of: Reference) {
        let out = out.wanted("pArray")?;
        match of.bound("texture reference with levels")? {
            (Resource::Mipmapped(id), _) => out.set(Mipmap::of(id)),
            _ => return Err(Error::BadPointer { what: "texture reference with levels", address: of.address() }),
        }
    }
    /// The addressing mode of an axis.
    fn hipTexRefGetAddressMode(out: Out<hipTextureAddressMode>, of: Reference, dim: i32) {
        let out = out.wanted("pam")?;
        out.set(of.get()?.addressMode[axis(dim)?]);
    }
    /// The filter between texels.
    fn hipTexRefGetFilterMode(out: Out<hipTextureFilterMode>, of: Reference) { out.wanted("pfm")?.set(of.get()?.filterMode); }
    /// The filter between levels.
    fn hipTexRefGetMipmapFilterMode(out: Out<hipTextureFilterMode>, of: Reference) { out.wanted("pfm")?.set(of.get()?.mipmapFilterMode); }
    /// The read mode of texels and the coordinate mode.
    fn hipTexRefGetFlags(out: Out<u32>, of: Reference) { out.wanted("pFlags")?.set(flags(&of.get()?).bits()); }
    /// The format of texels.
    fn hipTexRefGetFormat(code: Out<hipArray_Format>, channels: Out<i32>, of: Reference) {
        let (code, channels) = (code.wanted("pFormat")?, channels.wanted("pNumChannels")?);
        let settings = of.get()?;
        code.set(settings.format);
        channels.set(settings.numChannels);
    }
    /// The maximum anisotropy.
    fn hipTexRefGetMaxAnisotropy(out: Out<u32>, of: Reference) { out.wanted("pmaxAnsio")?.set(of.get()?.maxAnisotropy); }
    /// The bias of the level of detail.
    fn hipTexRefGetMipmapLevelBias(out: Out<f32>, of: Reference) { out.wanted("pbias")?.set(of.get()?.mipmapLevelBias); }
    /// The lowest and the highest level of detail.
    fn hipTexRefGetMipmapLevelClamp(low: Out<f32>, high: Out<f32>, of: Reference) {
        let (low, high) = (low.wanted("pminMipmapLevelClamp")?, high.wanted("pmaxMipmapLevelClamp")?);
        let settings = of.get()?;
        low.set(settings.minMipmapLevelClamp);
        high.set(settings.maxMipmapLevelClamp);
    }
    /// The border color: black.
    fn hipTexRefGetBorderColor(out: Out<[f32; 4]>, of: Reference) {
        let out = out.wanted("pBorderColor")?;
        of.get()?;
        out.set([0.0; 4]);
    }
    /// The texture reference of a host variable.
    fn hipGetTextureReference(out: Out<Reference>, symbol: Reference) {
        let out = out.wanted("texref")?;
        symbol.get()?;
        out.set(symbol);
    }
    /// Offset of the bound address from the start of its texture, in bytes.
    fn hipGetTextureAlignmentOffset(out: Out<u64>, of: Reference) {
        let out = out.wanted("offset")?;
        out.set(of.bound("bound texture reference")?.1);
    }
    /// Binds plain memory.
    fn hipBindTexture(offset: Out<u64>, of: Reference, pointer: *const c_void, desc: In<hipChannelFormatDesc>, bytes: u64) {
        let kind = wanted_kind(desc, &of.get()?)?;
        of.linear(pointer as u64, bytes, kind, offset)?;
    }
    /// Binds rows of plain memory.
    fn hipBindTexture2D(
        offset: Out<u64>,
        of: Reference,
        pointer: *const c_void,
        desc: In<hipChannelFormatDesc>,
        width: u64,
        height: u64,
        pitch: u64,
    ) {
        let (format, channels) = wanted_kind(desc, &of.get()?)?;
        let address = pointer as u64;
        of.bind(Some((Resource::Rows { address, format, channels, width, height, pitch }, 0)))?;
        if let Some(offset) = offset.optional() {
            offset.set(0);
        }
    }
    /// Binds an array; its own format overrides the description.
    fn hipBindTextureToArray(of: Reference, array: Array, _desc: In<hipChannelFormatDesc>) {
        of.get()?;
        of.bind(Some((Resource::Array(array.id()?), 0)))?;
    }
    /// Binds an array with levels; its own format overrides the description.
    fn hipBindTextureToMipmappedArray(of: Reference, array: Mipmap, _desc: In<hipChannelFormatDesc>) {
        of.get()?;
        of.bind(Some((Resource::Mipmapped(array.id()?), 0)))?;
    }
    /// Unbinds a texture.
    fn hipUnbindTexture(of: Reference) { of.bind(None)?; }
    /// View of a texture: none.
    fn hipGetTextureObjectResourceViewDesc(out: Out<hipResourceViewDesc>, handle: u64) { no_view(handle, out)?; }
    /// View of a texture: none.
    fn hipTexObjectGetResourceViewDesc(out: Out<HIP_RESOURCE_VIEW_DESC>, handle: u64) { no_view(handle, out)?; }
}

/// Returns the reference of a module's variable, the same at each call. It lives as long as the process, as C
/// may keep it.
fn known(name: (u64, String), variable: u64) -> Reference {
    use std::collections::BTreeMap;
    use std::sync::{Mutex, PoisonError};
    static KNOWN: Mutex<BTreeMap<(u64, String), usize>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let address = *known.entry(name).or_insert_with(|| Reference::new().address() as usize);
    reference::add(address as u64, Some(variable));
    Reference(address as *mut textureReference)
}
